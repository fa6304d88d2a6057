#pragma once

#include <functional>

#include "viewfuzz/generate/input_form.h"

namespace viewfuzz::fuzz {

/// Numbers to what they usually are, to the lowest or halfway there, lists shorter, as long as
/// `fails` holds; none of these steps is left.
InputForm::Values reduced(const InputForm& form, InputForm::Values values,
                          const std::function<bool(const InputForm::Values&)>& fails);

}  // namespace viewfuzz::fuzz
