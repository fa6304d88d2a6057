#include "viewfuzz/execute/run.h"

#include <ATen/ATen.h>
#include <c10/util/Exception.h>
#include <fmt/format.h>

#include <algorithm>

#include "viewfuzz/execute/arguments.h"
#include "viewfuzz/execute/fill.h"
#include "viewfuzz/execute/operators.h"
#include "viewfuzz/execute/refusal.h"
#include "viewfuzz/execute/timed.h"
#include "viewfuzz/isolate/pulse.h"
#include "viewfuzz/target/raw.h"

namespace viewfuzz {
namespace {

/// Drops the warnings of ATen. Random programs cause them by the thousand, and nobody reads them.
class Silence final : public c10::WarningHandler {
  void process(const c10::Warning&) override {}
};
Silence silence;

/// How many bytes a located run needs for the states of all tensors after each statement.
int64_t bytesOfStates(const Program& program) {
  int64_t tensors = 0;
  int64_t bytes = 0;
  for (const auto& statement : program.statements) {
    tensors += statement.results();
    bytes += tensors * static_cast<int64_t>(sizeof(TensorState));
  }
  return bytes;
}

void expectRoomFor(int64_t bytes, Observation& observation) {
  if (bytes <= kMaxSnapshotBytes) return;
  observation.snapshots.clear();
  throw BadCall("what is kept after each statement takes more than 1 GiB");
}

c10::IntArrayRef ref(const Dims& dims) { return {dims.data(), dims.size()}; }

}  // namespace

void Runner::run(const Program& program, Speed speed, Observation& observation) {
  const at::NoGradGuard no_grad;
  observation.shows = target_.capabilities();
  const auto count = program.statements.size();
  int64_t kept = speed == Speed::fast ? 0 : bytesOfStates(program);
  expectRoomFor(kept, observation);
  observation.snapshots.resize(speed == Speed::fast || count == 0 ? 1 : count);
  runStatements(program, observation.refusals, observation.skipped, [&](size_t i) {
    if (speed == Speed::fast) return;
    snapshot(observation.snapshots[i]);
    for (const auto& storage : observation.snapshots[i].storages)
      kept += static_cast<int64_t>(storage.bytes.size());
    expectRoomFor(kept, observation);
  });
  if (speed == Speed::fast || count == 0) snapshot(observation.snapshots[0]);
}

void Runner::runStatements(const Program& program, std::vector<std::optional<Refusal>>& refusals,
                           std::vector<bool>& skipped, c10::function_ref<void(size_t)> after) {
  const auto count = program.statements.size();
  start();
  refusals.assign(count, std::nullopt);
  skipped.assign(count, false);
  for (size_t i = 0; i < count; ++i) {
    skipped[i] = !advance(program.statements[i], refusals[i]);
    after(i);
  }
}

void Runner::start() {
  tensors_.clear();
  names_.clear();
  named_ = 0;
}

bool Runner::advance(const Statement& statement, std::optional<Refusal>& refusal) {
  beat();
  const c10::WarningUtils::WarningHandlerGuard guard(warnings_ != nullptr ? warnings_ : &silence);
  const auto expected = tensors_.size() + static_cast<size_t>(statement.results());
  bool complete = true;
  forEachOperand(statement, [&](int id) {
    complete = complete && tensors_[static_cast<size_t>(id)].defined();
  });
  if (complete) {
    const auto make = [&] {
      if (const auto* made = std::get_if<Source>(&statement.what)) {
        source(*made, statement.label);
      } else {
        call(std::get<Call>(statement.what));
      }
    };
    refusal = refusalOf(make, target_.device().is_cpu());
  }
  tensors_.resize(expected);
  return complete;
}

at::Tensor Runner::dataOf(const Source& source, std::string_view label) const {
  if (inputs_ != nullptr) {
    const auto input = inputs_->find(label);
    if (input != inputs_->end()) {
      const at::Tensor& data = input->second;
      if (data.numel() != source.storage_numel || data.scalar_type() != source.layout.dtype) {
        throw BadCall(
            fmt::format("the data for '{}' are {} elements of {}, and the source has {} of {}",
                        label, data.numel(), dtypeName(data.scalar_type()), source.storage_numel,
                        dtypeName(source.layout.dtype)));
      }
      return data.contiguous().view({-1});
    }
  }
  return filled(source.fill, source.layout.dtype, source.storage_numel);
}

void Runner::source(const Source& source, std::string_view label) {
  const Layout& layout = source.layout;
  if (source.of) {
    tensors_.push_back(relaid(tensors_[static_cast<size_t>(*source.of)], ref(layout.sizes),
                              ref(layout.strides), layout.offset));
    return;
  }
  const at::Tensor host = dataOf(source, label);
  const Timed timed(timed_, in_aten_);
  tensors_.push_back(target_.source(source, host));
}

void Runner::call(const Call& call) {
  const c10::OperatorHandle& op = findOperator(call);
  stack_.clear();
  pushArguments(op, call, tensors_, target_.device(), stack_);
  refuseBeyondStorage(call, stack_);
  if (call.entry == nullptr || call.entry->dest > 0) refuseDivisionByStride(op, stack_);
  const bool resizes = call.entry != nullptr && call.entry->kind == Kind::metadata;
  const bool has_out = call.entry != nullptr && call.entry->dest > 0;
  at::Tensor growing;
  if (resizes) growing = stack_.front().toTensor();
  for (const int id : has_out ? destinations(call) : std::vector<int>())
    growing = tensors_[static_cast<size_t>(id)];
  const auto* storage = growing.defined() ? storageOf(growing) : nullptr;
  const size_t before = growing.defined() ? storage->nbytes() : 0;
  const auto clear = [&] {  // after `set_` it is another storage, so none has grown
    if (growing.defined() && storageOf(growing) == storage) clearGrowth(growing, before);
  };
  try {
    const Timed timed(timed_, in_aten_);
    target_.call(op, stack_);
  } catch (...) {
    // ATen enlarges an `out` that is too small before it checks the values of the operands.
    clear();
    forgetBroken(call);
    throw;
  }
  if (resizes) clear();
  if (resizes || call.entry == nullptr) forgetBroken(call);
  collectResults(call);
  stack_.clear();
}

/// Some ops leave an operand with sizes that reach beyond its storage (a refused as_strided_), and
/// kernels trust the sizes. Such a tensor is forgotten under all its numbers.
void Runner::forgetBroken(const Call& call) {
  forEachOperandOfCall(call, [&](int id) {
    const at::Tensor tensor = tensors_[static_cast<size_t>(id)];
    if (!tensor.defined() || !reachesBeyondStorage(tensor)) return;
    for (const int other : takeNames(tensor)) tensors_[static_cast<size_t>(other)].reset();
  });
}

/// The numbers of the tensor. They are removed from the table, since another tensor may later lie
/// at the same address.
std::vector<int> Runner::takeNames(const at::Tensor& tensor) {
  for (; named_ < tensors_.size(); ++named_) {
    const at::Tensor& next = tensors_[named_];
    if (next.defined()) names_[next.unsafeGetTensorImpl()].push_back(static_cast<int>(named_));
  }
  auto names = names_.extract(tensor.unsafeGetTensorImpl());
  return names ? std::move(names.mapped()) : std::vector<int>();
}

/// If a storage has grown, the content of the new bytes is not defined. This makes them zeros, so
/// that statements which read them give the same on every target.
void Runner::clearGrowth(const at::Tensor& self, size_t bytes_before) {
  const at::Storage& storage = self.unsafeGetTensorImpl()->unsafe_storage();
  if (storage.nbytes() <= bytes_before) return;
  if (!target_.capabilities().bytes) return;
  // The whole storage is downloaded and uploaded. A copy to an offset could go wrong on the device.
  StorageState state;
  download(self, state);
  std::fill(state.bytes.begin() + static_cast<int64_t>(bytes_before), state.bytes.end(),
            std::byte{0});
  upload(state, self);
}

void Runner::collectResults(const Call& call) {
  const auto wanted = tensors_.size() + static_cast<size_t>(call.results);
  const auto add = [&](const at::Tensor& tensor) {
    if (!canBeCompared(tensor))
      throw BadCall(fmt::format("{}: a result has no bytes to compare", call.name()));
    tensors_.push_back(tensor);
  };
  for (const auto& value : stack_) {
    if (tensors_.size() == wanted) break;
    if (value.isTensor()) {
      add(value.toTensor());
    } else if (value.isTensorList()) {
      for (const at::Tensor& tensor : value.toTensorList()) {
        if (tensors_.size() < wanted) add(tensor);
      }
    }
  }
}

}  // namespace viewfuzz
