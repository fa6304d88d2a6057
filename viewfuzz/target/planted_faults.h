#pragma once

#include <string>
#include <vector>

namespace viewfuzz {

// A control beside the target: a backend that is there to be broken exports symbols by which its
// faults are switched (docs/faults.md describes them). It is found by these symbols in whichever
// library the process has loaded; how that one became a target plays no part.

struct PlantedFault {
  std::string name;
  std::string about;
};

/// None where no library of the process offers any.
std::vector<PlantedFault> plantedFaults();

/// Throws `std::runtime_error` that names the faults there are when there is none of that name.
void enableFault(const std::string& name);
void disableFaults();

/// Host access to device memory outside a kernel faults at once; slower. No effect without a
/// backend that can.
void setGuarded(bool on);

}  // namespace viewfuzz
