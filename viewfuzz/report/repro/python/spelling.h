#pragma once

#include "viewfuzz/report/repro/spelling.h"

namespace viewfuzz {

extern const Spelling kPython;

}  // namespace viewfuzz
