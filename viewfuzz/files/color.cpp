#include "viewfuzz/files/color.h"

#include <fmt/color.h>
#include <unistd.h>

#include <cstdlib>

#include "viewfuzz/escape/terminal.h"

namespace viewfuzz {
namespace {

Color& chosen() {
  static Color color = Color::automatic;
  return color;
}

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool hasColors() {
  if (chosen() != Color::automatic) return chosen() == Color::always;
  return isatty(STDOUT_FILENO) == 1 && environment("NO_COLOR").empty() &&
         environment("TERM") != "dumb";
}

fmt::text_style styleOf(Ink ink) {
  switch (ink) {
    case Ink::name:
      return fmt::emphasis::bold;
    case Ink::accused:
      return fg(fmt::terminal_color::red);
    case Ink::bad:
      return fg(fmt::terminal_color::red) | fmt::emphasis::bold;
    case Ink::good:
      return fg(fmt::terminal_color::green);
  }
  return {};
}

}  // namespace

void setColor(Color when) { chosen() = when; }

std::string inked(Ink ink, std::string_view text) {
  const std::string safe = terminalText(text);
  return hasColors() ? fmt::format(styleOf(ink), "{}", safe) : safe;
}

void sayIn(Ink ink, std::string_view text) { fmt::print("{}", inked(ink, text)); }

}  // namespace viewfuzz
