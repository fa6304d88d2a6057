#pragma once

#include <string>
#include <string_view>

#include "viewfuzz/report/repro/helpers.h"
#include "viewfuzz/report/repro/steps.h"

namespace viewfuzz {

/// How one language spells the parts that repros have in every language. Fields of a text are named
/// arguments of fmt.
struct Spelling {
  // The forms of `Values`, as a one-dimensional tensor on the CPU. Fields: `dtype`, `numel`,
  // `period`, `seed`, `lowest`, `scale`, `offset`; `first` and `end` of the numbers; `range`, the
  // arguments that count from `Values::first` on.
  std::string_view count;
  std::string_view converted_count;  ///< for a dtype in which the language cannot count
  std::string_view cycle;
  std::string_view thirds;
  std::string_view zeros;
  std::string_view ints;
  std::string_view uniform;
  std::string_view special;
  std::string_view patterns;
  std::string_view powers;
  std::string (*list)(const Values& values, Helpers& helpers);

  std::string (*dtype)(Dtype dtype);
  std::string (*dims)(const Dims& dims);    ///< an argument of `window`
  std::string (*shape)(const Dims& sizes);  ///< the arguments of `reshape`
  std::string (*literal)(std::string_view text);
  std::string (*function)(std::string_view helper);  ///< `observe_gradients` as the language has it

  std::string_view host;      ///< the CPU as a device
  std::string_view detached;  ///< behind a tensor: no view of what it was made of
  std::string_view version;   ///< of `tensor`
  std::string_view open;      ///< of a list
  std::string_view close;
  std::string_view open_pair;
  std::string_view close_pair;
  std::string_view same_kind;  ///< the argument of `differences`: classes of errors are compared
  std::string_view any_kind;   ///< or not
  std::string_view truth;
  std::string_view untruth;
  std::string_view stop;  ///< behind a statement
};

/// The elements of a storage, as a one-dimensional tensor on the CPU.
std::string valuesText(const Values& values, const Spelling& spelling, Helpers& helpers);

}  // namespace viewfuzz
