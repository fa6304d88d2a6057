#pragma once

#include <string>
#include <vector>

namespace viewfuzz {

// Switches for planted faults. A backend that is made to be broken exports symbols that switch its
// faults on and off (docs/faults.md). These functions look for the symbols in all libraries that
// the process has loaded, in whatever way a library became a target.

struct PlantedFault {
  std::string name;
  std::string about;
};

/// The faults that a library of the process offers; empty if none does.
std::vector<PlantedFault> plantedFaults();

/// Throws `std::runtime_error` for an unknown fault, with the names of those that exist.
void enableFault(const std::string& name);
void disableFaults();

/// With `on`, the host cannot touch device memory outside a kernel: such an access ends the process
/// at once. This is slower. Has no effect if the backend does not offer it.
void setGuarded(bool on);

}  // namespace viewfuzz
