// SPDX-License-Identifier: MIT
#include "hearth/apps/options/completion.hpp"

#include <algorithm>
#include <sstream>

#include <catch2/catch.hpp>

#include "hearth/apps/options/verbs.hpp"
#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/command/shell.hpp"

namespace completion_test {

using namespace hearth::test;
using namespace hearth::apps;

namespace {

using Offers = std::vector<std::string>;

const std::string kScripts = std::string(HEARTH_SOURCE_DIR) + "/tests/apps/command/complete.";

Offers sorted_lines(const std::string& text) {
  Offers lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    while (!line.empty() && line.back() == '/') line.pop_back();  // fish marks folders
    if (!line.empty()) lines.push_back(line);
  }
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

/// A folder with the completion scripts, and with files to offer.
struct Shells {
  Shells() {
    for (const char* shell : {"bash", "zsh", "fish"}) {
      const Outcome script = run_hearth(shop, {"completion", shell});
      REQUIRE(script.code == 0);
      shop.write(std::string("scripts/") + shell, script.out);
    }
    for (const char* name : {"room.hearth.json", "room.ttl", "notes.txt", "data.csv",
                             "two words.hearth.json", "folder/inner.ttl"}) {
      shop.write(std::string("work/") + name, "");
    }
  }

  std::string in_folder(const std::string& command) const {
    const std::string folder = std::filesystem::path(HEARTH_COMMAND).parent_path().string();
    return "cd " + in_quotes((shop / "work").string()) + " && PATH=" + in_quotes(folder) +
           ":$PATH && " + command + " 2> /dev/null";
  }
  std::string script(const std::string& shell) const {
    return " " + in_quotes((shop / ("scripts/" + shell)).string()) + " ";
  }

  /// bash is given the words; an '=' is a word of its own.
  Offers bash(const Offers& words) const {
    std::string command = "bash " + kScripts + "bash" + script("bash");
    for (const std::string& word : words) command += " " + in_quotes(word);
    return sorted_lines(run_shell(in_folder(command)).out);
  }
  Offers fish(const std::string& line) const {
    return sorted_lines(run_shell(in_folder("fish --no-config " + kScripts + "fish" +
                                            script("fish") + in_quotes(line)))
                            .out);
  }
  Offers zsh(const std::string& line) const {
    return sorted_lines(run_shell(in_folder("timeout 120 zsh -f " + kScripts + "zsh" +
                                            script("zsh") + in_quotes(line)))
                            .out);
  }

