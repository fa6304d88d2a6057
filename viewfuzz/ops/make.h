#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// A call of the op of that name, with positional arguments. If the op has no entry, the call can
/// only be replayed. Unless `results` is given, a write or a change of layout has no result, and
/// any other op has one.
Call makeCall(std::string_view op, std::vector<Value> args,
              std::optional<int> results = std::nullopt);

// Calls that code adds to programs to mend, show or complete them. Dims and strides count elements.

Call makeZero(TensorRef to);
Call makeFill(TensorRef to, int64_t number);
Call makeCopy(TensorRef to, TensorRef from);
Call makeClone(TensorRef from);
Call makeSelect(TensorRef from, int64_t dim, int64_t index);
Call makeView(TensorRef from, Dims sizes);
Call makeReshape(TensorRef from, Dims sizes);
Call makeExpand(TensorRef from, Dims sizes);
/// `to[indices] = values`
Call makeIndexPut(TensorRef to, TensorList indices, TensorRef values);

}  // namespace viewfuzz
