// The faults of the classes that were seen most.
#include "tests/backend/fault_victims.h"

std::vector<Victim> first_victims() {
  return {
      {"select-fallback-copy",
       [](at::Device device) {
         const at::Tensor base = at::zeros({4, 4}, device);
         base.select(1, 2).fill_(3);
         return base;
       },
       [](at::Device device) {
         const at::Tensor base = at::zeros({4, 4}, device);
         base.select(0, 2).fill_(3);
         return base;
       }},
      {"offset-dst",
       [](at::Device device) {
         const at::Tensor base = at::zeros({4, 4}, device);
         base.slice(0, 2).copy_(moved(pattern({2, 4}), device));
         return base;
       },
       [](at::Device device) {
         const at::Tensor base = at::zeros({4, 4}, device);
         base.slice(1, 1).fill_(2);
         return base;
       }},
      {"offset-dst",
       [](at::Device device) {
         const at::Tensor base = at::zeros({4, 4}, device);
         base.slice(0, 3).fill_(2);
         return base;
       },
       [](at::Device device) {
         const at::Tensor base = at::zeros({4, 4}, device);
         base.slice(1, 1).fill_(2);
         return base;
       }},
      {"offset-bytes",
       [](at::Device device) {
         return moved(pattern({16}), device).slice(0, 3, 6).to(at::kDouble);
       },
       [](at::Device device) { return moved(pattern({16}), device).slice(0, 3, 6).to(at::kInt); }},
      {"offset-bytes",  // past the end, were it not held back
       [](at::Device device) {
         return moved(pattern({16}), device).slice(0, 11, 16).to(at::kComplexDouble);
       },
       [](at::Device device) { return moved(pattern({16}), device).slice(0, 3, 6).to(at::kInt); }},
      {"equal-stride-blit",
       [](at::Device device) {
         const at::Tensor base = at::zeros({8}, device);
         base.slice(0, 0, 8, 2).copy_(moved(pattern({8}), device).slice(0, 0, 8, 2));
         return base;
       },
       [](at::Device device) {
         const at::Tensor base = at::zeros({8}, device);
         base.slice(0, 0, 8, 2).copy_(moved(pattern({8}), device).slice(0, 0, 4));
         return base;
       }},
      {"temp-no-scatter",
       [](at::Device device) {
         const at::Tensor base = at::ones({4, 4}, device);
         base.t().add_(at::ones({4}, device));
         return base;
       },
       [](at::Device device) {
         const at::Tensor base = at::ones({4, 4}, device);
         base.slice(0, 1).mul_(5);
         return base;
       }},
      {"temp-no-scatter",
       [](at::Device device) {
         const at::Tensor base = at::ones({4, 4}, device);
         base.slice(1, 1).mul_(5);
         return base;
       },
       [](at::Device device) {
         const at::Tensor base = at::ones({4, 4}, device);
         base.slice(0, 1).mul_(5);
         return base;
       }},
      {"temp-no-scatter",
       [](at::Device device) {
         const at::Tensor base = at::ones({4, 4}, device);
         base.slice(1, 1).masked_fill_(at::ones({3}, at::device(device).dtype(at::kBool)), 5);
         return base;
       },
       [](at::Device device) {
         const at::Tensor base = at::ones({4, 4}, device);
         base.slice(0, 1).mul_(5);
         return base;
       }},
  };
}
