#include "viewfuzz/text/parse_source.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <set>
#include <string_view>

#include "viewfuzz/program/op.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

double finite(Scanner& scanner) {
  scanner.skipSpace();
  const Scanner start = scanner;
  const Value value = scanner.number();
  const auto* whole = std::get_if<int64_t>(&value);
  const double number = whole ? static_cast<double>(*whole) : std::get<double>(value);
  constexpr double kLargest = 1e15;
  if (!(std::abs(number) <= kLargest)) start.fail("expected a number of at most 1e15");
  return number;
}

Fill fill(Scanner& scanner, const Scanner& start, std::string_view word) {
  if (word == "iota") {
    Fill iota;
    if (scanner.accept('(')) {
      iota.seed = static_cast<uint64_t>(scanner.integer(0, kMaxNumel));
      scanner.expect(')');
    }
    return iota;
  }
  if (word == "zeros") return {Fill::Kind::zeros, 0, {}};
  if (word == "special") return {Fill::Kind::special, 0, {}};
  if (word == "ints") {
    scanner.expect('(');
    const int64_t seed = scanner.integer(0, kMost);
    scanner.expect(')');
    return {Fill::Kind::ints, static_cast<uint64_t>(seed), {}};
  }
  if (word == "uniform") {
    scanner.expect('(');
    Fill uniform{Fill::Kind::uniform, 0, {}};
    uniform.seed = static_cast<uint64_t>(scanner.integer(0, kMost));
    scanner.expect(',');
    uniform.scale = finite(scanner);
    if (scanner.accept(',')) uniform.offset = finite(scanner);
    scanner.expect(')');
    return uniform;
  }
  start.fail(
      "expected a fill (iota, zeros, ints(seed), uniform(seed, scale), special, [values]), "
      "strides=, offset=, storage= or of=");
}

/// Refuses strides that overflow or reach beyond the largest storage. After this check the extent
/// can be computed safely.
void refuseBeyondLimits(const Scanner& scanner, const Layout& layout) {
  int64_t last = layout.offset;
  for (int64_t d = 0; d < layout.rank(); ++d) {
    int64_t reach = 0;
    if (layout.sizes[d] == 0) return;
    if (__builtin_mul_overflow(layout.sizes[d] - 1, layout.strides[d], &reach) ||
        __builtin_add_overflow(last, reach, &last) || last > kMaxStorageBytes) {
      scanner.fail("the strides reach beyond the largest storage");
    }
  }
}

/// Fills in what the text leaves out, and checks that the parts fit each other.
void finish(const Scanner& scanner, Source& source, bool filled, const std::optional<Dims>& strides,
            const std::optional<int64_t>& storage) {
  Layout& layout = source.layout;
  if (strides && strides->size() != layout.sizes.size())
    scanner.fail("expected as many strides as sizes");
  if (numel(layout) > kMaxNumel)
    scanner.fail(fmt::format("expected at most {} elements", kMaxNumel));
  layout.strides = strides.value_or(contiguousStrides(layout.sizes));
  refuseBeyondLimits(scanner, layout);
  if (source.of) {
    if (storage || filled || layout.host)
      scanner.fail("expected neither a fill nor storage= nor host= beside of=");
    return;
  }
  if (!filled)
    scanner.fail(
        "expected a fill: iota, zeros, ints(seed), uniform(seed, scale), special or [values]");
  const int64_t needed = elementsNeeded(layout);
  source.storage_numel = storage.value_or(needed);
  if (source.storage_numel < needed) {
    scanner.fail(fmt::format("expected a storage of at least {} elements", needed));
  }
  const int64_t bytes = source.storage_numel * itemsize(layout.dtype);
  if (bytes > kMaxStorageBytes)
    scanner.fail(fmt::format("expected a storage of at most {} bytes", kMaxStorageBytes));
}

Dtype parseDtypeName(Scanner& scanner) {
  scanner.skipSpace();
  const Scanner start = scanner;
  const auto dtype = parseDtype(scanner.identifier("a dtype"));
  if (!dtype) start.fail("expected a dtype, such as float32");
  return *dtype;
}

int parseTensor(Scanner& scanner, const Names& names) {
  scanner.skipSpace();
  const Scanner start = scanner;
  const auto known = names.find(scanner.identifier("a tensor"));
  if (known == names.end()) start.fail("expected a tensor defined above");
  return known->second;
}

}  // namespace

Source parseSource(Scanner& scanner, const Names& names) {
  scanner.expect('(');
  Source source;
  Layout& layout = source.layout;
  layout.sizes = scanner.integers(0, kMaxNumel, kMaxRank);
  scanner.expect(',');
  layout.dtype = parseDtypeName(scanner);
  bool filled = false;
  std::set<std::string_view> given;
  const auto giveOnce = [&](const Scanner& at, std::string_view what) {
    if (!given.insert(what).second) at.fail(fmt::format("{} is given a second time", what));
  };
  std::optional<Dims> strides;
  std::optional<int64_t> storage;
  while (scanner.accept(',')) {
    scanner.skipSpace();
    if (scanner.peek() == '[') {
      giveOnce(scanner, "the fill");
      const Dims values = scanner.integers(kLeast, kMost, kMostListed);
      if (values.empty()) scanner.fail("expected at least one value in the fill");
      source.fill = {Fill::Kind::list, 0, {values.begin(), values.end()}};
      filled = true;
      continue;
    }
    const Scanner start = scanner;
    const std::string_view word =
        scanner.identifier("a fill, strides=, offset=, storage=, host= or of=");
    giveOnce(start, scanner.peek() == '=' ? word : "the fill");
    if (word == "strides" && scanner.accept('=')) {
      strides = scanner.integers(0, kMaxStride, kMaxRank);
    } else if (word == "offset" && scanner.accept('=')) {
      layout.offset = scanner.integer(0, kMaxStorageBytes);
    } else if (word == "storage" && scanner.accept('=')) {
      storage = scanner.integer(0, kMaxStorageBytes);
    } else if (word == "host" && scanner.accept('=')) {
      const Scanner value = scanner;
      if (scanner.identifier("True") != "True") value.fail("expected True");
      layout.host = true;
    } else if (word == "of" && scanner.accept('=')) {
      source.of = parseTensor(scanner, names);
    } else {
      source.fill = fill(scanner, start, word);
      filled = true;
    }
  }
  scanner.expect(')');
  finish(scanner, source, filled, strides, storage);
  return source;
}

}  // namespace viewfuzz
