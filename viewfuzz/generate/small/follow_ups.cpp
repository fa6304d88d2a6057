#include "viewfuzz/generate/small/follow_ups.h"

#include <utility>

#include "viewfuzz/ops/table.h"
#include "viewfuzz/program/edit.h"

namespace viewfuzz {
namespace {

/// The program with a call of the op on that tensor.
Program followed(Program program, std::string_view name, int id, std::vector<Argument> more = {}) {
  const Op* op = findOp(name);
  Call call{op, {}, {{{}, TensorRef{id}}}, op->kind == Kind::write ? 0 : 1};
  call.args.insert(call.args.end(), more.begin(), more.end());
  program.statements.push_back({std::move(call), {}});
  return program;
}

}  // namespace

std::vector<Program> followUps(const Program& program) {
  std::vector<Program> all;
  const auto& call = std::get<Call>(program.statements.back().what);
  if (call.results > 0) {
    const int result = firstResult(program, program.statements.size() - 1);
    all.push_back(followed(program, "aten.zero_", result));
    all.push_back(followed(program, "aten.clone", result));
    if (call.entry->kind != Kind::compute) return all;
    const Program viewed =
        followed(program, "aten.select.int", result, {{{}, int64_t{0}}, {{}, int64_t{0}}});
    all.push_back(followed(viewed, "aten.zero_", program.tensors()));
    return all;
  }
  const auto* source = std::get_if<Source>(&program.statements[1].what);
  if (source == nullptr || !source->layout.host) return all;
  all.push_back(followed(program, "aten.zero_", 0));
  if (call.name() != "aten.copy_" || call.args.size() != 2) return all;
  Program late = program;
  std::get<Call>(late.statements.back().what).args.push_back({"non_blocking", true});
  all.push_back(late);
  all.push_back(followed(std::move(late), "aten.zero_", 0));
  return all;
}

}  // namespace viewfuzz
