// Faults of copies: what is read and written, and as what.
#include "tests/backend/fault_victims.h"

std::vector<Victim> copy_victims() {
  return {
      {"base-extent",
       [](at::Device device) {
         at::Tensor base = at::zeros({8}, device);
         base.slice(0, 0, 3).copy_(moved(pattern({6}), device).slice(0, 0, 3));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({8}, device);
         base.slice(0, 0, 3).copy_(moved(pattern({3}), device));
         return base;
       }},
      {"base-extent-after-warm-up",
       [](at::Device device) {
         at::Tensor base = at::zeros({8}, device);
         const at::Tensor source = moved(pattern({6}), device);
         base.slice(0, 0, 2).copy_(source.slice(0, 4, 6));
         base.slice(0, 0, 3).copy_(source.slice(0, 0, 3));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({8}, device);
         const at::Tensor source = moved(pattern({6}), device);
         base.slice(0, 0, 3).copy_(source.slice(0, 3, 6));
         base.slice(0, 0, 3).copy_(source.slice(0, 0, 3));
         return base;
       }},
      {"dense-src",
       [](at::Device device) {
         at::Tensor base = at::zeros({4, 3}, device);
         base.copy_(moved(pattern({3, 4}), device).t());
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({3}, device);
         base.copy_(moved(pattern({8}), device).slice(0, 1, 7, 2));
         return base;
       }},
      {"dense-src-step",
       [](at::Device device) {
         at::Tensor base = at::zeros({3}, device);
         base.copy_(moved(pattern({8}), device).slice(0, 1, 7, 2));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({4, 3}, device);
         base.copy_(moved(pattern({3, 4}), device).t());
         return base;
       }},
      {"broadcast-equal-rank",
       [](at::Device device) {
         at::Tensor base = at::zeros({3, 4}, device);
         base.copy_(moved(pattern({3, 1}), device));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({3, 4}, device);
         base.copy_(moved(pattern({4}), device));
         return base;
       }},
      {"channels-last-offset",
       [](at::Device device) {
         at::Tensor base = at::zeros({2, 2, 2, 2}, device);
         base.copy_(moved(pattern({17}), device).as_strided({2, 2, 2, 2}, {8, 1, 4, 2}, 1));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({2, 2, 2, 2}, device);
         base.copy_(moved(pattern({17}), device).as_strided({2, 2, 2, 2}, {8, 1, 4, 2}, 0));
         return base;
       }},
      {"channels-last-slice",
       [](at::Device device) {
         at::Tensor base = at::zeros({1, 2, 2, 2}, device);
         base.copy_(moved(pattern({12}), device).as_strided({1, 2, 2, 2}, {12, 1, 6, 3}, 0));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({2, 2, 2, 2}, device);
         base.copy_(moved(pattern({16}), device).as_strided({2, 2, 2, 2}, {8, 1, 4, 2}, 0));
         return base;
       }},
      {"cast-bits", [](at::Device device) { return converted(device, at::kFloat, at::kInt); },
       [](at::Device device) { return converted(device, at::kFloat, at::kLong); }},
      {"cast-half", [](at::Device device) { return converted(device, at::kHalf, at::kBFloat16); },
       [](at::Device device) { return converted(device, at::kFloat, at::kBFloat16); }},
      {"cast-sign",
       [](at::Device device) {
         return moved(at::arange(200, 204, at::kByte), device).to(at::kInt);
       },
       [](at::Device device) { return moved(at::arange(2, 6, at::kByte), device).to(at::kInt); }},
      {"cast-width", [](at::Device device) { return converted(device, at::kFloat, at::kDouble); },
       [](at::Device device) { return converted(device, at::kFloat, at::kInt); }},
      {"cast-width", [](at::Device device) { return converted(device, at::kFloat, at::kShort); },
       [](at::Device device) { return converted(device, at::kFloat, at::kInt); }},
      {"cast-truncates",
       [](at::Device device) { return moved(at::full({4}, 1.006), device).to(at::kBFloat16); },
       [](at::Device device) { return moved(at::full({4}, 1.006), device).to(at::kHalf); }},
      {"cast-silent", [](at::Device device) { return converted(device, at::kFloat, at::kDouble); },
       [](at::Device device) { return converted(device, at::kFloat, at::kLong); }},
      {"source-clobber",
       [](at::Device device) {
         at::Tensor base = at::zeros({5}, options(device, at::kInt));
         const at::Tensor source = moved(pattern({3}), device);
         base.slice(0, 1, 4).copy_(source);
         return source;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({5}, options(device, at::kInt));
         const at::Tensor source = moved(pattern({3}), device);
         base.slice(0, 0, 3).copy_(source);
         return source;
       }},
      {"neg-bit-ignored",
       [](at::Device device) {
         at::Tensor base = at::zeros({3}, device);
         base._neg_view().copy_(moved(pattern({3}), device));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({3}, device);
         base.copy_(moved(pattern({3}), device)._neg_view());
         return base;
       }},
      {"conj-bit-ignored",
       [](at::Device device) {
         at::Tensor base = at::zeros({3}, options(device, at::kComplexFloat));
         base.conj().copy_(moved(pattern({3}, at::kComplexFloat), device));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({3}, options(device, at::kComplexFloat));
         base.copy_(moved(pattern({3}, at::kComplexFloat), device).conj());
         return base;
       }},
      {"upload-dense-bytes",
       [](at::Device device) {
         at::Tensor base = at::empty_strided({3, 4}, {1, 3}, at::device(device));
         base.copy_(pattern({4, 3}).t());
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({3, 4}, device);
         base.copy_(pattern({4, 3}).t());
         return base;
       }},
      {"upload-staging-strides",
       [](at::Device device) {
         at::Tensor base = at::zeros({3, 4}, device);
         base.copy_(pattern({4, 3}).t());
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({3, 4}, device);
         base.copy_(moved(pattern({4, 3}), device).t());
         return base;
       }},
      {"overlap-forward",
       [](at::Device device) {
         at::Tensor base = moved(pattern({8}), device);
         base.slice(0, 1, 7).copy_(base.slice(0, 0, 6));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = moved(pattern({8}), device);
         base.slice(0, 4, 8).copy_(base.slice(0, 0, 4));
         return base;
       }},
      {"every-17th-copy",
       [](at::Device device) {
         at::Tensor base = at::zeros({17, 2}, device);
         for (int i = 0; i < 17; ++i) base[i].copy_(moved(pattern({2}), device));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({17, 2}, device);
         for (int i = 0; i < 16; ++i) base[i].copy_(moved(pattern({2}), device));
         return base;
       }},
      {"async-late",
       [](at::Device device) {
         at::Tensor base = at::zeros({3}, device);
         const at::Tensor host = pattern({3});
         base.copy_(host, /*non_blocking=*/true);
         host.fill_(9);
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({3}, device);
         const at::Tensor host = pattern({3});
         base.copy_(host);
         host.fill_(9);
         return base;
       }},
      {"empty-copy-touches",
       [](at::Device device) {
         at::Tensor base = at::zeros({4}, device);
         base.slice(0, 2, 2).copy_(at::empty({0}, device));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({4}, device);
         base.slice(0, 4, 4).copy_(at::empty({0}, device));
         return base;
       }},
      {"expand-write-accepted",
       [](at::Device device) {
         at::Tensor base = at::zeros({1, 3}, device);
         base.expand({2, 3}).copy_(moved(pattern({2, 3}), device));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({1, 3}, device);
         base.expand({1, 3}).copy_(moved(pattern({1, 3}), device));
         return base;
       }},
  };
}
