#include "fuzz/form_input.h"

#include <algorithm>

#include "fuzz/refusal.h"
#include "viewfuzz/generate/choices.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz::fuzz {
namespace {

size_t store(const InputForm& form, const InputForm::Values& values, uint8_t* data,
             size_t max_size) {
  const std::string text = form.print(values);
  if (text.size() > max_size) return 0;
  std::copy(text.begin(), text.end(), data);
  return text.size();
}

}  // namespace

std::optional<InputForm::Values> parsed(const InputForm& form, const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    return form.parse(text, "input");
  } catch (const ParseError& error) {
    refuse(error.what());
    return std::nullopt;
  }
}

size_t mutateForm(const InputForm& form, uint8_t* data, size_t size, size_t max_size,
                  unsigned seed) {
  SeededChoices choices(seed, size);
  const auto values = parsed(form, data, size);
  return store(form, values ? form.mutate(*values, choices) : form.draw(choices), data, max_size);
}

size_t crossForms(const InputForm& form, const uint8_t* data1, size_t size1, const uint8_t* data2,
                  size_t size2, uint8_t* out, size_t max_out_size, unsigned seed) {
  SeededChoices choices(seed, size1);
  const auto a = parsed(form, data1, size1);
  const auto b = parsed(form, data2, size2);
  return a && b ? store(form, InputForm::cross(*a, *b, choices), out, max_out_size) : 0;
}

}  // namespace viewfuzz::fuzz
