#pragma once
/// @file
/// Faults: wrong kernels that are put over the right ones by name while the program runs.
/// A new fault is one file here that defines a static Registrar; nothing else changes.
#include <torch/library.h>

namespace npu {

/// One fault that can be switched on.
struct Fault {
  const char* name;
  const char* description;           ///< one line: what is wrong, and when
  void (*install)(torch::Library&);  ///< registers the wrong kernels, and forgets what they kept
  c10::DispatchKey key = c10::DispatchKey::PrivateUse1;  ///< of the wrong kernels
};

/// Makes a fault known. Define one at namespace scope in the file of the fault.
struct Registrar {
  explicit Registrar(const Fault& fault);
};

/// @return false when there is no fault of that name.
bool enable_fault(std::string_view name);

/// @return false when there is no fault of that name; "all" is always one.
bool disable_fault(std::string_view name);

/// "name<TAB>description" lines.
const std::string& fault_list();

}  // namespace npu
