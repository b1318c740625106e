"""Times a training step of SWA or SWS in the usual style of PyTorch.

usual_way.py LATTICES SAMPLER DIMENSION SAMPLES THREADS ROUNDS

LATTICES is a JSON file written by PyTorchPeer: the numbers of marks, input and output symbols; for each pair its root,
x and y; for each state of all pairs its pair, its positions in x and y, and its choices, each a mark (or the number of marks,
for the end) and the state it leads to. Prints JSON: the milliseconds of each round except the first two.

Strings are drawn mark by mark with autograd on, illegal marks masked by a dense table of states x marks, then scored by a
frozen two-layer LSTM over padded strings. Parameters are random, since only the time is compared.
"""

import json
import sys
import time

import torch
from torch import nn
from torch.nn.utils import clip_grad_norm_, rnn

SCORER_DIMENSION = 256


class Batch:
    """The lattices of a batch and their dense tables for sampling."""

    def __init__(self, data):
        self.marks, self.inputs, self.outputs = data["marks"], data["inputs"], data["outputs"]
        self.pairs, self.states = data["pairs"], data["states"]

    def tables(self):
        ended = len(self.states)
        illegal = torch.ones(ended + 1, self.marks + 1, dtype=torch.bool)
        following = torch.full((ended + 1, self.marks + 1), ended)
        illegal[ended, self.marks] = False
        for state, (_, _, _, choices) in enumerate(self.states):
            for mark, target in choices:
                illegal[state, mark] = False
                following[state, mark] = target
        return illegal, following, torch.tensor([pair["root"] for pair in self.pairs])


class Scorer(nn.Module):
    def __init__(self, marks):
        super().__init__()
        self.eos = marks
        self.embedding = nn.Embedding(marks + 1, SCORER_DIMENSION)
        self.lstm = nn.LSTM(SCORER_DIMENSION, SCORER_DIMENSION, 2, batch_first=True)
        self.output = nn.Linear(SCORER_DIMENSION, marks + 1)

    def forward(self, symbols):
        start = torch.full((symbols.size(0), 1), self.eos)
        before = torch.cat([start, symbols[:, :-1]], 1)
        hidden, _ = self.lstm(self.embedding(before))
        log_p = self.output(hidden).log_softmax(2).gather(2, symbols.unsqueeze(2)).squeeze(2)
        ended = before.eq(self.eos)
        ended[:, 0] = False
        return log_p.masked_fill(ended, 0).sum(1)


