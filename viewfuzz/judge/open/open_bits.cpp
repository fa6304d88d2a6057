#include "viewfuzz/judge/open/open_bits.h"

#include <c10/core/ScalarType.h>

#include <cmath>

#include "viewfuzz/judge/elements.h"
#include "viewfuzz/program/op.h"

namespace viewfuzz {
namespace {

bool isFloating(Dtype dtype) { return category(dtype) >= Category::floating; }

/// The dtype of the parts of a complex number; any other dtype itself.
Dtype part(Dtype dtype) { return isFloating(dtype) ? c10::toRealValueType(dtype) : dtype; }

bool hasNan(const StorageState& storage, Dtype dtype) {
  if (!isFloating(dtype) || !holdsNumbers(part(dtype))) return false;
  const auto width = static_cast<size_t>(itemsize(part(dtype)));
  for (size_t at = 0; at + width <= storage.bytes.size(); at += width) {
    if (std::isnan(elementAt(part(dtype), storage.bytes.data() + at).real())) return true;
  }
  return false;
}

/// `inexact`: an inexact op has run, and any float of the program may have come from it.
bool isOpen(const Snapshot& snapshot, int id, bool inexact) {
  if (static_cast<size_t>(id) >= snapshot.tensors.size()) return false;
  const TensorState& tensor = snapshot.tensors[static_cast<size_t>(id)];
  if (!tensor.defined) return false;
  const StorageState& storage = snapshot.storages[static_cast<size_t>(tensor.layout.storage)];
  const Dtype seen = tensor.layout.dtype;
  if (part(seen) == part(storage.dtype) || (!isFloating(seen) && !isFloating(storage.dtype)))
    return false;
  return inexact || hasNan(storage, seen) || hasNan(storage, storage.dtype);
}

}  // namespace

bool hasOpenBits(const Step& step, const Call& call) {
  bool open = false;
  forEachOperandOfCall(call, [&](int id) {
    open = open || isOpen(step.referenceBefore(), id, step.index > step.of.inexact_from);
  });
  for (const int id : destinations(call))
    open = open || isOpen(step.reference(), id, step.index >= step.of.inexact_from);
  return open;
}

}  // namespace viewfuzz
