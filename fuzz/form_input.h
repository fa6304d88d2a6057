#pragma once

#include <cstddef>
#include <cstdint>

#include <optional>

#include "viewfuzz/generate/input_form.h"

namespace viewfuzz::fuzz {

/// The form that the input is the text of; none if it is none, and then `whyRefused` says why.
std::optional<InputForm::Values> parsed(const InputForm& form, const uint8_t* data, size_t size);

/// What `LLVMFuzzerCustomMutator` has to do with an input that is a form; one that is none becomes
/// a new one.
size_t mutateForm(const InputForm& form, uint8_t* data, size_t size, size_t max_size,
                  unsigned seed);

/// The same of `LLVMFuzzerCustomCrossOver`; 0 where one of the inputs is no such form.
size_t crossForms(const InputForm& form, const uint8_t* data1, size_t size1, const uint8_t* data2,
                  size_t size2, uint8_t* out, size_t max_out_size, unsigned seed);

}  // namespace viewfuzz::fuzz
