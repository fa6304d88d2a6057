#pragma once
// The ATen headers every file here needs; parsing them takes longer than compiling most of our
// files.
#include <ATen/ATen.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/native/Resize.h>
#include <torch/library.h>
