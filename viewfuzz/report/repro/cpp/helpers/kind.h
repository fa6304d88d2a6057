#pragma once

#include <ATen/ATen.h>

#include <string>

/// The class of the error, as Python has it.
std::string kind(const c10::Error& error) {
  if (dynamic_cast<const c10::IndexError*>(&error) != nullptr) return "IndexError";
  if (dynamic_cast<const c10::NotImplementedError*>(&error) != nullptr)
    return "NotImplementedError";
  if (dynamic_cast<const c10::TypeError*>(&error) != nullptr) return "TypeError";
  if (dynamic_cast<const c10::ValueError*>(&error) != nullptr) return "ValueError";
  return "RuntimeError";
}
