// Faults of views, and of calls that share memory or do not.
#include "tests/backend/fault_victims.h"

std::vector<Victim> view_victims() {
  return {
      {"select-copies-rank-4",
       [](at::Device device) {
         at::Tensor base = at::zeros({2, 3, 2, 2, 2}, device);
         base.select(1, 1).fill_(3);
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({2, 3, 2, 2}, device);
         base.select(1, 1).fill_(3);
         return base;
       }},
      {"select-copies-rank-4",
       [](at::Device device) {
         at::Tensor base = at::zeros({2, 3, 2, 2}, device);
         base.slice(1, 1, 3).fill_(3);
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({2, 3, 2, 2}, device);
         base.slice(0, 1, 2).fill_(3);
         return base;
       }},
      {"third-view-copies",
       [](at::Device device) {
         at::Tensor base = at::zeros({4, 4, 4}, device);
         base.slice(1, 1, 4).slice(2, 1, 4).slice(0, 1, 3).fill_(1);
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({4, 4, 4}, device);
         base.slice(1, 1, 4).slice(2, 1, 4).fill_(1);
         return base;
       }},
      {"private-format",
       [](at::Device device) {
         at::Tensor product = moved(pattern({2, 3}), device).mm(moved(pattern({3, 2}), device));
         product.select(1, 0).fill_(7);
         return product;
       },
       [](at::Device device) {
         at::Tensor product = moved(pattern({2, 3}), device).mm(moved(pattern({3, 2}), device));
         product.slice(1, 0, 1).fill_(7);
         return product;
       }},
      {"unfold-falls-back",
       [](at::Device device) {
         at::Tensor base = at::zeros({6}, device);
         base.unfold(0, 2, 2).fill_(1);
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({6}, device);
         base.view({3, 2}).fill_(1);
         return base;
       }},
      {"view-as-real-falls-back",
       [](at::Device device) {
         at::Tensor base = at::zeros({3}, options(device, at::kComplexFloat));
         at::view_as_real(base).fill_(2);
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({3, 2}, device);
         at::view_as_complex(base).fill_(2);
         return base;
       }},
      {"expand-copies",
       [](at::Device device) {
         at::Tensor base = at::zeros({1, 3}, device);
         const at::Tensor rows = base.expand({2, 3});
         base.fill_(4);
         return rows.clone();
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({1, 3}, device);
         const at::Tensor rows = base.expand({1, 3});
         base.fill_(4);
         return rows.clone();
       }},
      {"to-copy-returns-self",
       [](at::Device device) {
         at::Tensor base = at::zeros({3}, device);
         base.to(at::kFloat, false, true).fill_(1);
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({3}, device);
         base.to(at::kDouble, false, true).fill_(1);
         return base;
       }},
      {"detach-copies",
       [](at::Device device) {
         at::Tensor base = at::zeros({3}, device);
         base.detach().fill_(1);
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({3}, device);
         base.alias().fill_(1);
         return base;
       }},
      {"set-keeps-storage",
       [](at::Device device) {
         at::Tensor base = at::zeros({3}, device);
         at::zeros({2}, device).set_(base).fill_(2);
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({3}, device);
         at::zeros({2}, device).set_(base.storage(), 0, {3}, {1}).fill_(2);
         return base;
       }},
      {"view-unchecked",
       [](at::Device device) { return moved(pattern({3, 4}), device).t().view({12}); },
       [](at::Device device) { return moved(pattern({3, 4}), device).t().view({2, 2, 3}); }},
      {"full-slice-reset",
       [](at::Device device) { return moved(pattern({3, 4}), device).t().slice(0, 0, 4); },
       [](at::Device device) { return moved(pattern({3, 4}), device).t().slice(0, 0, 3); }},
      {"negative-start",
       [](at::Device device) { return moved(pattern({5}), device).slice(0, -2, 5); },
       [](at::Device device) { return moved(pattern({5}), device).slice(0, 3, -1); }},
      {"reverse-store",
       [](at::Device device) {
         at::Tensor base = at::zeros({4}, device);
         base.copy_(moved(pattern({4}), device).flip(0));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({4}, device);
         base.copy_(moved(pattern({4}), device).roll(1));
         return base;
       }},
      {"clone-contiguous",
       [](at::Device device) { return moved(pattern({3, 4}), device).t().clone(); },
       [](at::Device device) {
         return moved(pattern({3, 4}), device).t().clone(at::MemoryFormat::Contiguous);
       }},
      {"empty-strided-contiguous",
       [](at::Device device) {
         return at::empty_strided({3, 4}, {1, 3}, at::device(device)).zero_();
       },
       [](at::Device device) {
         return at::empty_strided({3, 4}, {4, 1}, at::device(device)).zero_();
       }},
      {"version-still",
       [](at::Device device) {
         at::Tensor base = at::zeros({3}, device);
         base.slice(0, 1).fill_(1);
         return at::full({1}, static_cast<double>(base._version()));
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({3}, device);
         base.fill_(1);
         return at::full({1}, static_cast<double>(base._version()));
       }},
  };
}
