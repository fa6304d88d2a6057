#include <fmt/format.h>

#include "viewfuzz/files/read.h"
#include "viewfuzz/ops/table.h"
#include "viewfuzz/program/op.h"
#include "viewfuzz/text/parse_source.h"
#include "viewfuzz/text/scanner.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

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
    if (!versioned_) version(Scanner("", file_, 1));
    return std::move(program_);
  }

 private:
  void line(Scanner scanner) {
    scanner.skipSpace();
    if (!versioned_) return version(scanner);
    if (scanner.atEnd() || scanner.peek() == '#') return;
    if (program_.statements.size() == kMaxStatements) {
      scanner.fail(fmt::format("the program has more than {} statements", kMaxStatements));
    }
    statement(scanner);
  }

  /// Reads the first line. Whoever changes what a program means, or how it is written, has to give
  /// the form a new number and keep a reader of the old one.
  void version(const Scanner& scanner) {
    versioned_ = scanner.rest() == kVersionLine;
    if (versioned_) return;
    const std::string_view kind = kVersionLine.substr(0, kVersionLine.size() - 1);
    if (!scanner.rest().starts_with(kind))
      scanner.fail(fmt::format("expected '{}' as the first line", kVersionLine));
    scanner.fail(
        fmt::format("a program of version '{}', and this viewfuzz reads version 1: it was "
                    "written by another viewfuzz, which can read it",
                    scanner.rest().substr(kind.size())));
  }

  void statement(Scanner& scanner) {
    // A statement is `a, b = op(…)` or `op(…)`. The name of an op has a dot, so it cannot be taken
    // for a tensor; only the source `tensor` has none. `refused` before an op says that it is meant
    // to be refused.
    Statement statement;
    c10::SmallVector<std::string_view, 4> results;
    const Scanner start = scanner;
    const auto nameOfOp = [&](const char* expected) {
      const std::string_view name = scanner.name(expected);
      statement.refused = name == "refused";
      if (!statement.refused) return name;
      scanner.skipSpace();
      return scanner.name("an op, such as aten.select.int");
    };
    std::string_view name = nameOfOp("a tensor or an op");
    if (name.find('.') == std::string_view::npos && name != "tensor") {
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
      statement.what = parseSource(scanner, names_);
    } else {
      if (name.find('.') == std::string_view::npos) {
        start.fail("expected an op with its namespace, such as aten.select.int");
      }
      statement.what = call(scanner, name, static_cast<int>(results.size()));
    }
    statement.label = label(scanner);
    for (const auto& result : results) {
      const auto defined = names_.emplace(result, static_cast<int>(names_.size()));
      if (!defined.second) start.fail(fmt::format("'{}' is defined a second time", result));
    }
    // The layout rules refuse windows outside their storage and whatever exceeds the limits.
    const Outcome outcome = step(state_, statement);
    if (std::holds_alternative<Source>(statement.what) && !outcome.accepted()) {
      start.fail(outcome.reason.empty() ? "a source with a layout outside the limits"
                                        : outcome.reason);
    }
    if (state_.totalBytes() > kMaxProgramBytes)
      start.fail("the storages of the program are too large");
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

  Call call(Scanner& scanner, std::string_view name, int results) {
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
    const std::string_view word = scanner.identifier("an argument");
    if (scanner.accept('=')) {
      scanner.skipSpace();
      if (scanner.startsName()) {
        const Scanner value = scanner;
        return {std::string(word), namedValue(value, scanner.identifier("a value"))};
      }
      return {std::string(word), literal(scanner)};
    }
    return {{}, namedValue(start, word)};
  }

  Value namedValue(const Scanner& start, std::string_view word) {
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
    // `[1, 2]` is a list of integers, `[t0, None]` one of tensors, and `[]` one of integers.
    Scanner ahead = scanner;
    ahead.expect('[');
    ahead.skipSpace();
    if (!ahead.startsName()) {
      return scanner.integers(std::numeric_limits<int64_t>::min(),
                              std::numeric_limits<int64_t>::max(), 64);
    }
    scanner.expect('[');
    TensorList list;
    do {
      scanner.skipSpace();
      const Scanner start = scanner;
      const std::string_view word = scanner.identifier("a tensor or None");
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

  std::string_view text_;
  std::string_view file_;
  Program program_;
  LayoutState state_;
  Names names_;
  bool versioned_ = false;
};

}  // namespace

Program parse(std::string_view text, std::string_view file) { return Parser(text, file).run(); }

Program parseFile(const std::string& path) { return parse(readFile(path), path); }

}  // namespace viewfuzz
