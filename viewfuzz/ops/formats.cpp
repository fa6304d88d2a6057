#include "viewfuzz/ops/formats.h"

#include <array>

namespace viewfuzz {
namespace {

constexpr std::array<std::string_view, 4> kNames = {"contiguous_format", "preserve_format",
                                                    "channels_last", "channels_last_3d"};

/// The dims from the innermost out: channels first, then the last dims, then the batch.
Dims innerFirst(int64_t rank) {
  Dims order = {1};
  for (int64_t d = rank - 1; d > 1; --d) order.push_back(d);
  order.push_back(0);
  return order;
}

int64_t rankOf(Format format) { return format == Format::channelsLast ? 4 : 5; }

template <typename T>
bool take(const Argument& argument, std::optional<T>& into) {
  const auto* value = std::get_if<T>(&argument.value);
  if (value != nullptr) into = *value;
  return value != nullptr;
}

}  // namespace

std::optional<Named> named(const Call& call, size_t positional,
                           std::initializer_list<std::string_view> names) {
  if (call.args.size() < positional) return std::nullopt;
  Named given;
  for (size_t i = positional; i < call.args.size(); ++i) {
    const Argument& argument = call.args[i];
    if (std::find(names.begin(), names.end(), argument.name) == names.end()) return std::nullopt;
    const bool known = argument.name == "dtype"  ? take(argument, given.dtype)
                       : argument.name == "copy" ? take(argument, given.copy)
                                                 : take(argument, given.memory_format);
    if (!known) return std::nullopt;
  }
  return given;
}

std::optional<Format> formatOf(const Named& given, Format otherwise) {
  if (!given.memory_format) return otherwise;
  const auto* name = std::find(kNames.begin(), kNames.end(), *given.memory_format);
  if (name == kNames.end()) return std::nullopt;
  return static_cast<Format>(name - kNames.begin());
}

std::optional<Dims> stridesIn(DimsView sizes, Format format) {
  if (format == Format::contiguous) return contiguousStrides(sizes);
  const auto rank = static_cast<int64_t>(sizes.size());
  if (format == Format::preserve || rank != rankOf(format)) return std::nullopt;
  Dims strides(sizes.size());
  int64_t stride = 1;
  for (const int64_t d : innerFirst(rank)) {
    strides[d] = stride;
    stride *= std::max<int64_t>(sizes[static_cast<size_t>(d)], 1);
  }
  return strides;
}

bool isContiguousIn(const Layout& layout, Format format) {
  if (format == Format::contiguous) return isContiguous(layout);
  const auto strides = stridesIn(layout.sizes, format);
  if (!strides) return false;
  for (int64_t d = 0; d < layout.rank(); ++d) {
    if (layout.sizes[d] > 1 && layout.strides[d] != (*strides)[d]) return false;
  }
  return true;
}

std::optional<Format> suggestedFormat(const Layout& layout) {
  if (layout.rank() != 4 && layout.rank() != 5) return Format::contiguous;
  int64_t least = 0;
  bool like = layout.strides[1] != 0 && numel(layout) > 0;
  for (const int64_t d : innerFirst(layout.rank())) {
    if (numel(layout) > 0 && layout.sizes[d] == 1) return std::nullopt;
    like = like && layout.strides[d] >= least;
    least = layout.strides[d] * layout.sizes[d];
  }
  if (!like) return Format::contiguous;
  return layout.rank() == 4 ? Format::channelsLast : Format::channelsLast3d;
}

bool mayBeChannelsLast(const Layout& layout) {
  if (layout.rank() != 4 && layout.rank() != 5) return false;
  if (layout.strides == contiguousStrides(layout.sizes)) return false;
  const auto isLong = [](int64_t size) { return size > 1; };
  const bool told =
      isLong(layout.sizes[1]) && std::any_of(layout.sizes.begin() + 2, layout.sizes.end(), isLong);
  return !told || !isContiguous(layout);
}

void drawFormat(Draft& draft, Call& call, int64_t rank, bool preserve) {
  if (!draft.choices.oneIn(rank == 4 || rank == 5 ? 2 : 4)) return;
  Format format = Format::contiguous;
  if (preserve && draft.choices.oneIn(3)) {
    format = Format::preserve;
  } else if ((rank == 4 || rank == 5) && !draft.choices.oneIn(4)) {
    format = rank == 4 ? Format::channelsLast : Format::channelsLast3d;
  }
  call.args.push_back({"memory_format", std::string(kNames[static_cast<size_t>(format)])});
}

}  // namespace viewfuzz
