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

/// Data for sources by their label, instead of their fill: CPU tensors with as many elements as the
/// source's storage, of its dtype.
using Inputs = std::map<std::string, at::Tensor, std::less<>>;

/// The most that a located run may keep: after each statement, the bytes of all storages and the
/// states of all tensors. So a run that would take time and memory by the square of the number of
/// statements is refused before it begins.
inline constexpr int64_t kMaxSnapshotBytes = int64_t{1} << 30;

/// Runs programs on one target. Not thread-safe: one runner a thread.
class Runner {
 public:
  explicit Runner(const Target& target) : target_(target) {}

  /// Runs `program` into `observation`, whose memory is used again. A refused statement makes no
  /// tensors, and statements that need them are skipped. Throws `BadCall` for a program that no
  /// target can run, and for one whose located run would take more than `kMaxSnapshotBytes`.
  void run(const Program& program, Speed speed, Observation& observation);

  /// The statements alone, without guards: autograd is as the caller has it. `after` is called
  /// behind each.
  void runStatements(const Program& program, std::vector<std::optional<Refusal>>& refusals,
                     std::vector<bool>& skipped, c10::function_ref<void(size_t)> after);
  /// The same one statement at a time: `start`, then `advance` for each statement in order; true:
  /// it was run, and not skipped.
  void start();
  bool advance(const Statement& statement, std::optional<Refusal>& refusal);

  /// `inputs` must outlive the runs; null: none.
  void setInputs(const Inputs* inputs) { inputs_ = inputs; }

  /// The tensors of the last run; undefined where none was made.
  std::vector<at::Tensor>& tensors() { return tensors_; }

  /// A tensor of the target on the host, with the same sizes, strides and offset in a copy of its
  /// storage. Whatever the target's view ops and strided copies do has no part in it.
  at::Tensor onHost(const at::Tensor& tensor);

  /// The whole bytes of a tensor's storage, down from the target and up to it.
  void download(const at::Tensor& tensor, StorageState& state);
  void upload(const StorageState& state, const at::Tensor& tensor);

  /// Who is told what libtorch warns of; null: nobody.
  void handWarningsTo(c10::WarningHandler* warnings) { warnings_ = warnings; }

  const Target& target() const { return target_; }

  /// Nanoseconds in calls to ATen, over the runs of which the time was taken.
  uint64_t nanosecondsInAten() const { return in_aten_; }
  /// Takes the time of the runs from here on; off at the start, since asking the clock costs time
  /// itself.
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
  // By tensor: the numbers under which it is known, of those below `named_`. Filled when it is
  // asked for, which hardly any program does.
  std::unordered_map<const c10::TensorImpl*, std::vector<int>> names_;
  size_t named_ = 0;
  at::Tensor staging_;
  uint64_t in_aten_ = 0;
  bool timed_ = false;
};

}  // namespace viewfuzz
