#include "viewfuzz/isolate/crash_report.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string>

#include "tests/sanitizers.h"
#include "viewfuzz/isolate/child_process.h"

namespace viewfuzz {
namespace {

void sayMore(int descriptor) { dprintf(descriptor, "ops: aten::clone -> aten::conj\n"); }

/// What a child writes that crashes; and it must still be told as a crash.
std::string reportOf(void (*crash)()) {
  const ErrorLog log;
  const ChildOutcome outcome = runChild([&](Channel&) -> std::string {
    log.take();
    reportCrashes(sayMore);
    crash();
    return "";
  });
  EXPECT_TRUE(std::holds_alternative<Signaled>(outcome)) << told(outcome);
  return log.text();
}

/// What the compiler does not see, it does not warn of.
void writeTo(uintptr_t address) {
  volatile uintptr_t hidden = address;
  *reinterpret_cast<volatile int*>(hidden) = 1;
}

int recurse(int depth) {
  volatile int frame[64] = {depth};
  return frame[0] < 0 ? 0 : recurse(frame[0] + 1) + frame[0];
}

TEST(CrashReport, GuessesTheCauseByTheAddress) {
  if (kAddressSanitizer) GTEST_SKIP() << "its own handlers stay";
  const std::string null = reportOf([] { writeTo(8); });
  EXPECT_NE(null.find("at address 0x8: a null pointer was used"), std::string::npos) << null;
  EXPECT_NE(null.find("backtrace:\n"), std::string::npos) << null;
  EXPECT_NE(null.find("ops: aten::clone -> aten::conj\n"), std::string::npos) << null;
  const std::string deep = reportOf([] { std::exit(recurse(0)); });
  EXPECT_NE(deep.find("probably by an endless recursion"), std::string::npos) << deep;
  const std::string wild = reportOf([] { writeTo(uintptr_t{1} << 46); });
  EXPECT_NE(wild.find("memory was used that is not there"), std::string::npos) << wild;
  const std::string aborted = reportOf([] { std::abort(); });
  const std::string sent = reportOf([] { std::raise(SIGSEGV); });
  EXPECT_NE(sent.find("SUMMARY: signal 11 (Segmentation fault): it was raised"), std::string::npos)
      << sent;
  EXPECT_NE(aborted.find("abort was called"), std::string::npos) << aborted;
}

TEST(CrashReport, TheSummaryIsTheLastLine) {
  if (kAddressSanitizer) GTEST_SKIP() << "its own handlers stay";
  const std::string text = reportOf([] { std::raise(SIGFPE); });
  const auto summary = text.rfind("SUMMARY: signal 8");
  ASSERT_NE(summary, std::string::npos) << text;
  EXPECT_EQ(text.find('\n', summary), text.size() - 1);
}

}  // namespace
}  // namespace viewfuzz
