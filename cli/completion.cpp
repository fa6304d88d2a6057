#include "cli/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <vector>

#include "cli/common.h"
#include "viewfuzz/escape/shell.h"
#include "viewfuzz/files/say.h"

namespace viewfuzz::cli {
namespace {

/// The names of the commands on the way to one: {"list", "ops"}.
using Path = std::vector<std::string>;
using Visit = std::function<void(const CLI::App&, const Path&)>;

std::vector<const CLI::App*> commandsOf(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<std::string> namesOf(const std::vector<const CLI::App*>& commands) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands) names.push_back(command->get_name());
  return names;
}

void visitAll(const CLI::App& app, const Path& path, const Visit& visit) {
  visit(app, path);
  for (const CLI::App* command : commandsOf(app)) {
    Path longer = path;
    longer.push_back(command->get_name());
    visitAll(*command, longer, visit);
  }
}

std::vector<const CLI::Option*> optionsOf(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) { return !option->get_lnames().empty(); });
}

/// Of an option that is checked against a list, such as `TEXT:{auto,always,never}`: the list, with
/// spaces between.
std::string choicesOf(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const auto begin = type.find('{');
  if (begin == std::string::npos) return "";
  std::string choices = type.substr(begin + 1, type.find('}', begin) - begin - 1);
  for (char& c : choices) c = c == ',' ? ' ' : c;
  return choices;
}

/// What `viewfuzz list` is to be asked for the names that the option takes, or nothing.
std::string listOf(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  if (type == "FAULT") return "faults";
  if (type == "OP") return "ops";
  if (type == "PROPERTY") return "properties";
  if (type == "PROFILE") return "profiles";
  return "";
}

/// What stands without a name behind the command, one of a list or else a file.
std::vector<const CLI::Option*> positionalsOf(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

std::string bashValues(const CLI::Option& option) {
  const std::string choices = choicesOf(option);
  const std::string list = listOf(option);
  if (!choices.empty()) return choices;
  if (list.empty()) return "";
  return fmt::format(R"($("${{COMP_WORDS[0]}}" list {} 2>/dev/null | cut -d ' ' -f 1))", list);
}

// A word of a list behind commas is completed by itself. Where nothing is offered, the shell offers
// files.
constexpr const char* kBash = R"(_viewfuzz() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
  local command= words= values= files= listed= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command ${{COMP_WORDS[i]}}" in
      {commands}) command="${{command:+$command }}${{COMP_WORDS[i]}}" ;;
    esac
  done
  case "$command $before" in
{values}  esac
  if [[ -n $values ]]; then
    if [[ $current == *,* ]]; then listed=${{current%,*}},; fi
    COMPREPLY=($(compgen -P "$listed" -W "$values" -- "${{current##*,}}"))
    return
  fi
  case "$command $before" in
    {takers}) return ;;
  esac
  case "$command" in
{words}  esac
  if [[ -z $files || $current == -* ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}}
complete -o default -F _viewfuzz viewfuzz
)";

std::string bashCompletion(const CLI::App& app) {
  std::vector<std::string> commands;
  std::vector<std::string> takers;
  std::string values;
  std::string words;
  visitAll(app, {}, [&](const CLI::App& command, const Path& path) {
    const std::string name = fmt::format("{}", fmt::join(path, " "));
    std::vector<std::string> offered = namesOf(commandsOf(command));
    for (const auto& each : offered) commands.push_back(fmt::format("\"{} {}\"", name, each));
    for (const CLI::Option* option : optionsOf(command)) {
      const std::string flag = "--" + option->get_lnames().front();
      offered.push_back(flag);
      if (option->get_items_expected_max() == 0) continue;
      takers.push_back(fmt::format("\"{} {}\"", name, flag));
      const std::string known = bashValues(*option);
      if (!known.empty()) values += fmt::format("    {}) values=\"{}\" ;;\n", takers.back(), known);
    }
    bool files = false;
    for (const CLI::Option* positional : positionalsOf(command)) {
      const std::string choices = choicesOf(*positional);
      files = files || choices.empty();
      if (!choices.empty()) offered.push_back(choices);
    }
    words += fmt::format("    \"{}\") words=\"{}\"{} ;;\n", name, fmt::join(offered, " "),
                         files ? " files=1" : "");
  });
  return fmt::format(kBash, fmt::arg("commands", fmt::join(commands, " | ")),
                     fmt::arg("takers", fmt::join(takers, " | ")), fmt::arg("values", values),
                     fmt::arg("words", words));
}

/// When the words so far are those of the path, and no further command.
std::string fishCondition(const CLI::App& command, const Path& path, bool further) {
  std::string condition;
  for (const auto& name : path) {
    condition +=
        fmt::format("{}__fish_seen_subcommand_from {}", condition.empty() ? "" : "; and ", name);
  }
  if (path.empty()) return "__fish_use_subcommand";
  const auto below = namesOf(commandsOf(command));
  if (further && !below.empty())
    condition += fmt::format("; and not __fish_seen_subcommand_from {}", fmt::join(below, " "));
  return condition;
}

std::string firstSentence(const std::string& text) {
  return text.substr(0, std::min(text.find(". "), text.find('\n')));
}

std::string fishCompletion(const CLI::App& app) {
  std::string script;
  visitAll(app, {}, [&](const CLI::App& command, const Path& path) {
    const std::string condition = shellWord(fishCondition(command, path, true));
    for (const CLI::App* below : commandsOf(command)) {
      script += fmt::format("complete -c viewfuzz -n {} -f -a {} -d {}\n", condition,
                            below->get_name(), shellWord(firstSentence(below->get_description())));
    }
    for (const CLI::Option* positional : positionalsOf(command)) {
      const std::string choices = choicesOf(*positional);
      if (!choices.empty())
        script +=
            fmt::format("complete -c viewfuzz -n {} -f -a {}\n", condition, shellWord(choices));
    }
    for (const CLI::Option* option : optionsOf(command)) {
      const std::string list = listOf(*option);
      const std::string known =
          list.empty()
              ? choicesOf(*option)
              : fmt::format("(viewfuzz list {} 2>/dev/null | string split -f 1 ' ')", list);
      script +=
          fmt::format("complete -c viewfuzz -n {} -l {}{}{} -d {}\n",
                      shellWord(fishCondition(command, path, false)), option->get_lnames().front(),
                      option->get_items_expected_max() == 0 ? "" : " -r",
                      known.empty() ? "" : " -f -a " + shellWord(known),
                      shellWord(firstSentence(option->get_description())));
    }
  });
  return script;
}

}  // namespace

std::string completionFor(const CLI::App& app, std::string_view shell) {
  if (shell == "fish") return fishCompletion(app);
  const std::string bash = bashCompletion(app);
  return shell == "zsh" ? "autoload -U +X compinit && compinit\n"
                          "autoload -U +X bashcompinit && bashcompinit\n" +
                              bash
                        : bash;
}

void addCompletion(CLI::App& app, int& exit_code) {
  auto shell = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand(
      "completion",
      "Print what makes a shell complete commands and options with Tab: source <(viewfuzz "
      "completion bash), or viewfuzz completion fish | source");
  command->add_option("SHELL", *shell, "The shell.")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->callback([&app, shell, &exit_code] {
    writeOut(completionFor(app, *shell));
    exit_code = kNothingFound;
  });
}

}  // namespace viewfuzz::cli
