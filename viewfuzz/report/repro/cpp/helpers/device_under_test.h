#pragma once

#include <ATen/ATen.h>
#include <dlfcn.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

/// The device of the library that REPRO_BACKEND names; the CPU itself where that is `cpu`.
c10::Device deviceUnderTest() {
  const char* backend = std::getenv("REPRO_BACKEND");
  if (backend == nullptr)
    throw std::runtime_error("REPRO_BACKEND has to name the shared library of the backend.");
  if (std::string(backend) == "cpu") return c10::kCPU;
  if (dlopen(backend, RTLD_NOW | RTLD_GLOBAL) == nullptr) throw std::runtime_error(dlerror());
  // Autograd asks for the device by its name.
  if (!c10::is_privateuse1_backend_registered()) c10::register_privateuse1_backend("npu");
  return c10::Device(c10::kPrivateUse1, 0);
}
