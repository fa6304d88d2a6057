#include <fmt/compile.h>
#include <fmt/format.h>

#include <iterator>

#include "viewfuzz/program/op.h"
#include "viewfuzz/text/text.h"

// A fuzzer prints every program that it makes, so printing has to be fast: all of it appends to one
// buffer, with compiled formats.

namespace viewfuzz {
namespace {

/// A longer text is moved to the heap.
using Buffer = fmt::basic_memory_buffer<char, 2048>;

void putText(Buffer& out, std::string_view text) { out.append(text); }

template <typename Format, typename... Args>
void put(Buffer& out, const Format& format, const Args&... args) {
  fmt::format_to(std::back_inserter(out), format, args...);
}

template <typename Range, typename F>
void putJoined(Buffer& out, const Range& range, F putOne) {
  const char* between = "";
  for (const auto& item : range) {
    putText(out, between);
    putOne(item);
    between = ", ";
  }
}

template <typename Range, typename F>
void putList(Buffer& out, const Range& range, F putOne) {
  putText(out, "[");
  putJoined(out, range, putOne);
  putText(out, "]");
}

void putInts(Buffer& out, DimsView values) {
  putList(out, values, [&](int64_t value) { put(out, FMT_COMPILE("{}"), value); });
}

void putTensor(Buffer& out, int id) { put(out, FMT_COMPILE("t{}"), id); }

struct PutValue {
  Buffer& out;
  void operator()(None) const { putText(out, "None"); }
  void operator()(TensorRef ref) const { putTensor(out, ref.id); }
  void operator()(bool value) const { putText(out, value ? "True" : "False"); }
  void operator()(int64_t value) const { put(out, FMT_COMPILE("{}"), value); }
  void operator()(double value) const {
    const size_t begin = out.size();
    put(out, FMT_COMPILE("{}"), value);
    // A whole number gets a `.0`, so that it is read back as a double.
    const std::string_view text(out.data() + begin, out.size() - begin);
    if (text.find_first_of(".en") == std::string_view::npos) putText(out, ".0");
  }
  void operator()(const Dims& values) const { putInts(out, values); }
  void operator()(Dtype dtype) const { putText(out, dtypeName(dtype)); }
  void operator()(const TensorList& list) const {
    putList(out, list, [&](const auto& item) {
      if (item) {
        putTensor(out, item->id);
      } else {
        putText(out, "None");
      }
    });
  }
  void operator()(const std::string& text) const { put(out, FMT_COMPILE("\"{}\""), text); }
};

void putFill(Buffer& out, const Fill& fill) {
  switch (fill.kind) {
    case Fill::Kind::iota:
      putText(out, "iota");
      if (fill.seed != 0) put(out, FMT_COMPILE("({})"), fill.seed);
      break;
    case Fill::Kind::zeros:
      putText(out, "zeros");
      break;
    case Fill::Kind::ints:
      put(out, FMT_COMPILE("ints({})"), fill.seed);
      break;
    case Fill::Kind::special:
      putText(out, "special");
      break;
    case Fill::Kind::uniform:
      put(out, FMT_COMPILE("uniform({}, {}"), fill.seed, fill.scale);
      if (fill.offset != 0) put(out, FMT_COMPILE(", {}"), fill.offset);
      putText(out, ")");
      break;
    case Fill::Kind::list:
      putInts(out, {fill.values.data(), fill.values.size()});
      break;
  }
}

void putSource(Buffer& out, const Source& source) {
  const Layout& layout = source.layout;
  putText(out, "tensor(");
  putInts(out, layout.sizes);
  put(out, FMT_COMPILE(", {}"), dtypeName(layout.dtype));
  if (!source.of) {
    putText(out, ", ");
    putFill(out, source.fill);
  }
  if (layout.strides != contiguousStrides(layout.sizes)) {
    putText(out, ", strides=");
    putInts(out, layout.strides);
  }
  if (layout.offset != 0) put(out, FMT_COMPILE(", offset={}"), layout.offset);
  if (source.of) {
    put(out, FMT_COMPILE(", of=t{}"), *source.of);
  } else if (source.storage_numel * itemsize(layout.dtype) != bytesNeeded(layout)) {
    put(out, FMT_COMPILE(", storage={}"), source.storage_numel);
  }
  if (layout.host && !source.of) putText(out, ", host=True");
  putText(out, ")");
}

void putCall(Buffer& out, const Call& call) {
  putText(out, call.name());
  putText(out, "(");
  putJoined(out, call.args, [&](const Argument& argument) {
    if (!argument.name.empty()) put(out, FMT_COMPILE("{}="), argument.name);
    std::visit(PutValue{out}, argument.value);
  });
  putText(out, ")");
}

void putStatement(Buffer& out, const Statement& statement, int first_result) {
  for (int i = 0; i < statement.results(); ++i) {
    if (i > 0) putText(out, ", ");
    putTensor(out, first_result + i);
  }
  if (statement.results() > 0) putText(out, " = ");
  if (statement.refused) putText(out, "refused ");
  if (const auto* source = std::get_if<Source>(&statement.what)) {
    putSource(out, *source);
  } else {
    putCall(out, std::get<Call>(statement.what));
  }
  if (!statement.label.empty()) put(out, FMT_COMPILE("  # {}"), statement.label);
}

}  // namespace

std::string print(const Statement& statement, int first_result) {
  Buffer out;
  putStatement(out, statement, first_result);
  return fmt::to_string(out);
}

std::string print(const Program& program) {
  Buffer out;
  put(out, FMT_COMPILE("{}\n"), kVersionLine);
  int tensors = 0;
  for (const auto& statement : program.statements) {
    putStatement(out, statement, tensors);
    putText(out, "\n");
    tensors += statement.results();
  }
  return fmt::to_string(out);
}

}  // namespace viewfuzz
