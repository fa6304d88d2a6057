#pragma once

#include <initializer_list>
#include <optional>
#include <string>

#include "viewfuzz/ops/arguments.h"

namespace viewfuzz {

// Memory formats, and the named arguments that ops share which may copy.

enum class Format { contiguous, preserve, channelsLast, channelsLast3d };

struct Named {
  std::optional<Dtype> dtype;
  std::optional<bool> copy;
  std::optional<std::string> memory_format;
};

/// The arguments after the first `positional` ones. None if there are fewer arguments than that, or
/// if one of the others is not in `names` or has the wrong type.
std::optional<Named> named(const Call& call, size_t positional,
                           std::initializer_list<std::string_view> names);

/// The format that the call gives, or `otherwise` if it gives none; none if the name is unknown.
std::optional<Format> formatOf(const Named& given, Format otherwise);

/// The strides of a new tensor in this format; none if the format is for another rank.
std::optional<Dims> stridesIn(DimsView sizes, Format format);

/// As `Tensor::is_contiguous(memory_format)`, for tensors with elements.
bool isContiguousIn(const Layout& layout, Format format);

/// As `Tensor::suggest_memory_format()`; none if the answer depends on strides without a meaning,
/// as of dims of size 1.
std::optional<Format> suggestedFormat(const Layout& layout);

/// Might an op that keeps the memory format of its operand take it for channels last? A contiguous
/// tensor is in both formats if the dims that would tell them apart have size 1.
bool mayBeChannelsLast(const Layout& layout);

/// Adds, now and then, a `memory_format` that fits the rank.
void drawFormat(Draft& draft, Call& call, int64_t rank, bool preserve);

}  // namespace viewfuzz
