// SPDX-License-Identifier: MIT
#include "hearth/tests/fuzz/commands/outcome_checks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace hearth::fuzz {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void found(const std::string& what) { throw std::logic_error(what); }

/// Returns the code point that a text begins with, and takes it off; -1 if it is not UTF-8.
std::int32_t take_character(std::string_view& text) {
  const auto byte = [&text](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned first = byte(0);
  const std::size_t size = first < 0x80   ? 1
                           : first < 0xC2 ? 0
                           : first < 0xE0 ? 2
                           : first < 0xF0 ? 3
                           : first < 0xF5 ? 4
                                          : 0;
  if (size == 0 || size > text.size()) return -1;
  std::int32_t code = static_cast<std::int32_t>(size == 1 ? first : first & (0x7FU >> size));
  for (std::size_t k = 1; k < size; ++k) {
    if ((byte(k) & 0xC0U) != 0x80) return -1;
    code = code * 64 + static_cast<std::int32_t>(byte(k) & 0x3FU);
  }
  constexpr std::int32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kSmallest[size] || code > 0x10FFFF || surrogate) return -1;
  text.remove_prefix(size);
  return code;
}

/// Returns whether terminals act on a character, or it changes the direction of writing.
bool acts(std::int32_t code) {
  if (code == '\n' || code == '\t') return false;
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x61C || code == 0x200E ||
         code == 0x200F || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

/// The codes of docs/diagnostics.md.
const std::set<std::string, std::less<>>& known_codes() {
  static const std::set<std::string, std::less<>> codes = [] {
    std::set<std::string, std::less<>> found_codes;
    const std::string text =
        content_of_file(fs::path(HEARTH_SOURCE_DIR) / "docs" / "diagnostics.md");
    for (std::size_t at = text.find("| `"); at != std::string::npos;
         at = text.find("| `", at + 1)) {
      const std::size_t end = text.find('`', at + 3);
      found_codes.insert(text.substr(at + 3, end - at - 3));
    }
    return found_codes;
  }();
  return codes;
}

void check_error_line(std::string_view line, const Outcome& outcome,
                      const std::vector<std::string>& names) {
  constexpr std::string_view kError = "error: ";
  line.remove_prefix(kError.size());
  const std::string_view code = line.substr(0, line.find(' '));
  if (!known_codes().contains(code)) found("an error without a known code");
  if (code == "run.unexpected") found("an unexpected error");
  if (outcome.code != 3) return;
  const bool named = std::any_of(names.begin(), names.end(), [line](const std::string& name) {
    return line.find(name) != std::string_view::npos;
  });
  if (!named) found("an error without a file");
}

void check_errors(const Outcome& outcome, const std::vector<std::string>& names) {
  bool any = false;
  for (std::size_t begin = 0; begin < outcome.err.size();) {
    const std::size_t end = std::min(outcome.err.find('\n', begin), outcome.err.size());
    const std::string_view line(outcome.err.data() + begin, end - begin);
    begin = end + 1;
    if (line.starts_with("{\"event\"")) {  // --messages=json
      const auto event = nlohmann::json::parse(line, nullptr, false);
      if (event.is_discarded()) found("a message that is not JSON: " + std::string(line));
      any = any || event.value("severity", "") == "error";
    }
    if (!line.starts_with("error: ")) continue;
    any = true;
    check_error_line(line, outcome, names);
  }
  const bool said = outcome.code == 1 || outcome.code == 2 || outcome.code == 3;
  if (said && !any) found("refused without an error");
}

/// Returns the number that a whole cell is, in whatever notation; 0 if it is a text.
double number_of(std::string cell) {
  std::erase(cell, '"');
  char* end = nullptr;
  const double number = std::strtod(cell.c_str(), &end);
  return cell.empty() || *end != '\0' ? 0.0 : number;
}

/// Numbers of a table are finite; the first row may lack means and sums of an interval before it.
void check_cells(std::string_view text) {
  for (int row = 0; !text.empty(); ++row) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::istringstream line{std::string(text.substr(0, end))};
    text.remove_prefix(std::min(end + 1, text.size()));
    for (std::string cell; std::getline(line, cell, ',');) {
      if (!cell.empty() && cell.back() == '\r') cell.pop_back();
      const double number = number_of(cell);
      if (std::isfinite(number) || (row < 2 && std::isnan(number))) continue;
      found("a result that is " + cell);
    }
  }
}

constexpr bool kComments = true;

void check_json(const std::string& text, const std::string& what) {
  if (!nlohmann::json::accept(text, kComments)) found(what + " is not JSON");
}

/// `any_format`: an option chose the format, whatever the name ends with.
void check_file(const fs::path& path, bool any_format) {
  const std::string name = path.filename().string();
  if (!name.ends_with(".csv") && !name.ends_with(".json") && !name.ends_with(".html") &&
      !name.ends_with(".ttl")) {
    return;
  }
  const std::string text = content_of_file(path);
  for (std::string_view left = text; !left.empty();) {
    if (take_character(left) < 0) found(name + " is not UTF-8");
  }
  if (name.ends_with(".csv")) check_cells(text);
  if (name.ends_with(".json") && !any_format) check_json(text, name);
}

void check_outputs(bool any_format) {
  std::error_code ignored;
  for (const auto& entry : fs::recursive_directory_iterator("out", ignored)) {
    if (entry.is_regular_file()) check_file(entry.path(), any_format);
  }
}

void check(const Call& call, const Outcome& outcome, const std::vector<std::string>& names) {
  const bool ended_by_signal = outcome.code == 130 || outcome.code == 143;
  const bool usual = outcome.code == 0 || outcome.code == 1 || outcome.code == 3;
  if (!usual && !ended_by_signal && !call.codes.contains(outcome.code)) found("an exit code");
  check_text_for_people(outcome.err, "stderr");
  check_text_for_people(outcome.out, "stdout");
  check_errors(outcome, names);
  const bool json = std::find(call.words.begin(), call.words.end(), "--json") != call.words.end();
  const bool printed = call.known ? outcome.code == 0 || !outcome.out.empty()
                                  : outcome.out.starts_with('{') || outcome.out.starts_with('[');
  // Findings are complete whatever is wrong with the files.
  const bool checks =
      call.known && call.words.front() == "check" && (outcome.code == 0 || outcome.code == 3);
  if (json && (printed || checks)) check_json(outcome.out, "stdout");
  const bool graph = std::find(call.words.begin(), call.words.end(), "graph") != call.words.end();
  check_outputs(graph);
}

}  // namespace

void check_text_for_people(std::string_view text, const std::string& what) {
  while (!text.empty()) {
    const std::int32_t code = take_character(text);
    if (code < 0) found(what + " is not UTF-8");
    if (acts(code)) found(fmt::format("{} holds U+{:04X}", what, code));
  }
}

void check_outcome(const Call& call, const Outcome& outcome,
                   const std::vector<std::string>& names) {
  try {
    check(call, outcome, names);
  } catch (const std::logic_error& error) {
    constexpr std::size_t kShown = 1500;
    std::string line = "hearth";
    for (const std::string& word : call.words) line += " '" + word + "'";
    found(fmt::format("{}: {}\n  returned {}\n{}", error.what(), line, outcome.code,
                      outcome.err.substr(0, kShown)));
  }
}

}  // namespace hearth::fuzz
