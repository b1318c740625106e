"""Finds outputs with a trained scorer by beam search in the usual style of PyTorch, and times it.

beam_search.py TASK BEAM BATCH THREADS ROUNDS

TASK is a JSON file written by PyTorchSearchPeer: the file of the parameters, whether the scorer is masked, the number of marks, the machine in its canonical
form (initial state, final states, and for each arc its source, mark, target, and the symbols that it reads and writes, or -1), and
the inputs. Prints JSON: the seconds and processor seconds of
each round except the first, and the output found for each input.

A batch has BEAM prefixes per input, in tensors of inputs x BEAM x marks: illegal marks are masked (for a masked scorer before
the softmax, for others after it), the best BEAM of all extensions survive, and an input leaves the batch as soon as no prefix can overtake its best complete string. Batches are of
inputs of similar length.
"""

import json
import struct
import sys
import time

import torch
from torch import nn

NEVER = float("-inf")
# Finite, so that a softmax over nothing is defined; it is exp(-1e30) = 0 beside any legal mark.
ILLEGAL = -1e30


def parameters(file):
    """Reads the parameters of the scorer from a file in the format safetensors."""
    with open(file, "rb") as bytes_of:
        (size,) = struct.unpack("<Q", bytes_of.read(8))
        header = json.loads(bytes_of.read(size))
        data = bytearray(bytes_of.read())
    result = {}
    for name, entry in header.items():
        if name.startswith("scorer."):
            begin, end = entry["data_offsets"]
            values = torch.frombuffer(data, dtype=torch.float32, count=(end - begin) // 4, offset=begin)
            result[name[len("scorer.") :]] = values.view(entry["shape"])
    return result


class Machine:
    """Dense tables of states x marks, with EOS as the last mark."""

    def __init__(self, data):
        marks, states = data["marks"], data["states"]
        self.eos, self.initial, self.masked = marks, data["initial"], data["masked"]
        self.target = torch.full((states, marks + 1), -1)
        self.reads = torch.full((states, marks + 1), -1)
        self.writes = torch.full((states, marks + 1), -1)
        for source, mark, target, read, written in data["arcs"]:
            self.target[source, mark] = target
            self.reads[source, mark] = read
            self.writes[source, mark] = written
        self.final = torch.zeros(states, dtype=torch.bool)
        self.final[data["finals"]] = True


class Scorer(nn.Module):
    """An LSTM over marks that is given the input: two GRUs encode it, and each step reads its place."""

    def __init__(self, values):
        super().__init__()
        self.eos = values["embedding"].size(0) - 1
        d = values["embedding"].size(1)
        self.embedding = nn.Embedding.from_pretrained(values["embedding"])
        layers = sum(name.endswith(".hidden") and name.startswith("layer") for name in values)
        self.cells = nn.ModuleList(nn.LSTMCell(d, d) for _ in range(layers))
        for k, cell in enumerate(self.cells):
            cell.weight_ih.data = values[f"layer{k}.input"]
            cell.weight_hh.data = values[f"layer{k}.hidden"]
            cell.bias_ih.data = values[f"layer{k}.inputBias"]
            cell.bias_hh.data.zero_()
        self.output = linear(values["output"], values["outputBias"])
        self.symbols = nn.Embedding.from_pretrained(values["input.embedding"])
        self.encoders = nn.ModuleList(nn.GRU(d, d, batch_first=True) for _ in range(2))
        for name, gru in zip(["prefix", "suffix"], self.encoders):
            gru.weight_ih_l0.data = values[f"input.{name}.input"]
            gru.weight_hh_l0.data = values[f"input.{name}.hidden"]
            gru.bias_ih_l0.data = values[f"input.{name}.inputBias"]
            gru.bias_hh_l0.data = values[f"input.{name}.hiddenBias"]
        self.place = linear(values["input.weight"], values["input.bias"])
        self.projection = linear(values["input.projection"], None)

    def encode(self, inputs):
        """Returns the encodings of all positions of padded inputs, and what the first layer reads there."""
        lengths = torch.tensor([len(x) for x in inputs])
        longest = int(lengths.max())
        padded = torch.tensor([x + [0] * (longest - len(x)) for x in inputs])
        backwards = torch.tensor([x[::-1] + [0] * (longest - len(x)) for x in inputs])
        zero = torch.zeros(len(inputs), 1, self.place.in_features // 2)
        left, right = (
            torch.cat([zero, gru(self.symbols(strings))[0]], 1)
            for gru, strings in zip(self.encoders, [padded, backwards])
        )
        read = (lengths[:, None] - torch.arange(longest + 1)).clamp(min=0)
        right = right.gather(1, read[:, :, None].expand(-1, -1, right.size(2)))
        places = self.place(torch.cat([left, right], 2))
        return places, self.projection(places)

    def step(self, marks, place, read, states):
        """Reads one mark per row and returns the logits of the next one, and the new states."""
        new = []
        below = self.embedding(marks)
        for k, cell in enumerate(self.cells):
            h, c = states[k]
            gates = nn.functional.linear(below, cell.weight_ih, cell.bias_ih) + nn.functional.linear(h, cell.weight_hh)
            if k == 0:
                gates = gates + read
            i, f, g, o = gates.chunk(4, 1)
            c = f.sigmoid() * c + i.sigmoid() * g.tanh()
            below = o.sigmoid() * c.tanh()
            new.append((below, c))
        return self.output(torch.cat([below, place], 1)), new


def linear(weight, bias):
    layer = nn.Linear(weight.size(1), weight.size(0), bias is not None)
    layer.weight.data = weight
    if bias is not None:
        layer.bias.data = bias
    return layer


def search(machine, scorer, inputs, beam, longest_output):
    """Returns the output of the best string that a beam finds for each input."""
    count, dimension = len(inputs), scorer.embedding.embedding_dim
    places, projected = scorer.encode(inputs)
    x = torch.tensor([s + [-2] * (places.size(1) - len(s)) for s in inputs])
    length = torch.tensor([len(s) for s in inputs])
    best = torch.full((count,), NEVER)
    best_end = [None] * count
    rows = torch.arange(count)  # the inputs that are still searched
    score = torch.full((count, beam), NEVER)
    score[:, 0] = 0
    state = torch.full((count, beam), machine.initial)
    position = torch.zeros(count, beam, dtype=torch.long)
    mark = torch.full((count, beam), machine.eos)
    states = [(torch.zeros(count * beam, dimension), torch.zeros(count * beam, dimension)) for _ in scorer.cells]
    history = []
    while len(rows) > 0 and len(history) < longest_output:
        at = (rows[:, None].expand(-1, beam).reshape(-1), position.reshape(-1))
        logits, states = scorer.step(mark.reshape(-1), places[at], projected[at], states)
        reads = machine.reads[state]
        illegal = machine.target[state].lt(0) | (reads.ge(0) & reads.ne(x[rows[:, None], position][:, :, None]))
        unfinished = ~(machine.final[state] & position.eq(length[rows, None]))
        logits = logits.view(len(rows), beam, -1)
        if machine.masked:
            logits = logits.masked_fill(torch.cat([illegal[:, :, :-1], unfinished[:, :, None]], 2), ILLEGAL)
        log_p = logits.log_softmax(2) + score[:, :, None]
        ending = log_p[:, :, -1].masked_fill(unfinished, NEVER)
        ended, by = ending.max(1)
        for k in torch.nonzero(ended > best[rows]).view(-1).tolist():
            best[rows[k]] = ended[k]
            best_end[rows[k]] = (len(history), k, int(by[k]))
        score, chosen = log_p.masked_fill(illegal, NEVER).view(len(rows), -1).topk(beam, 1)
        parent, mark = chosen // log_p.size(2), chosen % log_p.size(2)
        stay = torch.nonzero(score[:, 0] > best[rows]).view(-1)
        rows, score, parent, mark = rows[stay], score[stay], parent[stay], mark[stay]
        before = state[stay].gather(1, parent)
        position = position[stay].gather(1, parent) + machine.reads[before, mark].ge(0).long()
        position = position.minimum(length[rows, None])
        state = machine.target[before, mark].clamp(min=0)
        kept = (stay[:, None] * beam + parent).view(-1)
        states = [(h[kept], c[kept]) for h, c in states]
        history.append((stay, parent, machine.writes[before, mark]))
    return [output(history, end) for end in best_end]


def output(history, end):
    """Follows a string back from where it ended, and returns what it writes."""
    if end is None:
        return []
    step, row, slot = end
    written = []
    for stay, parent, writes in reversed(history[:step]):
        symbol = int(writes[row, slot])
        if symbol >= 0:
            written.append(symbol)
        slot = int(parent[row, slot])
        row = int(stay[row])
    return written[::-1]


def main(task, beam, batch, threads, rounds):
    torch.set_num_threads(int(threads))
    with open(task) as file:
        data = json.load(file)
    machine, scorer = Machine(data), Scorer(parameters(data["parameters"]))
    inputs = data["inputs"]
    order = sorted(range(len(inputs)), key=lambda k: len(inputs[k]))
    seconds, processor, found = [], [], [[]] * len(inputs)
    with torch.no_grad():
        for _ in range(int(rounds) + 1):
            start, used = time.perf_counter(), time.process_time()
            for begin in range(0, len(order), int(batch)):
                part = order[begin : begin + int(batch)]
                strings = [inputs[k] for k in part]
                for k, y in zip(part, search(machine, scorer, strings, int(beam), data["longest"])):
                    found[k] = y
            seconds.append(time.perf_counter() - start)
            processor.append(time.process_time() - used)
    print(json.dumps({"seconds": seconds[1:], "processor": processor[1:], "outputs": found}))


main(*sys.argv[1:])
