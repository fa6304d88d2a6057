#include "viewfuzz/judge/third_vote/interpret.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "viewfuzz/program/op.h"

namespace viewfuzz {
namespace {

/// A tensor and the storages that it may lie in: elements by their place in logical order.
class Elements {
 public:
  Elements(std::vector<StorageState>& storages, const Layout& layout)
      : storages_(storages), layout_(layout), positions_(elementPositions(layout)) {}

  size_t count() const { return positions_.size(); }
  const Layout& layout() const { return layout_; }

  std::byte* at(size_t i) const {
    auto& bytes = storages_[static_cast<size_t>(layout_.storage)].bytes;
    return bytes.data() + positions_[i] * itemsize(layout_.dtype);
  }

  /// The element as it is read: the lazy bits change it.
  std::complex<double> value(size_t i) const {
    std::complex<double> value = elementAt(layout_.dtype, at(i));
    if (layout_.conj) value = std::conj(value);
    return layout_.neg ? -value : value;
  }

 private:
  std::vector<StorageState>& storages_;
  const Layout& layout_;
  std::vector<int64_t> positions_;
};

/// Stores the number at `to`, where a float loses its fraction if the dtype is integral. False if
/// the outcome would depend on rounding or on the range of the dtype.
bool convert(std::complex<double> value, Dtype dtype, std::byte* to) {
  if (category(dtype) != Category::complex) value = value.real();
  if (category(dtype) == Category::integral) value = std::trunc(value.real());
  constexpr double kExact = 0x1p53;
  if (!(std::abs(value.real()) < kExact && std::abs(value.imag()) < kExact)) return false;
  if (dtype != Dtype::Bool && isUnsigned(dtype) && value.real() < 0) return false;
  if (category(dtype) == Category::integral &&
      std::abs(value.real()) >= std::exp2(8 * itemsize(dtype)))
    return false;
  return storeElement(dtype, value, to);
}

/// The element of `operand` that stands at each element of `to`.
std::vector<int64_t> elementsAt(const Elements& operand, const Elements& to) {
  return broadcastElements(operand.layout().sizes, to.layout().sizes);
}

/// A statement at work on the bytes.
struct Machine {
  const Step& step;
  const Call& call;
  const LayoutState& before;
  Interpreted out;

  const Layout& layout(size_t argument) const {
    return before.at(std::get<TensorRef>(call.args[argument].value).id);
  }
  Elements elements(size_t argument) { return {out.storages, layout(argument)}; }

  /// Writes a value as it would be read back; the destination's own bits are undone first.
  static bool write(const Elements& dest, size_t i, std::complex<double> value) {
    if (dest.layout().neg) value = -value;
    if (dest.layout().conj) value = std::conj(value);
    return convert(value, dest.layout().dtype, dest.at(i));
  }

  bool copy() {
    const Elements dest = elements(0);
    const Elements source = elements(1);
    const auto from = elementsAt(source, dest);
    const bool same = source.layout().dtype == dest.layout().dtype &&
                      source.layout().conj == dest.layout().conj &&
                      source.layout().neg == dest.layout().neg;
    for (size_t i = 0; i < dest.count(); ++i) {
      if (same) {
        std::memmove(dest.at(i), source.at(static_cast<size_t>(from[i])),
                     static_cast<size_t>(itemsize(dest.layout().dtype)));
      } else if (!write(dest, i, source.value(static_cast<size_t>(from[i])))) {
        return false;
      }
    }
    return true;
  }

  bool fill(std::complex<double> value) {
    const Elements dest = elements(0);
    // fill_ writes the bytes as they are; the lazy bits count only where ATen resolves them.
    if (dest.layout().hasBit()) return false;
    for (size_t i = 0; i < dest.count(); ++i) {
      if (!write(dest, i, value)) return false;
    }
    return true;
  }

  bool maskedFill(std::complex<double> value) {
    const Elements dest = elements(0);
    const Elements mask = elements(1);
    const auto from = elementsAt(mask, dest);
    for (size_t i = 0; i < dest.count(); ++i) {
      if (mask.value(static_cast<size_t>(from[i])) != 0.0 && !write(dest, i, value)) return false;
    }
    return true;
  }

  template <typename F>
  bool arithmetic(F f) {
    const Elements dest = elements(0);
    const Elements other = elements(1);
    const auto from = elementsAt(other, dest);
    std::vector<std::complex<double>> results;
    for (size_t i = 0; i < dest.count(); ++i) {
      const auto a = dest.value(i);
      const auto b = other.value(static_cast<size_t>(from[i]));
      // Whole and small: exact in every dtype that can hold the result.
      constexpr double kSmall = 0x1p20;
      for (const double part : {a.real(), a.imag(), b.real(), b.imag()}) {
        if (!(std::abs(part) < kSmall) || part != std::trunc(part)) return false;
      }
      results.push_back(f(a, b));
    }
    for (size_t i = 0; i < dest.count(); ++i) {
      if (!write(dest, i, results[i])) return false;
    }
    return true;
  }

