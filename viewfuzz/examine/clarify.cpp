#include "viewfuzz/examine/clarify.h"

#include "viewfuzz/execute/operators.h"
#include "viewfuzz/generate/repair.h"
#include "viewfuzz/ops/make.h"
#include "viewfuzz/program/edit.h"

namespace viewfuzz {
namespace {

bool takesIndices(const Program& program) {
  for (const auto& statement : program.statements) {
    const auto* call = std::get_if<Call>(&statement.what);
    if (call == nullptr) continue;
    for (const auto& argument : call->args) {
      if (std::holds_alternative<TensorList>(argument.value)) return true;
    }
  }
  return false;
}

/// `apart`: the distance between the first values of two sources. `bools`: the dtype that bool
/// sources get, since bool has only two values.
Program withDistinctData(Program program, uint64_t apart, Dtype bools) {
  // Lists are indices, and other values would not be valid ones.
  const bool keep_lists = takesIndices(program);
  uint64_t sources = 1;
  for (auto& statement : program.statements) {
    auto* source = std::get_if<Source>(&statement.what);
    if (source == nullptr) continue;
    if (source->layout.dtype == Dtype::Bool) source->layout.dtype = bools;
    if (!source->of && !(keep_lists && source->fill.kind == Fill::Kind::list)) {
      source->fill = {Fill::Kind::iota, apart * sources++, {}};
    }
  }
  return program;
}

/// Windows into another source's storage get one of their own.
Program withOwnStorages(Program program) {
  for (auto& statement : program.statements) {
    auto* source = std::get_if<Source>(&statement.what);
    if (source) source->of.reset();
  }
  return repair(std::move(program));
}

/// Behind the last statement, a view, a write to one of its results.
std::vector<Program> withWrites(const Program& program) {
  std::vector<Program> shown;
  const size_t last = program.statements.size() - 1;
  const int first = firstResult(program, last);
  for (int result = first; result < first + program.statements[last].results(); ++result) {
    // Zeros show on all data but zeros, and ones on those.
    for (const auto& write : {makeZero({result}), makeFill({result}, 1)}) {
      shown.push_back(program);
      shown.back().statements.push_back({write, {}});
    }
  }
  return shown;
}

class Clarifier {
 public:
  Clarifier(Program program, const Violation& violation, Predicate& predicate)
      : statements_(program.statements.size()),
        program_(std::move(program)),
        violation_(violation),
        predicate_(predicate) {}

  std::optional<Witness> run() {
    program_.statements.resize(violation_.statement + 1);
    if (violation_.property == Property::aliasing) {
      for (auto& shown : withWrites(program_)) {
        if (adopt(std::move(shown), true)) break;
      }
    }
    if (const auto rest = cutPrefix(program_, violation_.statement)) adoptCut(*rest);
    adoptWithDistinctData(program_);
    auto violation = predicate_.recheck(violation_, program_);
    if (!violation) return std::nullopt;
    return Witness{std::move(program_), std::move(*violation), {statements_}, {}};
  }

 private:
  void adoptCut(const Program& rest) {
    // Data becomes distinct at once: without the statements that made them, two operands may hold
    // the same values. And the whole program, on distinct data, may go wrong in an earlier write.
    const Program own = withOwnStorages(rest);
    if (adopt(own) || adopt(rest) || adoptWithDistinctData(own)) return;
    adoptWithDistinctData(rest);
  }

  bool adoptWithDistinctData(const Program& program) {
    // Smaller distances last: a large value does not fit an int8, and its conversion is left open.
    for (const uint64_t apart : {kIotasApart, uint64_t{5}, uint64_t{1}}) {
      for (const Dtype bools : {Dtype::Byte, Dtype::Bool}) {
        if (adopt(withDistinctData(program, apart, bools))) return true;
      }
    }
    return false;
  }

  /// Takes the program, if its violation is of the same op, and a write is lost in it if one was
  /// lost before.
  bool adopt(Program program, bool must_lose_write = false) {
    try {
      auto seen = predicate_.recheck(violation_, program);
      if (!seen || seen->op != violation_.op ||
          seen->write_lost != (violation_.write_lost || must_lose_write)) {
        return false;
      }
      if ((seen->property <= Property::layout || violation_.property <= Property::layout) &&
          seen->property != violation_.property) {
        return false;
      }
      program_ = std::move(program);
      violation_ = std::move(*seen);
      return true;
    } catch (const BadCall&) {
      return false;
    }
  }

  const size_t statements_;  // of the program that was looked at
  Program program_;
  Violation violation_;
  Predicate& predicate_;
};

}  // namespace

std::optional<Witness> clarified(const Program& program, const Violation& violation,
                                 Predicate& predicate) {
  return Clarifier(program, violation, predicate).run();
}

}  // namespace viewfuzz
