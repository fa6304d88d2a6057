#include "viewfuzz/campaign/examiner.h"

#include "viewfuzz/execute/operators.h"
#include "viewfuzz/judge/judge.h"
#include "viewfuzz/reduce/edit.h"

namespace viewfuzz {

bool Examiner::differs(const Program& program) {
  reference_.run(program, Speed::fast, on_reference_);
  device_.run(program, Speed::fast, on_device_);
  return !agree(program, on_device_, on_reference_);
}

std::optional<Violation> Examiner::examine(const Program& program) {
  reference_.run(program, Speed::located, on_reference_);
  device_.run(program, Speed::located, on_device_);
  return judge(program, on_device_, on_reference_);
}

bool Examiner::failsWith(const Program& program, const std::string& signature) {
  try {
    const auto violation = examine(program);
    return violation && violation->signature() == signature;
  } catch (const BadCall&) {
    return false;
  }
}

void Examiner::takeTimes(bool on) {
  device_.takeTimes(on);
  reference_.takeTimes(on);
}

Program withDistinctData(const Program& program) {
  constexpr uint64_t kApart = 37;
  Program changed = program;
  uint64_t sources = 0;
  for (auto& statement : changed.statements) {
    auto* source = std::get_if<Source>(&statement.what);
    if (source && !source->of && source->fill.kind != Fill::Kind::list) {
      source->fill = {Fill::Kind::iota, kApart * sources++, {}};
    }
  }
  return changed;
}

Program upToViolation(const Program& program, const Violation& violation, Examiner& examiner) {
  Program cut = program;
  cut.statements.resize(violation.statement + 1);
  if (violation.property != Property::aliasing) return cut;
  const int first = firstResult(cut, violation.statement);
  for (int result = first; result < first + cut.statements.back().results(); ++result) {
    // Zeros show on all data but zeros, and ones on those.
    for (const auto& [op, value] : {std::pair{"aten.zero_", std::optional<int64_t>()},
                                    std::pair{"aten.fill_.Scalar", std::optional<int64_t>(1)}}) {
      Call write{findOp(op), {}, {{{}, TensorRef{result}}}, 0};
      if (value) write.args.push_back({{}, *value});
      Program shown = cut;
      shown.statements.push_back({write, {}});
      const auto seen = examiner.examine(shown);
      if (seen && seen->statement == violation.statement && seen->condition == "copy, write lost") return shown;
    }
  }
  return cut;
}

Program clarified(const Program& program, const Violation& violation, Examiner& examiner) {
  Program shown = upToViolation(program, violation, examiner);
  Program distinct = withDistinctData(shown);
  const auto again = examiner.examine(distinct);
  const bool same = again && again->statement == violation.statement && again->op == violation.op;
  return same ? distinct : shown;
}

}  // namespace viewfuzz