  /// A result in new storage with the elements of the first operand.
  bool moved(int id, const Layout& result) {
    const Elements source = elements(0);
    const bool same = source.layout().dtype == result.dtype &&
                      source.layout().conj == result.conj && source.layout().neg == result.neg;
    if (result.hasBit() || numel(result) != numel(source.layout())) return false;
    const auto width = static_cast<size_t>(itemsize(result.dtype));
    Interpreted::Result elements{id, result.dtype, std::vector<std::byte>(source.count() * width)};
    for (size_t i = 0; i < source.count(); ++i) {
      std::byte* to = elements.elements.data() + i * width;
      if (same) {
        std::memcpy(to, source.at(i), width);
      } else if (!convert(source.value(i), result.dtype, to)) {
        return false;
      }
    }
    out.results.push_back(std::move(elements));
    return true;
  }

  bool run(const Outcome& outcome, int first_result) {
    const Effect effect = call.entry->effect;
    if (call.entry->kind == Kind::metadata) return true;
    if (call.entry->kind == Kind::view || effect == Effect::clone) {
      for (size_t i = 0; i < outcome.results.size(); ++i) {
        const bool is_new =
            outcome.results[i].storage >= static_cast<int>(before.storage_bytes.size());
        if (is_new && !moved(first_result + static_cast<int>(i), outcome.results[i])) return false;
      }
      return true;
    }
    const auto number = [&](size_t i) {
      return static_cast<double>(std::get<int64_t>(call.args[i].value));
    };
    switch (effect) {
      case Effect::copy:
        return copy();
      case Effect::zero:
        return fill(0);
      case Effect::fill:
        return fill(number(1));
      case Effect::maskedFill:
        return maskedFill(number(2));
      case Effect::add:
        return call.args.size() == 2 && arithmetic([](auto a, auto b) { return a + b; });
      case Effect::multiply:
        return call.args.size() == 2 && arithmetic([](auto a, auto b) { return a * b; });
      case Effect::clone:
      case Effect::other:
        break;
    }
    return false;
  }
};

bool equalRun(Dtype dtype, const std::byte* a, const std::byte* b, size_t bytes) {
  const auto width = static_cast<size_t>(itemsize(dtype));
  for (size_t at = 0; at + width <= bytes; at += width) {
    if (!equalElements(dtype, a + at, b + at, {})) return false;
  }
  return true;
}

/// ATen's own loops disagree on such a copy_ (math_bits.cpp), so the rules do not know it, and none
/// is generated. Which sign is right is certain all the same.
bool isCopyOfNegatives(const LayoutState& before, const Call& call) {
  if (!isCopy(call)) return false;
  bool plain = true;
  bool negative = false;
  forEachOperandOfCall(call, [&](int id) {
    plain = plain && before.known(id) && category(before.at(id).dtype) >= Category::floating;
    negative = negative || (plain && before.at(id).neg);
  });
  return plain && negative;
}

}  // namespace

std::optional<Interpreted> interpret(const Step& step) {
  const Call* call = step.call();
  if (call == nullptr || call->entry == nullptr) return std::nullopt;
  const LayoutState before = layoutsBefore(step);
  LayoutState after = before;
  Outcome outcome = viewfuzz::step(after, step.statement());
  if (isCopyOfNegatives(before, *call)) outcome = call->entry->rule(before, *call);
  if (!outcome.accepted()) return std::nullopt;
  Machine machine{step, *call, before, {step.referenceBefore().storages, {}}};
  if (!machine.run(outcome, static_cast<int>(before.tensors.size()))) return std::nullopt;
  return std::move(machine.out);
}

bool shows(const Interpreted& expected, const Snapshot& before, const Snapshot& after) {
  // Both sides agreed before the statement, so their storages have the same numbers there.
  const auto first = owners(before);
  for (size_t storage = 0; storage < expected.storages.size(); ++storage) {
    if (first[storage] < 0) continue;
    const auto& tensor = before.tensors[static_cast<size_t>(first[storage])];
    const int now = after.tensors[static_cast<size_t>(first[storage])].layout.storage;
    const auto& wanted = expected.storages[storage].bytes;
    const auto& bytes = after.storages[static_cast<size_t>(now)].bytes;
    if (bytes.size() < wanted.size()) return false;
    if (!equalRun(tensor.layout.dtype, wanted.data(), bytes.data(), wanted.size())) return false;
  }
  for (const auto& result : expected.results) {
    const TensorState& tensor = after.tensors[static_cast<size_t>(result.id)];
    if (!tensor.defined || tensor.layout.dtype != result.dtype) return false;
    const auto positions = elementPositions(tensor.layout);
    const auto width = static_cast<size_t>(itemsize(result.dtype));
    if (positions.size() * width != result.elements.size()) return false;
    const auto& bytes = after.storages[static_cast<size_t>(tensor.layout.storage)].bytes;
    for (size_t i = 0; i < positions.size(); ++i) {
      const auto at = static_cast<size_t>(positions[i]) * width;
      if (!equalElements(result.dtype, bytes.data() + at, result.elements.data() + i * width, {}))
        return false;
    }
  }
  return true;
}

}  // namespace viewfuzz
