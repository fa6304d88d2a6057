#include "viewfuzz/report/repro/python/call.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "viewfuzz/escape/python.h"
#include "viewfuzz/execute/schema.h"

namespace viewfuzz {
namespace {

struct PythonValue {
  const TensorNames& names;

  std::string operator()(None) const { return "None"; }
  std::string operator()(TensorRef ref) const { return names(ref.id); }
  std::string operator()(bool value) const { return value ? "True" : "False"; }
  std::string operator()(int64_t value) const { return fmt::to_string(value); }
  std::string operator()(double value) const {
    if (!std::isfinite(value)) return fmt::format("float(\"{}\")", value);
    const std::string text = fmt::format("{}", value);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
  }
  std::string operator()(const Dims& values) const {
    return fmt::format("[{}]", fmt::join(values, ", "));
  }
  std::string operator()(Dtype dtype) const { return fmt::format("torch.{}", dtypeName(dtype)); }
  std::string operator()(const TensorList& list) const {
    std::vector<std::string> items;
    for (const auto& item : list) items.push_back(item ? names(item->id) : "None");
    return fmt::format("[{}]", fmt::join(items, ", "));
  }
  std::string operator()(const std::string& text) const { return pythonLiteral(text); }
};

/// `of.name`. If Python cannot write the name there, `getattr(of, "name")`.
std::string attribute(const std::string& of, const std::string& name) {
  return isPythonName(name) ? of + "." + name
                            : fmt::format("getattr({}, {})", of, pythonLiteral(name));
}

std::string spelt(const Argument& argument, const TensorNames& names) {
  const auto* text = std::get_if<std::string>(&argument.value);
  if (text && argument.name == "memory_format") return attribute("torch", *text);
  return std::visit(PythonValue{names}, argument.value);
}

std::string speltByName(const Argument& argument, const TensorNames& names) {
  if (isPythonName(argument.name)) return argument.name + "=" + spelt(argument, names);
  return fmt::format("**{{{}: {}}}", pythonLiteral(argument.name), spelt(argument, names));
}

/// How many arguments a template takes: one more than its highest number.
size_t templateArguments(std::string_view text) {
  size_t count = 0;
  for (size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] != '{' || text[i + 1] < '0' || text[i + 1] > '9') continue;
    count = std::max(count, static_cast<size_t>(text[i + 1] - '0') + 1);
  }
  return count;
}

/// Stands in a template for the named arguments, if there are any.
constexpr std::string_view kNamed = "{named}";

/// Does the op's template spell all arguments? It must have each named argument by its name, or
/// take any.
bool hasPlainArguments(const Call& call) {
  const std::string_view text = call.entry->python;
  const bool takes_any = text.find(kNamed) != std::string_view::npos;
  size_t spelt = 0;
  for (size_t i = 0; i < call.args.size(); ++i) {
    const std::string& name = call.args[i].name;
    if (!name.empty() && takes_any) continue;
    if (!name.empty() && text.find(fmt::format("{}={{{}}}", name, i)) == std::string_view::npos)
      return false;
    ++spelt;
  }
  return text.empty() || spelt == templateArguments(text);
}

const Layout* firstLayout(const ReproStep& step, const Call& call) {
  const auto* ref = call.args.empty() ? nullptr : std::get_if<TensorRef>(&call.args[0].value);
  return ref ? step.operand(ref->id) : nullptr;
}

/// Does a list have a gap? The dispatcher takes it as `None`; the methods of Python refuse it.
bool hasGap(const Call& call) {
  return std::any_of(call.args.begin(), call.args.end(), [](const Argument& argument) {
    const auto* list = std::get_if<TensorList>(&argument.value);
    return list && std::find(list->begin(), list->end(), std::nullopt) != list->end();
  });
}

/// Does the short spelling reach the op? Python answers some calls itself.
bool reachesTheOp(const ReproStep& step, const Call& call) {
  const Layout* layout = firstLayout(step, call);
  bool ranked = true;
  switch (call.entry->shortcut) {
    case PythonShortcut::never:
      return !hasGap(call);
    case PythonShortcut::ofContiguous:
      return layout && !isContiguous(*layout);
    case PythonShortcut::ofScalarIndex:
      forEachOperandOfCall(call, [&](int id) {
        const Layout* operand = step.operand(id);
        ranked = ranked && operand != nullptr && operand->rank() > 0;
      });
      return ranked;
    case PythonShortcut::ofWhole:
      return layout && step.outcome.accepted() && step.outcome.results.size() == 1 &&
             step.outcome.results[0].sizes != layout->sizes;
  }
  return false;
}

