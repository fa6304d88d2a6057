#pragma once

#include <ATen/ATen.h>
#include <dlfcn.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

/// REPRO_BACKEND is the path of a shared library that registers the device, or the name of a device
/// that libtorch knows, such as `cpu` or `mps:0`.
c10::Device deviceUnderTest() {
  const char* backend = std::getenv("REPRO_BACKEND");
  if (backend == nullptr)
    throw std::runtime_error("REPRO_BACKEND has to name the backend: its library, or a device.");
  const std::string named = backend;
  if (named.find('/') == std::string::npos && !named.ends_with(".so")) return c10::Device(named);
  if (dlopen(backend, RTLD_NOW | RTLD_GLOBAL) == nullptr) throw std::runtime_error(dlerror());
  // Autograd asks for the device by its name.
  if (!c10::is_privateuse1_backend_registered()) c10::register_privateuse1_backend("npu");
  return c10::Device(c10::kPrivateUse1, 0);
}
