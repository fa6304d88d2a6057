#pragma once

#include "viewfuzz/models/attention.h"
#include "viewfuzz/models/gated_delta_net.h"

namespace viewfuzz::models {

// Whole programs. Inputs and parameters are sources, and their labels are the names of
// docs/models.md: `in.x0` is the input of the first forward, `w.q_proj.weight` a parameter. Outputs
// have such names too: `out.y0`, `cache.state0`, `mid.gate0`.

/// The delta rule alone, on `in.q`, `in.k`, `in.v`, `in.g`, `in.beta` and, if there is a state,
/// `in.h0`. Outputs: `o` and `state`; a method by chunks adds `mid.cum_decay`, `mid.inverse`, …
struct RuleInputs {
  Source q, k, v, g, beta;
  std::optional<Source> state;
};
Model ruleModel(const RuleInputs& inputs, Form form, int64_t chunk, bool l2norm);

/// One GatedDeltaNet layer. `with_mask`: the first forward has a source `in.mask` [B, S] (uint8).
Model gatedDeltaNetModel(const Config& config, bool with_mask);

/// One attention layer, on positions `in.pos0`. `with_allowed`: a source `in.allowed0` [B, 1, S,
/// all] (uint8) says which keys a query may attend to, and the program does not compute it.
Model attentionModel(const Config& config, bool with_allowed);

/// One forward of one layer of the decoder on `in.x0`. `full`: with full attention, otherwise with
/// the delta rule.
Model decoderLayerModel(const Config& config, bool full);

/// The text model: embedding, layers, norm, logits. Outputs: `out.logits0` and, for the first
/// forward, `mid.hidden00`, …: the input of each layer, then the output of the last norm.
/// `with_mask`: a source `in.mask` [B, S] (uint8) says which tokens of the first forward are
/// padding.
Model decoderModel(const Config& config, bool with_mask);

}  // namespace viewfuzz::models
