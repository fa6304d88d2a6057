#pragma once

#include <initializer_list>
#include <optional>
#include <string>

#include "viewfuzz/ops/arguments.h"

namespace viewfuzz {

// Memory formats, and the named arguments that ops which may copy have in common.

enum class Format { contiguous, preserve, channelsLast, channelsLast3d };

struct Named {
  std::optional<Dtype> dtype;
  std::optional<bool> copy;
  std::optional<std::string> memory_format;
};

/// The arguments behind the first `positional` ones; none if there are fewer, or one that is not in
/// `names` or not of its kind.
std::optional<Named> named(const Call& call, size_t positional,
                           std::initializer_list<std::string_view> names);

/// The format that is given, or `otherwise`; none for an unknown name.
std::optional<Format> formatOf(const Named& given, Format otherwise);

/// The strides of a new tensor; none if the format is one of another rank.
std::optional<Dims> stridesIn(DimsView sizes, Format format);

/// As `Tensor::is_contiguous(memory_format)`, of tensors with elements.
bool isContiguousIn(const Layout& layout, Format format);

/// As `Tensor::suggest_memory_format()`; none where it depends on strides that say nothing.
std::optional<Format> suggestedFormat(const Layout& layout);

/// Might an op that keeps the memory format of its operand take it for channels last? A contiguous
/// tensor is both, where the strides that would tell are those of dims of size 1.
bool mayBeChannelsLast(const Layout& layout);

/// Adds a `memory_format` that fits the rank, now and then.
void drawFormat(Draft& draft, Call& call, int64_t rank, bool preserve);

}  // namespace viewfuzz
