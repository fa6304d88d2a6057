#include "viewfuzz/execute/arguments.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "viewfuzz/execute/operators.h"

namespace viewfuzz {
namespace {

/// If an integer of the schema stands for a value of an enumeration, the number of these values.
/// None if it is a plain integer.
std::optional<int64_t> valuesOfEnum(const c10::Type& real) {
  if (const auto* optional = real.castRaw<c10::OptionalType>())
    return valuesOfEnum(*optional->getElementType());
  switch (real.kind()) {
    case c10::TypeKind::ScalarTypeType:
      return static_cast<int64_t>(c10::ScalarType::NumOptions);
    case c10::TypeKind::LayoutType:
      return static_cast<int64_t>(c10::Layout::NumOptions);
    case c10::TypeKind::MemoryFormatType:
      return static_cast<int64_t>(c10::MemoryFormat::NumOptions);
    default:
      return std::nullopt;
  }
}

/// Throws `BadCall` for a number outside the enumeration: ATen uses it as an index into a table and
/// does not check it.
void checkEnum(const c10::Argument& formal, const c10::IValue& value, const Call& call) {
  if (!value.isInt()) return;
  const auto count = valuesOfEnum(*formal.real_type());
  if (!count) return;
  const int64_t number = value.toInt();
  const bool is_dtype = *count == static_cast<int64_t>(c10::ScalarType::NumOptions);
  const auto all = dtypes();
  const bool fits =
      0 <= number && number < *count &&
      (!is_dtype || std::find(all.begin(), all.end(), static_cast<Dtype>(number)) != all.end());
  if (fits) return;
  throw BadCall(fmt::format("{}: the argument '{}' is {}, which stands for no {}", call.name(),
                            formal.name(), number,
                            is_dtype ? "dtype that programs may use" : formal.real_type()->str()));
}

[[noreturn]] void misfit(const c10::Argument& formal, const Call& call) {
  throw BadCall(fmt::format("{}: the argument '{}' is not a {}", call.name(), formal.name(),
                            formal.type()->str()));
}

bool isTensorLike(const c10::Type& type) {
  if (const auto* optional = type.castRaw<c10::OptionalType>())
    return isTensorLike(*optional->getElementType());
  return type.kind() == c10::TypeKind::TensorType;
}

/// The sizes as an argument. Throws `BadCall` if a replayed op would get so large ones that a text
/// could use up all memory.
c10::IValue intList(const Dims& values, const Call& call) {
  if (numel(values) > kMaxNumel && call.entry == nullptr) {
    throw BadCall(
        fmt::format("{}: a list of sizes asks for more than {} elements", call.name(), kMaxNumel));
  }
  return c10::IValue(c10::List<int64_t>(c10::ArrayRef<int64_t>(values.data(), values.size())));
}

c10::IValue tensorList(const TensorList& list, const c10::Type& type,
                       const std::vector<at::Tensor>& tensors) {
  const auto* optional_list = type.castRaw<c10::OptionalType>();
  const c10::Type& list_type = optional_list ? *optional_list->getElementType() : type;
  const auto* element = list_type.castRaw<c10::ListType>();
  const bool optional = element && element->getElementType()->kind() == c10::TypeKind::OptionalType;
  if (!optional) {
    c10::List<at::Tensor> values;
    for (const auto& item : list)
      values.push_back(item ? tensors[static_cast<size_t>(item->id)] : at::Tensor());
    return values;
  }
  c10::List<std::optional<at::Tensor>> values;
  for (const auto& item : list) {
    values.push_back(item ? std::optional(tensors[static_cast<size_t>(item->id)]) : std::nullopt);
  }
  return values;
}

/// The number of a memory format that is given by its name, as in `memory_format="channels_last"`.
std::optional<int64_t> memoryFormat(const c10::Argument& formal, const std::string& name) {
  static const std::map<std::string, at::MemoryFormat, std::less<>> formats = {
      {"contiguous_format", at::MemoryFormat::Contiguous},
      {"preserve_format", at::MemoryFormat::Preserve},
      {"channels_last", at::MemoryFormat::ChannelsLast},
      {"channels_last_3d", at::MemoryFormat::ChannelsLast3d}};
  const auto format = formats.find(name);
  if (formal.name() != "memory_format" || format == formats.end()) return std::nullopt;
  return static_cast<int64_t>(format->second);
}

struct ToIValue {
  const c10::Argument& formal;
  const Call& call;
  const std::vector<at::Tensor>& tensors;

