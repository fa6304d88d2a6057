// Under Python, core imports the module torch.<name of the device> before the first use of the
// device. This library brings no Python module, so it says that there is nothing to initialise.
#include <c10/core/DeviceType.h>
#include <dlfcn.h>

namespace npu {
namespace {

// Found by name, since a link against libtorch_python would need Python in a C++ program.
constexpr const char* kRequiresInit =
    "_ZN5torch5utils24set_requires_device_initEN3c1010DeviceTypeEb";

const bool told = [] {
  void* const library = dlopen("libtorch_python.so", RTLD_LAZY | RTLD_NOLOAD);
  if (library == nullptr) return false;  // a C++ program
  using SetRequiresInit = void (*)(c10::DeviceType, bool);
  const auto set = reinterpret_cast<SetRequiresInit>(dlsym(library, kRequiresInit));
  if (set != nullptr) set(c10::DeviceType::PrivateUse1, false);
  dlclose(library);
  return set != nullptr;
}();

}  // namespace
}  // namespace npu
