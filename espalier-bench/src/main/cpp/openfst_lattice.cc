// Times OpenFst building T_xy, from composition to the lattice that is minimal over marks: the peer of Espalier's lattices.
//
//     openfst_lattice MACHINE.fst.txt PAIRS.tsv REPEATS
//
// An arc of T has three strings and an arc of OpenFst two labels. So each arc of T gets an id k, and T is kept as
// input:k. After composition with x only k matters, since x is one string; the arc is then relabelled k:output(k),
// composed with y, and the remaining ids are expanded to marks. From there two formulations are timed. The faster is
// reported in full, to show OpenFst at its best:
//
//   minimize   Determinize, then Minimize: the plain way of its manual.
//   reverse    Brzozowski's: T, x and y are reversed, so that the marks come out reversed; then Determinize, Reverse,
//              Determinize. The result is minimal, and Minimize costs three to four times what Determinize does. The
//              first Determinize is skipped when expanding has shown that it would change nothing.
//
// The library always does the minimization. Variants tried, in median microseconds per pair, to about 5%:
//
//                                                                      9x25 deletion/insertion   12x12 five ciphers
//   reverse                                                                              340                3,500
//   reverse, never skipping Determinize                                                  560                3,600
//   minimize, skipping Determinize likewise                                              530                5,900
//   minimize; and the same with                                                          800                5,900
//     Compose's default filter, matchers and state table                                 870                6,100
//     x o (input:k) intersected with (k:output) o y                                      840                6,300
//     an arc of T for each mark, so nothing to expand                                    890                6,700
//     marks among T's outputs, which y lets pass by self-loops                         1,470               10,300
//
// A Boolean semiring in place of the tropical one gained at most 4%, tables of known size in Determinize nothing.

#include <fst/fstlib.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#ifndef OPENFST_VERSION  // The headers do not say; whoever compiles this may know.
#define OPENFST_VERSION "unknown"
#endif

namespace {

using Arc = fst::StdArc;
using Label = Arc::Label;
using Weight = Arc::Weight;
using Fst = fst::StdVectorFst;
using String = std::vector<Label>;

enum Direction { kForward, kBackward };
constexpr std::array kFormulations{"minimize", "reverse"};  // by direction

// Labels from 1, since OpenFst's 0 is epsilon.
struct Symbols : std::unordered_map<std::string, Label> {
  Label operator[](const std::string &name) { return emplace(name, size() + 1).first->second; }
};

struct Pair {
  String x, y;
};

struct Machine {
  Symbols inputs, outputs, marks;
  // By id. Id 0 is epsilon.
  std::vector<Label> output{0};
  std::array<std::vector<String>, 2> marks_of{{{{}}, {{}}}};
  // By direction: input:id, sorted by input.
  std::array<Fst, 2> ids;
};

std::vector<std::string> Split(const std::string &text, char separator) {
  std::vector<std::string> parts;
  for (size_t from = 0;;) {
    const auto to = text.find(separator, from);
    parts.push_back(text.substr(from, to - from));
    if (to == std::string::npos) return parts;
    from = to + 1;
  }
}

String ReadString(const std::string &field, Symbols *symbols) {
  String string;
  if (field.empty() || field == "<eps>") return string;
  for (const auto &name : Split(field, ' ')) string.push_back((*symbols)[name]);
  return string;
}

// Calls use(fields, bad) for each line; bad(rule) is the error to throw if the fields are not as they should be.
template <class Use>
void ForEachLine(const std::string &file, Use use) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error(file + ": cannot be read");
  std::string text;
  for (size_t line = 1; std::getline(in, text); ++line) {
    const auto fields = Split(text, '\t');
    use(fields, [&](const char *rule) {
      return std::runtime_error(file + ":" + std::to_string(line) + ": " + std::to_string(fields.size()) +
                                " tab-separated field(s), but " + rule);
    });
  }
}

