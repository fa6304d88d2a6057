// The operators that run on the CPU's kernels.
#include "tests/backend/support.h"

namespace {

using Tensors = std::vector<at::Tensor>;

at::Tensor base(at::Device device) { return moved(pattern({6, 8}), device); }

TEST(Fallback, InPlaceOnAViewReachesTheBase) {
  const auto step = [](at::Device device) {
    const at::Tensor t = base(device);
    t.t().slice(0, 1, 7, 2).mul_(t.select(0, 5).slice(0, 0, 6)).relu_();
    return Tensors{t};
  };
  EXPECT_EQ(run_on_both(step), Ended::kWorked);
}

TEST(Fallback, OverlapOfArgumentsIsSeen) {
  const auto refused = [](at::Device device) {
    const at::Tensor t = base(device).flatten();
    t.slice(0, 1).add_(t.slice(0, 0, -1));
    return Tensors{t};
  };
  EXPECT_EQ(run_on_both(refused), Ended::kRefused);
  const auto self = [](at::Device device) {
    const at::Tensor t = base(device);
    t.add_(t);
    return Tensors{t};
  };
  EXPECT_EQ(run_on_both(self), Ended::kWorked);
  const auto cumulative = [](at::Device device) {
    const at::Tensor t = base(device);
    at::Tensor out = t.slice(0, 0, 3);
    at::add_out(out, t.slice(0, 3), t.slice(0, 3));
    return Tensors{t};
  };
  EXPECT_EQ(run_on_both(cumulative), Ended::kWorked);
}

TEST(Fallback, OutIntoAStridedView) {
  const auto step = [](at::Device device) {
    const at::Tensor t = base(device);
    at::Tensor out = t.slice(1, 1, 8, 3);
    const at::Tensor& returned = at::mul_out(out, out, at::full({}, 2, device));
    EXPECT_TRUE(returned.is_same(out));
    return Tensors{t, out};
  };
  EXPECT_EQ(run_on_both(step), Ended::kWorked);
}

TEST(Fallback, OutThatIsTooSmallGrows) {
  const auto step = [](at::Device device) {
    const at::Tensor t = base(device);
    at::Tensor out = at::empty({0}, device);
    at::exp_out(out, t);
    return Tensors{t, out};
  };
  EXPECT_EQ(run_on_both(step), Ended::kWorked);
}

TEST(Fallback, TensorListsAndOptionals) {
  const auto step = [](at::Device device) {
    const at::Tensor t = base(device);
    const at::Tensor rows = at::tensor({4, 0, 4}, at::kLong).to(device);
    const at::Tensor mask = t.select(1, 0) > 5;
    const at::Tensor target = t.clone();
    target.index_put_({at::indexing::TensorIndex(rows).tensor()}, at::ones({8}, device), true);
    return Tensors{at::cat({t, t.slice(0, 1)}),
                   at::stack({t.t(), t.t()}, 2),
                   t.index({at::indexing::Slice(), rows}),
                   t.index({mask}),
                   target,
                   at::clamp(t, std::nullopt, at::full({}, 3, device)),
                   at::linear(t, t, std::nullopt)};
  };
  EXPECT_EQ(run_on_both(step), Ended::kWorked);
}

TEST(Fallback, ForeachWritesItsList) {
  const auto step = [](at::Device device) {
    const at::Tensor t = base(device);
    at::_foreach_add_({t.select(0, 0), t.select(1, 7)}, 3);
    return Tensors{t};
  };
  EXPECT_EQ(run_on_both(step), Ended::kWorked);
}

TEST(Fallback, SeveralResults) {
  const auto step = [](at::Device device) {
    const auto [values, indices] = base(device).sort(1, true);
    const auto [variance, mean] = at::var_mean(base(device), 1);
    return Tensors{values, indices, variance, mean};
  };
  EXPECT_EQ(run_on_both(step), Ended::kWorked);
}

TEST(Fallback, LazyBitsOfArguments) {
  const auto step = [](at::Device device) {
    const at::Tensor z = at::view_as_complex(base(device).view({6, 4, 2}));
    at::imag(z.conj()).mul_(3);
    return Tensors{z, z.conj() + 1, at::imag(z.conj()).clone(), z.conj().mm(z.t()),
                   z.conj().conj()};
  };
  EXPECT_EQ(run_on_both(step), Ended::kWorked);
}

TEST(Fallback, KeepsLayoutsOfNewResults) {
  const auto step = [](at::Device device) {
    const at::Tensor t = base(device).t();
    return Tensors{t + 1, t.mm(base(device)), at::empty_like(t).zero_(), t.sum(0, true)};
  };
  EXPECT_EQ(run_on_both(step), Ended::kWorked);
}

TEST(Fallback, ScalarsKeepTheirRank) {
  const auto step = [](at::Device device) {
    const at::Tensor ints = at::arange(5, at::device(device).dtype(at::kInt));
    const at::Tensor half = base(device).to(at::kHalf);
    return Tensors{ints + 2.5, half * 3.0,
                   ints * at::full({}, 2, at::device(device).dtype(at::kLong)),
                   ints + at::ones({}, at::kLong)};
  };
  EXPECT_EQ(run_on_both(step), Ended::kWorked);
}

TEST(Fallback, ErrorsAreTheCpusAndChangeNothing) {
  const auto step = [](at::Device device) {
    return Tensors{base(device).add_(at::ones({3}, device))};
  };
  EXPECT_EQ(run_on_both(step), Ended::kRefused);
  const at::Tensor t = base(npu());
  EXPECT_THROW(t.add_(at::ones({3}, npu())), c10::Error);
  EXPECT_THROW(t.index_fill_(0, at::tensor({17}, at::kLong).to(npu()), 1), c10::Error);
  EXPECT_TRUE(same_everything(base(at::kCPU), t));
}

TEST(Fallback, RandomNumbersAreTheCpus) {
  const auto step = [](at::Device device) {
    at::manual_seed(7);
    const at::Tensor t = at::zeros({6, 8}, device);
    t.t().slice(0, 0, 8, 2).normal_();
    return Tensors{t, at::rand({5}, device), at::bernoulli(at::full({9}, 0.5, device)),
                   at::randperm(9, at::device(device).dtype(at::kLong))};
  };
  EXPECT_EQ(run_on_both(step), Ended::kWorked);
}

TEST(Fallback, GeneratorsOfTheDevice) {
  at::Generator one = at::globalContext().defaultGenerator(npu()).clone();
  EXPECT_EQ(one.device(), npu());
  one.set_current_seed(5);
  const at::Tensor first = at::rand({4}, one, at::device(npu()));
  const at::Tensor second = at::rand({4}, one, at::device(npu()));
  EXPECT_FALSE(first.equal(second));
  one.set_current_seed(5);
  EXPECT_TRUE(first.equal(at::rand({4}, one, at::device(npu()))));
}

TEST(Fallback, NeedsNoGradientOfItsOwn) {
  const at::Tensor weight = base(npu()).slice(1, 0, 6).clone().requires_grad_();
  const at::Tensor loss = (base(npu()).t().mm(weight)).relu().sum();
  loss.backward();
  const at::Tensor cpu_weight = base(at::kCPU).slice(1, 0, 6).clone().requires_grad_();
  (base(at::kCPU).t().mm(cpu_weight)).relu().sum().backward();
  EXPECT_TRUE(same_everything(cpu_weight.grad(), weight.grad()));
}

TEST(Fallback, VersionsCountWrites) {
  const at::Tensor t = base(npu());
  const at::Tensor view = t.select(0, 1);
  const auto before = t._version();
  view.add_(1);
  view.fill_(1);
  view.copy_(at::zeros({8}));
  EXPECT_EQ(t._version(), before + 3);
  EXPECT_EQ(view._version(), t._version());
}

TEST(Fallback, ConvolutionAndAttention) {
  const auto step = [](at::Device device) {
    const at::Tensor x = moved(pattern({1, 4, 8}), device) * 0.01;
    const at::Tensor w = (moved(pattern({4, 1, 3}), device) * 0.1).requires_grad_();
    const at::Tensor y = at::conv1d(x, w, at::ones({4}, device), 1, 2, 1, 4);
    y.sum().backward();
    const at::Tensor q = moved(pattern({1, 2, 4, 8}), device) * 0.01;
    EXPECT_EQ(at::scaled_dot_product_attention(q, q, q, {}, 0.0, true).sizes(), q.sizes());
    return Tensors{y.detach().contiguous(), w.grad().clone()};
  };
  EXPECT_EQ(run_on_both(step), Ended::kWorked);
}

}  // namespace
