#include "viewfuzz/dumps/safetensors.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <nlohmann/json.hpp>

#include "viewfuzz/files/json_text.h"
#include "viewfuzz/files/read.h"
#include "viewfuzz/files/write.h"
#include "viewfuzz/layout/layout.h"

namespace viewfuzz {
namespace {

constexpr uint64_t kMaxHeaderBytes = 100'000'000;  // the limit of the reference implementation
constexpr size_t kLengthBytes = 8;

constexpr std::array<std::pair<std::string_view, at::ScalarType>, 17> kDtypes{{
    {"F64", at::kDouble},
    {"F32", at::kFloat},
    {"F16", at::kHalf},
    {"BF16", at::kBFloat16},
    {"I64", at::kLong},
    {"I32", at::kInt},
    {"I16", at::kShort},
    {"I8", at::kChar},
    {"U8", at::kByte},
    {"BOOL", at::kBool},
    {"U16", at::kUInt16},
    {"U32", at::kUInt32},
    {"U64", at::kUInt64},
    {"F8_E4M3", at::kFloat8_e4m3fn},
    {"F8_E5M2", at::kFloat8_e5m2},
    {"C64", at::kComplexFloat},
    {"C128", at::kComplexDouble},
}};

class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path) {}

  SafeTensors read() {
    load();
    SafeTensors file;
    const nlohmann::json header = parsed();
    for (const auto& [name, entry] : header.items()) {
      if (name == "__metadata__") {
        if (!entry.is_object()) fail("__metadata__ is not an object");
        for (const auto& [key, value] : entry.items()) {
          if (!value.is_string()) fail(fmt::format("the metadata '{}' is not a string", key));
          file.metadata[key] = value.get<std::string>();
        }
      } else {
        file.tensors[name] = tensor(name, entry);
      }
    }
    checkCover();
    return file;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error(fmt::format("{}: {}", path_, what));
  }

  void load() {
    bytes_ = readFile(path_);
    const uint64_t size = bytes_.size();
    if (size < kLengthBytes) fail("is no safetensors file: it has fewer than 8 bytes");
    uint64_t length = 0;
    for (size_t i = 0; i < kLengthBytes; ++i)
      length |= uint64_t{static_cast<unsigned char>(bytes_[i])} << (8 * i);
    if (length > std::min<uint64_t>(size - kLengthBytes, kMaxHeaderBytes)) {
      fail(fmt::format("is no safetensors file: a header of {} bytes in a file of {}", length,
                       size));
    }
    header_ = length;
    data_ = size - kLengthBytes - length;
  }

  nlohmann::json parsed() const {
    const auto* begin = bytes_.data() + kLengthBytes;
    auto header = nlohmann::json::parse(begin, begin + header_, nullptr, false);
    if (!header.is_object()) fail("the header is not a JSON object");
    return header;
  }

  at::Tensor tensor(const std::string& name, const nlohmann::json& entry) {
    const auto expect = [&](bool right, std::string_view expected) {
      if (!right) fail(fmt::format("the tensor '{}': expected {}", name, expected));
    };
    expect(entry.is_object() && entry.contains("dtype") && entry.contains("shape") &&
               entry.contains("data_offsets"),
           "dtype, shape and data_offsets");
    const auto& dtype = entry["dtype"];
    expect(dtype.is_string(), "a dtype");
    const auto* known = std::find_if(kDtypes.begin(), kDtypes.end(), [&](const auto& pair) {
      return pair.first == dtype.get<std::string>();
    });
    expect(known != kDtypes.end(),
           fmt::format("a known dtype, not '{}'", dtype.get<std::string>()));
    const auto isSize = [](const nlohmann::json& value) {
      return value.is_number_unsigned() && value.get<uint64_t>() <= uint64_t{1} << 40U;
    };
    const auto& shape = entry["shape"];
    expect(
        shape.is_array() && shape.size() <= 64 && std::all_of(shape.begin(), shape.end(), isSize),
        "a shape of at most 64 sizes");
    const auto& offsets = entry["data_offsets"];
    expect(offsets.is_array() && offsets.size() == 2 &&
               std::all_of(offsets.begin(), offsets.end(), isSize),
           "two data_offsets");
    const auto sizes = shape.get<std::vector<int64_t>>();
    const auto begin = offsets[0].get<uint64_t>();
    const auto end = offsets[1].get<uint64_t>();
    expect(
        begin <= end && end <= data_,
        fmt::format("data within the {} bytes behind the header, not [{}, {})", data_, begin, end));
    __extension__ using Wide = unsigned __int128;
    const auto count = static_cast<Wide>(numel({sizes.data(), sizes.size()}));
    const auto width = at::elementSize(known->second);
    expect(count * width == end - begin,
           fmt::format("{} bytes for its shape and dtype, not {}",
                       static_cast<uint64_t>(count * width), end - begin));
    covered_.emplace_back(begin, end);
    at::Tensor tensor = at::empty(sizes, at::TensorOptions().dtype(known->second));
    if (end > begin) {
      std::memcpy(tensor.mutable_data_ptr(), bytes_.data() + kLengthBytes + header_ + begin,
                  end - begin);
    }
    return tensor;
  }

  void checkCover() {
    std::sort(covered_.begin(), covered_.end());
    uint64_t at = 0;
    for (const auto& [begin, end] : covered_) {
      if (begin != at) fail(fmt::format("the tensors leave a gap or overlap at data byte {}", at));
      at = end;
    }
    if (at != data_)
      fail(fmt::format("the tensors have {} of the {} bytes behind the header", at, data_));
  }

  const std::string& path_;
  std::string bytes_;
  uint64_t header_ = 0;
  uint64_t data_ = 0;
  std::vector<std::pair<uint64_t, uint64_t>> covered_;
};

}  // namespace

const at::Tensor& SafeTensors::at(std::string_view name) const {
  const auto found = tensors.find(name);
  if (found == tensors.end())
    throw std::runtime_error(fmt::format("there is no tensor '{}'", name));
  return found->second;
}

SafeTensors readSafeTensors(const std::string& path) { return Reader(path).read(); }

void writeSafeTensors(const SafeTensors& file, const std::string& path) {
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  if (!file.metadata.empty()) header["__metadata__"] = file.metadata;
  uint64_t at = 0;
  for (const auto& [name, tensor] : file.tensors) {
    const auto* known = std::find_if(
        kDtypes.begin(), kDtypes.end(),
        [&, &tensor = tensor](const auto& pair) { return pair.second == tensor.scalar_type(); });
    if (known == kDtypes.end()) {
      throw std::runtime_error(
          fmt::format("{}: the tensor '{}' has a dtype that the format has not", path, name));
    }
    header[name] = {{"dtype", known->first},
                    {"shape", tensor.sizes().vec()},
                    {"data_offsets", {at, at + tensor.nbytes()}}};
    at += tensor.nbytes();
  }
  std::string text = jsonText(header);
  text.resize((text.size() + 7) / 8 * 8, ' ');
  writeFile(path, [&](std::ostream& out) {
    for (size_t i = 0; i < kLengthBytes; ++i)
      out.put(static_cast<char>(uint64_t{text.size()} >> (8 * i)));
    out << text;
    for (const auto& [name, tensor] : file.tensors) {
      const at::Tensor dense = tensor.contiguous();
      if (dense.nbytes() > 0)
        out.write(static_cast<const char*>(dense.const_data_ptr()),
                  static_cast<std::streamsize>(dense.nbytes()));
    }
  });
}

}  // namespace viewfuzz
