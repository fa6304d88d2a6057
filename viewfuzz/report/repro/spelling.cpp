#include "viewfuzz/report/repro/spelling.h"

#include <fmt/format.h>

namespace viewfuzz {
namespace {

struct Form {
  std::string_view text;
  std::string_view helper = {};
};

Form formOf(const Values& values, const Spelling& spelling) {
  switch (values.form) {
    case Values::Form::count:
      return {isArithmetic(values.dtype) ? spelling.count : spelling.converted_count};
    case Values::Form::cycle:
      return {spelling.cycle};
    case Values::Form::thirds:
      return {spelling.thirds};
    case Values::Form::zeros:
      return {spelling.zeros};
    case Values::Form::ints:
      return {spelling.ints, "scrambled"};
    case Values::Form::uniform:
      return {spelling.uniform, "uniform"};
    case Values::Form::special:
      return {spelling.special, "special"};
    case Values::Form::patterns:
      return {spelling.patterns};
    case Values::Form::powers:
      return {spelling.powers};
    case Values::Form::list:
      break;
  }
  return {};
}

std::string realNumbers(const Values& values, const Spelling& spelling, Helpers& helpers) {
  if (values.form == Values::Form::list) return spelling.list(values, helpers);
  const Form form = formOf(values, spelling);
  if (!form.helper.empty()) helpers.need(form.helper);
  const int64_t first = values.first;
  const int64_t end = first + values.numel;
  const std::string range = first == 0 ? fmt::to_string(end) : fmt::format("{}, {}", first, end);
  return fmt::format(fmt::runtime(form.text), fmt::arg("dtype", spelling.dtype(values.dtype)),
                     fmt::arg("numel", values.numel), fmt::arg("first", first + 1),
                     fmt::arg("end", end + 1), fmt::arg("range", range),
                     fmt::arg("period", values.period), fmt::arg("seed", values.seed),
                     fmt::arg("lowest", values.lowest), fmt::arg("scale", values.scale),
                     fmt::arg("offset", values.offset));
}

}  // namespace

std::string valuesText(const Values& values, const Spelling& spelling, Helpers& helpers) {
  std::string real = realNumbers(values, spelling, helpers);
  if (!values.mirror) return real;
  helpers.need("mirrored");
  return fmt::format("mirrored({})", real);
}

}  // namespace viewfuzz
