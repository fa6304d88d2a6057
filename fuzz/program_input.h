#pragma once

#include <cstddef>
#include <cstdint>

#include "viewfuzz/program/program.h"

namespace viewfuzz::fuzz {

/// The program whose text the input is. Null if it is not one; then `whyRefused` says why. The
/// pointer is valid until the next call of a function of this file. The last several thousand
/// programs are remembered, so a text is seldom parsed twice.
const Program* parsed(const uint8_t* data, size_t size);

/// The text of a program as an input of at most `max_size` bytes; 0 if it is longer.
size_t store(Program program, uint8_t* data, size_t max_size);

/// Does the work of `LLVMFuzzerCustomMutator` for programs, with the mutations of
/// viewfuzz/generate, so that nearly every input is valid.
size_t mutateProgram(uint8_t* data, size_t size, size_t max_size, unsigned seed);

/// Does the work of `LLVMFuzzerCustomCrossOver`. Gives 0 if one of the inputs is not a program.
size_t crossPrograms(const uint8_t* data1, size_t size1, const uint8_t* data2, size_t size2,
                     uint8_t* out, size_t max_out_size, unsigned seed);

}  // namespace viewfuzz::fuzz
