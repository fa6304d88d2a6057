#include "viewfuzz/ops/make.h"

#include "viewfuzz/ops/table.h"

namespace viewfuzz {

Call makeCall(std::string_view op, std::vector<Value> args, std::optional<int> results) {
  Call call;
  call.entry = findOp(op);
  if (call.entry == nullptr) call.replayed = op;
  const bool in_place = call.entry != nullptr &&
                        (call.entry->kind == Kind::write || call.entry->kind == Kind::metadata);
  call.results = results.value_or(in_place ? 0 : 1);
  call.args.reserve(args.size());
  for (auto& value : args) call.args.push_back({{}, std::move(value)});
  return call;
}

Call makeZero(TensorRef to) { return makeCall("aten.zero_", {to}); }

Call makeFill(TensorRef to, int64_t number) { return makeCall("aten.fill_.Scalar", {to, number}); }

Call makeCopy(TensorRef to, TensorRef from) { return makeCall("aten.copy_", {to, from}); }

Call makeClone(TensorRef from) { return makeCall("aten.clone", {from}); }

Call makeSelect(TensorRef from, int64_t dim, int64_t index) {
  return makeCall("aten.select.int", {from, dim, index});
}

Call makeView(TensorRef from, Dims sizes) {
  return makeCall("aten.view", {from, std::move(sizes)});
}

Call makeReshape(TensorRef from, Dims sizes) {
  return makeCall("aten.reshape", {from, std::move(sizes)});
}

Call makeExpand(TensorRef from, Dims sizes) {
  return makeCall("aten.expand", {from, std::move(sizes)});
}

Call makeIndexPut(TensorRef to, TensorList indices, TensorRef values) {
  return makeCall("aten.index_put_", {to, std::move(indices), values, false});
}

}  // namespace viewfuzz
