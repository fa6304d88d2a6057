#pragma once

#include <map>
#include <optional>

#include "viewfuzz/examine/watch.h"
#include "viewfuzz/execute/run.h"
#include "viewfuzz/judge/violation.h"

namespace viewfuzz {

/// Runs a program on two targets, one statement at a time, and compares what each statement made or
/// wrote. It is for programs of thousands of statements and large tensors, of which a located run
/// would keep too much. It compares refusals, shared storages, layouts and bytes. Operands that a
/// statement only reads are not compared.
///
/// If results are random, or differ within the bounds of inexact ops, the device gets the bytes of
/// the reference. So each statement is judged on the same operands, and small errors do not add up.
class Lockstep {
 public:
  /// The runners must outlive the lockstep.
  Lockstep(Runner& device, Runner& reference) : device_(device), reference_(reference) {}

  /// What the first statement that differs shows. None: no statement differs, or the watch ended
  /// the run. Throws `BadCall`.
  std::optional<Violation> run(const Program& program, const Watch& watch = {});

  size_t statements() const { return done_; }  ///< how many were compared so far
  /// By tensor, the first tensor with which it shares a storage on the reference.
  const std::vector<int>& groups() const { return groups_; }

 private:
  std::optional<Violation> advance(const Statement& statement, int first_result);
  std::optional<Violation> compare(const Statement& statement, int first_result);
  std::optional<Violation> compareTensor(int id, const Statement& statement);
  std::optional<Violation> compareBytes(int id, const Statement& statement);
  double boundFor(const at::Tensor& result, const Call& call) const;
  const at::Tensor& onDevice(int id) { return device_.tensors()[static_cast<size_t>(id)]; }
  const at::Tensor& onReference(int id) const {
    return reference_.tensors()[static_cast<size_t>(id)];
  }

  Runner& device_;
  Runner& reference_;
  size_t done_ = 0;
  std::map<const c10::StorageImpl*, int> device_owners_;  // the first tensor of each storage
  std::map<const c10::StorageImpl*, int> reference_owners_;
  std::vector<int> groups_;
  StorageState device_bytes_;
  StorageState reference_bytes_;
};

/// The operands that a call writes to, by the schema of its op. Throws `BadCall`.
std::vector<int> writtenOperands(const Call& call);

}  // namespace viewfuzz
