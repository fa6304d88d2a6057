#pragma once

#include <optional>
#include <span>

#include "viewfuzz/judge/step.h"
#include "viewfuzz/judge/violation.h"

namespace viewfuzz {

/// What must hold of every statement. A new property is a file with its check and one line in the
/// table.
struct PropertyCheck {
  Property property;
  std::string_view about;
  std::optional<Violation> (*check)(const Step&);
};

/// In the order of `Property`.
std::span<const PropertyCheck> properties();

std::optional<Violation> checkErrors(const Step& step);
std::optional<Violation> checkAliasing(const Step& step);
std::optional<Violation> checkLayout(const Step& step);
std::optional<Violation> checkContainment(const Step& step);
std::optional<Violation> checkWriteBack(const Step& step);
std::optional<Violation> checkValues(const Step& step);
std::optional<Violation> checkVersion(const Step& step);

/// Of a statement that both sides refused: it changed nothing, or else the same on both sides.
std::optional<Violation> checkRefusedWrite(const Step& step);

/// A violation of the step's statement.
Violation violationAt(const Step& step, Property property, Condition condition, Evidence evidence);

/// Do the two sides agree on the layout? Not compared: strides of dims of size 1, and strides and
/// offset of empty tensors, which say nothing about where elements lie.
bool layoutsAgree(const TensorState& device, const TensorState& reference);

/// For each tensor the first one with which it shares a storage, itself if none. Empty tensors
/// share no element with anything, so they stand for themselves.
std::vector<int> aliases(const Snapshot& snapshot);

}  // namespace viewfuzz
