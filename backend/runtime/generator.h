#pragma once
/// @file
/// Random numbers: the device draws them as the CPU does, so equal seeds give equal numbers.
#include <ATen/core/Generator.h>

namespace npu {

/// A new generator of the device, seeded with the default seed.
at::Generator make_generator();

/// The generator that `torch.Generator(device)` users share when they name none.
const at::Generator& default_generator();

/// The CPU generator that a generator of the device draws from.
at::Generator cpu_generator_of(const at::Generator& generator);

}  // namespace npu
