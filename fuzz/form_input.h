#pragma once

#include <cstddef>
#include <cstdint>

#include <optional>

#include "viewfuzz/generate/input_form.h"

namespace viewfuzz::fuzz {

/// The values of the input form whose text the input is. None if it is not such a text; then
/// `whyRefused` says why.
std::optional<InputForm::Values> parsed(const InputForm& form, const uint8_t* data, size_t size);

/// Does the work of `LLVMFuzzerCustomMutator` for an input form. Replaces an input that is not one
/// by a new one.
size_t mutateForm(const InputForm& form, uint8_t* data, size_t size, size_t max_size,
                  unsigned seed);

/// Does the work of `LLVMFuzzerCustomCrossOver`. Gives 0 if one of the inputs is not such a form.
size_t crossForms(const InputForm& form, const uint8_t* data1, size_t size1, const uint8_t* data2,
                  size_t size2, uint8_t* out, size_t max_out_size, unsigned seed);

}  // namespace viewfuzz::fuzz
