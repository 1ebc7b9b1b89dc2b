// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/models.hpp"

namespace hearth::test {

using Words = std::vector<std::string>;
using Files = std::vector<std::pair<std::string, std::string>>;  // name and content

/// Returns a text with the first `from` replaced; a text without it is a mistake of the test.
inline std::string edited(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  if (at == std::string::npos) throw std::logic_error("nothing to edit: " + from);
  return text.replace(at, from.size(), to);
}

/// Returns a JSON object with more members.
inline std::string extended(std::string text, const std::string& members) {
  return text.insert(text.rfind('}'), ", " + members);
}

/// A command line that must be refused, and how.
struct Refusal {
  Words line;   ///< `./name` is a file of the workshop
  Files files;  ///< what is there; none of them may change
  std::string code, place, remedy;
  int exit_code = 3;
};

/// One broken text, and the message about it.
struct BrokenText {
  std::string what;  ///< is wrong with it
  std::string text;
  std::string code, place, remedy;
};

/// The parts of a line `error: code  place  message`.
struct ErrorLine {
  std::string code, place, message;
};

inline std::vector<ErrorLine> error_lines(const std::string& text) {
  const std::string start = "error: ";
  std::vector<ErrorLine> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (!line.starts_with(start)) continue;
    line.erase(0, start.size());
    const auto place = std::min(line.find("  "), line.size());
    const auto message = std::min(line.find("  ", std::min(place + 2, line.size())), line.size());
    ErrorLine parts{line.substr(0, place), "", ""};
    if (message < line.size()) {
      parts.place = line.substr(place + 2, message - place - 2);
      parts.message = line.substr(message + 2);
    }
    lines.push_back(parts);
  }
  return lines;
}

inline bool says(const std::vector<ErrorLine>& lines, const Refusal& expected) {
  return std::any_of(lines.begin(), lines.end(), [&](const ErrorLine& line) {
    return line.code == expected.code && line.place.find(expected.place) != std::string::npos &&
           line.message.find(expected.remedy) != std::string::npos;
  });
}

/// Words that only the inside of a program uses.
inline void check_for_people(const std::string& text) {
  for (const char* inside : {"run.unexpected", "terminate called", "what()", "std::", "exception",
                             "basic_string", "vector::", "Assertion", "Sanitizer"}) {
    CHECK_THAT(text, !Catch::Contains(inside));
  }
}

/// Results may be there only if they are marked as incomplete.
inline void check_nothing_complete(const std::filesystem::path& folder) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    INFO(entry.path().filename());
    const std::string text = text_of(entry.path());
    if (entry.path().filename().string().ends_with("run.json")) {
      CHECK(nlohmann::json::parse(text)["status"] == "failed");
    } else {
      CHECK_THAT(text, Catch::StartsWith("# incomplete: failed"));
    }
  }
}

/// Runs a command line and checks code, place and remedy, and that nothing else happens.
inline void check_refused(const Refusal& expected) {
  constexpr std::chrono::seconds kLimit(30);
  const Workshop shop;
  for (const auto& [name, text] : expected.files) shop.write(name, text);
  std::filesystem::create_directories(shop / "out");
  Words words;
  for (const std::string& word : expected.line) {
    words.push_back(word.starts_with("./") ? (shop / word.substr(2)).string() : word);
  }
  const Outcome outcome = Process(shop, words).wait_at_most(kLimit);
  std::string line = "hearth";
  for (const std::string& word : expected.line) line += " " + word.substr(0, 200);
  INFO(line << "\n" << outcome.err.substr(0, 5000));
  CHECK(outcome.code == expected.exit_code);
  const std::vector<ErrorLine> lines = error_lines(outcome.err);
  INFO("expected " << expected.code << " | " << expected.place << " | " << expected.remedy);
  CHECK(says(lines, expected));
  for (const ErrorLine& parts : lines) {
    CHECK_FALSE(parts.place.empty());
    CHECK_FALSE(parts.message.empty());
  }
  CHECK(outcome.err.size() < 20000);  // more is not readable
  check_for_people(outcome.err);
  check_nothing_complete(shop / "out");
  for (const auto& [name, text] : expected.files) CHECK(shop.read(name) == text);
}

/// The command line of a verb for a model or problem; what it writes goes to `out`.
inline Words line_of(const std::string& verb, const std::string& file) {
  const std::string path = "./" + file;
  if (verb == "graph") return {"graph", path, "-f", "svg", "-o", "./out/graph.svg"};
  if (verb == "convert") return {"convert", path, "-o", "./out/model.hearth.json"};
  if (verb == "calibrate") {
    return {"calibrate", path, "-o", "./out/result.json", "--apply", "./out/model.hearth.json"};
  }
  if (verb == "simulate") return {"simulate", path, "-o", "./out/results.csv"};
  return {verb, path};
}

/// Verbs that read a model.
inline const Words kModelVerbs = {"check", "info", "graph", "simulate", "convert"};

/// Where broken texts are tried out: under which name, by which verbs, next to which other files.
struct Bench {
  std::string file;
  Words verbs;
  Files beside = {};
  Words options = {};  ///< of `simulate`
};

inline void check_all_refused(const Bench& bench, const std::vector<BrokenText>& texts) {
  for (const BrokenText& broken : texts) {
    INFO(broken.what);
    for (const std::string& verb : bench.verbs) {
      Refusal refusal{line_of(verb, bench.file), bench.beside, broken.code, broken.place,
                      broken.remedy};
      refusal.files.emplace_back(bench.file, broken.text);
      if (verb == "simulate") refusal.line = refusal.line + bench.options;
      check_refused(refusal);
    }
  }
}

}  // namespace hearth::test
