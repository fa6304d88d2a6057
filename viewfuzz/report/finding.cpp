#include "viewfuzz/report/finding.h"

#include <fmt/format.h>

#include <set>
#include <stdexcept>
#include <system_error>

#include "viewfuzz/escape/shell.h"
#include "viewfuzz/escape/terminal.h"
#include "viewfuzz/files/write.h"
#include "viewfuzz/report/repro/cpp/repro.h"
#include "viewfuzz/report/repro/python/repro.h"
#include "viewfuzz/report/sentence.h"
#include "viewfuzz/report/text_lines.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

/// Is the backend named by the path of its library? Else it is a device that libtorch knows.
bool isLibrary(const std::string& backend) {
  return backend.empty() || backend.find('/') != std::string::npos || backend.ends_with(".so");
}

/// The options of the command that allow the ops of the program which are none of aten.
std::string namespaceOptions(const Program& program) {
  std::set<std::string_view> others;
  for (const Statement& statement : program.statements) {
    if (const auto* call = std::get_if<Call>(&statement.what))
      others.insert(call->name().substr(0, call->name().find('.')));
  }
  others.erase("aten");
  std::string options;
  for (const auto name : others) options += fmt::format(" --allow-namespace {}", shellWord(name));
  return options;
}

/// As a word of the shell: a Python that has PyTorch, if this build knows one that is still there.
std::string pythonWithTorch() {
#ifdef VIEWFUZZ_PYTHON
  std::error_code error;
  const auto python = std::filesystem::path(VIEWFUZZ_PYTHON).lexically_normal();
  if (std::filesystem::exists(python, error)) return shellWord(python.string());
#endif
  return "python3";
}

}  // namespace

std::string slug(const std::string& signature) {
  std::string name;
  for (const char c : signature) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if ((lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9')) {
      name += lower;
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  if (name.size() > 100) name.erase(100);  // file systems have limits
  while (!name.empty() && name.back() == '-') name.pop_back();
  return name.empty() ? "finding" : name;
}

std::string storyText(const Finding& finding, const std::filesystem::path& folder) {
  const auto file = [&](const char* name) { return shellWord((folder / name).string()); };
  // A repro names a planted fault in the environment, a command of viewfuzz by an option.
  const std::string planted =
      finding.fault.empty() ? "" : fmt::format("NPU_FAULT={} ", shellWord(finding.fault));
  const std::string option =
      finding.fault.empty() ? "" : fmt::format(" --fault {}", shellWord(finding.fault));
  const std::string backend = shellWord(finding.backend.empty() ? "BACKEND.so" : finding.backend);
  const std::string python = pythonWithTorch();
  std::string text = wrapped(sentence(finding.program, finding.violation));
  text += fmt::format("\nsignature   {}\nobserved    {}\n", finding.signature,
                      describe(finding.violation));
  for (size_t i = 0; i < finding.violation.also.size(); ++i) {
    text += fmt::format("{}{}\n", i == 0 ? "also broken " : "            ",
                        propertyName(finding.violation.also[i]));
  }
  if (!finding.last_words.empty()) {
    const std::string summary = restOfLine(finding.last_words, "SUMMARY: ");
    text += fmt::format("last words  {}{}\n", summary,
                        summary.empty() ? file("stderr.txt") : " (" + file("stderr.txt") + ")");
  }
  for (const auto& warning : finding.warnings) {
    const std::string line = warning.substr(0, warning.find('\n'));
    text += wrapped(fmt::format("PyTorch warns of it: {}", line));
  }
  text += finding.input.empty() ? fmt::format("found       seed {}, case {}, after {:.1f} s\n",
                                              finding.seed, finding.case_index, finding.seconds)
                                : fmt::format("found       in {}\n", finding.input);
  text += fmt::format("reduced     from {} to {} statements in {} runs, {:.2f} s{}\n",
                      finding.original_statements, finding.program.statements.size(),
                      finding.reducer_runs, finding.reducer_seconds,
                      finding.one_minimal ? "; 1-minimal" : "; not shown to be 1-minimal");
  if (!finding.confirmed) {
    text += "alone       not known: the run ended before this was looked into\n";
  } else if (!finding.alone) {
    text += "alone       no: this program shows it behind the cases before it only\n";
  }
  for (const auto& [what, which] : finding.versions)
    text += fmt::format("{:<11} {}\n", what, which);
  text += fmt::format("\n{}", print(finding.program));
  text += fmt::format("\nRun it again:\n  viewfuzz replay {} --backend {}{}{}\n",
                      file("program.vf"), backend, option, namespaceOptions(finding.program));
  text += fmt::format(
      "\nThe same in Python (exits with 1 while the bug is there, 0 when it is fixed):\n"
      "  {}{} {} {} {}\n"
      "A backend that is a Python module is named by --import MODULE instead, its device by "
      "--device NAME.\n",
      planted, python, file("repro.py"), isLibrary(finding.backend) ? "--load" : "--device",
      backend);
  text += fmt::format(
      "\nThe same as a GoogleTest (fails while the bug is there):\n"
      "  TORCH=$({} -c 'import torch; print(torch.__path__[0])')\n"
      "  g++ -std=c++20 {} -o repro -I$TORCH/include -L$TORCH/lib -Wl,-rpath,$TORCH/lib \\\n"
      "    -ltorch_cpu -lc10 -lgtest -lgtest_main -ldl -pthread\n"
      "  {}REPRO_BACKEND={} ./repro\n",
      python, file("repro.cpp"), planted, backend);
  return terminalText(text);
}

std::string writeFinding(const Finding& finding, const std::filesystem::path& out) {
  const auto fill = [&](const std::filesystem::path& at, const std::filesystem::path& named) {
    writeFile(at / "program.vf", print(finding.program));
    writeFile(at / "repro.py", pythonRepro(finding.program, finding.violation));
    writeFile(at / "repro.cpp", cppRepro(finding.program, finding.violation));
    if (!finding.last_words.empty()) writeFile(at / "stderr.txt", finding.last_words);
    writeFile(at / "story.txt", storyText(finding, named));
  };
  const auto folder = newFolder(out, slug(finding.signature), fill);
  return (folder.filename() / "program.vf").string();
}

}  // namespace viewfuzz
