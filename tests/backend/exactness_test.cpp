// Places where a device that is nearly right differs from the CPU: found by comparing the two over
// random programs.
#include "tests/backend/support.h"

namespace {

using Tensors = std::vector<at::Tensor>;

TEST(Exactness, CompositesRoundAsTheCpusKernels) {
  const auto step = [](at::Device device) {
    const at::Tensor rows = moved(pattern({7, 9}) / 7, device);
    const at::Tensor row = rows.select(0, 3) / 3;
    const at::Tensor column = rows.select(1, 5) / 11;
    return Tensors{at::addr(rows, column, row, 0.3, 1.7), at::layer_norm(rows, {9}, row, row),
                   at::group_norm(rows.view({1, 7, 9}), 7),
                   at::native_channel_shuffle(moved(pattern({1, 6, 2, 2}), device), 3)};
  };
  EXPECT_EQ(run_on_both(step), Ended::kWorked);
}

TEST(Exactness, ConjugationInPlace) {
  const auto step = [](at::Device device) {
    const at::Tensor z = moved(pattern({3, 4}, at::kComplexFloat), device);
    const auto before = z._version();
    z.t().slice(0, 1).conj_physical_();
    EXPECT_EQ(z._version(), before + 1);
    return Tensors{z};
  };
  EXPECT_EQ(run_on_both(step), Ended::kWorked);
}

TEST(Exactness, ModeTakesOutOfTheDevice) {
  const auto step = [](at::Device device) {
    at::Tensor values = at::empty({0}, device);
    at::Tensor indices = at::empty({0}, at::device(device).dtype(at::kLong));
    at::mode_out(values, indices, moved(pattern({3, 4}).floor(), device));
    return Tensors{values, indices};
  };
  EXPECT_EQ(run_on_both(step), Ended::kWorked);
}

// Which of two writes to one place is the last is up to the CPU's kernel.
TEST(Exactness, CopiesIntoOverlappingPlaces) {
  const auto into_windows = [](at::Device device) {
    const at::Tensor base = moved(pattern({12}), device);
    base.as_strided({4, 3}, {2, 1}).copy_(moved(pattern({20}), device).as_strided({4, 3}, {5, 1}));
    return Tensors{base};
  };
  EXPECT_EQ(run_on_both(into_windows), Ended::kWorked);
  const auto within_one_storage = [](at::Device device) {
    const at::Tensor base = moved(pattern({5, 5}), device);
    base.t().slice(0, 1).copy_(base.slice(0, 0, 4));
    return Tensors{base};
  };
  EXPECT_EQ(run_on_both(within_one_storage), Ended::kWorked);
}

TEST(Exactness, BoolsThatAreNeitherZeroNorOne) {
  const auto step = [](at::Device device) {
    const at::Tensor odd = moved(pattern({8, 10}), device).view(at::kBool);
    return Tensors{odd.clone(), odd.t().clone(at::MemoryFormat::Contiguous),
                   odd.slice(1, 1, 40, 3).to(at::kFloat)};
  };
  EXPECT_EQ(run_on_both(step), Ended::kWorked);
}

TEST(Exactness, ConvertedNansAndNumbersOutOfRange) {
  const auto step = [](at::Device device) {
    const at::Tensor extremes =
        moved(at::tensor({NAN, -NAN, INFINITY, -INFINITY, 3e38F, -3e38F, 1e10F, -1e10F, 1e-40F})
                  .repeat({5}),
              device);
    Tensors results;
    for (const at::ScalarType dtype : {at::kHalf, at::kBFloat16, at::kFloat8_e4m3fn, at::kDouble}) {
      results.push_back(extremes.to(dtype));
      results.push_back(extremes.slice(0, 1, 40, 3).to(dtype));
    }
    return results;
  };
  EXPECT_EQ(run_on_both(step), Ended::kWorked);
}

TEST(Exactness, TensorsOfTheHostAreRefusedUnlessTheyAreScalars) {
  const at::Tensor device = at::ones({3}, npu());
  EXPECT_THROW(device + at::ones({3}), c10::Error);
  EXPECT_THROW(at::cat({device, at::ones({3})}), c10::Error);
  EXPECT_EQ((device + at::ones({})).sum().item<float>(), 6);
  EXPECT_EQ(device.index({at::tensor({0, 2}, at::kLong)}).device(), npu());  // indices may be there
}

}  // namespace
