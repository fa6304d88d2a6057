#pragma once

#include <exception>
#include <string>

#include "viewfuzz/report/repro/cpp/helpers/device_under_test.h"

/// How a comparison went. `code` is 0 if it came to its end: `text` says what is wrong with the
/// device, and nothing if the bug is not there. It is 2 if the device cannot be loaded, and 3 if
/// the comparison failed on its way: the bug may be there or not. `text` says why.
struct Verdict {
  int code;
  std::string text;
};

Verdict verdict(std::string (*compare)(c10::Device)) {
  int code = 2;
  try {
    const c10::Device device = deviceUnderTest();
    code = 3;
    return {0, compare(device)};
  } catch (const std::exception& error) {
    return {code, error.what()};
  }
}