// An arc with long strings becomes a chain whose arcs have at most one input and one output symbol each. Marks are
// distributed along the chain: an id without marks is an epsilon, which costs time for every pair.
void AddArc(int source, int target, const String &input, const String &output, const String &marks, Machine *machine) {
  auto &ids = machine->ids[kForward];
  const size_t length = std::max<size_t>({input.size(), output.size(), 1});
  for (size_t i = 0; i < length; ++i) {
    const bool last = i + 1 == length;
    const int next = last ? target : ids.AddState();
    ids.AddArc(source, Arc(i < input.size() ? input[i] : 0, machine->output.size(), Weight::One(), next));
    machine->output.push_back(i < output.size() ? output[i] : 0);
    const auto begin = marks.begin() + std::min(i, marks.size());
    const auto end = last ? marks.end() : marks.begin() + std::min(i + 1, marks.size());
    machine->marks_of[kForward].emplace_back(begin, end);
    machine->marks_of[kBackward].emplace_back(std::make_reverse_iterator(end), std::make_reverse_iterator(begin));
    source = next;
  }
}

Machine ReadMachine(const std::string &file) {
  Machine machine;
  auto &ids = machine.ids[kForward];
  std::unordered_map<std::string, int> states;
  const auto state = [&](const std::string &name) {
    const auto found = states.find(name);
    return found != states.end() ? found->second : states[name] = ids.AddState();
  };
  ForEachLine(file, [&](const auto &field, const auto &bad) {
    if (field[0].empty() || field[0][0] == '#') return;
    if (field.size() != 1 && field.size() != 5) throw bad("a machine's line has 1 or 5");
    const int source = state(field[0]);
    if (ids.Start() == fst::kNoStateId) ids.SetStart(source);
    if (field.size() == 1) {
      ids.SetFinal(source, Weight::One());
    } else {
      AddArc(source, state(field[1]), ReadString(field[2], &machine.inputs), ReadString(field[3], &machine.outputs),
             ReadString(field[4], &machine.marks), &machine);
    }
  });
  if (ids.Start() == fst::kNoStateId) throw std::runtime_error(file + ": has no state; a machine has at least one");
  fst::Reverse(ids, &machine.ids[kBackward], false);
  fst::RmEpsilon(&machine.ids[kBackward]);  // if T has several final states: here, and not once for each pair
  for (auto &sorted : machine.ids) fst::ArcSort(&sorted, fst::ILabelCompare<Arc>());
  return machine;
}

std::vector<Pair> ReadPairs(const std::string &file, Machine *machine) {
  std::vector<Pair> pairs;
  ForEachLine(file, [&](const auto &field, const auto &bad) {
    if (field.size() == 1 && field[0].empty()) return;
    if (field.size() != 2) throw bad("a pair's line has 2");
    pairs.push_back({ReadString(field[0], &machine->inputs), ReadString(field[1], &machine->outputs)});
  });
  if (pairs.empty()) throw std::runtime_error(file + ": has no pair; there is nothing to time");
  return pairs;
}

Fst Chain(String string, Direction direction) {
  if (direction == kBackward) std::reverse(string.begin(), string.end());
  Fst chain;
  chain.AddStates(string.size() + 1);
  chain.SetStart(0);
  chain.SetFinal(string.size(), Weight::One());
  for (size_t i = 0; i < string.size(); ++i) chain.AddArc(i, Arc(string[i], string[i], Weight::One(), i + 1));
  return chain;
}

// Only one side ever has epsilons on the common tape, so there is nothing to filter, and the product of the two is
// small enough for an array in place of the usual hash table.
Fst Compose(const Fst &left, const Fst &right) {
  using Matcher = fst::SortedMatcher<Fst>;
  using Filter = fst::TrivialComposeFilter<Matcher>;
  using Tuple = fst::DefaultComposeStateTuple<Arc::StateId, Filter::FilterState>;
  fst::ComposeFstImplOptions<Matcher, Matcher, Filter, fst::ProductComposeStateTable<Arc, Tuple>> options;
  options.gc_limit = 0;  // each state is copied as soon as it is made
  return Fst(fst::ComposeFst<Arc>(left, right, options));
}

