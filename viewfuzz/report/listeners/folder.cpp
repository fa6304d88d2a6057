#include "viewfuzz/report/listeners/folder.h"

namespace viewfuzz {

void FindingFolders::found(const Finding& finding) {
  others_.kept(finding, out_, writeFinding(finding, out_));
}

}  // namespace viewfuzz
