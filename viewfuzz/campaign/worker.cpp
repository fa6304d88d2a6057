#include "viewfuzz/campaign/worker.h"

#include <fmt/format.h>

#include <chrono>

#include "viewfuzz/execute/operators.h"
#include "viewfuzz/execute/refusal.h"
#include "viewfuzz/files/json_text.h"
#include "viewfuzz/isolate/child_process.h"
#include "viewfuzz/report/finding_json.h"
#include "viewfuzz/target/open.h"

namespace viewfuzz {
namespace {

void handOver(const Finding& finding, Channel& line) {
  std::string text;
  try {
    text = jsonText(transportJson(finding));
  } catch (const std::exception& error) {
    line.send(kWorkerLost,
              fmt::format("The finding {} is lost: {}.", finding.signature, error.what()));
    return;
  }
  line.send(kWorkerFinding, text);
}

TargetPtr loadTimed(const LoadTarget& load, Board& board) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  try {
    TargetPtr device = load();
    board.load = std::chrono::duration<double>(Clock::now() - start).count();
    return device;
  } catch (const std::exception& error) {
    throw ChildError("load", error.what());
  }
}

}  // namespace

void workOnCampaign(const Cases& cases, const LoadTarget& load, const CampaignOptions& options,
                    Channel& line) {
  Board& board = *options.board;
  const TargetPtr loaded = loadTimed(load, board);
  const Target& device = *loaded;
  line.send(kWorkerLoaded, "");
  beat();
  if (options.quiet) silenceErrors();
  const Target& reference = cpuTarget();
  // The board has the times of the workers before this one.
  const uint64_t had_sampled = board.sampled_nanoseconds;
  const uint64_t had_aten = board.aten_nanoseconds;
  const auto show = [&](const Progress& progress) {
    board.sampled_nanoseconds = had_sampled + static_cast<uint64_t>(progress.sampled_seconds * 1e9);
    board.aten_nanoseconds = had_aten + static_cast<uint64_t>(progress.aten_seconds * 1e9);
    return true;
  };
  try {
    // If an asynchronous device reports an error at a download, an exception leaves the campaign.
    const auto run = [&] {
      show(runCampaign(cases, device, reference, options, show,
                       [&](const Finding& finding) { handOver(finding, line); }));
    };
    const auto error = refusalOf(run, true);
    if (error) throw ChildError(error->kind, error->message);
  } catch (const BadCall& error) {
    throw ChildError(kBadCall, error.what());
  }
}

}  // namespace viewfuzz
