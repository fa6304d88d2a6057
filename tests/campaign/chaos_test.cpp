// Backends that do to their process what no backend should do. Whatever it is, the campaign ends in
// time, says of the program that does it what happened, and has its other findings.

#include <ATen/record_function.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "tests/npu.h"
#include "viewfuzz/campaign/supervisor.h"
#include "viewfuzz/generate/generate.h"
#include "viewfuzz/isolate/shared_memory.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

/// The trigger is `neg`; no reduction tries it. Behind it comes a program with an ordinary defect.
const std::vector<std::string>& chaosAndOrder() {
  static const std::vector<std::string> all = {
      "# viewfuzz program 1\nt0 = tensor([2], float32, iota)\nt1 = aten.neg(t0)\n",
      "# viewfuzz program 1\nt0 = tensor([4, 2], float32, iota)\n"
      "t1 = aten.select.int(t0, 1, 0)\naten.zero_(t1)\n",
  };
  return all;
}

using Deed = std::function<void()>;

/// The NPU with a fault, and a deed at each `neg` in the process that loads it.
LoadTarget npuThat(const Deed& deed) {
  return [deed] {
    TargetPtr device = openNpu();
    enableFault("select-fallback-copy");
    static Deed now;
    now = deed;
    at::addGlobalCallback(at::RecordFunctionCallback(
        [](const at::RecordFunction& function) -> std::unique_ptr<at::ObserverContext> {
          if (std::strcmp(function.name(), "aten::neg") == 0) now();
          return nullptr;
        }));
    return device;
  };
}

std::set<std::string> foundWith(const LoadTarget& load) {
  CampaignOptions options;
  options.cases = chaosAndOrder().size();
  options.patience = 2;
  std::set<std::string> signatures;
  superviseCampaign(
      Cases::listed(chaosAndOrder()), load, options, [](const Progress&) { return true; },
      [&](const Finding& finding) { signatures.insert(finding.signature); });
  return signatures;
}

constexpr const char* kOrder = "aliasing:aten.select.int:copy";

struct Ends {
  const char* name;
  Deed deed;
  const char* expected;
};

class AProcessThatEnds : public testing::TestWithParam<Ends> {};

TEST_P(AProcessThatEnds, IsAFindingAndTheOthersAreThere) {
  EXPECT_EQ(foundWith(npuThat(GetParam().deed)),
            (std::set<std::string>{kOrder, GetParam().expected}));
}

void corruptHeap() {
  char* memory = static_cast<char*>(std::malloc(24));
  char* volatile beyond = memory + 24;
  std::memset(beyond, 0x7f, 64);
  std::free(memory);
  std::abort();  // where the C library has not seen it
}

INSTANTIATE_TEST_SUITE_P(
    Chaos, AProcessThatEnds,
    testing::Values(Ends{"exit_0", [] { std::exit(0); }, "survival:aten.neg:crash"},
                    Ends{"exit_0_at_once", [] { _exit(0); }, "survival:aten.neg:crash"},
                    Ends{"exit_1", [] { _exit(1); }, "survival:aten.neg:crash"},
                    Ends{"abort", [] { std::abort(); }, "survival:aten.neg:crash"},
                    Ends{"killed", [] { std::raise(SIGKILL); }, "survival:aten.neg:crash"},
                    Ends{"heap", corruptHeap, "survival:aten.neg:crash"},
                    Ends{"hang",
                         [] {
                           for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
                         },
                         "survival:aten.neg:hang"},
                    Ends{"hang_without_signals",
                         [] {
                           sigset_t all;
                           sigfillset(&all);
                           sigprocmask(SIG_BLOCK, &all, nullptr);
                           for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
                         },
                         "survival:aten.neg:hang"}),
    [](const auto& info) { return info.param.name; });

struct Disturbs {
  const char* name;
  Deed deed;
};

class AProcessThatIsDisturbed : public testing::TestWithParam<Disturbs> {};

/// Nothing ends here, so that no finding speaks of it.
TEST_P(AProcessThatIsDisturbed, LosesNothing) {
  EXPECT_EQ(foundWith(npuThat(GetParam().deed)), std::set<std::string>{kOrder});
}

void limitTo(decltype(RLIMIT_FSIZE) what, rlim_t least) {
  const rlimit limit{least, least};
  setrlimit(what, &limit);
}

