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

// Which of several writes to one place is the last is left open, and nothing else.
TEST(Exactness, CopiesIntoOverlappingPlaces) {
  const at::Tensor source = pattern({4, 3});
  const at::Tensor base = moved(pattern({12}) + 1000, npu());
  base.as_strided({4, 3}, {2, 1}).copy_(moved(source, npu()));
  const at::Tensor result = base.cpu();
  for (std::int64_t place = 0; place < 12; ++place) {
    at::Tensor candidates = at::empty({0});
    for (std::int64_t row = 0; row < 4; ++row) {
      const std::int64_t column = place - 2 * row;
      if (column >= 0 && column < 3)
        candidates = at::cat({candidates, source[row][column].view({1})});
    }
    if (candidates.numel() == 0) candidates = pattern({12})[place] + 1000;
    EXPECT_TRUE(candidates.eq(result[place]).any().item<bool>()) << place;
  }
}

TEST(Exactness, BoolsThatAreNeitherZeroNorOne) {
  const auto truth_of = [](at::Device device) {
    const at::Tensor odd = moved(pattern({8, 10}), device).view(at::kBool);
    Tensors results{odd.clone(), odd.t().clone(at::MemoryFormat::Contiguous)};
    for (at::Tensor& result : results) result = result.view(at::kByte).ne(0);
    results.push_back(odd.slice(1, 1, 40, 3).to(at::kFloat));
    return results;
  };
  EXPECT_EQ(run_on_both(truth_of), Ended::kWorked);
}

// Which bits a NaN has is left open; where it is, is not.
TEST(Exactness, ConvertedNansAndNumbersOutOfRange) {
  const auto step = [](at::Device device) {
    const at::Tensor extremes =
        moved(at::tensor({NAN, -NAN, INFINITY, -INFINITY, 3e38F, -3e38F, 1e10F, -1e10F, 1e-40F})
                  .repeat({5}),
              device);
    Tensors results;
    for (const at::ScalarType dtype : {at::kHalf, at::kBFloat16, at::kFloat8_e4m3fn, at::kDouble}) {
      for (const at::Tensor& converted :
           {extremes.to(dtype), extremes.slice(0, 1, 40, 3).to(dtype)}) {
        const at::Tensor wide = converted.to(at::kDouble);
        results.push_back(wide.isnan());
        results.push_back(wide.nan_to_num(7, INFINITY, -INFINITY));
      }
    }
    return results;
  };
  EXPECT_EQ(run_on_both(step), Ended::kWorked);
}

// The CPU has a path between float and half that forgets the negation bit of dense tensors.
TEST(Exactness, NegationBetweenFloatAndHalf) {
  const at::Tensor source = pattern({3, 4});
  const at::Tensor negated = moved(source, npu());
  negated._set_neg(true);
  EXPECT_TRUE(negated.to(at::kHalf).cpu().equal(source.neg().to(at::kHalf)));
}

TEST(Exactness, TensorsOfTheHostAreRefusedUnlessTheyAreScalars) {
  const at::Tensor device = at::ones({3}, npu());
  EXPECT_THROW(device + at::ones({3}), c10::Error);
  EXPECT_THROW(at::cat({device, at::ones({3})}), c10::Error);
  EXPECT_EQ((device + at::ones({})).sum().item<float>(), 6);
  EXPECT_EQ(device.index({at::tensor({0, 2}, at::kLong)}).device(), npu());  // indices may be there
}

}  // namespace