// T restricted to x and y, trimmed; the input labels are ids.
Fst Restrict(const Machine &machine, const Pair &pair, Direction direction) {
  auto ids = Compose(Chain(pair.x, direction), machine.ids[direction]);
  for (int state = 0; state < ids.NumStates(); ++state) {
    for (fst::MutableArcIterator<Fst> it(&ids, state); !it.Done(); it.Next()) {
      const Label id = it.Value().olabel;
      it.SetValue(Arc(id, machine.output[id], Weight::One(), it.Value().nextstate));
    }
  }
  fst::ArcSort(&ids, fst::OLabelCompare<Arc>());
  auto restricted = Compose(ids, Chain(pair.y, direction));
  fst::Connect(&restricted);
  return restricted;
}

// Marks in place of ids. Only a state that was there before can have two arcs with the same mark. Each stage takes the
// result of the one before by value, so that releasing it is on the clock.
Fst Expand(Fst ids, const std::vector<String> &marks_of, size_t mark_count) {
  Fst expanded;
  expanded.AddStates(ids.NumStates());
  expanded.SetStart(ids.Start());
  std::vector<int> last_seen(mark_count + 1, fst::kNoStateId);
  bool deterministic = true, epsilons = false;
  for (int state = 0; state < ids.NumStates(); ++state) {
    expanded.SetFinal(state, ids.Final(state));
    for (fst::ArcIterator<Fst> it(ids, state); !it.Done(); it.Next()) {
      const auto &marks = marks_of[it.Value().ilabel];
      epsilons |= marks.empty();
      deterministic &= std::exchange(last_seen[marks.empty() ? 0 : marks[0]], state) != state;
      int source = state;
      for (size_t i = 0; i + 1 < marks.size(); ++i) {
        const int next = expanded.AddState();
        expanded.AddArc(source, Arc(marks[i], marks[i], Weight::One(), next));
        source = next;
      }
      const Label last = marks.empty() ? 0 : marks.back();
      expanded.AddArc(source, Arc(last, last, Weight::One(), it.Value().nextstate));
    }
  }
  if (epsilons) {
    fst::RmEpsilon(&expanded);
  } else if (deterministic) {
    expanded.SetProperties(fst::kIDeterministic, fst::kIDeterministic | fst::kNonIDeterministic);
  }
  return expanded;
}

// The plain way always determinizes; the other skips it when possible.
Fst Determinize(Fst acceptor, Direction direction) {
  if (direction == kBackward && acceptor.Properties(fst::kIDeterministic, false)) return acceptor;
  Fst deterministic;
  fst::Determinize(acceptor, &deterministic);
  return deterministic;
}

Fst Minimize(Fst acceptor, Direction direction) {
  if (direction == kForward) {
    fst::Minimize(&acceptor);
    return acceptor;
  }
  Fst reversed;
  fst::Reverse(acceptor, &reversed, false);
  if (reversed.NumInputEpsilons(reversed.Start()) > 0) fst::RmEpsilon(&reversed);  // there were several final states
  fst::Determinize(reversed, &acceptor);
  return acceptor;
}

constexpr std::array kStages{"compose", "expand", "determinize", "minimize"};
using Times = std::array<double, kStages.size()>;  // microseconds

double Total(const Times &times) { return std::accumulate(times.begin(), times.end(), 0.0); }

Fst Build(const Machine &machine, const Pair &pair, Direction direction, Times *times) {
  using Clock = std::chrono::steady_clock;
  auto last = Clock::now();
  const auto lap = [&](int stage) {
    const auto now = Clock::now();
    (*times)[stage] = std::chrono::duration<double, std::micro>(now - std::exchange(last, now)).count();
  };
  auto lattice = Restrict(machine, pair, direction);
  lap(0);
  if (lattice.Start() == fst::kNoStateId) return lattice;
  lattice = Expand(std::move(lattice), machine.marks_of[direction], machine.marks.size());
  lap(1);
  lattice = Determinize(std::move(lattice), direction);
  lap(2);
  lattice = Minimize(std::move(lattice), direction);
  lap(3);
  return lattice;
}

struct Size {
  size_t states, arcs;
};

