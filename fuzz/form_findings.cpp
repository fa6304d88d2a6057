#include "fuzz/form_findings.h"

#include <fmt/format.h>

#include <csignal>
#include <cstring>
#include <iterator>
#include <set>

#include "viewfuzz/campaign/apart.h"
#include "viewfuzz/files/read.h"
#include "viewfuzz/files/write.h"
#include "viewfuzz/program/text.h"
#include "viewfuzz/report/finding.h"

namespace viewfuzz::fuzz {
namespace {

namespace fs = std::filesystem;
using Values = InputForm::Values;

/// How the process of a form ended; empty: as it should.
struct Ended {
  std::string how;
  std::string last_words;
};

/// The rest of the first line in which `mark` is; empty where there is none.
std::string behind(const std::string& text, std::string_view mark) {
  const size_t at = text.find(mark);
  if (at == std::string::npos) return "";
  const size_t begin = at + mark.size();
  return text.substr(begin, text.find('\n', begin) - begin);
}

std::string howOf(const Ending& ending, const std::string& last_words) {
  if (ending.kind == Ending::Kind::exited && ending.code == 0) return "";
  if (auto said = behind(last_words, "viewfuzz: "); !said.empty()) return said;
  // "AddressSanitizer: heap-buffer-overflow", without the place in the code.
  if (const auto summary = behind(last_words, "SUMMARY: "); !summary.empty())
    return summary.substr(0, summary.find(' ', summary.find(' ') + 1));
  switch (ending.kind) {
    case Ending::Kind::hung:
      return "it does not come to an end";
    case Ending::Kind::grew:
      return "it takes more and more memory";
    case Ending::Kind::crashed:
      return fmt::format("it crashes ({})", strsignal(ending.code));
    default:
      return fmt::format("it ends the process with code {}", ending.code);
  }
}

Ended endedOf(const Values& values, const std::function<void(const Values&)>& run) {
  const Pulse pulse;
  const ErrorLog log;
  const Ending ending = runApart(
      [&] {
        log.take();
        run(values);
        return 0;
      },
      pulse, Patience{});
  std::string last_words = log.text();
  return {howOf(ending, last_words), std::move(last_words)};
}

/// What to try in the place of a number, what is plainest first.
std::vector<int64_t> plainer(const Field& field, int64_t value) {
  std::vector<int64_t> plainer;
  for (const int64_t other :
       {field.otherwise, field.low, field.low + (value - field.low) / 2, value - 1}) {
    // Otherwise two of them could take turns forever.
    const bool usual = other == field.otherwise;
    if (other != value && value != field.otherwise && other >= field.low &&
        (usual || other < value))
      plainer.push_back(other);
  }
  return plainer;
}

fs::path file(const InputForm& form, const Values& values, const Ended& ended,
              const std::string& input, const fs::path& out) {
  const fs::path folder = newFolder(out, slug(ended.how));
  const std::string text = form.print(values);
  writeFile(folder / "input.form", text);
  writeFile(folder / "stderr.txt", ended.last_words);
  writeFile(
      folder / "story.txt",
      fmt::format("{}\n\n{}\n"
                  "Found in {}, and reduced. To run it again, give the target the file\n  {}\n"
                  "What it writes before its end is in stderr.txt.\n",
                  ended.how, text, input, (folder / "input.form").string()));
  return folder;
}

}  // namespace

Values reduced(const InputForm& form, Values values,
               const std::function<bool(const Values&)>& fails) {
  const auto attempt = [&](Values other) {
    const bool fits = fails(other);
    if (fits) values = std::move(other);
    return fits;
  };
  bool changed = true;
  while (changed) {
    changed = false;
    for (size_t i = 0; i < values.size(); ++i) {
      const Field& field = form.fields()[i];
      for (size_t at = values[i].size(); field.isList() && at-- > 0;) {
        Values other = values;
        other[i].erase(other[i].begin() + static_cast<std::ptrdiff_t>(at));
        changed = attempt(std::move(other)) || changed;
      }
      for (size_t at = 0; at < values[i].size(); ++at) {
        for (const int64_t number : plainer(field, values[i][at])) {
          Values other = values;
          other[i][at] = number;
          if (!attempt(std::move(other))) continue;
          changed = true;
          break;
        }
      }
    }
  }
  return values;
}

std::optional<fs::path> takeFindingsFlag(int* argc, char** argv) {
  constexpr std::string_view kFlag = "--findings=";
  for (int i = 1; i < *argc; ++i) {
    const std::string_view flag = argv[i];
    if (!flag.starts_with(kFlag)) continue;
    fs::path folder(flag.substr(kFlag.size()));
    std::copy(argv + i + 1, argv + *argc + 1, argv + i);  // with the null behind the last
    --*argc;
    return folder;
  }
  return std::nullopt;
}

std::vector<std::string> inputsOf(int argc, char** argv) {
  std::vector<std::string> files;
  std::copy_if(argv + 1, argv + argc, std::back_inserter(files),
               [](const char* argument) { return argument[0] != '-'; });
  return files;
}

int fileFindings(const InputForm& form, const std::function<void(const Values&)>& run,
                 const std::vector<std::string>& files, const fs::path& out) {
  std::set<std::string> known;
  bool refused = files.empty();
  if (refused) fmt::print(stderr, "viewfuzz: expected the files that a fuzzer stopped on\n");
  for (const auto& path : files) {
    try {
      const Values values = form.parse(readFile(path), path);
      const std::string how = endedOf(values, run).how;
      if (how.empty()) {
        fmt::print("{}: shows nothing when it runs alone\n", path);
      } else if (known.contains(how)) {
        fmt::print("{}: {}, as one before\n", path, how);
      } else {
        const Values least = reduced(
            form, values, [&](const Values& other) { return endedOf(other, run).how == how; });
        const fs::path folder = file(form, least, endedOf(least, run), path, out);
        known.insert(how);
        fmt::print("{}: {}\n  {}\n", path, how, folder.string());
      }
    } catch (const std::runtime_error& error) {
      refused = true;
      fmt::print(stderr, "viewfuzz: {}\n", error.what());
    }
    std::fflush(stdout);
  }
  if (!known.empty()) return 1;
  return refused ? 2 : 0;
}

}  // namespace viewfuzz::fuzz
