#include "viewfuzz/report/repro/python/source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace viewfuzz {
namespace {

/// (2, 3), (2,), ()
std::string tuple(const Dims& dims) {
  return fmt::format("({}{})", fmt::join(dims, ", "), dims.size() == 1 ? "," : "");
}

std::string realNumbers(const Values& values) {
  const std::string_view dtype = dtypeName(values.dtype);
  const int64_t numel = values.numel;
  const int64_t first = values.first;
  const std::string range =
      first == 0 ? fmt::to_string(numel) : fmt::format("{}, {}", first, first + numel);
  switch (values.form) {
    case Values::Form::count:
      if (!isArithmetic(values.dtype))  // there is no `arange` of it
        return fmt::format("torch.arange({}, {}).to(torch.{})", first + 1, first + numel + 1,
                           dtype);
      return fmt::format("torch.arange({}, {}, dtype=torch.{})", first + 1, first + numel + 1,
                         dtype);
    case Values::Form::cycle:
      return fmt::format("(torch.arange({}) % {} + 1).to(torch.{})", range, values.period, dtype);
    case Values::Form::thirds:
      return fmt::format("(torch.arange({}) % 3 == 0)", range);
    case Values::Form::zeros:
      return fmt::format("torch.zeros({}, dtype=torch.{})", numel, dtype);
    case Values::Form::ints:
      return fmt::format("ints({}, {}, {}).to(torch.{})", values.seed, numel, values.lowest, dtype);
    case Values::Form::uniform:
      return fmt::format("uniform({}, {}, {}, {}).to(torch.{})", values.seed, numel, values.scale,
                         values.offset, dtype);
    case Values::Form::special:
      return fmt::format("special({}, torch.{})", numel, dtype);
    case Values::Form::patterns:
      return fmt::format("torch.arange({}).to(torch.uint8).view(torch.{})", numel, dtype);
    case Values::Form::powers:
      return fmt::format("(2 ** (torch.arange({}) % {})).to(torch.{})", range, values.period,
                         dtype);
    case Values::Form::list:
      break;
  }
  std::string list = fmt::format("[{}]", fmt::join(values.list, ", "));
  const auto length = static_cast<int64_t>(values.list.size());
  if (length > 0 && length < numel)
    list = fmt::format("({} * {})[:{}]", list, (numel + length - 1) / length, numel);
  if (!values.fits) return fmt::format("torch.tensor({}).to(torch.{})", list, dtype);
  return fmt::format("torch.tensor({}, dtype=torch.{})", list, dtype);
}

}  // namespace

std::string pythonValues(const Values& values) {
  const std::string real = realNumbers(values);
  return values.mirror ? fmt::format("mirrored({})", real) : real;
}

std::vector<std::string> pythonSource(const ReproStep& step) {
  const auto& source = std::get<Source>(step.statement->what);
  const Layout& layout = source.layout;
  const int id = step.first_result;
  const std::string cut = step.detached ? ".data" : "";
  const std::string end = cut + (step.asks_for_gradient ? ".requires_grad_()" : "");
  const auto window = [&](const std::string& base) {
    return fmt::format("t{} = window({}, {}, {}, {}){}", id, base, tuple(layout.sizes),
                       tuple(layout.strides), layout.offset, end);
  };
  if (source.of) return {window(fmt::format("t{}", *source.of))};
  const Values values = valuesOf(source.fill, layout.dtype, source.storage_numel);
  const std::string_view device = layout.host ? "\"cpu\"" : "device";
  const std::string flat = pythonValues(values);
  if (!source.fresh())
    return {fmt::format("base{} = {}.to({}){}", id, flat, device, cut),
            window(fmt::format("base{}", id))};
  if (layout.rank() == 1) return {fmt::format("t{} = {}.to({}){}", id, flat, device, end)};
  const std::string sizes =
      layout.rank() == 0 ? "()" : fmt::format("{}", fmt::join(layout.sizes, ", "));
  return {fmt::format("t{} = {}.reshape({}).to({}){}", id, flat, sizes, device, end)};
}

}  // namespace viewfuzz