// Warms up, and checks that the formulations agree.
std::vector<Size> Sizes(const Machine &machine, const std::vector<Pair> &pairs) {
  std::vector<Size> sizes;
  Times ignored;
  for (const auto &pair : pairs) {
    const auto lattice = Build(machine, pair, kForward, &ignored);
    if (!fst::Isomorphic(lattice, Build(machine, pair, kBackward, &ignored))) {
      throw std::logic_error("the two formulations disagree on pair " + std::to_string(sizes.size() + 1));
    }
    sizes.push_back({static_cast<size_t>(lattice.NumStates()), fst::CountArcs(lattice)});
  }
  return sizes;
}

// One entry for each pair, in order of time: the round with the median total, so that its stages add up to it.
std::vector<Times> Measure(const Machine &machine, const std::vector<Pair> &pairs, Direction direction, int repeats) {
  const auto faster = [](const Times &a, const Times &b) { return Total(a) < Total(b); };
  std::vector<std::vector<Times>> rounds(pairs.size(), std::vector<Times>(repeats));
  for (int round = 0; round < repeats; ++round) {
    for (size_t i = 0; i < pairs.size(); ++i) Build(machine, pairs[i], direction, &rounds[i][round]);
  }
  std::vector<Times> medians;
  for (auto &times : rounds) {
    std::nth_element(times.begin(), times.begin() + repeats / 2, times.end(), faster);
    medians.push_back(times[repeats / 2]);
  }
  std::sort(medians.begin(), medians.end(), faster);
  return medians;
}

void Report(const std::array<std::vector<Times>, 2> &measured, const std::vector<Size> &sizes) {
  const size_t count = sizes.size();
  const auto quantile = [&](int direction, double share) { return Total(measured[direction][share * (count - 1)]); };
  const int best = quantile(kBackward, 0.5) < quantile(kForward, 0.5) ? kBackward : kForward;
  Times stages{};
  for (const auto &times : measured[best]) {
    for (size_t i = 0; i < stages.size(); ++i) stages[i] += times[i] / count;
  }
  double mean_states = 0, mean_arcs = 0;
  std::string list;
  for (const auto &[states, arcs] : sizes) {
    mean_states += static_cast<double>(states) / count;
    mean_arcs += static_cast<double>(arcs) / count;
    list += (list.empty() ? "[" : ",[") + std::to_string(states) + "," + std::to_string(arcs) + "]";
  }
  std::printf(R"({"openfst":"%s","formulation":"%s","pairs":%zu,"median_us":%.2f,"mean_us":%.2f,"p90_us":%.2f,)",
              OPENFST_VERSION, kFormulations[best], count, quantile(best, 0.5), Total(stages), quantile(best, 0.9));
  std::printf(R"("stages_us":{"%s":%.2f,"%s":%.2f,"%s":%.2f,"%s":%.2f},)", kStages[0], stages[0], kStages[1], stages[1],
              kStages[2], stages[2], kStages[3], stages[3]);
  std::printf(R"("formulations_us":{"%s":%.2f,"%s":%.2f},)", kFormulations[kForward], quantile(kForward, 0.5),
              kFormulations[kBackward], quantile(kBackward, 0.5));
  std::printf(R"("mean_states":%.2f,"mean_arcs":%.2f,"sizes":[%s]})", mean_states, mean_arcs, list.c_str());
  std::puts("");
}

}  // namespace

int main(int argc, char **argv) {
  char *rest = nullptr;
  const long repeats = argc == 4 ? std::strtol(argv[3], &rest, 10) : 0;
  if (repeats < 1 || *rest != '\0') {
    std::fputs("usage: openfst_lattice MACHINE.fst.txt PAIRS.tsv REPEATS, where REPEATS is at least 1\n", stderr);
    return 2;
  }
  try {
    auto machine = ReadMachine(argv[1]);
    const auto pairs = ReadPairs(argv[2], &machine);
    const auto sizes = Sizes(machine, pairs);
    Report({Measure(machine, pairs, kForward, repeats), Measure(machine, pairs, kBackward, repeats)}, sizes);
    return 0;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "openfst_lattice: %s\n", error.what());
    return dynamic_cast<const std::runtime_error *>(&error) ? 2 : 1;
  }
}
