#include "viewfuzz/report/repro/python/spelling.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "viewfuzz/escape/python.h"

namespace viewfuzz {
namespace {

std::string pythonDtype(Dtype dtype) { return fmt::format("torch.{}", dtypeName(dtype)); }

/// (2, 3), (2,), ()
std::string tuple(const Dims& dims) {
  return fmt::format("({}{})", fmt::join(dims, ", "), dims.size() == 1 ? "," : "");
}

std::string pythonShape(const Dims& sizes) {
  return sizes.empty() ? "()" : fmt::format("{}", fmt::join(sizes, ", "));
}

std::string pythonList(const Values& values, Helpers&) {
  std::string list = fmt::format("[{}]", fmt::join(values.list, ", "));
  const auto length = static_cast<int64_t>(values.list.size());
  if (length > 0 && length < values.numel)
    list = fmt::format("({} * {})[:{}]", list, (values.numel + length - 1) / length, values.numel);
  const std::string dtype = pythonDtype(values.dtype);
  if (!values.fits) return fmt::format("torch.tensor({}).to({})", list, dtype);
  return fmt::format("torch.tensor({}, dtype={})", list, dtype);
}

std::string pythonFunction(std::string_view helper) { return std::string(helper); }

}  // namespace

const Spelling kPython = {
    .count = "torch.arange({first}, {end}, dtype={dtype})",
    .converted_count = "torch.arange({first}, {end}).to({dtype})",
    .cycle = "(torch.arange({range}) % {period} + 1).to({dtype})",
    .thirds = "(torch.arange({range}) % 3 == 0)",
    .zeros = "torch.zeros({numel}, dtype={dtype})",
    .ints = "scrambled({seed}, {numel}, {lowest}).to({dtype})",
    .uniform = "uniform({seed}, {numel}, {scale}, {offset}).to({dtype})",
    .special = "special({numel}, {dtype})",
    .patterns = "torch.arange({numel}).to(torch.uint8).view({dtype})",
    .powers = "(2 ** (torch.arange({range}) % {period})).to({dtype})",
    .list = pythonList,
    .dtype = pythonDtype,
    .dims = tuple,
    .shape = pythonShape,
    .literal = pythonLiteral,
    .function = pythonFunction,
    .host = "\"cpu\"",
    .detached = ".data",
    .version = "tensor._version",
    .open = "[",
    .close = "]",
    .open_pair = "(",
    .close_pair = ")",
    .same_kind = "kinds=True",
    .any_kind = "kinds=False",
    .truth = "True",
    .untruth = "False",
    .stop = "",
};

}  // namespace viewfuzz
