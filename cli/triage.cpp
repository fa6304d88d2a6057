#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <map>

#include "cli/common.h"
#include "cli/options.h"
#include "viewfuzz/campaign/triage.h"
#include "viewfuzz/execute/operators.h"
#include "viewfuzz/files/find.h"
#include "viewfuzz/files/read.h"
#include "viewfuzz/report/listeners/folder.h"
#include "viewfuzz/report/listeners/index.h"

namespace viewfuzz::cli {
namespace {

struct TriageOptions {
  DeviceOptions device;
  std::vector<std::string> paths;
  std::string out = "viewfuzz-out";
  std::string json;
  double patience = 10;
};

class Desk {
 public:
  explicit Desk(const TriageOptions& options)
      : triage_([&options] { return options.device.load(); }, campaign(options)) {
    addReports(listeners_, options.json);
    listeners_.add<FindingFolders>(options.out, listeners_);
    listeners_.add<FolderIndex>(options.out);
    listeners_.started(options.device.info());
  }

  void take(const std::string& file) {
    const auto program = read(file);
    if (!program) return;
    try {
      auto verdict = triage_.examine(*program);
      if (verdict.finding) {
        verdict.finding->input = file;
        report(*verdict.finding);
      } else if (verdict.signature.empty()) {
        ++harmless_;
        listeners_.looked(
            {file, Looked::Verdict::clean, "", "shows nothing when it runs alone", {}});
      } else {
        listeners_.looked(
            {file,
             Looked::Verdict::violates,
             verdict.signature,
             fmt::format("{}, as {}", verdict.signature, first_.at(verdict.signature)),
             {}});
      }
    } catch (const BadCall& error) {
      refuse(file, fmt::format("{}: {}", file, error.what()));
    } catch (const CannotLoad& error) {  // perhaps it concerns this file only
      refuse(file, fmt::format("{}: {}", file, error.what()));
    }
  }

  /// Notes a file that cannot be examined. The other files are examined all the same.
  void refuse(const std::string& file, const std::string& why) {
    ++refused_;
    listeners_.looked({file, Looked::Verdict::refused, "", why, {}});
  }

  int close() {
    Summary summary;
    summary.text =
        fmt::format("{} finding{}, {} input{} without one, {} that cannot be run\n", first_.size(),
                    first_.size() == 1 ? "" : "s", harmless_, harmless_ == 1 ? "" : "s", refused_);
    listeners_.ended(summary);
    if (found_) return kFound;
    return refused_ == 0 ? kNothingFound : kUsageOrSetUp;
  }

 private:
  static CampaignOptions campaign(const TriageOptions& options) {
    CampaignOptions campaign;
    campaign.backend = options.device.spec();
    campaign.fault = fmt::format("{}", fmt::join(options.device.faults, ","));
    campaign.versions = versions();
    campaign.patience = options.patience;
    return campaign;
  }

  std::optional<Program> read(const std::string& file) {
    try {
      return readProgram(file);
    } catch (const std::runtime_error& error) {  // the file does not exist, or holds no program
      refuse(file, error.what());
      return std::nullopt;
    }
  }

  void report(const Finding& finding) {
    first_.emplace(finding.signature, finding.input);
    // A bug of the reference is not one of the backend.
    if (finding.violation.odd != OddOneOut::reference) found_ = true;
    listeners_.found(finding);
    listeners_.looked({finding.input, Looked::Verdict::violates, finding.signature, "", {}});
  }

  Listeners listeners_;
  Triage triage_;
  std::map<std::string, std::string> first_;  // by signature: the input that showed it first
  size_t harmless_ = 0;
  size_t refused_ = 0;
  bool found_ = false;
};

/// Is it the index that viewfuzz keeps of a folder of findings?
bool isIndex(const std::string& file) {
  try {
    return std::filesystem::path(file).filename() == kIndexName &&
           readFile(file).starts_with(fmt::format("{}\n", kIndexHead));
  } catch (const std::runtime_error&) {
    return false;  // who takes it says why it cannot be read
  }
}

/// Is it a file that a finding has beside its program? Only the program can be examined.
bool isBesideAProgram(const std::string& file) {
  namespace fs = std::filesystem;
  const fs::path path = file;
  const std::string name = path.filename().string();
  std::error_code error;
  return (name == "repro.py" || name == "repro.cpp" || name == "story.txt" ||
          name == "stderr.txt") &&
         fs::exists(path.parent_path() / "program.vf", error) &&
         fs::exists(path.parent_path() / "story.txt", error);
}

int triage(const TriageOptions& options) {
  expectFolder("--out", options.out);
  expectFile("--json", options.json);
  // All files in the folders count, since the names that a fuzzer gives do not tell what they are.
  const auto [files, failures] = lookForFiles(options.paths);
  if (files.empty() && failures.empty())
    throw std::runtime_error("There is no file in the given folders.");
  Desk desk(options);
  for (const auto& failure : failures) desk.refuse("", failure);
  for (const auto& file : files) {
    if (!isBesideAProgram(file) && !isIndex(file)) desk.take(file);
  }
  return desk.close();
}

}  // namespace

void addTriage(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<TriageOptions>();
  CLI::App* command = app.add_subcommand(
      "triage",
      "Make findings of what a fuzzer stopped on: crash-*, timeout-*, oom-*, leak-*. Exit code 1: "
      "findings; 0: nothing shows; 2: no finding, and something that could not be looked at");
  options->device.addTo(*command);
  command
      ->add_option(
          "FILE", options->paths,
          "Programs and forms of models under any name, or folders of them, at any depth (links to "
          "folders are not followed).")
      ->required();
  command->add_option("--out", options->out, "Where the findings go, a folder each.")
      ->capture_default_str();
  addPatienceOption(*command, options->patience);
  addJsonOption(*command, options->json);
  command->callback([options, &exit_code] { exit_code = triage(*options); });
}

}  // namespace viewfuzz::cli
