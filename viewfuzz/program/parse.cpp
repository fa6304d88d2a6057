#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "viewfuzz/program/op.h"
#include "viewfuzz/program/scanner.h"
#include "viewfuzz/program/text.h"

namespace viewfuzz {
namespace {

constexpr size_t kMaxStatements = 50'000;
constexpr int64_t kMaxProgramBytes = int64_t{1} << 28;

class Parser {
 public:
  Parser(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  Program run() {
    int number = 0;
    size_t at = 0;
    while (at < text_.size()) {
      const size_t end = std::min(text_.find('\n', at), text_.size());
      ++number;
      line(Scanner(text_.substr(at, end - at), file_, number));
      at = end + 1;
    }
    if (!versioned_)
      Scanner("", file_, 1).fail("expected '# viewfuzz program 1' as the first line");
    return std::move(program_);
  }

 private:
  void line(Scanner scanner) {
    scanner.skipSpace();
    if (!versioned_) {
      if (scanner.rest() != "# viewfuzz program 1") {
        scanner.fail("expected '# viewfuzz program 1' as the first line");
      }
      versioned_ = true;
      return;
    }
    if (scanner.atEnd() || scanner.peek() == '#') return;
    if (program_.statements.size() == kMaxStatements) {
      scanner.fail(fmt::format("the program has more than {} statements", kMaxStatements));
    }
    statement(scanner);
  }

  void statement(Scanner& scanner) {
    // `a, b = op(…)` or `op(…)`: only an op has a dot in its name, except the source `tensor`.
    // `refused` before an op says that it is meant to be.
    Statement statement;
    std::vector<std::string> results;
    const Scanner start = scanner;
    const auto nameOfOp = [&](const char* expected) {
      std::string name = scanner.name(expected);
      statement.refused = name == "refused";
      if (!statement.refused) return name;
      scanner.skipSpace();
      return scanner.name("an op, such as aten.select.int");
    };
    std::string name = nameOfOp("a tensor or an op");
    if (name.find('.') == std::string::npos && name != "tensor") {
      if (statement.refused) start.fail("expected an op behind 'refused'");
      results.push_back(name);
      while (scanner.accept(',')) results.push_back(scanner.identifier("a tensor"));
      scanner.expect('=');
      scanner.skipSpace();
      name = nameOfOp("an op, such as aten.select.int, or tensor(…)");
    }
    if (name == "tensor") {
      if (statement.refused) start.fail("a source cannot be refused");
      if (results.size() != 1) start.fail("expected one name for a source: t0 = tensor(…)");
      statement.what = source(scanner);
    } else {
      if (name.find('.') == std::string::npos) {
        start.fail("expected an op with its namespace, such as aten.select.int");
      }
      statement.what = call(scanner, name, static_cast<int>(results.size()));
    }
    statement.label = label(scanner);
    for (const auto& result : results) {
      const auto defined = names_.emplace(result, static_cast<int>(names_.size()));
      if (!defined.second) start.fail(fmt::format("'{}' is defined a second time", result));
    }
    // The layout rules keep windows inside their storage and everything inside the limits.
    const Outcome outcome = step(state_, statement);
    if (std::holds_alternative<Source>(statement.what) && !outcome.accepted()) {
      start.fail(outcome.reason.empty() ? "a source with a layout outside the limits"
                                        : outcome.reason);
    }
    counted_.resize(state_.storage_bytes.size());
    for (size_t i = 0; i < counted_.size(); ++i) {
      bytes_ += state_.storage_bytes[i] - counted_[i];
      counted_[i] = state_.storage_bytes[i];
    }
    if (bytes_ > kMaxProgramBytes) start.fail("the storages of the program are too large");
    program_.statements.push_back(std::move(statement));
  }

  static std::string label(Scanner& scanner) {
    scanner.skipSpace();
    if (scanner.atEnd()) return {};
    if (!scanner.accept('#')) scanner.fail("expected the end of the line or '# label'");
    scanner.skipSpace();
    std::string_view text = scanner.rest();
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) {
      text.remove_suffix(1);
    }
    return std::string(text);
  }