/// The brackets of a slice, as people write them: no `None`, no end beyond the end, no step of 1.
std::string slicePart(const Call& call, size_t at) {
  const Value& value = call.args[at].value;
  const auto* number = std::get_if<int64_t>(&value);
  if (!number || *number == std::numeric_limits<int64_t>::max()) return "";
  return fmt::to_string(*number);
}

std::string pythonSlice(const Call& call, const TensorNames& names) {
  const int64_t dim = std::get<int64_t>(call.args[1].value);
  std::string before;
  std::string after;
  for (int64_t d = 0; d < dim; ++d) before += ":, ";
  if (dim < 0) before = "..., ";
  for (int64_t d = dim; d < -1; ++d) after += ", :";
  const std::string step = slicePart(call, 4);
  return fmt::format("{}[{}{}:{}{}{}]", spelt(call.args[0], names), before, slicePart(call, 2),
                     slicePart(call, 3), step.empty() || step == "1" ? "" : ":" + step, after);
}

std::string namedArguments(const Call& call, const TensorNames& names) {
  std::vector<std::string> items;
  for (const auto& argument : call.args) {
    if (!argument.name.empty()) items.push_back(speltByName(argument, names));
  }
  return fmt::format("{}", fmt::join(items, ", "));
}

/// An argument of a template; in brackets, index tensors are spelt as `t[:, i]` has them.
std::string speltAt(const Call& call, size_t i, bool in_brackets, const TensorNames& names) {
  const auto* list = std::get_if<TensorList>(&call.args[i].value);
  if (!list || !in_brackets) return spelt(call.args[i], names);
  std::vector<std::string> items;
  for (const auto& item : *list) items.push_back(item ? names(item->id) : ":");
  return fmt::format("{}", fmt::join(items, ", "));
}

std::string expandTemplate(const Call& call, const TensorNames& names) {
  const std::string_view text = call.entry->python;
  if (text.find("{before}") != std::string_view::npos) return pythonSlice(call, names);
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '{') {
      result += text[i];
      continue;
    }
    if (text.substr(i).starts_with(kNamed)) {
      const std::string named = namedArguments(call, names);
      if (named.empty() && result.ends_with(", ")) result.resize(result.size() - 2);
      result += named;
      i += kNamed.size() - 1;
      continue;
    }
    const bool in_brackets = i > 0 && text[i - 1] == '[';
    result += speltAt(call, static_cast<size_t>(text[i + 1] - '0'), in_brackets, names);
    i += 2;
  }
  return result;
}

std::string operatorOf(const Call& call) {
  const OpName name = splitName(call.name());
  return attribute(attribute(attribute("torch.ops", name.space), name.base),
                   name.overload.empty() ? "default" : name.overload);
}

std::string listed(const Call& call, const TensorNames& names) {
  std::vector<std::string> items;
  items.reserve(call.args.size());
  for (const auto& argument : call.args) {
    items.push_back(argument.name.empty() ? spelt(argument, names) : speltByName(argument, names));
  }
  return fmt::format("{}", fmt::join(items, ", "));
}

}  // namespace

bool needsCallHelper(const ReproStep& step) {
  const auto* call = std::get_if<Call>(&step.statement->what);
  return call && (call->entry == nullptr || !hasPlainArguments(*call));
}

std::string pythonCall(const ReproStep& step, const TensorNames& names) {
  const auto& call = std::get<Call>(step.statement->what);
  std::string text;
  for (int i = 0; i < call.results; ++i)
    text += (i == 0 ? "" : ", ") + names(step.first_result + i);
  if (needsCallHelper(step)) {
    if (call.results > 0) text += ", *_ = ";
    return text + fmt::format("call({}, device{}{})", operatorOf(call),
                              call.args.empty() ? "" : ", ", listed(call, names));
  }
  if (call.results > 0)
    text = (call.results == 1 && givesList(call) ? "[" + text + "]" : text) + " = ";
  if (call.entry->python.empty() || step.by_schema || !reachesTheOp(step, call)) {
    return text + fmt::format("{}({})", operatorOf(call), listed(call, names));
  }
  return text + expandTemplate(call, names);
}

}  // namespace viewfuzz
