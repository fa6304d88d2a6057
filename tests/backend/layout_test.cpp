// Views share the storage of their base; resize_ and set_ change a tensor as they do on the CPU.
#include "tests/backend/support.h"

namespace {

using View = at::Tensor (*)(const at::Tensor&);

const std::vector<std::pair<const char*, View>> kViews = {
    {"select", [](const at::Tensor& t) { return t.select(1, 2); }},
    {"slice", [](const at::Tensor& t) { return t.slice(2, 1, 6, 2); }},
    {"narrow", [](const at::Tensor& t) { return t.narrow(0, 1, 2); }},
    {"transpose", [](const at::Tensor& t) { return t.transpose(0, 2); }},
    {"permute", [](const at::Tensor& t) { return t.permute({2, 0, 1}); }},
    {"expand", [](const at::Tensor& t) { return t.select(0, 0).expand({2, 4, 6}); }},
    {"view", [](const at::Tensor& t) { return t.view({12, 6}); }},
    {"reshape", [](const at::Tensor& t) { return t.reshape({3, 24}); }},
    {"unfold", [](const at::Tensor& t) { return t.unfold(2, 3, 2); }},
    {"diagonal", [](const at::Tensor& t) { return t.diagonal(1, 1, 2); }},
    {"unsqueeze", [](const at::Tensor& t) { return t.unsqueeze(1).squeeze(1); }},
    {"split", [](const at::Tensor& t) { return t.split(2, 1)[1]; }},
    {"unbind", [](const at::Tensor& t) { return t.unbind(2)[3]; }},
    {"as_strided", [](const at::Tensor& t) { return t.as_strided({2, 3}, {7, 2}, 5); }},
    {"view_dtype", [](const at::Tensor& t) { return t.view(at::kInt); }},
    {"view_as_complex",
     [](const at::Tensor& t) { return at::view_as_complex(t.view({3, 4, 3, 2})); }},
    {"imag",
     [](const at::Tensor& t) { return at::imag(at::view_as_complex(t.view({36, 2})).conj()); }},
    {"real",
     [](const at::Tensor& t) { return at::view_as_real(at::view_as_complex(t.view({36, 2}))); }},
    {"detach", [](const at::Tensor& t) { return t.detach(); }},
};

TEST(Views, ShareTheStorageAndHaveTheCpusLayout) {
  for (const auto& [name, view] : kViews) {
    const auto step = [&, view = view](at::Device device) {
      const at::Tensor base = moved(pattern({3, 4, 6}), device);
      const at::Tensor result = view(base);
      EXPECT_TRUE(result.is_alias_of(base));
      return std::vector{result};
    };
    EXPECT_EQ(run_on_both(step), Ended::kWorked) << name;
  }
}

TEST(Views, WritesReachTheBase) {
  for (const auto& [name, view] : kViews) {
    if (name == std::string("expand") || name == std::string("unfold")) continue;  // overlap
    const auto step = [&, view = view](at::Device device) {
      const at::Tensor base = moved(pattern({3, 4, 6}), device);
      const at::Tensor untouched = base.clone();
      view(base).add_(1);
      EXPECT_FALSE(base.equal(untouched));
      return std::vector{base};
    };
    EXPECT_EQ(run_on_both(step), Ended::kWorked) << name;
  }
}

TEST(Views, AreRefusedWhereTheCpuRefuses) {
  const std::vector<std::pair<const char*, View>> refused = {
      {"view of a transpose", [](const at::Tensor& t) { return t.transpose(0, 1).view({72}); }},
      {"negative stride", [](const at::Tensor& t) { return t.as_strided({2}, {-1}, 5); }},
      {"negative offset", [](const at::Tensor& t) { return t.as_strided({2}, {1}, -1); }},
      {"out of bounds", [](const at::Tensor& t) { return t.as_strided({73}, {1}); }},
      {"mismatched lengths", [](const at::Tensor& t) { return t.as_strided({2, 2}, {1}); }},
      {"unfold too large", [](const at::Tensor& t) { return t.unfold(0, 4, 1); }},
      {"index out of range", [](const at::Tensor& t) { return t.select(0, 3); }},
      {"complex of odd stride", [](const at::Tensor& t) { return at::view_as_complex(t); }}};
  for (const auto& [name, view] : refused) {
    const auto step = [&, view = view](at::Device device) {
      return std::vector{view(moved(pattern({3, 4, 6}), device))};
    };
    EXPECT_EQ(run_on_both(step), Ended::kRefused) << name;
  }
}

using Change = void (*)(at::Tensor&, at::Tensor&);

TEST(ResizeAndSet, AreAsOnTheCpu) {
  const std::vector<std::pair<const char*, Change>> changes = {
      {"smaller", [](at::Tensor& t, at::Tensor&) { t.resize_({2, 2}); }},
      {"channels last",
       [](at::Tensor& t, at::Tensor&) { t.resize_({1, 2, 2, 3}, at::MemoryFormat::ChannelsLast); }},
      {"through a view", [](at::Tensor& t, at::Tensor&) { t.slice(0, 1).resize_({3, 2}); }},
      {"to nothing", [](at::Tensor& t, at::Tensor&) { t.resize_({0}); }},
      {"set to tensor", [](at::Tensor& t, at::Tensor& o) { t.set_(o.t()); }},
      {"set to storage", [](at::Tensor& t, at::Tensor& o) { t.set_(o.storage()); }},
      {"set to part", [](at::Tensor& t, at::Tensor& o) { t.set_(o.storage(), 2, {2, 2}, {3, 1}); }},
      {"set to part, no strides",
       [](at::Tensor& t, at::Tensor& o) { t.set_(o.storage(), 1, {2, 3}); }},
      {"set to nothing", [](at::Tensor& t, at::Tensor&) { t.set_(); }},
      {"in-place transpose", [](at::Tensor& t, at::Tensor&) { t.transpose_(0, 1); }},
      {"in-place squeeze", [](at::Tensor& t, at::Tensor&) { t.unsqueeze_(0); }},
      {"in-place as_strided", [](at::Tensor& t, at::Tensor&) { t.as_strided_({2}, {3}, 1); }}};
  for (const auto& [name, change] : changes) {
    const auto step = [&, change = change](at::Device device) {
      at::Tensor first = moved(pattern({3, 4}), device);
      at::Tensor second = moved(pattern({4, 5}), device);
      change(first, second);
      return std::vector{first, second};
    };
    EXPECT_EQ(run_on_both(step), Ended::kWorked) << name;
  }
}

TEST(ResizeAndSet, GrowingKeepsTheBytes) {
  const at::Tensor base = moved(pattern({3, 4}), npu());
  const at::Tensor view = base.slice(0, 1);
  view.resize_({5, 5});
  EXPECT_EQ(base.storage().nbytes(), (4 + 25) * sizeof(float));
  EXPECT_TRUE(view.is_alias_of(base));
  EXPECT_TRUE(base.cpu().equal(pattern({3, 4})));
  EXPECT_TRUE(view.flatten().slice(0, 0, 8).cpu().equal(pattern({12}).slice(0, 4)));
}

TEST(ResizeAndSet, AreRefusedWhereTheCpuRefuses) {
  const std::vector<std::pair<const char*, Change>> refused = {
      {"negative size", [](at::Tensor& t, at::Tensor&) { t.resize_({-1}); }},
      {"preserve", [](at::Tensor& t, at::Tensor&) { t.resize_({2}, at::MemoryFormat::Preserve); }},
      {"negative offset", [](at::Tensor& t, at::Tensor& o) { t.set_(o.storage(), -1, {2}, {1}); }},
      {"same layout out of bounds",
       [](at::Tensor& t, at::Tensor& o) { t.set_(o.storage(), 12, {3, 4}, {4, 1}); }},
      {"lengths differ",
       [](at::Tensor& t, at::Tensor& o) { t.set_(o.storage(), 0, {2, 2}, {1}); }}};
  for (const auto& [name, change] : refused) {
    const auto step = [&, change = change](at::Device device) {
      at::Tensor first = moved(pattern({3, 4}), device);
      at::Tensor second = moved(pattern({4, 5}), device);
      change(first, second);
      return std::vector{first, second};
    };
    EXPECT_EQ(run_on_both(step), Ended::kRefused) << name;
  }
}

TEST(ResizeAndSet, IsSetToTellsTensorsApart) {
  const at::Tensor base = at::ones({4}, at::device(npu()));
  EXPECT_TRUE(base.is_set_to(base.alias()));
  EXPECT_FALSE(base.is_set_to(base.slice(0, 1)));
}

TEST(Factory, LayoutsAreTheCpus) {
  const auto step = [](at::Device device) {
    const auto options = at::device(device);
    return std::vector{at::zeros({2, 3, 4, 5}, options).contiguous(at::MemoryFormat::ChannelsLast),
                       at::arange(3, 30, 4, options.dtype(at::kInt)),
                       at::full({}, 3.5, options.dtype(at::kDouble)), at::eye(3, options)};
  };
  const auto gappy = at::empty_strided({2, 3}, {5, 2}, at::device(npu()));
  EXPECT_EQ(gappy.storage().nbytes(), 10 * sizeof(float));
  EXPECT_THROW(at::empty({-1}, at::device(npu())), c10::Error);
  EXPECT_THROW(at::empty({1}, at::device(npu()).pinned_memory(true)), c10::Error);
  EXPECT_EQ(run_on_both(step), Ended::kWorked);
}

}  // namespace
