#pragma once

#include "viewfuzz/generate/profile.h"
#include "viewfuzz/ops/table.h"

namespace viewfuzz {

/// Makes random programs that are valid by construction: it draws each argument from the layouts of
/// the tensors of the call, and keeps only what the layout rules accept.
class Generator {
 public:
  /// Draws a family by the weights of the profile, then an op of it. `among` must outlive the
  /// generator. Throws `std::invalid_argument` if the profile gives a weight to an unknown family
  /// or op.
  explicit Generator(const Profile& profile, std::span<const Family> among = families());

  Program generate(Choices& choices) const;
  Program operator()(Choices& choices) const { return generate(choices); }

  /// Appends statements until the draft has `length` of them, or until too many draws have failed.
  void goOn(Draft& draft, size_t length) const;

  /// Draws an op, and appends a call of it with the sources that the call needs. False if the op
  /// found no arguments that suit it.
  bool extend(Draft& draft) const;
  /// The same for a given op.
  static bool extend(Draft& draft, const Op& op);

  /// Appends the last call once more, changed so that it is refused by the layout rules. Appends no
  /// such call if some tries do not find one. `expands`: a write may get an expanded destination.
  static void refuse(Draft& draft, bool expands = true);

  const Profile& profile() const { return profile_; }

 private:
  Profile profile_;
  bool expands_ = true;  // the profile draws `expand`
  std::span<const Family> families_;
  std::vector<uint32_t> weights_;                  // of each family
  std::vector<std::vector<uint32_t>> op_weights_;  // of each op of each family
};

}  // namespace viewfuzz
