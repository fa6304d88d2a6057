#pragma once

#include "viewfuzz/models/attention.h"
#include "viewfuzz/models/gated_delta_net.h"

namespace viewfuzz::models {

// Whole programs. Inputs and parameters are sources, labelled by the names that the files of
// docs/models.md have for them: `in.x0` is the input of the first forward, `w.q_proj.weight` a
// parameter. Outputs are named in the same way: `out.y0`, `cache.state0`, `mid.gate0`.

/// The delta rule alone, on `in.q`, `in.k`, `in.v`, `in.g`, `in.beta` and, with `with_state`,
/// `in.h0`. Outputs: `o` and `state`, and by chunks `mid.cum_decay`, `mid.inverse`, …
struct RuleInputs {
  Source q, k, v, g, beta;
  std::optional<Source> state;
};
Model ruleModel(const RuleInputs& inputs, Form form, int64_t chunk, bool l2norm);

/// One GatedDeltaNet layer. `with_mask`: `in.mask` [B, S] (uint8) for the first forward.
Model gatedDeltaNetModel(const Config& config, bool with_mask);

/// One attention layer, on positions `in.pos0`. `with_allowed`: which keys a query may attend to is
/// a source `in.allowed0` [B, 1, S, all] (uint8), and not worked out.
Model attentionModel(const Config& config, bool with_allowed);

/// One layer of the decoder, with full attention or without, on `in.x0`; one forward.
Model decoderLayerModel(const Config& config, bool full);

/// The text model: embedding, layers, norm, logits. Outputs `out.logits0` and, of the first
/// forward, `mid.hidden00`, …: the input of each layer, and what comes out of the last norm.
/// `with_mask`: `in.mask` [B, S] (uint8) says which tokens of the first forward are padding.
Model decoderModel(const Config& config, bool with_mask);

}  // namespace viewfuzz::models
