#pragma once

#include "viewfuzz/generate/profile.h"
#include "viewfuzz/ops/table.h"

namespace viewfuzz {

/// Makes random programs, valid by construction: each argument is drawn from the layouts of the
/// tensors it belongs to, and nothing that the layout rules do not accept is kept.
class Generator {
 public:
  /// Draws from these families, by the weights of the profile: a family, then an op of it.
  /// `among` must outlive the generator. Throws `std::invalid_argument` for a weight
  /// of an unknown family or op.
  explicit Generator(const Profile& profile, std::span<const Family> among = families());

  Program generate(Choices& choices) const;
  Program operator()(Choices& choices) const { return generate(choices); }

  /// Appends statements until the draft has `length`, or nothing suits for long.
  void goOn(Draft& draft, size_t length) const;

  /// Appends one statement (and the sources it needs) to a draft; false when nothing suited.
  bool extend(Draft& draft) const;
  /// The same with a call of this op.
  static bool extend(Draft& draft, const Op& op);

  /// Appends the last statement again, damaged so that the layout rules refuse it, where that can
  /// be done. `expands`: the operand of a write may be expanded for it.
  static void refuse(Draft& draft, bool expands = true);

  const Profile& profile() const { return profile_; }

 private:
  Profile profile_;
  bool expands_ = true;  // `expand` is among the ops
  std::span<const Family> families_;
  std::vector<uint32_t> weights_;                  // by family
  std::vector<std::vector<uint32_t>> op_weights_;  // by family and op
};

}  // namespace viewfuzz
