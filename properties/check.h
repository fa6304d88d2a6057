#pragma once

#include <gtest/gtest.h>
#include <rapidcheck.h>

/// Defines a GoogleTest whose body is a property. The body must use RC_ASSERT: RapidCheck does not
/// see a failed EXPECT_*, and so does not shrink the input.
#define VIEWFUZZ_PROPERTY(suite, name, ...)                                        \
  static void suite##_##name(__VA_ARGS__);                                         \
  TEST(suite, name) { ASSERT_TRUE(rc::check(#suite "." #name, &suite##_##name)); } \
  static void suite##_##name(__VA_ARGS__)
