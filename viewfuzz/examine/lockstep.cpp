#include "viewfuzz/examine/lockstep.h"

#include <ATen/ATen.h>
#include <ATen/core/enum_tag.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "viewfuzz/execute/operators.h"
#include "viewfuzz/judge/elements.h"
#include "viewfuzz/judge/properties.h"
#include "viewfuzz/program/edit.h"
#include "viewfuzz/target/raw.h"

namespace viewfuzz {
namespace {

double largestMagnitude(const at::Tensor& tensor) {
  if (tensor.numel() == 0 || !tensor.is_floating_point()) return 0;
  const at::Tensor magnitudes = tensor.to(at::kDouble).abs();
  return at::where(magnitudes.isfinite(), magnitudes, at::zeros_like(magnitudes))
      .max()
      .item<double>();
}

/// `run` adds the statement.
Violation parting(Property property, Evidence evidence) {
  Violation violation;
  violation.property = property;
  violation.evidence = std::move(evidence);
  return violation;
}

}  // namespace

std::vector<int> writtenOperands(const Call& call) {
  std::vector<int> ids;
  const auto& formals = findOperator(call).schema().arguments();
  for (size_t i = 0; i < call.args.size(); ++i) {
    const Argument& argument = call.args[i];
    const auto formal = argument.name.empty()
                            ? formals.begin() + static_cast<int64_t>(std::min(i, formals.size()))
                            : std::find_if(formals.begin(), formals.end(), [&](const auto& each) {
                                return each.name() == argument.name;
                              });
    if (formal == formals.end() || formal->alias_info() == nullptr ||
        !formal->alias_info()->isWrite())
      continue;
    if (const auto* ref = std::get_if<TensorRef>(&argument.value)) ids.push_back(ref->id);
    if (const auto* list = std::get_if<TensorList>(&argument.value)) {
      for (const auto& item : *list) {
        if (item) ids.push_back(item->id);
      }
    }
  }
  return ids;
}

std::optional<Violation> Lockstep::run(const Program& program, const Watch& watch) {
  const at::NoGradGuard no_grad;
  device_.start();
  reference_.start();
  device_owners_.clear();
  reference_owners_.clear();
  groups_.clear();
  int first_result = 0;
  for (done_ = 0; done_ < program.statements.size() && watch.goOn(); ++done_) {
    const Statement& statement = program.statements[done_];
    if (auto parted = advance(statement, first_result)) {
      parted->statement = done_;
      const auto* call = std::get_if<Call>(&statement.what);
      parted->op = call != nullptr ? call->name() : "tensor";
      return parted;
    }
    first_result += statement.results();
  }
  return std::nullopt;
}

std::optional<Violation> Lockstep::advance(const Statement& statement, int first_result) {
  std::optional<Refusal> theirs;
  std::optional<Refusal> ours;
  reference_.advance(statement, theirs);
  device_.advance(statement, ours);
  groups_.resize(reference_.tensors().size(), -1);
  if (ours.has_value() != theirs.has_value() || (ours && ours->kind != theirs->kind))
    return parting(Property::errors,
                   evidence::Refused{evidence::Refused::When::called, ours, theirs});
  if (ours) return std::nullopt;
  return compare(statement, first_result);
}

std::optional<Violation> Lockstep::compare(const Statement& statement, int first_result) {
  std::vector<int> ids(static_cast<size_t>(statement.results()));
  std::iota(ids.begin(), ids.end(), first_result);
  const auto* call = std::get_if<Call>(&statement.what);
  const std::vector<int> written = call ? writtenOperands(*call) : std::vector<int>();
  ids.insert(ids.end(), written.begin(), written.end());
  for (const int id : ids) {
    if (auto parted = compareTensor(id, statement)) return parted;
  }
  return std::nullopt;
}

std::optional<Violation> Lockstep::compareTensor(int id, const Statement& statement) {
  const at::Tensor& ours = onDevice(id);
  const at::Tensor& theirs = onReference(id);
  if (ours.defined() != theirs.defined())
    return parting(Property::errors, evidence::Made{id, ours.defined()});
  if (!ours.defined()) return std::nullopt;
  const int our_owner = device_owners_.emplace(storageOf(ours), id).first->second;
  const int owner = reference_owners_.emplace(storageOf(theirs), id).first->second;
  groups_[static_cast<size_t>(id)] = owner;
  if (our_owner != owner && theirs.numel() > 0)
    return parting(Property::aliasing, evidence::Shared{id, owner, our_owner});
  const TensorState our_state = stateOf(ours);
  const TensorState their_state = stateOf(theirs);
  if (!layoutsAgree(our_state, their_state)) {
    evidence::LaidOut laid_out{id, their_state.layout, our_state.layout};
    laid_out.expected.storage = laid_out.got.storage = -1;  // numbers of one side only
    return parting(Property::layout, std::move(laid_out));
  }
  // The bytes of a view were compared when they were made or written.
  const auto* call = std::get_if<Call>(&statement.what);
  const bool made = static_cast<size_t>(id) + static_cast<size_t>(statement.results()) >=
                    reference_.tensors().size();
  if (call != nullptr && made && owner != id) return std::nullopt;
  return compareBytes(id, statement);
}

std::optional<Violation> Lockstep::compareBytes(int id, const Statement& statement) {
  if (!device_.target().capabilities().bytes) return std::nullopt;
  const at::Tensor& theirs = onReference(id);
  device_.download(onDevice(id), device_bytes_);
  reference_.download(theirs, reference_bytes_);
  if (device_bytes_.bytes == reference_bytes_.bytes) return std::nullopt;
  const auto* call = std::get_if<Call>(&statement.what);
  if (call != nullptr && findOperator(*call).hasTag(at::Tag::nondeterministic_seeded)) {
    device_.upload(reference_bytes_, onDevice(id));
    return std::nullopt;
  }
  const Layout layout = stateOf(theirs).layout;
  const auto width = static_cast<size_t>(itemsize(layout.dtype));
  evidence::Bytes wrong;
  wrong.tensor = groups_[static_cast<size_t>(id)];
  wrong.dtype = layout.dtype;
  const double bound = call && mayBeInexact(*call) ? boundFor(theirs, *call) : 0;
  // In the result of an op outside the table, nobody may have written the bytes between elements.
  std::vector<int64_t> positions;
  if (call != nullptr && call->entry == nullptr && statement.results() > 0) {
    positions = elementPositions(layout);
  } else {
    positions.resize(reference_bytes_.bytes.size() / width);
    for (size_t i = 0; i < positions.size(); ++i) positions[i] = static_cast<int64_t>(i);
  }
  for (const int64_t position : positions) {
    const size_t at = static_cast<size_t>(position) * width;
    const bool there = at + width <= device_bytes_.bytes.size();
    const std::byte* expected = reference_bytes_.bytes.data() + at;
    const std::byte* got = device_bytes_.bytes.data() + at;
    if (there && equalElements(layout.dtype, got, expected, {bound})) continue;
    if (wrong.count++ > 0) continue;
    wrong.position = position;
    wrong.expected = elementOf(layout.dtype, expected);
    wrong.got = there ? elementOf(layout.dtype, got) : evidence::Element{"nothing", ""};
  }
  if (wrong.count > 0) return parting(Property::values, std::move(wrong));
  device_.upload(reference_bytes_, onDevice(id));
  return std::nullopt;
}

/// By how much sums in another order may differ. It is relative to the largest number that takes
/// part, and grows with the length of a sum as a random walk does.
double Lockstep::boundFor(const at::Tensor& result, const Call& call) const {
  double largest = std::max(1.0, largestMagnitude(result));
  double longest = 1;
  forEachOperandOfCall(call, [&](int id) {
    const at::Tensor& operand = onReference(id);
    largest = std::max(largest, largestMagnitude(operand));
    for (const int64_t size : operand.sizes())
      longest = std::max(longest, static_cast<double>(size));
  });
  return summationBound(result.scalar_type(), largest) * std::max(1.0, std::sqrt(longest) / 4);
}

}  // namespace viewfuzz
