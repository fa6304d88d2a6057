#include "viewfuzz/report/repro/python/repro.h"

#include <ATen/ATen.h>

#include "tests/report/cpu_refusals.h"
#include "tests/report/programs.h"
#include "tests/report/repro/python_fixture.h"
#include "viewfuzz/execute/fill.h"
#include "viewfuzz/judge/elements.h"
#include "viewfuzz/report/repro/cpp/repro.h"

namespace viewfuzz {
namespace {

TEST(PythonText, TheProgramIsIdiomatic) {
  const std::string text = pythonRepro(lostWrite(), lostWriteViolation());
  expectContains(text,
                 "def program(device):\n"
                 "    t0 = torch.arange(1, 5, dtype=torch.float32).reshape(2, 2).to(device)\n"
                 "    t1 = t0.select(1, 0)\n"
                 "    t1.zero_()\n"
                 "    return locals()\n");
  expectContains(text, "#!/usr/bin/env python3\n\"\"\"`select` on dim 1 of a rank-2 tensor");
}

TEST(PythonText, WindowsSlicesAndLists) {
  const auto program = programOf(
      "t0 = tensor([2, 3, 2], int32, iota, strides=[12, 4, 2], offset=1, storage=30)\n"
      "t1 = tensor([4], int32, of=t0, offset=2)\n"
      "t2 = aten.slice.Tensor(t0, 1, 1, 9223372036854775807, 1)  # L00.rows\n"
      "t3 = aten.slice.Tensor(t2, -1, None, 1, 2)\n"
      "t4 = aten.slice.Tensor(t2, -2, -1, None, 1)\n"
      "t5 = aten.slice.Tensor(t2, 0, 0, 2, 1)\n"
      "t6, t7 = aten.split.Tensor(t0, 1, 0)\n"
      "t8 = tensor([1], int64, [2])\n"
      "t9 = tensor([2, 1, 2], int32, zeros)\n"
      "aten.index_put_(t0, [None, t8], t9, False)\n"
      "t10 = aten.alias(t0)\n"
      "t11 = aten.sum.dim_IntList(t0, [1], False)\n"
      "t12 = aten.view(t8, [3])\n"
      "t13 = aten.clone(t12)\n");
  const std::string text =
      pythonRepro(program, violationOf(Property::values, 13, "aten.clone", ""));
  for (const auto* line : {
           "    base0 = torch.arange(1, 31, dtype=torch.int32).to(device)\n"
           "    t0 = window(base0, (2, 3, 2), (12, 4, 2), 1)\n"
           "    t1 = window(t0, (4,), (1,), 2)\n"
           "    t2 = t0[:, 1:]  # L00.rows\n"
           "    t3 = t2[..., :1:2]\n"
           "    t4 = t2[..., -1:, :]\n"
           "    t5 = torch.ops.aten.slice.Tensor(t2, 0, 0, 2, 1)\n"
           "    t6, t7 = t0.split(1, 0)\n"
           "    t8 = torch.tensor([2], dtype=torch.int64).to(device)\n"
           "    t9 = torch.zeros(4, dtype=torch.int32).reshape(2, 1, 2).to(device)\n"
           "    torch.ops.aten.index_put_.default(t0, [None, t8], t9, False)\n"
           "    t10 = torch.ops.aten.alias.default(t0)\n"
           "    t11 = t0.sum([1], False)\n",
           "    with attempt(refused, \"t12 = t8.view([3])\"):\n"
           "        t12 = t8.view([3])\n"
           "    with attempt(refused, \"t13 = t12.clone()\"):\n",
       }) {
    expectContains(text, line);
  }
}

TEST(PythonText, NamedArgumentsPropertiesAndStorages) {
  const auto program = programOf(
      "t0 = tensor([1, 2, 2, 2], float32, iota)\n"
      "t1 = aten.to.dtype(t0, float16, copy=True, memory_format=\"channels_last\")\n"
      "t2 = aten.to.dtype(t0, int8)\n"
      "t3 = aten.to.device(t0, dtype=int16)\n"
      "t4 = aten.contiguous(t1)\n"
      "t5 = aten.mT(t0)\n"
      "aten.resize_(t4, [2])\n"
      "aten.set_.source_Storage(t1, t4)\n"
      "t6 = tensor([1], int64, [1])\n"
      "t7, t8 = aten.tensor_split.tensor_indices_or_sections(t0, t6, 1)\n"
      "t9 = aten.clone(t0)\n");
  expectContains(pythonRepro(program, violationOf(Property::values, 10, "aten.clone", "")),
                 "    t1 = t0.to(torch.float16, copy=True, memory_format=torch.channels_last)\n"
                 "    t2 = t0.to(torch.int8)\n"
                 "    t3 = t0.to(device, dtype=torch.int16)\n"
                 "    t4 = t1.contiguous()\n"
                 "    t5 = t0.mT\n"
                 "    t4.resize_([2])\n"
                 "    t1.set_(t4.untyped_storage())\n"
                 "    t6 = torch.tensor([1], dtype=torch.int64).to(device)\n"
                 "    t7, t8 = t0.tensor_split(t6.cpu().resolve_neg(), 1)\n"
                 "    t9 = t0.clone()\n");
}

TEST(PythonText, NamedArgumentsAndIndicesAsPeopleWriteThem) {
  const auto program = programOf(
      "t0 = tensor([2, 3], float32, iota)\n"
      "t1 = tensor([2, 3], float32, zeros)\n"
      "aten.add.out(t0, t0, out=t1)\n"
      "t2 = tensor([2], int64, [0, 2])\n"
      "t3 = aten.index.Tensor(t0, [None, t2])\n"
      "t4 = tensor([], int64, [1])\n"
      "t5 = aten.index.Tensor(t0, [t4])\n"
      "t6 = aten.clone(t0, memory_format=\"contiguous_format\")\n"
      "aten.add_.Scalar(t0, 2)\n"
      "t7 = aten.clone(t0)\n");
  const std::string text = pythonRepro(program, violationOf(Property::values, 9, "aten.clone", ""));
  for (const auto* line : {
           "    torch.add(t0, t0, out=t1)\n",
           "    t3 = t0[:, t2]\n",
           "    t5 = torch.ops.aten.index.Tensor(t0, [t4])\n",
           // no template has this name
           "    t6, *_ = call(torch.ops.aten.clone.default, device, t0, memory_format=",
           "    torch.ops.aten.add_.Scalar(t0, 2)\n",
       }) {
    expectContains(text, line);
  }
}

TEST(PythonText, StopsAtTheViolation) {
  const std::string text =
      pythonRepro(lostWrite(), violationOf(Property::layout, 1, "aten.select.int", ""));
  EXPECT_EQ(text.find("zero_"), std::string::npos);
}

// Were each statement given a copy of all layouts, they would take hundreds of gigabytes.
TEST(PythonText, OfALongProgram) {
  Program program = programOf(
      "t0 = tensor([2], float32, iota)\n"
      "t1 = aten.neg(t0)\n");
  while (program.statements.size() < 50000) program.statements.push_back(program.statements[1]);
  const Violation violation = violationOf(Property::survival, 49999, "aten.neg", "crash");
  expectContains(pythonRepro(program, violation), "t49999 = ");
  expectContains(cppRepro(program, violation), "t49999 = ");
}

TEST_F(Python, ComparesTheCpuWithItself) {
  if (!hasPython()) GTEST_SKIP() << "no Python beside libtorch";
  const auto program = programOf(
      "t0 = tensor([2, 3, 2], float32, special, strides=[12, 4, 2], offset=1, storage=30)\n"
      "t1 = tensor([4], float32, of=t0, offset=2)\n"
      "t2 = aten.slice.Tensor(t0, 1, 1, None, 1)\n"
      "t3, t4 = aten.split.Tensor(t0, 1, 0)\n"
      "t5 = tensor([1], int64, [2])\n"
      "t6 = tensor([2, 1, 2], float32, ints(7))\n"
      "aten.index_put_(t0, [None, t5], t6, False)\n"
      "t7 = tensor([2], complex64, iota)\n"
      "t8 = tensor([], bool, iota)\n"
      "t9 = tensor([0, 3], float16, iota)\n"
      "t10 = tensor([300], uint8, ints(3))\n"
      "t11 = aten.sum.dim_IntList(t6, [1], False)\n"
      "t12 = aten.real(t7)\n"
      "t13 = aten.new_zeros(t6, [2])\n"
      "t14 = aten.view(t5, [3])\n"
      "t15 = aten.clone(t14)\n"
      "t16 = tensor([3], float16, uniform(3, 0.5, 1))\n"
      "t17 = aten.select.int(t0, 5, 0)\n");
  write("repro.py",
        pythonRepro(program, violationOf(Property::errors, 17, "aten.select.int", "accepted")));
  EXPECT_EQ(run("repro.py --device cpu"), 0) << read("output");
  expectContains(read("output"), "fixed");
}

/// The seeds have every op, so every template is tried, and nothing that is right is reported.
TEST_F(Python, RunsEverySeed) {
  if (!hasPython()) GTEST_SKIP() << "no Python beside libtorch";
  std::string script = "import torch\n";
  for (const auto& entry : fs::directory_iterator(VIEWFUZZ_CORPUS "/seeds")) {
    if (entry.path().extension() != ".vf") continue;
    const Program program = parseFile(entry.path());
    const size_t last = program.statements.size() - 1;
    for (const Property property : {Property::values, Property::version, Property::gradient}) {
      const std::string name =
          fmt::format("seed_{}_{}", entry.path().stem().string(), propertyName(property));
      const Violation violation = violationOf(property, last, "aten.clone", "");
      write(name + ".py", pythonRepro(program, withRefusalsOfCpu(violation, program)));
      script += fmt::format("import {0} as repro\nname = '{0}'\n", name);
      script += property == Property::gradient
                    ? "once = repro.observe_gradients(repro.program, 'cpu', [])\n"
                    : "once = repro.observe(repro.program, 'cpu', repro.look)\n";
      if (property == Property::values && entry.path().stem() != "refused")
        script += "assert not once[1], (name, once[1])\n";
      script +=
          "assert 'the program' not in once[1], (name, once[1])\n"
          "found = list(repro.compare('cpu'))\n"
          "assert not found, (name, found)\n";
    }
  }
  write("all.py", script);
  EXPECT_EQ(run("all.py"), 0) << read("output");
}

TEST_F(Python, ShowsADifference) {
  if (!hasPython()) GTEST_SKIP() << "no Python beside libtorch";
  write("repro.py", pythonRepro(lostWrite(), lostWriteViolation()));
  // The first call, on the reference, is right; the second one is not.
  write("faulty.py",
        "import torch\n"
        "right = torch.Tensor.select\n"
        "calls = []\n"
        "def select(self, dim, index):\n"
        "    calls.append(dim)\n"
        "    result = right(self, dim, index)\n"
        "    return result if len(calls) == 1 else result.clone()\n"
        "torch.Tensor.select = select\n");
  EXPECT_EQ(run("repro.py --device cpu --import faulty"), 1) << read("output");
  expectContains(read("output"), "t1 shares its storage with no other tensor; expected t0");
  expectContains(read("output"), "t0: 2 of 4 elements differ; element 0 is 1.0, expected 0.0");
}

TEST_F(Python, ShowsARefusal) {
  if (!hasPython()) GTEST_SKIP() << "no Python beside libtorch";
  write("repro.py",
        pythonRepro(lostWrite(), violationOf(Property::errors, 1, "aten.select.int", "refused")));
  write("faulty.py",
        "import torch\n"
        "right = torch.Tensor.select\n"
        "calls = []\n"
        "def select(self, dim, index):\n"
        "    calls.append(dim)\n"
        "    if len(calls) > 1: raise RuntimeError('no kernel')\n"
        "    return right(self, dim, index)\n"
        "torch.Tensor.select = select\n");
  EXPECT_EQ(run("repro.py --device cpu --import faulty"), 1) << read("output");
  expectContains(read("output"),
                 "t1 = t0.select(1, 0): the CPU accepts it; the device RuntimeError: no kernel");
}

TEST_F(Python, SaysWhenTheDeviceCannotBeLoaded) {
  if (!hasPython()) GTEST_SKIP() << "no Python beside libtorch";
  write("repro.py", pythonRepro(lostWrite(), lostWriteViolation()));
  EXPECT_EQ(run("repro.py --load /does/not/exist.so"), 2) << read("output");
  expectContains(read("output"), "The device 'npu' cannot be loaded");
}

/// Every element of every fill and dtype, and lengths on both sides of each wrap-around.
TEST_F(Python, MakesTheSameSources) {
  if (!hasPython()) GTEST_SKIP() << "no Python beside libtorch";
  const std::vector<Fill> fills = {{Fill::Kind::iota, 0, {}},
                                   {Fill::Kind::iota, 5, {}},
                                   {Fill::Kind::iota, 254, {}},
                                   {Fill::Kind::iota, 70000, {}},
                                   {Fill::Kind::zeros, 0, {}},
                                   {Fill::Kind::ints, 9, {}},
                                   {Fill::Kind::ints, UINT64_MAX - 3, {}},
                                   {Fill::Kind::special, 0, {}},
                                   {Fill::Kind::list, 0, {3, 0, 5}},
                                   {Fill::Kind::list, 0, {-1, 300, 70000, 16777217, -129}}};
  Program program;
  for (const auto dtype : dtypes()) {
    for (const Fill& fill : fills) {
      for (const int64_t numel :
           {0, 1, 13, 127, 128, 129, 255, 256, 257, 2048, 2049, 32767, 32769}) {
        program.statements.push_back({Source::fresh({numel}, dtype, fill), ""});
      }
    }
  }
  const Violation violation =
      violationOf(Property::values, program.statements.size() - 1, "tensor", "");
  write("repro.py", pythonRepro(program, violation));
  write("dump.py",
        "import ctypes, repro, sys\n"
        "tensors = repro.program('cpu')\n"
        "with open('bytes', 'wb') as file:\n"
        "    for i in range(int(sys.argv[1])):\n"
        "        tensor = tensors[f't{i}']\n"
        "        assert tensor.dim() == 1\n"
        "        file.write(ctypes.string_at(tensor.data_ptr(), tensor.nbytes) if len(tensor) else "
        "b'')\n");
  ASSERT_EQ(run(fmt::format("dump.py {}", program.statements.size())), 0) << read("output");
  const std::string bytes = read("bytes");
  size_t at = 0;
  for (const auto& statement : program.statements) {
    const auto& source = std::get<Source>(statement.what);
    const at::Tensor expected = filled(source.fill, source.layout.dtype, source.storage_numel);
    const auto* data = static_cast<const std::byte*>(expected.const_data_ptr());
    ASSERT_LE(at + expected.nbytes(), bytes.size());
    for (int64_t i = 0; i < source.storage_numel; ++i, at += expected.itemsize()) {
      const auto* got = reinterpret_cast<const std::byte*>(bytes.data()) + at;
      const auto* want = data + static_cast<size_t>(i) * expected.itemsize();
      ASSERT_TRUE(equalElements(source.layout.dtype, got, want, {}))
          << print(statement, 0) << ", element " << i << ": expected "
          << formatElement(source.layout.dtype, want) << ", got "
          << formatElement(source.layout.dtype, got);
    }
  }
  EXPECT_EQ(at, bytes.size());
}

}  // namespace
}  // namespace viewfuzz