  c10::IValue operator()(None) const { return {}; }
  c10::IValue operator()(TensorRef ref) const {
    const at::Tensor& tensor = tensors[static_cast<size_t>(ref.id)];
    if (formal.type()->kind() == c10::TypeKind::StorageType) return tensor.storage();
    if (!isTensorLike(*formal.type())) misfit(formal, call);
    if (formal.name() == kOnTheHost) return tensor.cpu().resolve_neg();
    return tensor;
  }
  c10::IValue operator()(bool value) const { return value; }
  c10::IValue operator()(int64_t value) const { return value; }
  c10::IValue operator()(double value) const { return value; }
  c10::IValue operator()(const Dims& values) const { return intList(values, call); }
  c10::IValue operator()(Dtype dtype) const { return static_cast<int64_t>(dtype); }
  c10::IValue operator()(const TensorList& list) const {
    return tensorList(list, *formal.type(), tensors);
  }
  c10::IValue operator()(const std::string& text) const {
    if (const auto format = memoryFormat(formal, text)) return *format;
    return text;
  }
};

/// Does the value have the type of the formal argument? If not, the dispatcher would abort the
/// process.
bool fits(const c10::Type& type, const c10::IValue& value) {
  switch (type.kind()) {
    case c10::TypeKind::OptionalType:
      return value.isNone() || fits(*type.castRaw<c10::OptionalType>()->getElementType(), value);
    case c10::TypeKind::TensorType:
      return value.isTensor();
    case c10::TypeKind::NumberType:
      return value.isInt() || value.isDouble() || value.isBool();
    case c10::TypeKind::IntType:
    case c10::TypeKind::SymIntType:
      return value.isInt();
    case c10::TypeKind::FloatType:
      return value.isDouble() || value.isInt();
    case c10::TypeKind::BoolType:
      return value.isBool();
    case c10::TypeKind::StringType:
      return value.isString();
    case c10::TypeKind::DeviceObjType:
      return value.isDevice();
    case c10::TypeKind::StorageType:
      return value.isStorage();
    case c10::TypeKind::ListType: {
      const auto kind = type.castRaw<c10::ListType>()->getElementType()->kind();
      if (kind == c10::TypeKind::IntType || kind == c10::TypeKind::SymIntType)
        return value.isIntList();
      if (kind == c10::TypeKind::TensorType) return value.isTensorList();
      if (kind == c10::TypeKind::OptionalType) return value.isOptionalTensorList();
      return false;
    }
    default:
      return value.isNone();
  }
}

bool isDevice(const c10::Type& type) {
  if (const auto* optional = type.castRaw<c10::OptionalType>())
    return isDevice(*optional->getElementType());
  return type.kind() == c10::TypeKind::DeviceObjType;
}

c10::IValue defaultValue(const c10::Argument& formal, const Call& call, c10::Device device) {
  if (isDevice(*formal.type())) return device;
  if (const auto& value = formal.default_value()) return *value;
  throw BadCall(fmt::format("{}: the argument '{}' ({}) is missing", call.name(), formal.name(),
                            formal.type()->str()));
}

}  // namespace

void pushArguments(const c10::OperatorHandle& op, const Call& call,
                   const std::vector<at::Tensor>& tensors, c10::Device device,
                   torch::jit::Stack& stack) {
  const auto& formals = op.schema().arguments();
  size_t positional = 0;
  size_t named = 0;
  for (const auto& argument : call.args) ++(argument.name.empty() ? positional : named);
  if (call.args.size() > formals.size()) {
    throw BadCall(fmt::format("{}: {} arguments, and the schema has {}", call.name(),
                              call.args.size(), formals.size()));
  }
  for (size_t i = 0; i < formals.size(); ++i) {
    const Argument* actual = nullptr;
    if (i < positional) {
      actual = &call.args[i];
    } else if (named > 0) {
      const auto it = std::find_if(
          call.args.begin(), call.args.end(),
          [&](const Argument& argument) { return argument.name == formals[i].name(); });
      if (it != call.args.end()) {
        actual = &*it;
        --named;
      }
    }
    if (actual == nullptr) {
      stack.push_back(defaultValue(formals[i], call, device));
      continue;
    }
    c10::IValue value = std::visit(ToIValue{formals[i], call, tensors}, actual->value);
    if (!fits(*formals[i].type(), value)) misfit(formals[i], call);
    checkEnum(formals[i], value, call);
    stack.push_back(std::move(value));
  }
  if (named > 0)
    throw BadCall(fmt::format("{}: a named argument is not in the schema", call.name()));
}

}  // namespace viewfuzz
