#pragma once

#include <cstdlib>
#include <iostream>
#include <string>

#include "viewfuzz/report/repro/cpp/helpers/verdict.h"

/// What is wrong with the device. Ends the process with the code of a verdict that says nothing
/// about it.
std::string told(const Verdict& verdict) {
  if (verdict.code == 0) return verdict.text;
  std::cerr << (verdict.code == 2 ? "The device cannot be loaded: "
                                  : "The comparison did not come to its end: ")
            << verdict.text << std::endl;
  std::_Exit(verdict.code);
}
