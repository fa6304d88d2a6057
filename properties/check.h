#pragma once

#include <gtest/gtest.h>
#include <rapidcheck.h>

/// A GoogleTest whose body is a property; inside use RC_ASSERT, since EXPECT_* neither fails nor
/// shrinks it.
#define VIEWFUZZ_PROPERTY(suite, name, ...)                                        \
  static void suite##_##name(__VA_ARGS__);                                         \
  TEST(suite, name) { ASSERT_TRUE(rc::check(#suite "." #name, &suite##_##name)); } \
  static void suite##_##name(__VA_ARGS__)
