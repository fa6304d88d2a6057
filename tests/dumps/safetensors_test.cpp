#include "viewfuzz/dumps/safetensors.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>

namespace viewfuzz {
namespace {

std::string pathOf(const std::string& name) {
  return (std::filesystem::temp_directory_path() / ("viewfuzz_" + name)).string();
}

TEST(SafeTensors, WhatIsWrittenIsReadBack) {
  SafeTensors file;
  file.tensors["strided"] = at::arange(12, at::kFloat).view({3, 4}).t();
  file.tensors["empty"] = at::empty({2, 0}, at::kLong);
  file.tensors["scalar"] = at::scalar_tensor(3, at::kDouble);
  for (const auto dtype : {at::kBFloat16, at::kHalf, at::kBool, at::kByte, at::kShort, at::kInt,
                           at::kLong, at::kComplexFloat, at::kUInt16, at::kFloat8_e4m3fn})
    file.tensors[c10::toString(dtype)] = at::arange(5, at::kFloat).to(dtype);
  file.metadata["note"] = "\"quoted\" and ünicode";
  const std::string path = pathOf("written.safetensors");
  writeSafeTensors(file, path);
  const SafeTensors read = readSafeTensors(path);
  EXPECT_EQ(read.metadata, file.metadata);
  ASSERT_EQ(read.tensors.size(), file.tensors.size());
  for (const auto& [name, tensor] : file.tensors) {
    EXPECT_EQ(read.at(name).sizes(), tensor.sizes()) << name;
    EXPECT_EQ(read.at(name).scalar_type(), tensor.scalar_type()) << name;
    if (tensor.nbytes() == 0) continue;
    EXPECT_EQ(std::memcmp(read.at(name).const_data_ptr(), tensor.contiguous().const_data_ptr(),
                          tensor.nbytes()),
              0)
        << name;
  }
  EXPECT_THROW(read.at("other"), std::runtime_error);
}

struct Bad {
  std::string header;
  std::string data;
  std::string expected;
};

class BrokenFile : public testing::TestWithParam<Bad> {};

TEST_P(BrokenFile, IsRefusedWithAReason) {
  const std::string path = pathOf("broken.safetensors");
  const auto& [header, data, expected] = GetParam();
  std::ofstream out(path, std::ios::binary);
  for (int i = 0; i < 8; ++i) out.put(static_cast<char>(header.size() >> (8 * i)));
  out << header << data;
  out.close();
  try {
    readSafeTensors(path);
    FAIL() << "was taken";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find(expected), std::string::npos) << error.what();
    EXPECT_EQ(std::string(error.what()).rfind(path, 0), 0U) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Headers, BrokenFile,
    testing::Values(
        Bad{"[]", "", "not a JSON object"}, Bad{"{", "", "not a JSON object"},
        Bad{R"({"__metadata__": 3})", "", "__metadata__ is not an object"},
        Bad{R"({"__metadata__": {"a": 3}})", "", "is not a string"},
        Bad{R"({"t": {"dtype": "F32", "shape": [1]}})", "", "dtype, shape and data_offsets"},
        Bad{R"({"t": {"dtype": "F31", "shape": [1], "data_offsets": [0, 4]}})", "1234", "'F31'"},
        Bad{R"({"t": {"dtype": "F32", "shape": [-1], "data_offsets": [0, 4]}})", "1234", "sizes"},
        Bad{R"({"t": {"dtype": "F32", "shape": "1", "data_offsets": [0, 4]}})", "1234", "sizes"},
        Bad{R"({"t": {"dtype": "F32", "shape": [1], "data_offsets": [4, 0]}})", "1234", "within"},
        Bad{R"({"t": {"dtype": "F32", "shape": [1], "data_offsets": [0, 8]}})", "1234", "within"},
        Bad{R"({"t": {"dtype": "F32", "shape": [2], "data_offsets": [0, 4]}})", "1234",
            "8 bytes for its shape"},
        Bad{R"({"t": {"dtype": "F32", "shape": [1099511627776, 1099511627776, 1099511627776],
                      "data_offsets": [0, 4]}})",
            "1234", "for its shape"},
        Bad{R"({"t": {"dtype": "F32", "shape": [1], "data_offsets": [4, 8]}})", "12345678", "gap"},
        Bad{R"({"t": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]},
                "u": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}})",
            "1234", "overlap"},
        Bad{R"({"t": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}})", "12345",
            "4 of the 5 bytes"}));

TEST(BrokenFile, AHeaderThatIsLongerThanTheFileIsRefused) {
  const std::string path = pathOf("short.safetensors");
  std::ofstream(path) << "1234";
  EXPECT_THROW(readSafeTensors(path), std::runtime_error);
  std::ofstream(path) << "\xff\xff\xff\xff\xff\xff\xff\xff{}";
  EXPECT_THROW(readSafeTensors(path), std::runtime_error);
  EXPECT_THROW(readSafeTensors(pathOf("none.safetensors")), std::runtime_error);
}

}  // namespace
}  // namespace viewfuzz
