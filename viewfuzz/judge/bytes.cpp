// The properties of bytes: containment, write-back and values. Where a wrong element lies, as seen
// from the statement, decides which of them it breaks. So they share one walk over the differences.

#include <algorithm>
#include <cstring>
#include <map>

#include "viewfuzz/judge/properties.h"
#include "viewfuzz/program/op.h"

namespace viewfuzz {
namespace {

using evidence::Where;

/// By storage of the reference: which of its bytes the statement may write. Bytes and not elements:
/// a view may have another dtype than the tensor that stands for the storage.
using Written = std::map<int, std::vector<bool>>;

Written written(const Step& step) {
  Written written;
  if (step.call() == nullptr) return written;
  for (const int dest : destinations(*step.call())) {
    const TensorState& tensor = step.reference().tensors[static_cast<size_t>(dest)];
    if (!tensor.defined) continue;
    const Layout& layout = tensor.layout;
    auto& bytes = written[layout.storage];
    bytes.resize(step.reference().storages[static_cast<size_t>(layout.storage)].bytes.size());
    markBytes(layout, bytes);
  }
  return written;
}

bool isWritten(const Written& written, int storage, const ElementPair& pair) {
  const auto bytes = written.find(storage);
  if (bytes == written.end()) return false;
  const auto width = static_cast<size_t>(itemsize(pair.dtype));
  const auto first = static_cast<size_t>(pair.position) * width;
  for (size_t i = first; i < std::min(first + width, bytes->second.size()); ++i) {
    if (bytes->second[i]) return true;
  }
  return false;
}

bool asBefore(const Step& step, const ElementPair& pair) {
  const Snapshot& before = step.deviceBefore();
  if (static_cast<size_t>(pair.owner) >= before.tensors.size()) return false;
  const TensorState& tensor = before.tensors[static_cast<size_t>(pair.owner)];
  if (!tensor.defined) return false;
  const auto& bytes = before.storages[static_cast<size_t>(tensor.layout.storage)].bytes;
  const auto width = static_cast<size_t>(itemsize(pair.dtype));
  return pair.device_byte + width <= bytes.size() &&
         std::memcmp(bytes.data() + pair.device_byte, pair.device, width) == 0;
}

Where classify(const Step& step, const ElementPair& pair, const Written& dest) {
  if (step.of.made_by[static_cast<size_t>(pair.owner)] == step.index) return Where::wrong;
  // What an op outside the table may write is not known.
  if (step.call() && step.call()->entry == nullptr)
    return asBefore(step, pair) ? Where::kept : Where::wrong;
  const int storage = step.reference().tensors[static_cast<size_t>(pair.owner)].layout.storage;
  if (!isWritten(dest, storage, pair)) return Where::outside;
  return asBefore(step, pair) ? Where::kept : Where::wrong;
}

std::optional<Violation> checkBytes(const Step& step, Property property, Where wanted) {
  const Written dest = written(step);
  evidence::Bytes bytes;
  bytes.where = wanted;
  bool wrong = false;  // the statement wrote another value to some element of its destination
  const bool exact = step.index < step.of.inexact_from;
  forEachDifference(step.of, step.device(), step.reference(), exact, [&](const ElementPair& pair) {
    const Where where = classify(step, pair, dest);
    wrong = wrong || where == Where::wrong;
    // Among wrong values, some are those from before by chance.
    const bool counts = where == wanted || (wanted == Where::wrong && where == Where::kept);
    if (counts && bytes.count++ == 0) {
      bytes.tensor = pair.owner;
      bytes.position = pair.position;
      bytes.dtype = pair.dtype;
      bytes.expected = elementOf(pair.dtype, pair.reference);
      bytes.got = elementOf(pair.dtype, pair.device);
    }
    return true;
  });
  if (bytes.count == 0 || (wanted == Where::kept && wrong) || (wanted == Where::wrong && !wrong))
    return std::nullopt;
  return violationAt(step, property, Condition::none, bytes);
}

}  // namespace

std::optional<Violation> checkContainment(const Step& step) {
  return checkBytes(step, Property::containment, Where::outside);
}

std::optional<Violation> checkWriteBack(const Step& step) {
  return checkBytes(step, Property::writeBack, Where::kept);
}

std::optional<Violation> checkValues(const Step& step) {
  return checkBytes(step, Property::values, Where::wrong);
}

}  // namespace viewfuzz
