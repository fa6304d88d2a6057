#include "viewfuzz/report/repro/cpp/call.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "viewfuzz/escape/cpp.h"
#include "viewfuzz/execute/schema.h"
#include "viewfuzz/report/repro/cpp/spelling.h"

namespace viewfuzz {
namespace {

struct CppValue {
  const Call& call;
  size_t i;
  const TensorNames& names;
  Helpers& helpers;

  std::string operator()(None) const { return "IValue()"; }
  std::string operator()(TensorRef ref) const { return names(ref.id); }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(int64_t value) const { return cppInteger(value, helpers); }
  std::string operator()(double value) const {
    if (std::isfinite(value)) {
      const std::string text = fmt::format("{}", value);
      return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
    }
    helpers.import("#include <limits>");
    return fmt::format("{}std::numeric_limits<double>::{}()", value < 0 ? "-" : "",
                       std::isnan(value) ? "quiet_NaN" : "infinity");
  }
  std::string operator()(const Dims& values) const {
    helpers.need("int_list");
    return fmt::format("ints({})", cppDims(values));
  }
  std::string operator()(Dtype dtype) const {
    return fmt::format("static_cast<int64_t>({})", cppDtype(dtype));
  }
  std::string operator()(const TensorList& list) const {
    // A list with a gap is a list of optional tensors, also if the schema is not known.
    const bool gaps = takenAs(call, i) == TakenAs::optionalTensors ||
                      std::find(list.begin(), list.end(), std::nullopt) != list.end();
    helpers.need(gaps ? "optional_tensor_list" : "tensor_list");
    std::vector<std::string> items;
    for (const auto& item : list) items.push_back(item ? names(item->id) : "std::nullopt");
    return fmt::format("{}({{{}}})", gaps ? "optionalTensors" : "tensors", fmt::join(items, ", "));
  }
  std::string operator()(const std::string& text) const { return cppString(text); }
};

/// `channels_last_3d` is `at::MemoryFormat::ChannelsLast3d`. Empty if there is no such format.
std::string_view memoryFormat(std::string_view name) {
  using Pair = std::pair<std::string_view, std::string_view>;
  constexpr std::array<Pair, 4> kFormats = {{{"contiguous_format", "Contiguous"},
                                             {"preserve_format", "Preserve"},
                                             {"channels_last", "ChannelsLast"},
                                             {"channels_last_3d", "ChannelsLast3d"}}};
  const auto* found = std::find_if(kFormats.begin(), kFormats.end(),
                                   [&](const Pair& pair) { return pair.first == name; });
  return found == kFormats.end() ? std::string_view() : found->second;
}

std::string cppArgument(const Call& call, size_t i, const TensorNames& names, Helpers& helpers) {
  const Argument& argument = call.args[i];
  const auto* text = std::get_if<std::string>(&argument.value);
  if (text && argument.name == "memory_format") {
    if (const auto format = memoryFormat(*text); !format.empty())
      return fmt::format("static_cast<int64_t>(at::MemoryFormat::{})", format);
  }
  const std::string value = std::visit(CppValue{call, i, names, helpers}, argument.value);
  const TakenAs taken = takenAs(call, i);
  if (taken == TakenAs::storage) return value + ".storage()";
  if (taken == TakenAs::onTheHost) return value + ".cpu().resolve_neg()";
  return value;
}

}  // namespace

std::vector<std::string> cppCall(const ReproStep& step, const TensorNames& names,
                                 Helpers& helpers) {
  helpers.need("call");
  const auto& call = std::get<Call>(step.statement->what);
  const OpName name = splitName(call.name());
  std::vector<std::string> positional;
  std::vector<std::string> named;
  for (size_t i = 0; i < call.args.size(); ++i) {
    const std::string value = cppArgument(call, i, names, helpers);
    if (call.args[i].name.empty()) {
      positional.push_back(value);
    } else {
      named.push_back(fmt::format("{{{}, {}}}", cppLiteral(call.args[i].name), value));
    }
  }
  const std::string text =
      fmt::format("call(device, {}, {}, {{{}}}{})", cppLiteral(name.space + "::" + name.base),
                  cppLiteral(name.overload), fmt::join(positional, ", "),
                  named.empty() ? "" : fmt::format(", {{{}}}", fmt::join(named, ", ")));
  const int first = step.first_result;
  if (call.results == 0) return {text + ";"};
  if (call.results == 1) return {fmt::format("{} = {}.at(0);", names(first), text)};
  const std::string all = names(first, "from");
  std::vector<std::string> lines = {fmt::format("const auto {} = {};", all, text)};
  for (int i = 0; i < call.results; ++i)
    lines.push_back(fmt::format("{} = {}.at({});", names(first + i), all, i));
  return lines;
}

}  // namespace viewfuzz
