#pragma once

#include <optional>
#include <span>

#include "viewfuzz/judge/step.h"
#include "viewfuzz/judge/violation.h"

namespace viewfuzz {

/// A property that must hold of every statement. To add one, write a file with its check and a line
/// in the table.
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

/// For a statement that both sides refused: both must have changed nothing, or both the same.
std::optional<Violation> checkRefusedWrite(const Step& step);

/// A violation of the step's statement.
Violation violationAt(const Step& step, Property property, Condition condition, Evidence evidence);

/// Do the two sides agree on the layout? Strides of dims of size 1 are not compared, nor are
/// strides and offset of empty tensors: they say nothing about where elements lie.
bool layoutsAgree(const TensorState& device, const TensorState& reference);

/// By tensor: the first tensor in the same storage, which may be the tensor itself. An empty tensor
/// shares no element with another one, so it always stands for itself.
std::vector<int> aliases(const Snapshot& snapshot);

}  // namespace viewfuzz
