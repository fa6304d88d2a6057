#pragma once
#include "viewfuzz/report/finding.h"
