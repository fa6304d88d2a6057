#pragma once

#include <ATen/core/dispatch/Dispatcher.h>

#include <stdexcept>

#include "viewfuzz/program/op.h"

namespace viewfuzz {

/// A call that no target can run: the dispatcher does not know the op, or the arguments do not fit
/// its schema. The program is wrong, and not a backend.
class BadCall : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The one argument that ATen needs on the host for every device: a tensor that holds bounds. ATen
/// reads it as it lies in memory, so its negative bit has to be resolved before. The copy from a
/// device to the host does that, and on the CPU there is no such copy.
inline constexpr std::string_view kOnTheHost = "tensor_indices_or_sections";

/// The operator of a call (`aten.select.int` is the schema `aten::select.int`). Throws `BadCall` if
/// the dispatcher does not know it, or if it would reach outside of tensors (files, processes). The
/// reference is valid as long as the thread lives.
const c10::OperatorHandle& findOperator(const Call& call);

/// Throws an error like ATen's if an op that checks nothing would reach beyond a storage. It counts
/// as a refusal and not as `BadCall`: a wrong backend may have a smaller storage than the program
/// says.
void refuseBeyondStorage(const Call& call, const torch::jit::Stack& stack);

/// Throws an error like ATen's if a list of tensors is put into one `out` with a stride of 0.
/// `cat`, `stack` and their kin divide by the stride on the CPU of libtorch 2.13, which would end
/// the process.
void refuseDivisionByStride(const c10::OperatorHandle& op, const torch::jit::Stack& stack);

}  // namespace viewfuzz