  Source source(Scanner& scanner) {
    scanner.expect('(');
    Source source;
    Layout& layout = source.layout;
    layout.sizes = ints(scanner, 0, kMaxNumel, kMaxRank);
    scanner.expect(',');
    layout.dtype = dtype(scanner);
    bool filled = false;
    std::optional<Dims> strides;
    std::optional<int64_t> storage;
    while (scanner.accept(',')) {
      scanner.skipSpace();
      if (scanner.peek() == '[') {
        const Dims values = ints(scanner, std::numeric_limits<int64_t>::min(),
                                 std::numeric_limits<int64_t>::max(), kMostListed);
        if (values.empty()) scanner.fail("expected at least one value in the fill");
        source.fill = {Fill::Kind::list, 0, {values.begin(), values.end()}};
        filled = true;
        continue;
      }
      const Scanner start = scanner;
      const std::string word =
          scanner.identifier("a fill, strides=, offset=, storage=, host= or of=");
      if (word == "strides" && scanner.accept('=')) {
        strides = ints(scanner, 0, kMaxStride, kMaxRank);
      } else if (word == "offset" && scanner.accept('=')) {
        layout.offset = scanner.integer(0, kMaxStorageBytes);
      } else if (word == "storage" && scanner.accept('=')) {
        storage = scanner.integer(0, kMaxStorageBytes);
      } else if (word == "host" && scanner.accept('=')) {
        const Scanner value = scanner;
        if (scanner.identifier("True") != "True") value.fail("expected True");
        layout.host = true;
      } else if (word == "of" && scanner.accept('=')) {
        source.of = tensor(scanner);
      } else {
        source.fill = fill(scanner, start, word);
        filled = true;
      }
    }
    scanner.expect(')');
    finish(scanner, source, filled, strides, storage);
    return source;
  }

