#pragma once

#include <c10/core/Device.h>

#include <memory>
#include <string>
#include <vector>

namespace viewfuzz {

/// A device and the way to call it.
class Target {
 public:
  /// The reference.
  static Target cpu();

  /// A PrivateUse1 backend: loads the shared library (dlopen). Throws `std::runtime_error` with a
  /// sentence when it cannot be loaded, was built against another libtorch, or registers no device.
  /// A process can load one backend.
  static Target load(const std::string& library);

  const std::string& name() const { return name_; }
  c10::Device device() const { return device_; }
  bool isReference() const { return device_.is_cpu(); }

  /// Planted faults, where the backend offers them (docs/faults.md describes the symbols it
  /// exports).
  struct Fault {
    std::string name;
    std::string about;
  };
  std::vector<Fault> faults() const;
  /// Throws `std::runtime_error` naming the faults there are when there is none of that name.
  void enableFault(const std::string& name) const;
  void disableFaults() const;

  /// Host access to device memory outside a kernel faults at once; slower. No effect on backends
  /// without it.
  void setGuarded(bool on) const;

 private:
  Target(std::string name, c10::Device device, void* library)
      : name_(std::move(name)), device_(device), library_(library) {}
  std::string name_;
  c10::Device device_;
  void* library_;
};

}  // namespace viewfuzz
