#include "tests/backend/support.h"

#include <cstdlib>
#include <cstring>

#include <c10/core/DeviceType.h>

#include "backend/npu.h"

// The autograd engine looks for the accelerator, and a device without a name is none.
static const bool named = (c10::register_privateuse1_backend("npu"), true);

at::Tensor storage_bytes(const at::Tensor& tensor) {
  at::Tensor bytes = at::empty({0}, tensor.options().dtype(at::kByte));
  bytes.set_(tensor.storage(), 0, {static_cast<std::int64_t>(tensor.storage().nbytes())}, {1});
  return bytes.cpu();
}

at::Tensor pattern(at::IntArrayRef sizes, at::ScalarType dtype) {
  const std::int64_t n = c10::multiply_integers(sizes);
  at::Tensor values = at::arange(1, n + 1, at::kDouble) * 0.75 - 2;
  if (c10::isComplexType(dtype)) values = at::complex(values, values.flip(0));
  return values.to(dtype).reshape(sizes);
}

at::Tensor moved(const at::Tensor& tensor, at::Device device) {
  at::Tensor bytes = storage_bytes(tensor).to(device);
  at::Tensor result = at::empty({0}, tensor.options().device(device));
  result.set_(bytes.storage(), tensor.storage_offset(), tensor.sizes(), tensor.strides());
  result._set_conj(tensor.is_conj());
  result._set_neg(tensor.is_neg());
  return result;
}

testing::AssertionResult same_everything(const at::Tensor& expected, const at::Tensor& actual) {
  if (expected.defined() != actual.defined())
    return testing::AssertionFailure() << "one of the two is undefined";
  if (!expected.defined()) return testing::AssertionSuccess();
  std::ostringstream message;
  if (expected.sizes() != actual.sizes())
    message << "sizes " << expected.sizes() << " and " << actual.sizes() << "; ";
  if (expected.strides() != actual.strides())
    message << "strides " << expected.strides() << " and " << actual.strides() << "; ";
  if (expected.storage_offset() != actual.storage_offset())
    message << "offsets " << expected.storage_offset() << " and " << actual.storage_offset()
            << "; ";
  if (expected.scalar_type() != actual.scalar_type())
    message << "dtypes " << expected.scalar_type() << " and " << actual.scalar_type() << "; ";
  if (expected.is_conj() != actual.is_conj() || expected.is_neg() != actual.is_neg())
    message << "lazy bits differ; ";
  const at::Tensor want = storage_bytes(expected);
  const at::Tensor have = storage_bytes(actual);
  if (want.numel() != have.numel()) {
    message << "storage sizes " << want.numel() << " and " << have.numel() << "; ";
  } else if (!want.equal(have)) {
    const at::Tensor where = want.ne(have).nonzero();
    message << where.size(0) << " storage bytes differ, the first at "
            << where[0][0].item<std::int64_t>() << "; ";
  }
  if (message.str().empty()) return testing::AssertionSuccess();
  return testing::AssertionFailure() << message.str();
}

Outcome outcome_on(at::Device device, const Step& step) {
  try {
    return {step(device), std::nullopt};
  } catch (const c10::Error& error) {
    const std::string what = error.what_without_backtrace();
    return {{}, what.substr(0, what.find('\n'))};
  } catch (const std::exception& error) {
    return {{}, error.what()};
  }
}

Ended run_on_both(const Step& step) {
  const Outcome cpu = outcome_on(at::kCPU, step);
  const Outcome device = outcome_on(npu(), step);
  EXPECT_EQ(cpu.refusal, device.refusal);
  EXPECT_EQ(cpu.tensors.size(), device.tensors.size());
  if (cpu.refusal != device.refusal || cpu.tensors.size() != device.tensors.size())
    return Ended::kDiffers;
  Ended ended = cpu.refusal ? Ended::kRefused : Ended::kWorked;
  for (std::size_t i = 0; i < cpu.tensors.size(); ++i) {
    const auto same = same_everything(cpu.tensors[i], device.tensors[i]);
    EXPECT_TRUE(same) << "tensor " << i;
    EXPECT_TRUE(!device.tensors[i].defined() || device.tensors[i].device() == npu());
    if (!same) ended = Ended::kDiffers;
  }
  return ended;
}

Unguarded::Unguarded() { npu_set_guarded(0); }
Unguarded::~Unguarded() {
  const char* guard = std::getenv("NPU_GUARD");
  npu_set_guarded(guard == nullptr || std::strcmp(guard, "0") != 0 ? 1 : 0);
}
