#pragma once

#include <cstddef>
#include <cstdint>

#include "viewfuzz/program/program.h"

namespace viewfuzz::fuzz {

/// The program that the input is the text of; null if it is none, and then `whyRefused` says why.
/// It lives until the next call of a function of this file. A text is seldom read twice: the last
/// several thousand are remembered.
const Program* parsed(const uint8_t* data, size_t size);

/// The text of a program as an input of at most `max_size` bytes; 0 if it is longer.
size_t store(Program program, uint8_t* data, size_t max_size);

/// What `LLVMFuzzerCustomMutator` has to do with an input that is a program: mutations of
/// viewfuzz/generate, so that nearly every input is a valid one.
size_t mutateProgram(uint8_t* data, size_t size, size_t max_size, unsigned seed);

/// The same of `LLVMFuzzerCustomCrossOver`; 0 where one of the inputs is no program.
size_t crossPrograms(const uint8_t* data1, size_t size1, const uint8_t* data2, size_t size2,
                     uint8_t* out, size_t max_out_size, unsigned seed);

}  // namespace viewfuzz::fuzz