INSTANTIATE_TEST_SUITE_P(
    Chaos, AProcessThatIsDisturbed,
    testing::Values(Disturbs{"folder", [] { EXPECT_EQ(chdir("/"), 0); }},
                    Disturbs{"locale", [] { std::setlocale(LC_ALL, "de_DE.UTF-8"); }},
                    Disturbs{"files_of_no_size", [] { limitTo(RLIMIT_FSIZE, 0); }},
                    Disturbs{"few_files", [] { limitTo(RLIMIT_NOFILE, 3); }},
                    Disturbs{"signals",
                             [] {
                               sigset_t all;
                               sigfillset(&all);
                               sigprocmask(SIG_BLOCK, &all, nullptr);
                             }},
                    Disturbs{"output",
                             [] {
                               for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO})
                                 dprintf(descriptor, "{\"signature\": \"this is no frame\"}\n");
                             }},
                    Disturbs{"a_process_that_stays",
                             [] {
                               if (fork() == 0) {
                                 std::this_thread::sleep_for(std::chrono::seconds(8));
                                 _exit(0);
                               }
                             }},
                    Disturbs{"threads",
                             [] {
                               std::thread([] {
                                 for (;;) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                               }).detach();
                             }}),
    [](const auto& info) { return info.param.name; });

TEST(Chaos, AKillFromOutsideIsNoDefectOfTheBackend) {
  Shared<std::atomic<pid_t>> last;  // of the processes that load the backend
  const auto load = [&] {
    TargetPtr device = openNpu();
    *last = getpid();
    return device;
  };
  CampaignOptions options;
  options.cases = 12000;
  options.patience = 5;
  int left = 20;
  uint64_t next = 1;  // cases
  std::vector<Finding> findings;
  const Progress progress = superviseCampaign(
      Cases::drawn(Generator(profiles().front())), load, options,
      [&](const Progress& progress) {
        // Cases are done by the worker alone: whoever has loaded the backend last is the worker.
        if (left > 0 && progress.cases >= next) {
          --left;
          next = progress.cases + 500;
          kill(*last, SIGKILL);
        }
        return true;
      },
      [&](const Finding& finding) { findings.push_back(finding); });
  for (const Finding& finding : findings) ADD_FAILURE() << finding.signature;
  EXPECT_GT(progress.kills, 0U);
  // A kill between the end of a case and the start of the next one makes it run twice.
  EXPECT_GE(progress.cases, 12000U);
  EXPECT_LE(progress.cases, 12000U + progress.kills);
}

TEST(Chaos, CountsDoNotDependOnCrashes) {
  const auto counted = [] {
    CampaignOptions options;
    options.cases = 3000;
    options.patience = 5;
    const Progress progress = superviseCampaign(
        Cases::drawn(Generator(profiles().front())), npuThat([] { std::abort(); }), options,
        [](const Progress&) { return true; }, [](const Finding&) {});
    return std::pair(progress.cases, progress.statements);
  };
  const auto first = counted();
  EXPECT_EQ(first.first, 3000U);
  EXPECT_EQ(counted(), first);
}

TEST(Chaos, ClosedDescriptorsAreAFindingOrAnError) {
  std::set<std::string> found;
  try {
    found = foundWith(npuThat([] {
      for (int descriptor = 3; descriptor < 1024; ++descriptor) close(descriptor);
    }));
  } catch (const std::runtime_error& error) {
    EXPECT_STRNE(error.what(), "");
    return;
  }
  EXPECT_TRUE(found.contains(kOrder)) << "and " << found.size() << " in all";
}

TEST(Chaos, ABackendThatEndsWhenItIsLoadedIsAnError) {
  for (const Deed& deed : {Deed([] { std::exit(0); }), Deed([] { _exit(0); }),
                           Deed([] { std::abort(); }), Deed([] { std::raise(SIGKILL); })}) {
    EXPECT_THROW(foundWith([deed]() -> TargetPtr {
                   deed();
                   return nullptr;
                 }),
                 std::runtime_error);
  }
}

TEST(Chaos, ABackendThatBlocksWhenItIsLoadedIsAnErrorInTime) {
  CampaignOptions options;
  options.cases = 1;
  options.patience = 0.2;
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THROW(superviseCampaign(
                   Cases::listed(chaosAndOrder()),
                   []() -> TargetPtr {
                     for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
                   },
                   options, [](const Progress&) { return true; }, [](const Finding&) {}),
               std::runtime_error);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

}  // namespace
}  // namespace viewfuzz
