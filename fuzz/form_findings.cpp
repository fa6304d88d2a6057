#include "fuzz/form_findings.h"

#include <fmt/format.h>

#include <csignal>
#include <cstring>
#include <map>
#include <utility>

#include "fuzz/reduce_form.h"
#include "viewfuzz/escape/shell.h"
#include "viewfuzz/files/complain.h"
#include "viewfuzz/files/find.h"
#include "viewfuzz/files/read.h"
#include "viewfuzz/files/say.h"
#include "viewfuzz/files/write.h"
#include "viewfuzz/isolate/child_process.h"
#include "viewfuzz/report/finding.h"
#include "viewfuzz/report/text_lines.h"

namespace viewfuzz::fuzz {
namespace {

namespace fs = std::filesystem;
using Values = InputForm::Values;

/// How the process of an input form ended; `how` is empty if it ended as it should.
struct Ended {
  std::string how;
  std::string last_words;
};

std::string howOf(const ChildOutcome& outcome, const std::string& last_words) {
  if (std::holds_alternative<Answered>(outcome)) return "";
  if (auto said = restOfLine(last_words, "viewfuzz: "); !said.empty()) return said;
  // The text is like "AddressSanitizer: heap-buffer-overflow", and the place in the code is cut
  // off.
  if (const auto summary = restOfLine(last_words, "SUMMARY: "); !summary.empty())
    return summary.substr(0, summary.find(' ', summary.find(' ') + 1));
  if (std::holds_alternative<Hung>(outcome)) return "it does not come to an end";
  if (std::holds_alternative<Grew>(outcome)) return "it takes more and more memory";
  if (const auto* signaled = std::get_if<Signaled>(&outcome))
    return fmt::format("it crashes ({})", strsignal(signaled->signal));
  return fmt::format("the process {}", told(outcome));
}

Ended endedOf(const FormTrial& trial, const Values* values) {
  const ErrorLog log;
  const ChildOutcome outcome = runChild([&](Channel&) -> std::string {
    log.take();
    try {
      trial.open();
      if (values != nullptr) trial.run(*values);
    } catch (const std::exception& error) {
      complain("viewfuzz: {}\n", error.what());
      throw;
    }
    return "";
  });
  std::string last_words = log.text();
  return {howOf(outcome, last_words), std::move(last_words)};
}

/// The smallest input form whose process ends in the same way, and that end.
std::pair<Values, Ended> smallest(const InputForm& form, Values values, Ended ended,
                                  const FormTrial& trial) {
  values = reduced(form, std::move(values), [&](const Values& other) {
    Ended again = endedOf(trial, &other);
    const bool same = again.how == ended.how;
    if (same) ended = std::move(again);
    return same;
  });
  return {std::move(values), std::move(ended)};
}

fs::path write(const std::string& form, const Ended& ended, const std::string& input,
               const std::string& command, const fs::path& out) {
  return newFolder(out, slug(ended.how), [&](const fs::path& at, const fs::path& named) {
    writeFile(at / "input.form", form);
    writeFile(at / "stderr.txt", ended.last_words);
    const std::string again =
        fmt::format("{} {}", command, shellWord((named / "input.form").string()));
    writeFile(at / "story.txt",
              fmt::format("{}\n\n{}\nfound in      {}, and reduced\nrun it again  {}\n"
                          "last words    stderr.txt\n",
                          ended.how, form, input, again));
  });
}

}  // namespace

FormTrial trialOf(int argc, char** argv, std::function<void()> open,
                  std::function<void(const Values&)> run) {
  std::string command = shellWord(argv[0]);
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]).starts_with("--"))
      command += fmt::format(" {}", shellWord(argv[i]));
  }
  return {std::move(open), std::move(run), std::move(command)};
}

std::optional<fs::path> takeFindingsFlag(int* argc, char** argv) {
  constexpr std::string_view kFlag = "--findings=";
  for (int i = 1; i < *argc; ++i) {
    const std::string_view flag = argv[i];
    if (!flag.starts_with(kFlag)) continue;
    fs::path folder(flag.substr(kFlag.size()));
    std::copy(argv + i + 1, argv + *argc + 1, argv + i);  // with the null after the last one
    --*argc;
    return folder;
  }
  return std::nullopt;
}

int fileFindings(const InputForm& form, const FormTrial& trial,
                 const std::vector<std::string>& paths, const fs::path& out) try {
  proveFolder(out);
  if (const Ended loaded = endedOf(trial, nullptr); !loaded.how.empty())
    throw std::runtime_error(loaded.last_words.empty() ? loaded.how : loaded.last_words);
  const auto [files, failures] = lookForFiles(paths);
  if (files.empty() && failures.empty())
    throw std::runtime_error("expected files that a fuzzer stopped on, or folders of them");
  for (const auto& failure : failures) complain("viewfuzz: {}\n", failure);
  bool refused = !failures.empty();
  std::map<std::string, std::string> first;  // by the end: the input that showed it first
  for (const auto& path : files) {
    Values values;
    try {
      values = form.parse(readFile(path), path);
    } catch (const std::runtime_error& error) {
      refused = true;
      complain("viewfuzz: {}\n", error.what());
      continue;
    }
    Ended ended = endedOf(trial, &values);
    const std::string how = ended.how;
    const auto [known, is_new] = first.try_emplace(how, path);
    if (how.empty()) {
      say("{}: shows nothing when it runs alone\n", path);
    } else if (!is_new) {
      say("{}: {}, as {}\n", path, how, known->second);
    } else {
      say("{}: {}\n", path, how);
      std::fflush(stdout);
      const auto [least, end] = smallest(form, std::move(values), std::move(ended), trial);
      say("  {}\n", write(form.print(least), end, path, trial.command, out).string());
    }
    std::fflush(stdout);
  }
  first.erase("");
  if (!first.empty()) return 1;
  return refused ? 2 : 0;
} catch (const std::runtime_error& error) {  // the findings cannot be made or stored
  complain("viewfuzz: {}\n", error.what());
  return 2;
}

}  // namespace viewfuzz::fuzz