class Attention(nn.Module):
    """SWA's lookahead: attention over a bidirectional encoding of x # reversed y."""

    def __init__(self, batch, d):
        super().__init__()
        self.width = d
        separator = batch.inputs + batch.outputs
        self.embedding = nn.Embedding(separator + 1, d)
        self.encoder = nn.GRU(d, d // 2, bidirectional=True, batch_first=True)
        strings = [
            torch.tensor(p["x"] + [separator] + [batch.inputs + y for y in reversed(p["y"])]) for p in batch.pairs
        ]
        self.lengths = torch.tensor([len(string) for string in strings])
        self.tokens = rnn.pad_sequence(strings, batch_first=True)
        self.padding = (torch.arange(self.tokens.size(1)) >= self.lengths[:, None])[:, None]

    def encode(self):
        packed = rnn.pack_padded_sequence(
            self.embedding(self.tokens), self.lengths, batch_first=True, enforce_sorted=False
        )
        encoding, _ = rnn.pad_packed_sequence(self.encoder(packed)[0], batch_first=True)
        pairs = encoding.size(0)

        def look(hidden, _):
            scores = torch.bmm(hidden.view(pairs, -1, self.width), encoding.transpose(1, 2))
            weights = scores.masked_fill(self.padding, float("-inf")).softmax(2)
            return torch.bmm(weights, encoding).view(-1, self.width)

        return look


class Suffixes(nn.Module):
    """SWS's lookahead: right-to-left encodings of the suffixes of x and of y."""

    def __init__(self, batch, d):
        super().__init__()
        self.width = 2 * d
        self.sides = nn.ModuleList(
            [Side(batch, d, batch.inputs, "x", 1), Side(batch, d, batch.outputs, "y", 2)]
        )

    def encode(self):
        encoded = [side.encode() for side in self.sides]

        def look(_, states):
            return torch.cat([rows[side.suffix[states]] for side, rows in zip(self.sides, encoded)], 1)

        return look


class Side(nn.Module):
    def __init__(self, batch, d, symbols, name, position):
        super().__init__()
        self.embedding = nn.Embedding(symbols, d)
        self.encoder = nn.GRU(d, d, batch_first=True)
        strings = [pair[name] for pair in batch.pairs]
        self.reversed = rnn.pad_sequence([torch.tensor(s[::-1]) for s in strings], batch_first=True)
        rows = self.reversed.size(1) + 1
        self.suffix = torch.tensor(
            [state[0] * rows + len(strings[state[0]]) - state[position] for state in batch.states] + [0]
        )

    def encode(self):
        encoded, _ = self.encoder(self.embedding(self.reversed))
        empty = torch.zeros(encoded.size(0), 1, encoded.size(2))
        return torch.cat([empty, encoded], 1).view(-1, encoded.size(2))


class Sampler(nn.Module):
    def __init__(self, batch, lookahead, d, samples):
        super().__init__()
        self.marks, self.d, self.samples = batch.marks, d, samples
        self.lookahead = lookahead
        self.embedding = nn.Embedding(batch.marks + 1, d)
        self.history = nn.GRUCell(d, d)
        self.output = nn.Linear(d + lookahead.width, batch.marks + 1)

    def draw(self, illegal, following, roots):
        look = self.lookahead.encode()
        state = roots.repeat_interleave(self.samples)
        symbol = torch.full_like(state, self.marks)
        hidden = torch.zeros(len(state), self.d)
        symbols, log_q = [], []
        while state.ne(len(illegal) - 1).any():
            hidden = self.history(self.embedding(symbol), hidden)
            logits = self.output(torch.cat([hidden, look(hidden, state)], 1))
            choices = logits.masked_fill(illegal[state], float("-inf")).log_softmax(1)
            drawn = torch.multinomial(choices.detach().exp(), 1)
            symbols.append(drawn)
            log_q.append(choices.gather(1, drawn))
            state = following[state].gather(1, drawn).squeeze(1)
            symbol = drawn.squeeze(1)
        return torch.cat(symbols, 1), torch.cat(log_q, 1).sum(1)


def step(sampler, scorer, adam, tables, pairs):
    adam.zero_grad()
    symbols, log_q = sampler.draw(*tables)
    with torch.no_grad():
        log_p = scorer(symbols)
    weights = (log_p - log_q.detach()).view(pairs, -1).softmax(1)
    loss = -(weights * log_q.view(pairs, -1)).sum() / pairs
    loss.backward()
    clip_grad_norm_(sampler.parameters(), 5)
    adam.step()


def main(lattices, kind, dimension, samples, threads, rounds):
    torch.manual_seed(1)
    torch.set_num_threads(int(threads))
    with open(lattices) as file:
        batch = Batch(json.load(file))
    lookahead = {"SWA": Attention, "SWS": Suffixes}[kind](batch, int(dimension))
    sampler = Sampler(batch, lookahead, int(dimension), int(samples))
    scorer = Scorer(batch.marks)
    adam = torch.optim.Adam(sampler.parameters(), 1e-5)
    tables = batch.tables()
    times = []
    for _ in range(int(rounds) + 2):
        start = time.perf_counter()
        step(sampler, scorer, adam, tables, len(batch.pairs))
        times.append(1000 * (time.perf_counter() - start))
    print(json.dumps({"milliseconds": times[2:]}))


main(*sys.argv[1:])
