#include "viewfuzz/campaign/ledger.h"

#include <gtest/gtest.h>

#include <sys/resource.h>

#include <csignal>
#include <system_error>

#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

Finding findingOf(const std::string& detail) {
  Finding finding;
  finding.program =
      parse("# viewfuzz program 1\nt0 = tensor([2], float32, iota)\naten.zero_(t0)\n");
  finding.violation.op = "aten.zero_";
  finding.violation.statement = 1;
  finding.violation.detail = detail;
  finding.signature = finding.violation.signature();
  return finding;
}

int apart(const std::function<int()>& work) {
  const Pulse still;
  return runApart(work, still, {}).code;
}

/// No file of this process grows from here on, as on a disk that is full.
void letNoFileGrow() {
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit none{0, 0};
  setrlimit(RLIMIT_FSIZE, &none);
}

TEST(Ledger, HandsOverWhatOtherProcessesFound) {
  Ledger ledger;
  EXPECT_FALSE(ledger.take());
  apart([&] { return ledger.add(findingOf("one")), ledger.add(findingOf("two")), 0; });
  EXPECT_EQ(ledger.take()->violation.detail, "one");
  apart([&] { return ledger.add(findingOf(std::string(100'000, 'x'))), 0; });
  EXPECT_EQ(ledger.take()->violation.detail, "two");
  EXPECT_EQ(ledger.take()->violation.detail.size(), 100'000U);
  EXPECT_FALSE(ledger.take());
}

TEST(Ledger, WhatABackendSaysNeedNotBeUtf8) {
  Ledger ledger;
  apart([&] { return ledger.add(findingOf("device \xef")), 0; });
  const auto taken = ledger.take();
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->violation.detail, "device \xef\xbf\xbd");
}

TEST(Ledger, AFindingThatCannotBeKeptIsNoSuccess) {
  Ledger ledger;
  const auto add = [&] {
    letNoFileGrow();
    try {
      ledger.add(findingOf("lost"));
    } catch (const std::system_error& error) {
      return error.code() == std::errc::file_too_large ? 7 : 8;
    }
    return 0;
  };
  EXPECT_EQ(apart(add), 7);
  EXPECT_FALSE(ledger.take());
  // A part that was written is no part of the next one.
  apart([&] { return ledger.add(findingOf("kept")), 0; });
  EXPECT_EQ(ledger.take()->violation.detail, "kept");
}

TEST(ErrorLog, KeepsTheFirstOfItAndNoMore) {
  const ErrorLog log;
  EXPECT_EQ(log.text(), "");
  apart([&] { return log.take(), std::fputs("first\n", stderr), 0; });
  apart([&] {
    log.take();
    const std::string much(size_t{1} << 20, 'x');
    for (int i = 0; i < 3; ++i) std::fputs(much.c_str(), stderr);
    return 0;
  });
  const std::string text = log.text();
  EXPECT_TRUE(text.starts_with("first\nxxx")) << text.substr(0, 20);
  EXPECT_EQ(text.size(), size_t{1} << 20);
}

}  // namespace
}  // namespace viewfuzz
