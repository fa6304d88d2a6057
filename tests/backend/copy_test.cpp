#include "tests/backend/support.h"

namespace {

const std::vector<at::ScalarType> kDtypes = {at::kByte,
                                             at::kChar,
                                             at::kShort,
                                             at::kInt,
                                             at::kLong,
                                             at::kHalf,
                                             at::kFloat,
                                             at::kDouble,
                                             at::kComplexHalf,
                                             at::kComplexFloat,
                                             at::kComplexDouble,
                                             at::kBool,
                                             at::kBFloat16,
                                             at::kFloat8_e5m2,
                                             at::kFloat8_e4m3fn,
                                             at::kFloat8_e5m2fnuz,
                                             at::kFloat8_e4m3fnuz,
                                             at::kUInt16,
                                             at::kUInt32,
                                             at::kUInt64,
                                             at::kFloat8_e8m0fnu};

// Layouts of a [3, 4] window, by name.
struct Layout {
  const char* name;
  at::Tensor (*make)(at::ScalarType, at::Device);
};

at::Tensor buffer(at::ScalarType dtype, at::Device device) {
  return moved(pattern({60}, dtype), device);
}

const std::vector<Layout> kLayouts = {
    {"contiguous",
     [](at::ScalarType t, at::Device d) { return buffer(t, d).as_strided({3, 4}, {4, 1}); }},
    {"offset",
     [](at::ScalarType t, at::Device d) { return buffer(t, d).as_strided({3, 4}, {4, 1}, 7); }},
    {"transposed",
     [](at::ScalarType t, at::Device d) { return buffer(t, d).as_strided({3, 4}, {1, 3}, 5); }},
    {"stepped",
     [](at::ScalarType t, at::Device d) { return buffer(t, d).as_strided({3, 4}, {16, 3}, 1); }},
    {"expanded",
     [](at::ScalarType t, at::Device d) { return buffer(t, d).as_strided({3, 4}, {0, 2}, 3); }},
    {"row", [](at::ScalarType t, at::Device d) { return buffer(t, d).as_strided({4}, {5}, 2); }},
    {"column",
     [](at::ScalarType t, at::Device d) { return buffer(t, d).as_strided({3, 1}, {9, 1}, 2); }},
    {"scalar", [](at::ScalarType t, at::Device d) { return buffer(t, d).as_strided({}, {}, 11); }},
};

TEST(Copy, EveryDtypePairAndLayoutIsAsOnTheCpu) {
  int worked = 0;
  for (const at::ScalarType to : kDtypes) {
    for (const at::ScalarType from : kDtypes) {
      for (std::size_t d = 0; d < 4; ++d) {  // the expanded and smaller ones cannot be destinations
        for (const Layout& source : kLayouts) {
          const Ended ended = run_on_both([&](at::Device device) {
            const at::Tensor dst = kLayouts[d].make(to, device);
            dst.copy_(source.make(from, device));
            return std::vector{dst};
          });
          ASSERT_NE(ended, Ended::kDiffers)
              << from << ' ' << source.name << " to " << to << ' ' << kLayouts[d].name;
          worked += ended == Ended::kWorked ? 1 : 0;
        }
      }
    }
  }
  EXPECT_EQ(worked, 21 * 21 * 4 * 8);
}

TEST(Copy, BetweenHostAndDevice) {
  for (const at::ScalarType to : {at::kFloat, at::kLong, at::kComplexFloat}) {
    for (const Layout& source : kLayouts) {
      const at::Tensor expected = kLayouts[3].make(to, at::kCPU);
      expected.copy_(source.make(at::kFloat, at::kCPU));
      const at::Tensor up = kLayouts[3].make(to, npu());
      up.copy_(source.make(at::kFloat, at::kCPU));
      EXPECT_TRUE(same_everything(expected, up)) << source.name;
      const at::Tensor down = kLayouts[3].make(to, at::kCPU);
      down.copy_(source.make(at::kFloat, npu()));
      EXPECT_TRUE(same_everything(expected, down)) << source.name;
    }
  }
}

TEST(Copy, HonoursTheLazyBitsOfBothSides) {
  int refused = 0;
  for (int bits = 0; bits < 16; ++bits) {
    for (const auto& [to, from] : std::vector<std::pair<at::ScalarType, at::ScalarType>>{
             {at::kComplexFloat, at::kComplexFloat},
             {at::kComplexDouble, at::kComplexHalf},
             {at::kFloat, at::kComplexFloat},
             {at::kComplexFloat, at::kFloat},
             {at::kDouble, at::kDouble},
             {at::kHalf, at::kFloat},
             {at::kByte, at::kInt},
             {at::kBool, at::kFloat}}) {
      const Ended ended = run_on_both([&, to = to, from = from](at::Device device) {
        const at::Tensor dst = kLayouts[3].make(to, device);
        const at::Tensor src = kLayouts[2].make(from, device);
        dst._set_conj((bits & 1) != 0 && dst.is_complex());
        src._set_conj((bits & 2) != 0 && src.is_complex());
        dst._set_neg((bits & 4) != 0);
        src._set_neg((bits & 8) != 0);
        dst.copy_(src);
        return std::vector{dst, src};
      });
      EXPECT_NE(ended, Ended::kDiffers) << bits << ' ' << from << " to " << to;
      refused += ended == Ended::kRefused ? 1 : 0;
    }
  }
  EXPECT_EQ(refused, 8);  // to bool, with one of the two negated
}

TEST(Copy, IsRefusedWhereTheCpuRefuses) {
  const auto shift = [](at::Device device) {
    const at::Tensor base = buffer(at::kFloat, device);
    base.slice(0, 1).copy_(base.slice(0, 0, -1));
    return std::vector{base};
  };
  EXPECT_EQ(run_on_both(shift), Ended::kRefused);
  const auto into_expanded = [](at::Device device) {
    const at::Tensor dst = kLayouts[4].make(at::kFloat, device);
    dst.copy_(kLayouts[0].make(at::kFloat, device));
    return std::vector{dst};
  };
  EXPECT_EQ(run_on_both(into_expanded), Ended::kRefused);
  const auto wrong_shape = [](at::Device device) {
    const at::Tensor dst = kLayouts[0].make(at::kFloat, device);
    dst.copy_(at::ones({5}, device));
    return std::vector{dst};
  };
  EXPECT_EQ(run_on_both(wrong_shape), Ended::kRefused);
  const auto larger_source = [](at::Device device) {
    const at::Tensor dst = kLayouts[5].make(at::kFloat, device);
    dst.copy_(at::ones({3, 4}, device));
    return std::vector{dst};
  };
  EXPECT_EQ(run_on_both(larger_source), Ended::kRefused);
}

TEST(Copy, OntoTheSameElementsDoesNothing) {
  const auto step = [](at::Device device) {
    const at::Tensor dst = kLayouts[4].make(at::kFloat, device);  // would be refused otherwise
    dst.copy_(dst.alias());
    return std::vector{dst};
  };
  EXPECT_EQ(run_on_both(step), Ended::kWorked);
}

TEST(Copy, OfNothingIsFine) {
  const auto step = [](at::Device device) {
    const at::Tensor dst = at::empty({0, 4}, device);
    dst.copy_(at::ones({4}, device));
    return std::vector{dst};
  };
  EXPECT_EQ(run_on_both(step), Ended::kWorked);
}

TEST(Copy, LazyCloneGetsItsOwnBytesOnWrite) {
  const at::Tensor base = at::ones({4}, at::device(npu()));
  const at::Tensor clone = at::_lazy_clone(base);
  clone.copy_(at::full({4}, 3));
  EXPECT_EQ(base.sum().item<float>(), 4);
  EXPECT_EQ(clone.sum().item<float>(), 12);
}

TEST(Fill, IsAsOnTheCpu) {
  for (const at::ScalarType dtype : kDtypes) {
    for (const Layout& layout : kLayouts) {
      const auto fill = [&](at::Device device) {
        const at::Tensor dst = layout.make(dtype, device);
        dst.fill_(3);
        dst.slice(0, 0, dst.dim() == 0 ? 0 : 1);
        return std::vector{dst};
      };
      if (layout.name == std::string("scalar")) continue;
      EXPECT_EQ(run_on_both(fill), Ended::kWorked) << dtype << ' ' << layout.name;
      const auto zero = [&](at::Device device) {
        const at::Tensor dst = layout.make(dtype, device);
        dst.zero_();
        return std::vector{dst};
      };
      if (dtype != at::kFloat8_e8m0fnu) {
        EXPECT_EQ(run_on_both(zero), Ended::kWorked) << dtype << ' ' << layout.name;
      }
    }
  }
}

TEST(Fill, RefusesWhatDoesNotFit) {
  const auto fill = [](at::Device device) {
    const at::Tensor dst = at::zeros({3}, at::device(device).dtype(at::kByte));
    dst.fill_(300);
    return std::vector{dst};
  };
  EXPECT_EQ(run_on_both(fill), Ended::kRefused);
  const auto not_a_scalar = [](at::Device device) {
    const at::Tensor dst = at::zeros({3}, device);
    dst.fill_(at::ones({2}, device));
    return std::vector{dst};
  };
  EXPECT_EQ(run_on_both(not_a_scalar), Ended::kRefused);
}

TEST(Fill, TensorValueFromItself) {
  const auto step = [](at::Device device) {
    const at::Tensor dst = buffer(at::kFloat, device);
    dst.fill_(dst[7]);
    return std::vector{dst};
  };
  EXPECT_EQ(run_on_both(step), Ended::kWorked);
}

TEST(Item, ReadsOneElementOfEveryDtype) {
  for (const at::ScalarType dtype : kDtypes) {
    const at::Tensor cpu = buffer(dtype, at::kCPU);
    const at::Tensor device = buffer(dtype, npu());
    EXPECT_EQ(cpu[41].item().toComplexDouble(), device[41].item().toComplexDouble()) << dtype;
  }
}

}  // namespace
