// The exported C functions for faults.
#include "backend/faults/registry.h"
#include "backend/npu.h"

const char* npu_fault_names() { return npu::fault_list().c_str(); }

int npu_fault_enable(const char* name) { return npu::enable_fault(name) ? 0 : 1; }

int npu_fault_disable(const char* name) { return npu::disable_fault(name) ? 0 : 1; }
