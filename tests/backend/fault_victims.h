#pragma once
/// @file
/// Programs that the faults get wrong.
#include "tests/backend/support.h"

struct Victim {
  const char* fault;
  at::Tensor (*program)(at::Device);  ///< wrong with the fault
  at::Tensor (*spared)(at::Device);   ///< right with it: next to what triggers the fault
};

std::vector<Victim> first_victims();
std::vector<Victim> offset_victims();
std::vector<Victim> copy_victims();
std::vector<Victim> view_victims();
std::vector<Victim> call_victims();

inline at::TensorOptions options(at::Device device, at::ScalarType dtype) {
  return at::device(device).dtype(dtype);
}

inline at::Tensor indices(std::initializer_list<std::int64_t> values, at::Device device) {
  return moved(at::tensor(at::ArrayRef<std::int64_t>(values), at::kLong), device);
}

inline at::Tensor converted(at::Device device, at::ScalarType from, at::ScalarType to) {
  return moved(pattern({6}, from), device).to(to);
}
