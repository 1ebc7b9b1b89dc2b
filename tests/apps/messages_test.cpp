// SPDX-License-Identifier: MIT
#include "hearth/apps/session/messages.hpp"

#include <algorithm>
#include <sstream>
#include <thread>

#include <catch2/catch.hpp>

#include "hearth/apps/session/progress.hpp"

namespace messages_test {

using namespace hearth;
using namespace hearth::apps;

namespace {

Diagnostics many_warnings() {
  Diagnostics diagnostics;
  for (int i = 0; i < 8; ++i)
    diagnostics.warning("data.gap", {.file = "t.csv", .line = i}, "a gap");
  diagnostics.note("model.unitless_source", {.component = "water"}, "a bare number");
  diagnostics.error("model.empty", {}, "nothing to simulate");
  return diagnostics;
}

long lines(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

}  // namespace

TEST_CASE("warnings of one code are counted after the first few, errors are all shown") {
  std::ostringstream stream;
  Messages messages(stream, Verbosity::Normal);
  messages.show(many_warnings());
  messages.summarize();
  CHECK(lines(stream.str()) == 5 + 1 + 1);
  CHECK(stream.str().find("error: model.empty  nothing to simulate\n") != std::string::npos);
  CHECK(stream.str().find("(3 more warnings, 1 note; -v shows them)") != std::string::npos);
  CHECK(messages.all().items().size() == 10);
}

TEST_CASE("what is hidden is counted in words that fit the number") {
  const auto summary = [](int warnings, int notes) {
    Diagnostics diagnostics;
    for (int i = 0; i < warnings; ++i) diagnostics.warning("data.gap", {.line = i}, "a gap");
    for (int i = 0; i < notes; ++i) diagnostics.note("data.filled", {.line = i}, "filled");
    std::ostringstream stream;
    Messages messages(stream, Verbosity::Normal);
    messages.show(diagnostics);
    messages.summarize();
    const std::string text = stream.str();
    const auto open = text.find('(');
    return open == std::string::npos ? std::string() : text.substr(open);
  };
  CHECK(summary(0, 1) == "(1 note; -v shows it)\n");
  CHECK(summary(0, 2) == "(2 notes; -v shows them)\n");
  CHECK(summary(6, 0) == "(1 more warning; -v shows it)\n");  // 5 of a code are shown
  CHECK(summary(6, 1) == "(1 more warning, 1 note; -v shows them)\n");
  CHECK(summary(5, 0).empty());
}

TEST_CASE("what is said twice is shown once") {
  std::ostringstream stream;
  Messages messages(stream, Verbosity::Verbose);
  messages.show(many_warnings());
  messages.show(many_warnings());
  CHECK(lines(stream.str()) == 10);
  Diagnostics twice = many_warnings();
  twice.append(many_warnings());
  CHECK(without_repeats(twice).items().size() == 10);
}

TEST_CASE("quiet shows errors alone, verbose shows everything") {
  std::ostringstream quiet, verbose;
  Messages silent(quiet, Verbosity::Quiet);
  silent.show(many_warnings());
  silent.say("done");
  silent.summarize();
  CHECK(quiet.str() == "error: model.empty  nothing to simulate\n");
  Messages talking(verbose, Verbosity::Verbose);
  talking.show(many_warnings());
  talking.summarize();
  CHECK(lines(verbose.str()) == 10);
}

TEST_CASE("the bar is drawn on a terminal only, and taken away at the end") {
  std::ostringstream terminal, file;
  {
    Progress on_terminal(terminal, ProgressStyle::Auto, true);
    Progress in_file(file, ProgressStyle::Auto, false);
    std::this_thread::sleep_for(std::chrono::milliseconds(120));  // longer than between two draws
    for (long done = 50; done < 60; ++done) {
      on_terminal.update(done, 100);
      in_file.update(done, 100);
    }
  }
  CHECK(file.str().empty());
  CHECK(terminal.str().find("50 %") != std::string::npos);
  CHECK(terminal.str().find("51 %") == std::string::npos);  // too soon after the first
  CHECK(terminal.str().ends_with("\r\033[K"));
}

}  // namespace messages_test