  Workshop shop;
};

/// A line as it is typed, and what is to be offered.
struct Case {
  std::string line;
  Offers offers;
};

const std::vector<Case> kCases = {
    {"hearth si", {"simulate"}},
    {"hearth comp", {"compare", "completion", "components"}},
    {"hearth graph -f ", {"dot", "json", "mermaid", "svg"}},
    {"hearth graph --format s", {"svg"}},
    {"hearth graph --for", {"--format"}},
    {"hearth simulate --engine ", {"continuous", "stepwise"}},
    {"hearth simulate --cycle-removal g", {"greedy"}},
    {"hearth simulate --coupling j", {"jacobi"}},
    {"hearth components Build", {"BuildingSpace"}},
    {"hearth completion ", {"bash", "fish", "zsh"}},
    {"hearth graph r", {"room.hearth.json", "room.ttl"}},
    {"hearth graph -f svg r", {"room.hearth.json", "room.ttl"}},
    {"hearth query r", {"room.ttl"}},
    {"hearth graph fol", {"folder"}},
    {"hearth check d", {"data.csv"}},
    {"hearth simulate room.ttl --data-dir ", {"folder"}},
    {"hearth simulate room.ttl -o n", {"notes.txt"}},
};

Offers words_of_line(const std::string& line) {
  Offers words;
  std::istringstream stream(line);
  for (std::string word; stream >> word;) words.push_back(word);
  if (line.back() == ' ') words.emplace_back();
  return words;
}

}  // namespace

TEST_CASE("the command completes what its parser knows") {
  const auto offered = [](const Offers& words) { return sorted_lines(completions(words)); };
  CHECK(offered({"si"}) == Offers{"simulate\tSimulate a model"});
  CHECK(offered({"graph", "-f", ""}) == Offers{"dot", "json", "mermaid", "svg"});
  CHECK(offered({"graph", "--format", "s"}) == Offers{"svg"});
  CHECK(offered({"graph", "--format=m"}) == Offers{"--format=mermaid"});
  CHECK(offered({"graph", ""}) == Offers{":files\t.hearth.json .ttl"});
  CHECK(offered({"graph", "-f", "svg", "r"}) == Offers{":files\t.hearth.json .ttl"});
  CHECK(offered({"graph", "-q", "r"}) == Offers{":files\t.hearth.json .ttl"});
  CHECK(offered({"simulate", "--data-dir="}) == Offers{":folders"});
  CHECK(offered({"simulate", "room.ttl", "-o", ""}) == Offers{":files\t"});
  CHECK(offered({"check", "a.csv", "b.csv", "c"}) == Offers{":files\t.json .ttl .csv .epw"});
  CHECK(offered({"components", "BuildingS"}) == Offers{"BuildingSpace"});
  CHECK(offered({"simulate", "--start", ""}).empty());
  CHECK(offered({"simulate", "room.ttl", "more"}).empty());
  CHECK(offered({"simulte", ""}).empty());
}

TEST_CASE("every option that a verb's help shows is offered") {
  const Workshop shop;
  for (const Verb& verb : verbs()) {
    const std::string name(verb.name);
    const std::string offered = run_hearth(shop, {"__complete", name, "-"}).out;
    const std::string help = run_hearth(shop, {name, "--help"}).out;
    int shown = 0;
    for (auto at = help.find("--"); at != std::string::npos; at = help.find("--", at + 2)) {
      if (at == 0 || (help[at - 1] != ',' && help[at - 1] != ' ')) continue;
      const std::string option = help.substr(at, help.find_first_of(" ,\n'", at) - at);
      if (option.size() < 4 || help.rfind("\nExample", at) != std::string::npos) continue;
      ++shown;
      INFO(name + " " + option);
      CHECK(("\n" + offered).find("\n" + option + "\t") != std::string::npos);
    }
    CHECK(shown >= 3);  // --help, --quiet, --verbose at least
  }
}

TEST_CASE("bash completes verbs, options, words and files") {
  if (!has_program("bash")) {
    WARN("skipped: bash is absent");
    return;
  }
  const Shells shells;
  for (const Case& wanted : kCases) {
    INFO(wanted.line);
    CHECK(shells.bash(words_of_line(wanted.line)) == wanted.offers);
  }
  CHECK(shells.bash({"hearth", "graph", "--format", "=", "m"}) == Offers{"mermaid"});
  CHECK(shells.bash({"hearth", "graph", "--format", "="}) ==
        Offers{"dot", "json", "mermaid", "svg"});
  CHECK(shells.bash({"hearth", "graph", "two"}) == Offers{"two words.hearth.json"});
  CHECK(shells.bash({"hearth", "simulate", "--start", ""}).empty());
  // All places are taken: the options are left.
  const Offers left = shells.bash({"hearth", "graph", "room.ttl", ""});
  CHECK(std::find(left.begin(), left.end(), "--format") != left.end());
}

TEST_CASE("fish completes verbs, options, words and files") {
  if (!has_program("fish")) {
    WARN("skipped: fish is absent");
    return;
  }
  const Shells shells;
  for (const Case& wanted : kCases) {
    INFO(wanted.line);
    CHECK(shells.fish(wanted.line) == wanted.offers);
  }
}

TEST_CASE("zsh completes verbs, options, words and files") {
  if (!has_program("zsh")) {
    WARN("skipped: zsh is absent");
    return;
  }
  const Shells shells;
  for (const Case& wanted : kCases) {
    INFO(wanted.line);
    CHECK(shells.zsh(wanted.line) == wanted.offers);
  }
}

TEST_CASE("a shell that is not known is refused with those that are") {
  const Workshop shop;
  const Outcome outcome = run_hearth(shop, {"completion", "zhs"});
  CHECK(outcome.code == 2);
  CHECK(outcome.said("did you mean 'zsh'?"));
  CHECK(run_hearth(shop, {"completion"}).code == 2);
}

}  // namespace completion_test
