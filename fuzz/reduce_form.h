#pragma once

#include <functional>

#include "viewfuzz/generate/input_form.h"

namespace viewfuzz::fuzz {

/// Sets numbers to their default, to the lowest, or halfway to it, and shortens lists, as long as
/// `fails` holds. At the end no such change is left.
InputForm::Values reduced(const InputForm& form, InputForm::Values values,
                          const std::function<bool(const InputForm::Values&)>& fails);

}  // namespace viewfuzz::fuzz
