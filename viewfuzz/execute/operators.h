#pragma once

#include <ATen/core/dispatch/Dispatcher.h>

#include <stdexcept>

#include "viewfuzz/program/op.h"

namespace viewfuzz {

/// A call that no target can run: an op that the dispatcher does not know, or arguments that do not
/// fit its schema. A fault of the program, not of a backend.
class BadCall : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The one argument that ATen wants on the host whatever the device is: a tensor that holds bounds.
/// ATen reads them as they lie in memory, so a negative bit has to be resolved before: on its way
/// down from a device it is, and on the CPU there is no way down.
inline constexpr std::string_view kOnTheHost = "tensor_indices_or_sections";

/// The operator behind a call's name (`aten.select.int` is the schema `aten::select.int`). Throws
/// `BadCall` if the dispatcher has none, or if it would reach outside of tensors (files,
/// processes). The operator stays where it is as long as the thread lives.
const c10::OperatorHandle& findOperator(const Call& call);

/// Refuses (with an error as ATen's) what an op that checks nothing would do beyond a storage:
/// nothing in a program may. A backend that is wrong may have a smaller storage than the program
/// says, so it is no fault of the program.
void refuseBeyondStorage(const Call& call, const torch::jit::Stack& stack);

/// Refuses to put a list of tensors into one `out` with a stride of 0: of those ops, `cat`, `stack`
/// and their kin divide by it on the CPU of libtorch 2.13, and nothing in a program may end the
/// process.
void refuseDivisionByStride(const c10::OperatorHandle& op, const torch::jit::Stack& stack);

}  // namespace viewfuzz
