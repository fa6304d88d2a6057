// Each kind of evidence lists its fields once. The reader and the writer go through the same list.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <type_traits>

#include "viewfuzz/judge/violation_json.h"

namespace viewfuzz {
namespace {

using Json = nlohmann::json;

// ---- enums by their names, in their order

constexpr std::array<std::string_view, 3> namesOf(evidence::Refused::When) {
  return {"called", "with-autograd", "backward"};
}
constexpr std::array<std::string_view, 3> namesOf(evidence::Where) {
  return {"outside", "kept", "wrong"};
}
constexpr std::array<std::string_view, 4> namesOf(evidence::Gradient::Problem) {
  return {"missing", "unexpected", "form", "value"};
}
constexpr std::array<std::string_view, 5> namesOf(evidence::Ended::How) {
  return {"exited", "signaled", "hung", "grew", "threw"};
}
// There are as many names as enumerators.
static_assert(static_cast<size_t>(evidence::Refused::When::onTheWayBack) + 1 ==
              namesOf(evidence::Refused::When{}).size());
static_assert(static_cast<size_t>(evidence::Where::wrong) + 1 == namesOf(evidence::Where{}).size());
static_assert(static_cast<size_t>(evidence::Gradient::Problem::value) + 1 ==
              namesOf(evidence::Gradient::Problem{}).size());
static_assert(static_cast<size_t>(evidence::Ended::How::threw) + 1 ==
              namesOf(evidence::Ended::How{}).size());

Dtype dtypeFrom(const Json& json) {
  const auto name = json.get<std::string>();
  if (const auto dtype = anyDtypeNamed(name)) return *dtype;
  throw std::invalid_argument(fmt::format("there is no dtype '{}'", name));
}

// ---- values of fields

template <typename T>
void writeField(Json& to, const T& value) {
  if constexpr (std::is_enum_v<T>) {
    to = namesOf(value).at(static_cast<size_t>(value));
  } else {
    to = value;
  }
}
template <typename T>
void readField(const Json& from, T& value) {
  if constexpr (std::is_enum_v<T>) {
    const auto names = namesOf(T{});
    const auto name = from.get<std::string>();
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) throw std::invalid_argument(fmt::format("unknown name '{}'", name));
    value = static_cast<T>(found - names.begin());
  } else {
    from.get_to(value);
  }
}

void writeField(Json& to, const Dtype& dtype) { to = dtypeName(dtype); }
void readField(const Json& from, Dtype& dtype) { dtype = dtypeFrom(from); }

void writeField(Json& to, const evidence::Element& element) {
  to = {{"text", element.text}, {"bits", element.bits}};
}
void readField(const Json& from, evidence::Element& element) {
  element = {from.at("text"), from.at("bits")};
}

void writeField(Json& to, const std::optional<Refusal>& refusal) {
  if (refusal) to = {{"kind", refusal->kind}, {"message", refusal->message}};
}
void readField(const Json& from, std::optional<Refusal>& refusal) {
  if (!from.is_null()) refusal = Refusal{from.at("kind"), from.at("message")};
}

void writeField(Json& to, const Layout& layout) {
  to = {{"sizes", std::vector<int64_t>(layout.sizes.begin(), layout.sizes.end())},
        {"strides", std::vector<int64_t>(layout.strides.begin(), layout.strides.end())},
        {"offset", layout.offset},
        {"dtype", dtypeName(layout.dtype)},
        {"conj", layout.conj},
        {"neg", layout.neg}};
}
void readField(const Json& from, Layout& layout) {
  for (const int64_t size : from.at("sizes")) layout.sizes.push_back(size);
  for (const int64_t stride : from.at("strides")) layout.strides.push_back(stride);
  layout.offset = from.at("offset");
  layout.dtype = dtypeFrom(from.at("dtype"));
  layout.conj = from.at("conj");
  layout.neg = from.at("neg");
}

// ---- fields, each kind's list; `it` is const to be written and mutable to be read

template <typename It, typename F>
void forEachField([[maybe_unused]] It& it, [[maybe_unused]] const F& field) {
  using T = std::remove_const_t<It>;
  if constexpr (std::is_same_v<T, evidence::Refused>) {
    field("when", it.when);
    field("device", it.device);
    field("reference", it.reference);
  } else if constexpr (std::is_same_v<T, evidence::Bytes>) {
    field("where", it.where);
    field("count", it.count);
    field("tensor", it.tensor);
    field("position", it.position);
    field("dtype", it.dtype);
    field("expected", it.expected);
    field("got", it.got);
  } else if constexpr (std::is_same_v<T, evidence::RandomBytes>) {
    field("where", it.where);
    field("count", it.count);
  } else if constexpr (std::is_same_v<T, evidence::Changed>) {
    field("tensor", it.tensor);
  } else if constexpr (std::is_same_v<T, evidence::Made>) {
    field("tensor", it.tensor);
    field("by_device", it.by_device);
  } else if constexpr (std::is_same_v<T, evidence::Gradient>) {
    field("source", it.source);
    field("problem", it.problem);
    field("element", it.element);
    field("expected", it.expected);
    field("got", it.got);
  } else if constexpr (std::is_same_v<T, evidence::Ended>) {
    field("how", it.how);
    field("code", it.code);
    field("text", it.text);
  } else if constexpr (!std::is_empty_v<T>) {  // one fact of one tensor
    field("tensor", it.tensor);
    field("expected", it.expected);
    field("got", it.got);
  }
}

template <size_t I = 1>
Evidence evidenceOfType(std::string_view type, const Json& json) {
  if constexpr (I < std::variant_size_v<Evidence>) {
    using Kind = std::variant_alternative_t<I, Evidence>;
    if (Kind::kType != type) return evidenceOfType<I + 1>(type, json);
    Kind kind;
    forEachField(kind, [&](const char* name, auto& value) { readField(json.at(name), value); });
    return kind;
  } else {
    throw std::invalid_argument(fmt::format("there is no evidence of type '{}'", type));
  }
}

}  // namespace

Json toJson(const Evidence& evidence) {
  return std::visit(
      [](const auto& kind) -> Json {
        using Kind = std::remove_cvref_t<decltype(kind)>;
        if constexpr (std::is_same_v<Kind, std::monostate>) {
          return nullptr;
        } else {
          Json json;
          json["type"] = Kind::kType;
          forEachField(kind,
                       [&](const char* name, const auto& value) { writeField(json[name], value); });
          return json;
        }
      },
      evidence);
}

Evidence evidenceFrom(const Json& json) {
  if (json.is_null()) return {};
  return evidenceOfType(json.at("type").get<std::string>(), json);
}

}  // namespace viewfuzz
