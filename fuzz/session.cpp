#include "fuzz/session.h"

#include <ATen/Parallel.h>
#include <fmt/format.h>

#include <cstdlib>
#include <stdexcept>

#include "fuzz/default_flags.h"
#include "fuzz/refusal.h"
#include "viewfuzz/escape/shell.h"
#include "viewfuzz/examine/leaks.h"
#include "viewfuzz/examine/survival.h"
#include "viewfuzz/execute/operators.h"
#include "viewfuzz/files/complain.h"
#include "viewfuzz/generate/choices.h"
#include "viewfuzz/target/open.h"
#include "viewfuzz/target/planted_faults.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz::fuzz {
namespace {

/// The most bytes that a program may leave in use without a closer look.
constexpr uint64_t kSuspicious = uint64_t{64} << 10;

TargetPtr load(const Flags& flags) {
  at::set_num_threads(1);  // small tensors: threads within an op would cost more than they bring
  try {
    if (flags.backend.empty())
      throw std::runtime_error(
          "Which backend is under test? Expected --backend=LIB or VIEWFUZZ_BACKEND.");
    TargetPtr target = openTarget(flags.backend);
    setGuarded(flags.guarded);
    if (!flags.fault.empty()) enableFault(flags.fault);
    return target;
  } catch (const std::runtime_error& error) {
    complain("{}\n", error.what());
    std::exit(2);
  }
}

/// A hash of the program alone, so that an input behaves the same whenever it is run.
uint64_t digest(const Program& program) {
  uint64_t digest = program.statements.size();
  for (const auto& statement : program.statements) {
    for (const int id : operands(statement)) digest = scramble(digest ^ static_cast<uint64_t>(id));
    if (const auto* source = std::get_if<Source>(&statement.what))
      digest = scramble(digest ^ static_cast<uint64_t>(source->storage_numel));
  }
  return digest;
}

/// `flags` as options of `viewfuzz triage`.
std::string triageOptions(const Flags& flags) {
  return fmt::format("--backend {}{}{}", shellWord(flags.backend),
                     flags.fault.empty() ? "" : " --fault " + shellWord(flags.fault),
                     flags.guarded ? " --guarded" : "");
}

[[noreturn]] void end(const Violation& violation, const Program& program, const Flags& flags) {
  complain(
      "viewfuzz: {}\n{}\n\n{}\nOf the input, viewfuzz makes a finding:\n"
      "  viewfuzz triage {} FILE\n",
      violation.signature(), describe(violation), print(program), triageOptions(flags));
  std::abort();
}

std::optional<Session>& theSession() {
  static std::optional<Session> session;
  return session;
}

}  // namespace

void Session::open(int* argc, char*** argv, const char* default_flags,
                   const char* default_backend) {
  addDefaultFlags(default_flags, argc, argv);
  Flags flags = Flags::read(*argc, *argv);
  if (flags.backend.empty()) flags.backend = default_backend;
  theSession().emplace(flags);
}

Session& Session::opened() { return *theSession(); }

Session::Session(const Flags& flags)
    : flags_(flags), device_(load(flags)), feedback_(flags.feedback) {
  if (!flags.cells.empty()) feedback_.countInto(flags.cells);
}

int Session::test(const Program& program) {
  feedback_.add(program);
  const uint64_t before = bytesInUse();
  LookOptions options = LookOptions::ofCase(digest(program));
  options.survival = [&](const Program& looked_at) { return memory(looked_at, before); };
  try {
    const Look look = inspector_.look(program, options);
    if (look.witness) report(*look.witness);
  } catch (const BadCall& error) {
    return refuse(error.what());
  }
  return 0;
}

std::optional<Violation> Session::memory(const Program& program, uint64_t before) {
  if (bytesInUse() <= before + kSuspicious || !keepsMemory(program)) return std::nullopt;
  return Survival([this] { return load(flags_); }).examineMemory(program);
}

bool Session::keepsMemory(const Program& program) {
  // Memory that is allocated once, and the growth of an observation, are not leaks.
  constexpr uint64_t kRuns = 8;
  Runner runner(*device_);
  Observation observation;
  uint64_t before = 0;
  for (uint64_t i = 0; i <= kRuns; ++i) {
    runner.run(program, Speed::fast, observation);
    if (i == 0) before = bytesInUse();
  }
  return bytesInUse() > before + kRuns * kSuspicious;
}

void Session::report(const Witness& seen) {
  complain("viewfuzz: {}\n", seen.violation.signature());
  if (seen.violation.property == Property::survival) end(seen.violation, seen.program, flags_);
  const Witness minimal = inspector_.shrink(seen).value_or(seen);
  end(minimal.violation, minimal.program, flags_);
}

}  // namespace viewfuzz::fuzz
