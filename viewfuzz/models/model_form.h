#pragma once

#include <string_view>

#include "viewfuzz/generate/input_form.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz::models {

/// The input form that describes a subgraph of a model: its kind and its sizes.
const InputForm& modelForm();

/// The program for the input form with these values.
Program modelOf(const InputForm::Values& values);

/// The program for a text that is a program or an input form of a model. Throws `ParseError`.
/// `file` is the name in errors, and is not opened.
Program programOrModel(std::string_view text, std::string_view file);

}  // namespace viewfuzz::models
