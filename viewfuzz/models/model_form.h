#pragma once

#include <string_view>

#include "viewfuzz/generate/input_form.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz::models {

/// A model subgraph as a form: what it is, and the sizes of it.
const InputForm& modelForm();

/// The program of the form that it is filled in with `values`.
Program modelOf(const InputForm::Values& values);

/// The program that the text is, or that the model form makes which the text is. Throws
/// `ParseError`; `file` is only named in errors.
Program programOrModel(std::string_view text, std::string_view file);

}  // namespace viewfuzz::models
