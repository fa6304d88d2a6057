#pragma once

#include <ATen/ATen.h>

using at::Tensor;
using c10::IValue;
