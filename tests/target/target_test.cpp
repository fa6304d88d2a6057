#include "viewfuzz/target/target.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/npu.h"
#include "viewfuzz/target/library.h"

namespace viewfuzz {
namespace {

std::string whyNot(const std::string& spec) {
  try {
    openTarget(spec);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Target, IsOpenedByItsName) {
  EXPECT_EQ(openTarget("cpu")->device(), c10::Device(c10::kCPU));
  EXPECT_EQ(openTarget("meta")->device(), c10::Device(c10::kMeta));
  EXPECT_EQ(openTarget("cpu:0")->name(), "cpu:0");  // a device type by name
  EXPECT_EQ(npu().device(), c10::Device(c10::kPrivateUse1, 0));
}

TEST(Target, SaysWhatItCanShowBeforeItIsOpened) {
  for (const std::string spec : {"cpu", "meta", VIEWFUZZ_NPU}) {
    const Capabilities before = capabilitiesOf(spec);
    const Capabilities after = openTarget(spec)->capabilities();
    EXPECT_EQ(before.bytes, after.bytes) << spec;
    EXPECT_EQ(before.storages, after.storages) << spec;
    EXPECT_EQ(before.autograd, after.autograd) << spec;
  }
  EXPECT_FALSE(capabilitiesOf("meta").bytes);
}

TEST(Target, EveryKindIsDescribed) {
  for (const auto& kind : targetKinds()) {
    EXPECT_FALSE(kind.named.empty());
    EXPECT_FALSE(kind.about.empty()) << kind.named;
  }
}

TEST(Target, ADeviceThatIsNotHereIsToldAsSuch) {
  EXPECT_TRUE(has(whyNot("cuda"), "There is no device 'cuda' in this process")) << whyNot("cuda");
  EXPECT_TRUE(has(whyNot("cpu:5"), "1 found")) << whyNot("cpu:5");
  EXPECT_TRUE(has(whyNot("no-such-device"), "There is no backend library 'no-such-device'"));
  EXPECT_TRUE(has(whyNot(""), "Expected --backend LIB"));
}

TEST(Target, ALibraryThatDoesNotFitIsToldApartFromOneThatWantsPython) {
  const auto said = [](const std::string& error) { return explainLoadError("/x/b.so", error); };
  EXPECT_TRUE(
      has(said("/x/b.so: undefined symbol: _ZN3c106detailE"), "does not fit this libtorch"));
  for (const std::string symbol :
       {"PyExc_ValueError", "_Py_NoneStruct", "THPVariableClass", "_ZN8pybind116detailE"}) {
    const std::string text = said("/x/b.so: undefined symbol: " + symbol);
    EXPECT_TRUE(has(text, "wants Python: it uses " + symbol)) << text;
    EXPECT_FALSE(has(text, "does not fit")) << text;
  }
  const std::string text =
      said("libvendor.so.3: cannot open shared object file: No such file or directory");
  EXPECT_TRUE(has(text, "needs the library 'libvendor.so.3'")) << text;
  EXPECT_TRUE(has(said("/x/b.so: cannot open shared object file: No such file or directory"),
                  "There is no backend library '/x/b.so'"));
}

TEST(PlantedFaults, AreFoundByTheSymbolsOfTheLibrary) {
  npu();
  const auto faults = plantedFaults();
  EXPECT_GT(faults.size(), 10U);
  for (const auto& fault : faults) EXPECT_FALSE(fault.about.empty()) << fault.name;
  EXPECT_THROW(enableFault("no-such-fault"), std::runtime_error);
}

}  // namespace
}  // namespace viewfuzz
