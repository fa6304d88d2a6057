#include "viewfuzz/generate/small/follow_ups.h"

#include <utility>

#include "viewfuzz/ops/make.h"
#include "viewfuzz/program/edit.h"
#include "viewfuzz/program/op.h"

namespace viewfuzz {
namespace {

Program followed(Program program, Call call) {
  program.statements.push_back({std::move(call), {}});
  return program;
}

}  // namespace

std::vector<Program> followUps(const Program& program) {
  std::vector<Program> all;
  const auto& call = std::get<Call>(program.statements.back().what);
  if (call.results > 0) {
    const TensorRef result{firstResult(program, program.statements.size() - 1)};
    all.push_back(followed(program, makeZero(result)));
    all.push_back(followed(program, makeClone(result)));
    if (call.entry->kind != Kind::compute) return all;
    const Program viewed = followed(program, makeSelect(result, 0, 0));
    all.push_back(followed(viewed, makeZero({program.tensors()})));
    return all;
  }
  const auto* source = std::get_if<Source>(&program.statements[1].what);
  if (source == nullptr || !source->layout.host) return all;
  all.push_back(followed(program, makeZero({0})));
  if (!isCopy(call) || call.args.size() != 2) return all;
  Program late = program;
  std::get<Call>(late.statements.back().what).args.push_back({"non_blocking", true});
  all.push_back(late);
  all.push_back(followed(std::move(late), makeZero({0})));
  return all;
}

}  // namespace viewfuzz
