#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <stdexcept>

#include "cli/options.h"
#include "viewfuzz/files/write.h"
#include "viewfuzz/target/open.h"

namespace viewfuzz::cli {
namespace {

template <typename Number>
CLI::Validator expecting(std::string expected, std::string name,
                         std::function<bool(Number)> accepts) {
  return {[expected = std::move(expected), accepts = std::move(accepts)](std::string& given) {
            Number number{};
            if (CLI::detail::lexical_cast(given, number) && accepts(number)) return std::string();
            return fmt::format("expected {}, and not '{}'", expected, given);
          },
          std::move(name)};
}

void expect(void (*prove)(const std::filesystem::path&), std::string_view option,
            const std::string& path) {
  try {
    prove(path);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format("{}: {}", option, error.what()));
  }
}

}  // namespace

void expectFile(std::string_view option, const std::string& path) {
  if (!path.empty()) expect(proveFile, option, path);
}

void expectFolder(std::string_view option, const std::string& path) {
  expect(proveFolder, option, path);
}

CLI::Validator deviceName() {
  return {[](std::string& given) {
            if (namesDevice(given)) return std::string();
            return fmt::format(
                "expected a device type of libtorch, such as 'meta' or 'cuda:1', and "
                "not '{}'",
                given);
          },
          ""};
}

CLI::Validator notEmpty() {
  return {[](std::string& given) {
            return given.empty() ? std::string(
                                       "expected a name, and got an empty text: is a "
                                       "variable of the shell not set?")
                                 : std::string();
          },
          ""};
}

CLI::Validator count() {
  return {[](std::string& given) {
            uint64_t number = 0;
            const char* end = given.data() + given.size();
            const auto [at, error] = std::from_chars(given.data(), end, number);
            if (error == std::errc() && at == end) return std::string();
            return fmt::format("expected a whole number from 0 to {}, and not '{}'",
                               std::numeric_limits<uint64_t>::max(), given);
          },
          "COUNT"};
}

CLI::Validator positive() {
  return expecting<double>("a number above 0", "POSITIVE",
                           [](double number) { return number > 0 && std::isfinite(number); });
}

CLI::Validator notNegative() {
  return expecting<double>("a number from 0 on", "NONNEGATIVE",
                           [](double number) { return number >= 0 && std::isfinite(number); });
}

CLI::Validator wholeNumber(int64_t least, int64_t most) {
  return expecting<int64_t>(fmt::format("a whole number from {} to {}", least, most),
                            fmt::format("{} TO {}", least, most),
                            [=](int64_t number) { return number >= least && number <= most; });
}

}  // namespace viewfuzz::cli
