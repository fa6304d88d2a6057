// Faults of operators that compute, and of writes by index.
#include "tests/backend/fault_victims.h"

std::vector<Victim> call_victims() {
  return {
      {"random-no-scatter",
       [](at::Device device) {
         at::Tensor base = at::zeros({4, 4}, device);
         base.t().uniform_(1, 2);
         return base.gt(0);
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({4, 4}, device);
         base.uniform_(1, 2);
         return base.gt(0);
       }},
      {"untouched-result",
       [](at::Device device) { return moved(pattern({3, 4}), device).t().neg(); },
       [](at::Device device) { return moved(pattern({3, 4}), device).neg(); }},
      {"stale-strides",
       [](at::Device device) {
         at::Tensor base = at::zeros({2, 2}, device);
         base.addmm_(moved(pattern({2, 2}), device).t(), at::eye(2, device));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({2, 2}, device);
         base.addmm_(at::eye(2, device), moved(pattern({2, 2}), device).t());
         return base;
       }},
      {"foreach-drops-update",
       [](at::Device device) {
         at::Tensor base = at::zeros({2, 3}, device);
         at::_foreach_add_({base.t()}, 1);
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({2, 3}, device);
         at::_foreach_add_({base}, 1);
         return base;
       }},
      {"out-dense",
       [](at::Device device) {
         at::Tensor base = at::zeros({3, 4}, device);
         at::Tensor out = base.slice(1, 0, 2);
         at::neg_out(out, moved(pattern({3, 2}), device));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({3, 4}, device);
         at::Tensor out = base.slice(0, 1, 3);
         at::neg_out(out, moved(pattern({2, 4}), device));
         return base;
       }},
      {"out-restrided",
       [](at::Device device) {
         at::Tensor base = at::zeros({3, 4}, device);
         at::Tensor out = base.slice(1, 0, 2);
         at::neg_out(out, moved(pattern({3, 2}), device));
         return out;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({3, 4}, device);
         at::Tensor out = base.slice(0, 1, 3);
         at::neg_out(out, moved(pattern({2, 4}), device));
         return out;
       }},
      {"index-unchecked",
       [](at::Device device) {
         at::Tensor base = at::zeros({6}, device);
         base.slice(0, 1, 4).index_fill_(0, indices({4}, device), 7);
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({6}, device);
         base.slice(0, 1, 4).index_fill_(0, indices({-1}, device), 7);
         return base;
       }},
      {"index-unchecked",
       [](at::Device device) {
         at::Tensor base = at::zeros({6}, device);
         base.slice(0, 1, 4).index_copy_(0, indices({1, 4}, device), moved(pattern({2}), device));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({6}, device);
         base.slice(0, 1, 4).index_copy_(0, indices({0, 2}, device), moved(pattern({2}), device));
         return base;
       }},
      {"index-inverse",
       [](at::Device device) {
         at::Tensor base = at::zeros({3}, device);
         base.index_copy_(0, indices({1, 2, 0}, device), moved(pattern({3}), device));
         return base;
       },
       [](at::Device device) {
         at::Tensor base = at::zeros({3}, device);
         base.index_copy_(0, indices({1, 0, 2}, device), moved(pattern({3}), device));
         return base;
       }},
      {"empty-index-returns-early",
       [](at::Device device) {
         const at::Tensor self = moved(pattern({3}), device);
         return self.scatter(0, indices({}, device), at::zeros({3}, device));
       },
       [](at::Device device) {
         const at::Tensor self = moved(pattern({3}), device);
         return self.scatter(0, indices({1}, device), at::zeros({3}, device));
       }},
  };
}
