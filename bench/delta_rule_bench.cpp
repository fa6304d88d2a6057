// Measures the fused kernels of the gated delta rule against what they must beat, as ratios within
// one run. The contestants of a ratio take turns, and the fastest turn of each counts: a busy
// machine slows single turns, and rarely all of them.
//
// Exits with 1 if a ratio misses its target.

#include <ATen/Parallel.h>
#include <malloc.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "backend/npu.h"
#include "bench/delta_rule_forms.h"
#include "viewfuzz/models/fused_rule/recurrence.h"

namespace {

using bench::Form;
using delta_rule::Inputs;

constexpr std::int64_t kHeads = 16;
constexpr std::int64_t kDim = 128;
constexpr std::int64_t kChunk = 64;
constexpr std::int64_t kTokens = 2048;

at::Device npu() { return {at::DeviceType::PrivateUse1, 0}; }

Inputs random_inputs(std::int64_t batch, std::int64_t tokens) {
  const auto normal = [&] { return at::randn({batch, tokens, kHeads, kDim}); };
  Inputs made;
  made.q = normal();
  made.k = normal() + at::randn({kHeads, kDim});  // the keys point in similar directions
  made.v = normal();
  made.g = at::rand({batch, tokens, kHeads}) * -0.1;
  made.beta = at::rand({batch, tokens, kHeads});
  return made;
}

// Seconds of the clock. With one thread, seconds of the processor, to which other work adds
// nothing.
double now() {
  timespec time{};
  clock_gettime(at::get_num_threads() == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double seconds(const std::function<void()>& run) {
  const double start = now();
  run();
  return now() - start;
}

// The fastest of several turns of each contestant.
std::vector<double> race(const std::vector<std::function<void()>>& contestants, int turns) {
  std::vector<double> best(contestants.size(), 1e9);
  for (const auto& contestant : contestants) contestant();  // the first call prepares things
  for (int turn = 0; turn < turns; ++turn)
    for (std::size_t i = 0; i < contestants.size(); ++i)
      best[i] = std::min(best[i], seconds(contestants[i]));
  return best;
}

bool all_met = true;

void report(const char* what, double value, const char* relation, double target) {
  const bool met = relation[0] == '>' ? value >= target : value <= target;
  all_met = all_met && met;
  std::printf("  %-62s %8.2f   %s %.2f  %s\n", what, value, relation, target,
              met ? "met" : "MISSED");
}

void prefill(int turns) {
  std::printf("prefill: %ld heads of %ld x %ld, chunks of %ld, %ld tokens\n", kHeads, kDim, kDim,
              kChunk, kTokens);
  const Inputs inputs = random_inputs(1, kTokens);
  const Inputs device = inputs.to(npu());
  const Inputs device_bf16 =
      inputs.map([](const at::Tensor& x) { return x.to(at::kBFloat16); }).to(npu());
  const at::Tensor a = at::randn({1024, 1024});
  const at::Tensor b = at::randn({1024, 1024});
  at::Tensor product = at::empty({1024, 1024});
  const std::vector<double> time = race(
      {[&] { chunked(device, {}, {.chunk = kChunk}); },
       [&] { chunked(device_bf16, {}, {.chunk = kChunk}); }, [&] { at::mm_out(product, a, b); },
       [&] { bench::spelled_out(inputs, kChunk, Form::kTriangularSolve); },
       [&] { bench::spelled_out(inputs, kChunk, Form::kRowLoop); }},
      turns);
  const double work =
      bench::multiply_adds(kChunk, kDim, kDim) * kHeads * (static_cast<double>(kTokens) / kChunk);
  const double mm_rate = 1024.0 * 1024.0 * 1024.0 / time[2];
  std::printf(
      "  fused %.1f ms (%.1f GFLOP/s by the count of the chunk form), mm %.1f GFLOP/s,\n"
      "  solve form %.1f ms, row loop %.1f ms, fused bfloat16 %.1f ms\n",
      time[0] * 1e3, 2e-9 * work / time[0], 2e-9 * mm_rate, time[3] * 1e3, time[4] * 1e3,
      time[1] * 1e3);
  report("rate of the fused kernel / rate of mm at 1024^3", work / time[0] / mm_rate, ">=", 0.6);
  report("time of the triangular-solve form / fused", time[3] / time[0], ">=", 1.7);
  report("time of the row-loop form / fused", time[4] / time[0], ">=", 5);
  report("time of fused bfloat16 / fused float32", time[1] / time[0], "<=", 1.05);
}

void decode(int turns) {
  constexpr std::int64_t kBatch = 128;  // 128 MiB of states: more than the caches hold
  std::printf("decode: one token for %ld sequences of %ld heads\n", kBatch, kHeads);
  const Inputs inputs = random_inputs(kBatch, 1).to(npu());
  const at::Tensor state = at::randn({kBatch, kHeads, kDim, kDim}).to(npu());
  const at::Tensor other = at::randn({kBatch, kHeads, kDim, kDim});
  const std::vector<double> time =
      race({[&] { recurrent(inputs, state, {}); }, [&] { other.mul_(0.999F); }}, turns);
  const double bytes = 2.0 * static_cast<double>(other.nbytes());
  std::printf("  step %.2f ms, states read and written once by mul_ %.2f ms (%.1f GB/s)\n",
              time[0] * 1e3, time[1] * 1e3, 1e-9 * bytes / time[1]);
  report("time of a step / states read and written once", time[0] / time[1], "<=", 1.5);
}

// Measures the time for each token as the sequence grows, with one head of the real model on each
// thread.
void growth(int turns) {
  std::printf("growth: microseconds a token\n");
  const std::vector<std::int64_t> lengths = {2048, 8192, 32768, 65536};
  std::vector<double> per_token(lengths.size(), 1e9);
  std::vector<Inputs> inputs;
  for (const std::int64_t tokens : lengths) {
    Inputs few = random_inputs(1, tokens).map(
        [](const at::Tensor& x) { return x.slice(2, 0, 2).contiguous(); });
    inputs.push_back(few.to(npu()));
  }
  for (int turn = 0; turn <= turns; ++turn)
    for (std::size_t i = 0; i < lengths.size(); ++i)
      per_token[i] = std::min(per_token[i], seconds([&] { chunked(inputs[i], {}, {}); }) /
                                                static_cast<double>(lengths[i]));
  for (std::size_t i = 0; i < lengths.size(); ++i)
    std::printf("  %6ld tokens %8.3f\n", lengths[i], per_token[i] * 1e6);
  report("time a token at 64k tokens / at 2k tokens", per_token.back() / per_token.front(),
         "<=", 1.25);
}

void accuracy() {
  std::printf("accuracy: largest error against double precision, fused / triangular-solve form\n");
  const Inputs inputs =
      random_inputs(1, kTokens).map([](const at::Tensor& x) { return x.slice(2, 0, 2); });
  const delta_rule::Truth truth = delta_rule::recurrence(inputs, {}, {});
  const auto error = [&](const delta_rule::Result& result) {
    const auto largest = [](const at::Tensor& x, const at::Tensor& y) {
      return (x.cpu().to(at::kDouble) - y).abs().max().item<double>();
    };
    return std::pair(largest(result.o, truth.o), largest(result.state, truth.state));
  };
  const auto fused = error(chunked(inputs.to(npu()), {}, {}));
  const auto spelled = error(bench::spelled_out(inputs, kChunk, Form::kTriangularSolve));
  std::printf("  outputs %.2e and %.2e, states %.2e and %.2e\n", fused.first, spelled.first,
              fused.second, spelled.second);
  report("outputs", fused.first / spelled.first, "<=", 1.5);
  report("states", fused.second / spelled.second, "<=", 1.5);
}

// A figure of /proc/self/status in MiB: VmRSS is the memory of the process now, VmHWM the most so
// far.
double mebibytes(const std::string& figure) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind(figure + ":", 0) == 0) return std::stod(line.substr(figure.size() + 1)) / 1024;
  throw std::runtime_error("/proc/self/status has no line " + figure);
}

void memory() {
  std::printf("memory: what a prefill needs beyond its inputs and results\n");
  const Inputs inputs = random_inputs(1, kTokens).to(npu());
  chunked(inputs.tokens(0, kChunk), {}, {});  // starts the threads and compiles the products
  malloc_trim(0);  // gives free memory back, so that its reuse is counted
  std::ofstream("/proc/self/clear_refs") << 5;  // makes the present memory the highest mark
  const double before = mebibytes("VmRSS");
  const auto result = chunked(inputs, {}, {.chunk = kChunk});
  const double results = static_cast<double>(result.o.nbytes() + result.state.nbytes()) / (1 << 20);
  report("growth of the peak in MiB, less the results", mebibytes("VmHWM") - before - results,
         "<=", 16);
}

}  // namespace

int main(int argc, char** argv) {
  const int turns = argc > 1 ? std::stoi(argv[1]) : 15;
  npu_set_guarded(0);  // guards are for faults, and cost page faults
  at::manual_seed(1);
  std::printf("%d threads (OMP_NUM_THREADS), the fastest of %d turns\n", at::get_num_threads(),
              turns);
  memory();
  accuracy();
  prefill(turns);
  decode(turns);
  growth(std::max(1, turns / 5));
  return all_met ? 0 : 1;
}
