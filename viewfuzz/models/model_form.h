#pragma once

#include "fuzz/form.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz::fuzz {

/// A model subgraph as a form: what it is, and the sizes of it.
const Form& modelForm();

/// The program of the form that it is filled in with `values`.
Program modelOf(const Values& values);

}  // namespace viewfuzz::fuzz
