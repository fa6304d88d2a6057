#include "viewfuzz/report/repro/cpp/statement.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>

#include "viewfuzz/report/escape/cpp.h"

namespace viewfuzz {
namespace {

/// An `IValue` is made of an int as it stands; larger numbers say their type.
std::string integer(int64_t value) {
  if (value == std::numeric_limits<int64_t>::min()) return "std::numeric_limits<int64_t>::min()";
  if (value >= std::numeric_limits<int32_t>::min() &&
      value <= std::numeric_limits<int32_t>::max()) {
    return fmt::to_string(value);
  }
  return fmt::format("int64_t{{{}}}", value);
}

std::string scalarType(Dtype dtype) { return fmt::format("at::k{}", c10::toString(dtype)); }

std::string braces(const Dims& dims) { return fmt::format("{{{}}}", fmt::join(dims, ", ")); }

/// A list with a gap can only be a list of optional tensors, and so are all lists of indices.
bool isOptionalList(const TensorList& list, std::string_view op) {
  return op.find("index") != std::string_view::npos ||
         std::any_of(list.begin(), list.end(), [](const auto& item) { return !item; });
}

struct CppValue {
  std::string_view op;

  std::string operator()(None) const { return "IValue()"; }
  std::string operator()(TensorRef ref) const { return fmt::format("t{}", ref.id); }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(int64_t value) const { return integer(value); }
  std::string operator()(double value) const {
    using namespace std::string_literals;
    if (std::isnan(value)) return "std::numeric_limits<double>::quiet_NaN()";
    if (std::isinf(value))
      return (value < 0 ? "-"s : ""s) + "std::numeric_limits<double>::infinity()";
    const std::string text = fmt::format("{}", value);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
  }
  std::string operator()(const Dims& values) const {
    return fmt::format("ints({})", braces(values));
  }
  std::string operator()(Dtype dtype) const {
    return fmt::format("static_cast<int64_t>({})", scalarType(dtype));
  }
  std::string operator()(const TensorList& list) const {
    std::vector<std::string> items;
    for (const auto& item : list)
      items.push_back(item ? fmt::format("t{}", item->id) : "std::nullopt");
    return fmt::format("{}({{{}}})", isOptionalList(list, op) ? "optionalTensors" : "tensors",
                       fmt::join(items, ", "));
  }
  std::string operator()(const std::string& text) const { return cppString(text); }
};

constexpr std::array<std::string_view, 4> kMemoryFormats = {"contiguous_format", "preserve_format",
                                                            "channels_last", "channels_last_3d"};

bool isMemoryFormat(std::string_view name) {
  return std::find(kMemoryFormats.begin(), kMemoryFormats.end(), name) != kMemoryFormats.end();
}

/// `channels_last_3d` is `at::MemoryFormat::ChannelsLast3d`.
std::string memoryFormat(const std::string& name) {
  std::string enumerator;
  bool upper = true;
  for (const char c : name.substr(0, name.find("_format"))) {
    if (c != '_') enumerator += upper ? static_cast<char>(std::toupper(c)) : c;
    upper = c == '_';
  }
  return fmt::format("static_cast<int64_t>(at::MemoryFormat::{})", enumerator);
}

std::string spelt(const Call& call, size_t i) {
  const Argument& argument = call.args[i];
  const auto* text = std::get_if<std::string>(&argument.value);
  if (text && argument.name == "memory_format" && isMemoryFormat(*text)) return memoryFormat(*text);
  const std::string value = std::visit(CppValue{call.name()}, argument.value);
  if (i == 1 && call.name().starts_with("aten.set_.source_Storage")) return value + ".storage()";
  if (i == 1 && call.name() == "aten.tensor_split.tensor_indices_or_sections")
    return value + ".cpu().resolve_neg()";
  return value;
}

std::string cppValues(const Values& values) {
  const std::string dtype = scalarType(values.dtype);
  const int64_t first = values.first;
  const std::string range = first == 0 ? fmt::to_string(values.numel)
                                       : fmt::format("{}, {}", first, first + values.numel);
  switch (values.form) {
    case Values::Form::count:
      if (!isArithmetic(values.dtype))  // there is no `arange` of it
        return fmt::format("at::arange({}, {}).to({})", first + 1, first + values.numel + 1, dtype);
      return fmt::format("at::arange({}, {}, {})", first + 1, first + values.numel + 1, dtype);
    case Values::Form::cycle:
      return fmt::format("at::arange({}).remainder({}).add(1).to({})", range, values.period, dtype);
    case Values::Form::thirds:
      return fmt::format("at::arange({}).remainder(3).eq(0)", range);
    case Values::Form::zeros:
      return fmt::format("at::zeros({{{}}}, {})", values.numel, dtype);
    case Values::Form::ints:
      return fmt::format("scrambled({}U, {}, {}).to({})", values.seed, values.numel, values.lowest,
                         dtype);
    case Values::Form::uniform:
      return fmt::format("uniform({}U, {}, {}, {}).to({})", values.seed, values.numel, values.scale,
                         values.offset, dtype);
    case Values::Form::special:
      return fmt::format("special<c10::impl::ScalarTypeToCPPTypeT<{}>>({})", dtype, values.numel);
    case Values::Form::patterns:
      return fmt::format("at::arange({}).to(at::kByte).view({})", values.numel, dtype);
    case Values::Form::powers:
      return fmt::format("at::pow(2, at::arange({}).remainder({})).to({})", range, values.period,
                         dtype);
    case Values::Form::list:
      break;
  }
  std::vector<std::string> numbers;
  for (const int64_t value : values.list) numbers.push_back(integer(value));
  return fmt::format("repeated({{{}}}, {}).to({})", fmt::join(numbers, ", "), values.numel, dtype);
}

}  // namespace

std::vector<std::string> cppSource(const ReproStep& step) {
  const auto& source = std::get<Source>(step.statement->what);
  const Layout& layout = source.layout;
  const int id = step.first_result;
  const std::string cut = step.detached ? ".variable_data()" : "";
  const std::string end = cut + (step.asks_for_gradient ? ".requires_grad_()" : "");
  const auto window = [&](const std::string& base) {
    return fmt::format("t{} = window({}, {}, {}, {}){};", id, base, braces(layout.sizes),
                       braces(layout.strides), layout.offset, end);
  };
  if (source.of) return {window(fmt::format("t{}", *source.of))};
  const std::string_view device = layout.host ? "c10::kCPU" : "device";
  const Values values = valuesOf(source.fill, layout.dtype, source.storage_numel);
  const std::string flat =
      values.mirror ? fmt::format("mirrored({})", cppValues(values)) : cppValues(values);
  if (source.fresh()) {
    const std::string shape =
        layout.rank() == 1 ? "" : fmt::format(".reshape({})", braces(layout.sizes));
    return {fmt::format("t{} = {}{}.to({}){};", id, flat, shape, device, end)};
  }
  return {fmt::format("base{} = {}.to({}){};", id, flat, device, cut),
          window(fmt::format("base{}", id))};
}

std::vector<std::string> cppCall(const ReproStep& step) {
  const auto& call = std::get<Call>(step.statement->what);
  const OpName name = splitName(call.name());
  std::vector<std::string> positional;
  std::vector<std::string> named;
  for (size_t i = 0; i < call.args.size(); ++i) {
    const Argument& argument = call.args[i];
    const std::string value = spelt(call, i);
    if (argument.name.empty()) {
      positional.push_back(value);
    } else {
      named.push_back(fmt::format("{{{}, {}}}", cppLiteral(argument.name), value));
    }
  }
  const std::string text =
      fmt::format("call(device, {}, {}, {{{}}}{})", cppLiteral(name.space + "::" + name.base),
                  cppLiteral(name.overload), fmt::join(positional, ", "),
                  named.empty() ? "" : fmt::format(", {{{}}}", fmt::join(named, ", ")));
  const int first = step.first_result;
  if (call.results == 0) return {text + ";"};
  if (call.results == 1) return {fmt::format("t{} = {}.at(0);", first, text)};
  std::vector<std::string> lines = {fmt::format("const auto from{} = {};", first, text)};
  for (int i = 0; i < call.results; ++i) {
    lines.push_back(fmt::format("t{} = from{}.at({});", first + i, first, i));
  }
  return lines;
}

}  // namespace viewfuzz
