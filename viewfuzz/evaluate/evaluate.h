#pragma once

#include "viewfuzz/campaign/supervisor.h"
#include "viewfuzz/evaluate/evaluation.h"
#include "viewfuzz/target/planted_faults.h"

namespace viewfuzz {

/// Makes the target with this planted fault on. With an empty name, all faults are off.
using LoadWithFault = std::function<TargetPtr(const std::string& fault)>;

struct EvaluateOptions {
  std::vector<PlantedFault> faults;
  int seeds = 20;
  double seconds = 60;           ///< at most, to find a fault from one start
  uint64_t settle_cases = 4000;  ///< that a start goes on for when it has found something
  double settle_seconds = 20;    ///< at most
  double survey_seconds = 2;     ///< a fault
  bool quick = false;            ///< only whether and when: what is shown is the first finding
  CampaignOptions campaign;      ///< seed: that of the first start
};

/// Measures how each fault is found: campaigns from several seeds, and a survey of which properties
/// see it. Calls `on_fault` after each fault; if that gives false, the evaluation ends.
Evaluation evaluate(const Cases& cases, const LoadWithFault& load, const EvaluateOptions& options,
                    const std::function<bool(const FaultResult&)>& on_fault);

}  // namespace viewfuzz
