#include <fmt/format.h>

#include "cli/common.h"
#include "cli/options.h"
#include "viewfuzz/dumps/difference.h"
#include "viewfuzz/files/say.h"
#include "viewfuzz/report/words.h"

namespace viewfuzz::cli {
namespace {

struct CompareOptions {
  std::string expected;
  std::string seen;
  double cosine = DumpBounds{}.cosine;
  std::optional<double> relative;
};

/// The bounds for two tensors. With a dtype of 16 bits, two right ways to compute a model differ by
/// more.
DumpBounds boundsFor(const CompareOptions& options, const at::Tensor& a, const at::Tensor& b) {
  constexpr double kNarrow = 5e-2;
  DumpBounds bounds{options.cosine, DumpBounds{}.relative};
  if (std::min(a.itemsize(), b.itemsize()) < 4 && a.is_floating_point()) bounds.relative = kNarrow;
  if (options.relative) bounds.relative = *options.relative;
  return bounds;
}

void printLine(const DumpDifference& seen, bool ok, bool first) {
  if (!seen.same_sizes) {
    say("{:<56} other sizes", seen.key);
  } else {
    say("{:<56} {:>10.6f} {:>10.2e} {:>10.2e}", seen.key, seen.cosine, seen.largest, seen.relative);
  }
  say("{}\n", ok ? "" : first ? "  <- first beyond the bounds" : "  beyond");
}

int compare(const CompareOptions& options) {
  const SafeTensors a = readSafeTensors(options.expected);
  const SafeTensors b = readSafeTensors(options.seen);
  const auto keys = commonKeys(a, b);
  if (keys.empty()) throw std::runtime_error("the two files have no key in common");
  say("{:<56} {:>10} {:>10} {:>10}\n", "key", "cosine", "max |diff|", "relative");
  std::string first;
  size_t beyond = 0;
  for (const auto& key : keys) {
    const DumpDifference seen = difference(key, a.at(key), b.at(key));
    const bool ok = within(seen, boundsFor(options, a.at(key), b.at(key)));
    printLine(seen, ok, first.empty());
    if (ok) continue;
    ++beyond;
    if (first.empty()) first = key;
  }
  const size_t others = a.tensors.size() + b.tensors.size() - 2 * keys.size();
  say("\n{} of {} keys are beyond the bounds", beyond, keys.size());
  if (others > 0) say("; {} keys are in one file only", others);
  if (!first.empty()) say("; the first is {}: {}", first, inWords(first));
  say("\n");
  return beyond == 0 ? kNothingFound : kFound;
}

}  // namespace

void addCompare(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* command = app.add_subcommand(
      "compare", "Compare two dumps key by key, in the order of execution; 1 when one is beyond");
  command->add_option("EXPECTED", options->expected, "A safetensors file, as of the CPU.")
      ->required();
  command->add_option("SEEN", options->seen, "Another one, as of the device.")->required();
  command->add_option("--cosine", options->cosine, "The least cosine.")->capture_default_str();
  command
      ->add_option("--relative", options->relative,
                   "The largest max |diff|, as a fraction of the largest magnitude expected "
                   "(1e-3; of 16-bit dtypes 5e-2).")
      ->check(notNegative());
  command->callback([options, &exit_code] { exit_code = compare(*options); });
}

}  // namespace viewfuzz::cli
