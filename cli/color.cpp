#include <map>
#include <string>

#include "cli/common.h"
#include "viewfuzz/files/color.h"

namespace viewfuzz::cli {

void addColorOption(CLI::App& app) {
  static const std::map<std::string, Color> kNames = {
      {"auto", Color::automatic}, {"always", Color::always}, {"never", Color::never}};
  app.add_option_function<std::string>(
         "--color", [](const std::string& name) { setColor(kNames.at(name)); },
         "Whether results have colours; auto: if they are printed on a terminal, and NO_COLOR is "
         "not set.")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    addColorOption(*command);
}

}  // namespace viewfuzz::cli
