// Faults of offsets, and of plans that are found again.
#include "tests/backend/fault_victims.h"

std::vector<Victim> offset_victims() {
  return {
      {"offset-dst-convert",
       [](at::Device device) {
         at::Tensor base = at::zeros({8}, device);
         base.slice(0, 3, 6).copy_(moved(pattern({3}, at::kInt), device));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({8}, device);
         base.slice(0, 3, 6).copy_(moved(pattern({3}), device));
         return base;
       }},
      {"offset-src",
       [](at::Device device) {
         at::Tensor base = at::zeros({3}, device);
         base.copy_(moved(pattern({6}), device).slice(0, 2, 5));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({3}, device);
         base.copy_(moved(pattern({6}), device).slice(0, 0, 3));
         return base;
       }},
      {"offset-src-leading-one",
       [](at::Device device) {
         at::Tensor base = at::zeros({1, 3}, device);
         base.copy_(moved(pattern({4, 3}), device).slice(0, 2, 3));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({2, 3}, device);
         base.copy_(moved(pattern({4, 3}), device).slice(0, 2, 4));
         return base;
       }},
      {"offset-src-upload",
       [](at::Device device) {
         at::Tensor base = at::zeros({3}, device);
         base.copy_(pattern({6}).slice(0, 2, 5));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({3}, device);
         base.copy_(moved(pattern({6}), device).slice(0, 2, 5));
         return base;
       }},
      {"offset-inner",
       [](at::Device device) {
         at::Tensor base = at::zeros({4, 3}, device);
         base.copy_(moved(pattern({4, 8}), device).slice(1, 2, 5));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({2, 3}, device);
         base.copy_(moved(pattern({4, 8}), device).slice(1, 0, 3).slice(0, 1, 3));
         return base;
       }},
      {"offset-inner",
       [](at::Device device) {
         at::Tensor base = at::zeros({4}, device);
         base.copy_(moved(pattern({4, 8}), device).select(1, 5));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({4}, device);
         base.copy_(moved(pattern({4, 8}), device).select(1, 0));
         return base;
       }},
      {"offset-unscaled",
       [](at::Device device) {
         at::Tensor base = at::zeros({3}, options(device, at::kDouble));
         base.copy_(moved(pattern({8}), device).slice(0, 4, 7));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({3}, options(device, at::kDouble));
         base.copy_(moved(pattern({8}, at::kChar), device).slice(0, 4, 7));
         return base;
       }},
      {"offset-twice",
       [](at::Device device) {
         at::Tensor base = at::zeros({3, 2}, device);
         base.copy_(moved(pattern({8, 4}), device).slice(1, 1, 3).slice(0, 2, 5));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({3, 2}, device);
         base.copy_(moved(pattern({8, 4}), device).slice(1, 0, 2).slice(0, 0, 3));
         return base;
       }},
      {"cache-no-offset",
       [](at::Device device) {
         at::Tensor base = at::zeros({2, 4}, device);
         const at::Tensor rows = moved(pattern({4, 4}), device);
         base[0].copy_(rows.select(1, 0));
         base[1].copy_(rows.select(1, 2));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({2, 4}, device);
         const at::Tensor rows = moved(pattern({4, 4}), device);
         base[0].copy_(rows.select(1, 2));
         base[1].copy_(rows.select(1, 2));
         return base;
       }},
      {"cache-by-numel",
       [](at::Device device) {
         at::Tensor base = at::zeros({2, 4}, device);
         const at::Tensor rows = moved(pattern({4, 4}), device);
         base.view({4, 2}).copy_(rows.slice(1, 0, 2));
         base.copy_(rows.t().slice(0, 0, 2));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({2, 4}, device);
         const at::Tensor rows = moved(pattern({4, 4}), device);
         base.view({4, 2}).copy_(rows.slice(1, 0, 2));
         base[0].copy_(rows.select(1, 1));
         return base;
       }},
      {"cache-by-rank",
       [](at::Device device) {
         at::Tensor base = at::zeros({4, 4}, device);
         const at::Tensor rows = moved(pattern({4, 4}), device);
         base.slice(0, 0, 2).view({4, 2}).copy_(rows.slice(1, 0, 2));
         base.copy_(rows.t());
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({4, 4}, device);
         const at::Tensor rows = moved(pattern({4, 4}), device);
         base[0].copy_(rows.select(1, 2));
         base.copy_(rows.t());
         return base;
       }},
      {"step-offset",
       [](at::Device device) {
         at::Tensor base = at::zeros({2, 4}, device);
         base.copy_(moved(pattern({6, 4}), device).slice(0, 1, 5, 2));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({2, 4}, device);
         base.copy_(moved(pattern({6, 4}), device).slice(0, 0, 4, 2));
         return base;
       }},
      {"step-one-dst",
       [](at::Device device) {
         at::Tensor base = at::zeros({6, 4}, device);
         base.slice(0, 1, 5, 2).copy_(moved(pattern({2, 4}), device));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({6, 4}, device);
         base.slice(0, 1, 3).copy_(moved(pattern({2, 4}), device));
         return base;
       }},
      {"step-one-dst",
       [](at::Device device) {
         at::Tensor base = at::zeros({6, 4}, device);
         base.slice(0, 1, 5, 2).fill_(3);
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({6, 8}, device);
         base.slice(1, 1, 8, 2).fill_(3);
         return base;
       }},
      {"step-one-dst-last",
       [](at::Device device) {
         at::Tensor base = at::zeros({3, 8}, device);
         base.slice(1, 1, 8, 2).fill_(3);
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({6, 4}, device);
         base.slice(0, 1, 5, 2).fill_(3);
         return base;
       }},
      {"wrap-index-64",
       [](at::Device device) {
         at::Tensor base = at::zeros({70}, device);
         base.copy_(moved(pattern({70}), device));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({64}, device);
         base.copy_(moved(pattern({64}), device));
         return base;
       }},
      {"wrap-index-4096",
       [](at::Device device) {
         at::Tensor base = at::zeros({50, 90}, device);
         base.copy_(moved(pattern({50, 90}), device));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({64, 64}, device);
         base.copy_(moved(pattern({64, 64}), device));
         return base;
       }},
  };
}
