#pragma once
/// @file
/// The C interface of the simulated NPU. Every symbol is optional for a backend: a tool looks it up
/// with dlsym and does without when it is missing, so any backend may export the same ones.

#if defined(__GNUC__)
#define NPU_EXPORT __attribute__((visibility("default")))
#else
#define NPU_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// The faults this backend can be given, one a line: `name<TAB>one-line description`.
/// The string lives as long as the library.
NPU_EXPORT const char* npu_fault_names();

/// Puts the wrong kernels of a fault over the right ones. Enabling it twice is harmless.
/// Not to be called while another thread runs operators.
/// @return 0, or non-zero when no fault has that name.
NPU_EXPORT int npu_fault_enable(const char* name);

/// Takes the wrong kernels of a fault away again, or of every fault when the name is "all".
/// @return 0, or non-zero when no fault has that name.
NPU_EXPORT int npu_fault_disable(const char* name);

/// Guarded memory on (the default) or off, for allocations made from now on. In guarded memory the
/// address a tensor reports cannot be touched by the host, an overrun by a kernel hits an
/// inaccessible page, and one too short to reach it is found when the block is freed.
NPU_EXPORT void npu_set_guarded(int on);

#ifdef __cplusplus
}
#endif
