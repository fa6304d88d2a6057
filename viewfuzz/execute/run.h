#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>
#include <c10/util/Exception.h>
#include <c10/util/FunctionRef.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "viewfuzz/execute/observation.h"
#include "viewfuzz/execute/storage_numbers.h"
#include "viewfuzz/target/target.h"

namespace viewfuzz {

enum class Speed {
  fast,     ///< one snapshot, at the end
  located,  ///< a snapshot after each statement
};

/// Data for sources by their label, instead of their fill: CPU tensors of the source's dtype with
/// as many elements as the source's storage.
using Inputs = std::map<std::string, at::Tensor, std::less<>>;

/// The most bytes that a located run may keep: after each statement, all storages and the states of
/// all tensors. Time and memory of a located run grow by the square of the number of statements, so
/// a run that would keep more is not begun.
inline constexpr int64_t kMaxSnapshotBytes = int64_t{1} << 30;

/// Runs programs on one target. Not thread-safe: each thread needs a runner of its own.
class Runner {
 public:
  explicit Runner(const Target& target) : target_(target) {}

  /// Runs `program` and writes what it shows to `observation`, whose memory is reused. A refused
  /// statement makes no tensors, and statements that need them are skipped. Throws `BadCall` for a
  /// program that no target can run, and if the located run would keep more than
  /// `kMaxSnapshotBytes`.
  void run(const Program& program, Speed speed, Observation& observation);

  /// Runs the statements alone. Autograd stays as the caller has set it. Calls `after` with the
  /// index of each statement after the statement.
  void runStatements(const Program& program, std::vector<std::optional<Refusal>>& refusals,
                     std::vector<bool>& skipped, c10::function_ref<void(size_t)> after);
  /// The same one statement at a time: call `start`, then `advance` for each statement in order.
  /// `advance` is false if the statement was skipped.
  void start();
  bool advance(const Statement& statement, std::optional<Refusal>& refusal);

  /// `inputs` must outlive the runs. Null removes them.
  void setInputs(const Inputs* inputs) { inputs_ = inputs; }

  /// The tensors of the last run. A tensor that no statement made is undefined.
  std::vector<at::Tensor>& tensors() { return tensors_; }

  /// A copy on the host of a tensor of the target, with the same sizes, strides and offset in a
  /// copy of its storage. It is made without view ops and strided copies of the target.
  at::Tensor onHost(const at::Tensor& tensor);

  /// Copies all bytes of a tensor's storage from the target, or to it.
  void download(const at::Tensor& tensor, StorageState& state);
  void upload(const StorageState& state, const at::Tensor& tensor);

  /// Sets who is told of the warnings of libtorch. Null drops them.
  void handWarningsTo(c10::WarningHandler* warnings) { warnings_ = warnings; }

  const Target& target() const { return target_; }

  /// Nanoseconds in calls to ATen, summed over the runs that were timed.
  uint64_t nanosecondsInAten() const { return in_aten_; }
  /// Switches the timing of runs. It is off at first, since reading the clock takes time.
  void takeTimes(bool on) { timed_ = on; }

 private:
  void source(const Source& source, std::string_view label);
  at::Tensor dataOf(const Source& source, std::string_view label) const;
  void call(const Call& call);
  void forgetBroken(const Call& call);
  std::vector<int> takeNames(const at::Tensor& tensor);
  void clearGrowth(const at::Tensor& self, size_t bytes_before);
  void collectResults(const Call& call);
  void snapshot(Snapshot& snapshot);

  const Target& target_;
  c10::WarningHandler* warnings_ = nullptr;
  const Inputs* inputs_ = nullptr;
  std::vector<at::Tensor> tensors_;
  std::vector<c10::IValue> stack_;
  StorageNumbers storages_;
  // The numbers of each tensor, up to number `named_`. It is filled on demand, and few programs
  // need it.
  std::unordered_map<const c10::TensorImpl*, std::vector<int>> names_;
  size_t named_ = 0;
  at::Tensor staging_;
  uint64_t in_aten_ = 0;
  bool timed_ = false;
};

}  // namespace viewfuzz
