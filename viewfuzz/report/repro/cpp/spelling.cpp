#include "viewfuzz/report/repro/cpp/spelling.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <limits>

#include "viewfuzz/escape/cpp.h"

namespace viewfuzz {

std::string cppInteger(int64_t value, Helpers& helpers) {
  if (value == std::numeric_limits<int64_t>::min()) {
    helpers.import("#include <limits>");
    return "std::numeric_limits<int64_t>::min()";
  }
  if (value >= std::numeric_limits<int32_t>::min() && value <= std::numeric_limits<int32_t>::max())
    return fmt::to_string(value);
  return fmt::format("int64_t{{{}}}", value);
}

std::string cppDims(const Dims& dims) { return fmt::format("{{{}}}", fmt::join(dims, ", ")); }

std::string cppDtype(Dtype dtype) { return fmt::format("at::k{}", c10::toString(dtype)); }

namespace {

std::string cppList(const Values& values, Helpers& helpers) {
  helpers.need("repeated");
  std::vector<std::string> numbers;
  for (const int64_t value : values.list) numbers.push_back(cppInteger(value, helpers));
  return fmt::format("repeated({{{}}}, {}).to({})", fmt::join(numbers, ", "), values.numel,
                     cppDtype(values.dtype));
}

/// `observe_gradients` is `observeGradients`.
std::string cppFunction(std::string_view helper) {
  std::string name;
  for (size_t i = 0; i < helper.size(); ++i) {
    const bool upper = i > 0 && helper[i - 1] == '_';
    if (helper[i] != '_')
      name += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(helper[i])))
                    : helper[i];
  }
  return name;
}

}  // namespace

const Spelling kCpp = {
    .count = "at::arange({first}, {end}, {dtype})",
    .converted_count = "at::arange({first}, {end}).to({dtype})",
    .cycle = "at::arange({range}).remainder({period}).add(1).to({dtype})",
    .thirds = "at::arange({range}).remainder(3).eq(0)",
    .zeros = "at::zeros({{{numel}}}, {dtype})",
    .ints = "scrambled({seed}U, {numel}, {lowest}).to({dtype})",
    .uniform = "uniform({seed}U, {numel}, {scale}, {offset}).to({dtype})",
    .special = "special<c10::impl::ScalarTypeToCPPTypeT<{dtype}>>({numel})",
    .patterns = "at::arange({numel}).to(at::kByte).view({dtype})",
    .powers = "at::pow(2, at::arange({range}).remainder({period})).to({dtype})",
    .list = cppList,
    .dtype = cppDtype,
    .dims = cppDims,
    .shape = cppDims,
    .literal = cppLiteral,
    .function = cppFunction,
    .host = "c10::kCPU",
    .detached = ".variable_data()",
    .version = "std::to_string(tensor._version())",
    .open = "{",
    .close = "}",
    .open_pair = "{",
    .close_pair = "}",
    .same_kind = "/*kinds=*/true",
    .any_kind = "/*kinds=*/false",
    .truth = "true",
    .untruth = "false",
    .stop = ";",
};

}  // namespace viewfuzz
