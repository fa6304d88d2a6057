#pragma once

#include "viewfuzz/report/repro/cpp/helpers/names.h"

Tensor mirrored(const Tensor& real) { return at::complex(real, -real); }
