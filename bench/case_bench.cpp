// Where the time of a case goes. The stages of a case are measured side by side in one run, and
// their ratios count.

#include <ATen/Parallel.h>
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "viewfuzz/examine/checks.h"
#include "viewfuzz/generate/choices.h"
#include "viewfuzz/generate/generate.h"
#include "viewfuzz/generate/repair.h"
#include "viewfuzz/judge/judge.h"
#include "viewfuzz/target/open.h"
#include "viewfuzz/target/planted_faults.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

constexpr size_t kPrograms = 512;

const Generator& generator() {
  static const Generator generator(profiles().front());
  return generator;
}

const std::vector<Program>& programs() {
  static const std::vector<Program> programs = [] {
    std::vector<Program> made;
    for (uint64_t i = 0; i < kPrograms; ++i) {
      SeededChoices choices(1, i);
      made.push_back(generator().generate(choices));
    }
    return made;
  }();
  return programs;
}

const Target& npu(bool guarded) {
  static const TargetPtr target = openTarget(VIEWFUZZ_NPU);
  setGuarded(guarded);
  return *target;
}

const Target& cpu() { return cpuTarget(); }

template <typename F>
void forEachProgram(benchmark::State& state, F f) {
  size_t i = 0;
  for (auto _ : state) f(programs()[i++ % kPrograms]);
  state.SetItemsProcessed(state.iterations());
}

void generateOne(benchmark::State& state) {
  uint64_t i = 0;
  for (auto _ : state) {
    SeededChoices choices(1, i++ % kPrograms);
    benchmark::DoNotOptimize(generator().generate(choices));
  }
  state.SetItemsProcessed(state.iterations());
}

void repairOne(benchmark::State& state) {
  forEachProgram(state, [](const Program& program) { benchmark::DoNotOptimize(repair(program)); });
}

void parseAndPrint(benchmark::State& state) {
  forEachProgram(state,
                 [](const Program& program) { benchmark::DoNotOptimize(parse(print(program))); });
}

/// The time to parse a long program of writes to views must grow with its number of lines. Judge by
/// the fitted exponent: the rows that end in `BigO` must say N, and never N^2.
void parseLong(benchmark::State& state) {
  std::string text = "# viewfuzz program 1\nt0 = tensor([2, 2], float32, iota)\n";
  for (int64_t i = 0; i < state.range(0) / 3; ++i)
    text += fmt::format(
        "a{0} = tensor([2], float32, iota)\nb{0} = aten.alias(a{0})\naten.zero_(b{0})\n", i);
  for (auto _ : state) benchmark::DoNotOptimize(parse(text));
  state.SetComplexityN(state.range(0));
}

void runFast(benchmark::State& state, const Target& target) {
  Runner runner(target);
  Observation observation;
  forEachProgram(state,
                 [&](const Program& program) { runner.run(program, Speed::fast, observation); });
}

void runOnCpu(benchmark::State& state) { runFast(state, cpu()); }
void runOnNpu(benchmark::State& state) { runFast(state, npu(false)); }
void runOnGuardedNpu(benchmark::State& state) { runFast(state, npu(true)); }

void wholeCase(benchmark::State& state) {
  Checks checks(npu(false), cpu());
  forEachProgram(
      state, [&](const Program& program) { benchmark::DoNotOptimize(checks.differs(program)); });
}

void locatedCase(benchmark::State& state) {
  Checks checks(npu(false), cpu());
  forEachProgram(
      state, [&](const Program& program) { benchmark::DoNotOptimize(checks.located(program)); });
}

BENCHMARK(generateOne);
BENCHMARK(repairOne);
BENCHMARK(parseAndPrint);
BENCHMARK(parseLong)->RangeMultiplier(4)->Range(1 << 10, 1 << 16)->Complexity();
BENCHMARK(runOnCpu);
BENCHMARK(runOnNpu);
BENCHMARK(runOnGuardedNpu);
BENCHMARK(wholeCase);
BENCHMARK(locatedCase);

}  // namespace
}  // namespace viewfuzz

int main(int argc, char** argv) {
  at::set_num_threads(1);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
