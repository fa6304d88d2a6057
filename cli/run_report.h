#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "viewfuzz/campaign/campaign.h"

namespace viewfuzz::cli {

/// The report for machines (docs/json.md).
nlohmann::json runReport(const CampaignOptions& options, const Progress& progress,
                         const nlohmann::json& findings);

/// One line that is written over on a terminal; elsewhere nothing.
void printProgress(const Progress& progress, bool last);

/// What it is, and its program.
void printFinding(const Finding& finding);
/// How it was found, and where its files are.
void printHistory(const Finding& finding, const std::filesystem::path& folder);

void printCoverage(const Coverage& coverage);
void printSummary(const Progress& progress, bool interrupted);

}  // namespace viewfuzz::cli
