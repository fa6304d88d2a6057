// For each property a program whose repro passes against the CPU itself, and fails once something
// is broken by hand: the module `faulty` puts a wrong function in the place of a right one, on the
// second side only (or, where the device is held against itself, always).

#include "tests/report/programs.h"
#include "tests/report/repro/python_fixture.h"
#include "viewfuzz/report/repro/python/repro.h"

namespace viewfuzz {
namespace {

struct Broken {
  std::string name;
  std::string program;
  Property property;
  size_t statement;
  std::string condition;
  std::string faulty;  ///< Python; may use `after(n, right, wrong)`
  std::string shown;   ///< in the output
};

/// The first n calls are right.
constexpr std::string_view kAfter = R"py(import torch

def after(n, right, wrong):
    calls = []
    def replacement(*args, **named):
        calls.append(args)
        return (right if len(calls) <= n else wrong)(*args, **named)
    return replacement
)py";

const std::string kSelect =
    "t0 = tensor([2, 2], float32, iota)\n"
    "t1 = aten.select.int(t0, 1, 0)\n";
const std::string kFill = kSelect + "aten.fill_.Scalar(t1, 7)\n";
const std::string kProduct =
    "t0 = tensor([2, 2], float32, iota)\n"
    "t1 = aten.select.int(t0, 1, 0)\n"
    "t2 = aten.mul.Tensor(t1, t1)\n";

const std::vector<Broken> kBroken = {
    {"version", kFill, Property::version, 2, "",
     "right = torch.Tensor.fill_\n"
     "def wrong(self, value):\n"
     "    right(self.data, value)\n"
     "torch.Tensor.fill_ = after(1, right, wrong)\n",
     "t0 is at version 0; expected 1"},
    {"errors_kind", "t0 = tensor([2, 2], float32, iota)\nt1 = aten.select.int(t0, 5, 0)\n",
     Property::errors, 1, "kind",
     "right = torch.ops.aten.select.int\n"
     "def wrong(*args): raise RuntimeError('no')\n"
     "torch.ops.aten.select.int = after(1, right, wrong)\n",
     "the CPU IndexError: "},
    {"refused_write",
     "t0 = tensor([2, 2], float32, iota)\n"
     "t1 = tensor([3], float32, zeros)\n"
     "refused aten.copy_(t0, t1)\n",
     Property::containment, 2, "refused",
     "right = torch.Tensor.copy_\n"
     "def wrong(self, other):\n"
     "    self.zero_()\n"
     "    return right(self, other)\n"
     "torch.Tensor.copy_ = after(1, right, wrong)\n",
     "t0: 4 of 4 elements differ"},
    {"refused_is_accepted",
     "t0 = tensor([2, 2], float32, iota)\nt1 = refused aten.select.int(t0, 5, 0)\n",
     Property::errors, 1, "accepted",
     "right = torch.Tensor.select\n"
     "torch.Tensor.select = after(1, right, lambda self, *args: self)\n",
     "the device accepts it"},
    {"gradient_values", kProduct, Property::gradient, 2, "values",
     "right = torch.Tensor.__mul__\n"
     "torch.Tensor.__mul__ = after(1, right, lambda a, b: right(a.detach(), b))\n",
     "t0's gradient: 2 of 4 elements differ"},
    {"gradient_node", kSelect, Property::gradient, 1, "node",
     "right = torch.Tensor.select\n"
     "torch.Tensor.select = after(1, right, lambda *args: right(*args).detach())\n",
     "t1 was made by no gradient; expected SelectBackward0"},
    {"gradient_backward", kProduct, Property::gradient, 2, "backward",
     "right = torch.autograd.grad\n"
     "def wrong(*args, **named): raise NotImplementedError('no kernel')\n"
     "torch.autograd.grad = after(1, right, wrong)\n",
     "the way back: the CPU accepts it; the device NotImplementedError: no kernel"},
    {"gradient_refused", kSelect + "aten.zero_(t1)\nt2 = aten.clone(t0)\n", Property::gradient, 2,
     "refused",
     "right = torch.Tensor.zero_\n"
     "def wrong(self):\n"
     "    with torch.no_grad(): return right(self)\n"
     "torch.Tensor.zero_ = after(1, right, wrong)\n",
     "t1.zero_(): the CPU RuntimeError: "},
    {"repeat", kFill, Property::repeat, 2, "values",
     "right = torch.Tensor.fill_\n"
     "torch.Tensor.fill_ = after(1, right, lambda self, value: right(self, value + 1))\n",
     "t0: 2 of 4 elements differ; element 0 is 8.0, expected 7.0"},
    {"repeat_version", kFill, Property::repeat, 2, "version",
     "right = torch.Tensor.fill_\n"
     "torch.Tensor.fill_ = after(1, right, lambda self, value: right(self.data, value))\n",
     "t0 is at version 0; expected 1"},
    {"repeat_refused", kFill, Property::repeat, 2, "errors",
     "right = torch.Tensor.fill_\n"
     "def wrong(self, value): raise RuntimeError('once')\n"
     "torch.Tensor.fill_ = after(1, right, wrong)\n",
     "t1.fill_(7): the first run accepts it; the second run RuntimeError: once"},
    {"by_index", kFill, Property::byIndex, 2, "write-back",
     "torch.Tensor.fill_ = lambda self, value: self\n",
     "t0: 2 of 4 elements differ; element 0 is 1.0, expected 7.0"},
    {"by_index_copy",
     "t0 = tensor([3], float32, iota, strides=[2], offset=1, storage=8)\n"
     "t1 = tensor([3], float32, iota(37))\n"
     "aten.copy_(t0, t1)\n"
     "t2 = aten.clone(t0)\n",
     Property::byIndex, 2, "containment",
     "right = torch.Tensor.copy_\n"
     "def wrong(self, other):\n"
     "    torch.empty(0).set_(self.untyped_storage()).zero_()\n"
     "    return right(self, other)\n"
     "torch.Tensor.copy_ = wrong\n",
     "base0: 5 of 8 elements differ"},
    {"schema_writes", kSelect + "t2 = aten.clone(t1)\n", Property::schema, 2, "writes",
     "right = torch.Tensor.clone\n"
     "calls = []\n"
     "def wrong(self):\n"
     "    if self._base is not None or self.dim() == 1 and self.stride() == (2,): self.zero_()\n"
     "    return right(self)\n"
     "torch.Tensor.clone = wrong\n",
     "the storage of t0 changed"},
    {"schema_aliases", kSelect + "t2 = aten.clone(t1)\n", Property::schema, 2, "aliases",
     "torch.Tensor.clone = lambda self: self.view(-1)\n", "t2 shares the storage of t0"},
    {"schema_copies", kSelect, Property::schema, 1, "copies",
     "right = torch.Tensor.select\n"
     "torch.Tensor.select = lambda *args: right(*args).clone()\n",
     "t1 does not share the storage of t0"},
    {"growing",
     "t0 = tensor([2], float32, iota)\n"
     "aten.resize_(t0, [700])\n"
     "aten.zero_(t0)\n",
     Property::values, 1, "",
     "right = torch.Tensor.resize_\n"
     "torch.Tensor.resize_ = after(1, right, lambda self, sizes: right(self.zero_(), sizes))\n",
     "t0: 2 of 700 elements differ"},
    {"detach_", "t0 = tensor([2, 2], float32, iota)\naten.detach_(t0)\n", Property::errors, 1,
     "refused",
     "right = torch.Tensor.detach_\n"
     "def wrong(self): raise RuntimeError('no')\n"
     "torch.Tensor.detach_ = after(1, right, wrong)\n",
     "the CPU accepts it; the device RuntimeError: no"},
    {"random_containment",
     "t0 = tensor([3, 4], float32, iota)\n"
     "t1 = aten.select.int(t0, 0, 1)\n"
     "aten.normal_(t1)\n",
     Property::containment, 2, "",
     "right = torch.Tensor.normal_\n"
     "def wrong(self, *args):\n"
     "    torch.empty(0).set_(self.untyped_storage()).zero_()\n"
     "    return right(self, *args)\n"
     "torch.Tensor.normal_ = after(1, right, wrong)\n",
     "t0: 8 of 12 elements differ"},
    {"survival", kFill, Property::survival, 2, "memory",
     "right = torch.Tensor.fill_\n"
     "kept = []\n"
     "def wrong(self, value):\n"
     "    kept.append(bytes(10000))\n"
     "    return right(self, value)\n"
     "torch.Tensor.fill_ = wrong\n",
     "the process has grown by "},
    {"random_effect",
     "t0 = tensor([4, 4], float32, iota)\n"
     "t1 = aten.select.int(t0, 0, 1)\n"
     "aten.normal_(t0)\n",
     Property::writeBack, 2, "",
     "torch.Tensor.normal_ = after(1, torch.Tensor.normal_, lambda self, *args: self)\n",
     "t0 took random numbers: no; expected yes"},
};

/// Python needs seconds to load torch, so it does so once, and each run is a fork of it.
constexpr std::string_view kForks = R"py(import contextlib, importlib, os, sys, torch

def outcome(name, arguments):
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    sys.argv = ["repro.py", "--device", "cpu", *arguments]
    with open("output_" + name, "w") as output, contextlib.redirect_stdout(output):
        repro = importlib.import_module("repro_" + name)
        code = repro.main(repro.compare, "fixed")
    os._exit(code)

for name in sys.argv[1:]:
    whole = outcome(name, [])
    print(name, whole, outcome(name, ["--import", "faulty_" + name]))
)py";

TEST_F(Python, ShowsEachProperty) {
  if (!hasPython()) GTEST_SKIP() << "no Python beside libtorch";
  std::string names;
  for (const Broken& broken : kBroken) {
    const Program program = programOf(broken.program);
    const auto* call = std::get_if<Call>(&program.statements[broken.statement].what);
    const std::string op(call ? call->name() : "tensor");
    const Violation violation =
        violationOf(broken.property, broken.statement, op, broken.condition);
    write("repro_" + broken.name + ".py", pythonRepro(program, violation));
    write("faulty_" + broken.name + ".py", std::string(kAfter) + broken.faulty);
    names += " " + broken.name;
  }
  write("forks.py", std::string(kForks));
  EXPECT_EQ(run("forks.py" + names), 0) << read("output");
  const std::string codes = read("output");
  for (const Broken& broken : kBroken) {
    SCOPED_TRACE(broken.name + "\n" + read("repro_" + broken.name + ".py"));
    expectContains(codes, broken.name + " 0 1\n");
    expectContains(read("output_" + broken.name), broken.shown);
  }
}

}  // namespace
}  // namespace viewfuzz