  /// Fills in what was left out, and checks that the parts fit each other.
  void finish(const Scanner& scanner, Source& source, bool filled,
              const std::optional<Dims>& strides, const std::optional<int64_t>& storage) {
    Layout& layout = source.layout;
    if (strides && strides->size() != layout.sizes.size())
      scanner.fail("expected as many strides as sizes");
    if (numel(layout) > kMaxNumel)
      scanner.fail(fmt::format("expected at most {} elements", kMaxNumel));
    layout.strides = strides.value_or(contiguousStrides(view(layout.sizes)));
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

  /// Strides that overflow, or reach beyond the largest storage; behind it the extent can be asked
  /// for.
  static void refuseBeyondLimits(const Scanner& scanner, const Layout& layout) {
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

  static Fill fill(Scanner& scanner, const Scanner& start, const std::string& word) {
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
      const int64_t seed = scanner.integer(0, std::numeric_limits<int64_t>::max());
      scanner.expect(')');
      return {Fill::Kind::ints, static_cast<uint64_t>(seed), {}};
    }
    if (word == "uniform") {
      scanner.expect('(');
      Fill uniform{Fill::Kind::uniform, 0, {}};
      uniform.seed = static_cast<uint64_t>(scanner.integer(0, std::numeric_limits<int64_t>::max()));
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

  static double finite(Scanner& scanner) {
    scanner.skipSpace();
    const Scanner start = scanner;
    const Value value = scanner.number();
    const auto* whole = std::get_if<int64_t>(&value);
    const double number = whole ? static_cast<double>(*whole) : std::get<double>(value);
    constexpr double kMost = 1e15;
    if (!(std::abs(number) <= kMost)) start.fail("expected a number of at most 1e15");
    return number;
  }

  Call call(Scanner& scanner, const std::string& name, int results) {
    Call call;
    call.entry = findOp(name);
    if (call.entry == nullptr) call.replayed = name;
    call.results = results;
    scanner.expect('(');
    scanner.skipSpace();
    call.args.reserve(4);  // few calls have more
    if (!scanner.accept(')')) {
      do {
        call.args.push_back(argument(scanner));
        const auto count = call.args.size();
        if (count > 1 && call.args[count - 1].name.empty() && !call.args[count - 2].name.empty()) {
          scanner.fail("expected named arguments behind the positional ones");
        }
      } while (scanner.accept(','));
      scanner.expect(')');
    }
    return call;
  }

  Argument argument(Scanner& scanner) {
    scanner.skipSpace();
    const Scanner start = scanner;
    if (!scanner.startsName()) return {{}, literal(scanner)};
    const std::string word = scanner.identifier("an argument");
    if (scanner.accept('=')) {
      scanner.skipSpace();
      if (scanner.startsName()) {
        const Scanner value = scanner;
        return {word, namedValue(value, scanner.identifier("a value"))};
      }
      return {word, literal(scanner)};
    }
    return {{}, namedValue(start, word)};
  }

  Value namedValue(const Scanner& start, const std::string& word) {
    if (word == "None") return None{};
    if (word == "True") return true;
    if (word == "False") return false;
    if (word == "inf") return std::numeric_limits<double>::infinity();
    if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
    const auto known = names_.find(word);
    if (known != names_.end()) return TensorRef{known->second};
    if (const auto dtype = parseDtype(word)) return *dtype;
    start.fail(fmt::format("'{}' is neither a tensor defined above nor a dtype", word));
  }

  Value literal(Scanner& scanner) {
    if (scanner.peek() == '"') return scanner.string();
    if (scanner.peek() != '[') return scanner.number();
    // [1, 2] are integers, [t0, None] tensors, [] integers.
    Scanner ahead = scanner;
    ahead.expect('[');
    ahead.skipSpace();
    if (!ahead.startsName()) {
      return ints(scanner, std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max(),
                  64);
    }
    scanner.expect('[');
    TensorList list;
    do {
      scanner.skipSpace();
      const Scanner start = scanner;
      const std::string word = scanner.identifier("a tensor or None");
      const Value value = namedValue(start, word);
      if (const auto* ref = std::get_if<TensorRef>(&value)) {
        list.emplace_back(*ref);
      } else if (std::holds_alternative<None>(value)) {
        list.emplace_back(std::nullopt);
      } else {
        start.fail("expected a tensor or None");
      }
    } while (scanner.accept(','));
    scanner.expect(']');
    return list;
  }

  static Dims ints(Scanner& scanner, int64_t low, int64_t high, size_t most) {
    scanner.expect('[');
    Dims values;
    scanner.skipSpace();
    if (scanner.accept(']')) return values;
    do {
      if (values.size() == most) scanner.fail(fmt::format("expected at most {} values", most));
      values.push_back(scanner.integer(low, high));
    } while (scanner.accept(','));
    scanner.expect(']');
    return values;
  }

  static Dtype dtype(Scanner& scanner) {
    scanner.skipSpace();
    const Scanner start = scanner;
    const auto dtype = parseDtype(scanner.identifier("a dtype"));
    if (!dtype) start.fail("expected a dtype, such as float32");
    return *dtype;
  }

  int tensor(Scanner& scanner) {
    scanner.skipSpace();
    const Scanner start = scanner;
    const auto known = names_.find(scanner.identifier("a tensor"));
    if (known == names_.end()) start.fail("expected a tensor defined above");
    return known->second;
  }

  std::string_view text_;
  std::string_view file_;
  Program program_;
  LayoutState state_;
  std::vector<int64_t> counted_;  // by storage: how many of its bytes are in bytes_
  int64_t bytes_ = 0;
  std::map<std::string, int> names_;
  bool versioned_ = false;
};

}  // namespace

Program parse(std::string_view text, std::string_view file) { return Parser(text, file).run(); }

Program parseFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  if (!in || !(text << in.rdbuf()))
    throw std::runtime_error("cannot read the program file '" + path + "'");
  return parse(text.str(), path);
}

}  // namespace viewfuzz
