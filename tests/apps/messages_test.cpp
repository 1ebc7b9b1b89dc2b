// SPDX-License-Identifier: MIT
#include "hearth/apps/session/messages.hpp"

#include <algorithm>
#include <new>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/base/printable_stream.hpp"
#include "hearth/apps/command.hpp"
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

/// Returns what a stream shows of a text that comes in pieces.
std::string shown(const std::vector<std::string>& pieces) {
  std::ostringstream stream;
  PrintableStream printable(stream);
  for (const std::string& piece : pieces) printable << piece;
  printable.flush();
  return stream.str();
}

}  // namespace

TEST_CASE("a lack of memory is reported with remedies for any run") {
  std::ostringstream stream;
  Messages messages(stream, Verbosity::Normal);
  try {
    throw std::bad_alloc();
  } catch (...) {
    CHECK(report_exception(messages, true) == kRunFailed);
  }
  for (const char* remedy : {"run.out_of_memory", "threads", "smaller model", "longer step"}) {
    CHECK(stream.str().find(remedy) != std::string::npos);
  }
}

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

TEST_CASE("a message that is reported twice is shown once") {
  std::ostringstream stream;
  Messages messages(stream, Verbosity::Verbose);
  messages.show(many_warnings());
  messages.show(many_warnings());
  CHECK(lines(stream.str()) == 10);
  Diagnostics twice = many_warnings();
  twice.append(many_warnings());
  CHECK(without_rest(twice).items().size() == 10);
}

TEST_CASE("of very many errors the first thousand are shown") {
  Diagnostics errors;
  for (int i = 1; i <= 1001; ++i) errors.error("data.gap", {.line = i}, "a gap");
  CHECK(without_rest(errors).items().size() == 1001);
  for (int i = 1002; i <= 5000; ++i) errors.error("data.gap", {.line = i}, "a gap");
  std::ostringstream stream;
  Messages messages(stream, Verbosity::Normal);
  messages.show(errors);
  messages.show(errors);  // as collected and as thrown
  CHECK(lines(stream.str()) == 1001);
  CHECK(stream.str().find("input.messages_many  there are 4000 more errors") != std::string::npos);
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

TEST_CASE("a character that comes in two pieces is shown whole") {
  const std::string character = GENERATE("\xc3\xbc", "\xe4\xbc\x9a", "\xf0\x9f\x8f\xa0");
  for (std::size_t cut = 1; cut < character.size(); ++cut) {
    const std::string first = character.substr(0, cut), second = character.substr(cut);
    CHECK(shown({"a" + first, second + "b\n"}) == "a" + character + "b\n");
    CHECK(shown({first, second}) == character);
    CHECK(shown({"line\n" + first, second + "\n"}) == "line\n" + character + "\n");
  }
  std::ostringstream stream;
  PrintableStream printable(stream);
  for (const char byte : character) printable.put(byte);
  printable.flush();
  CHECK(stream.str() == character);
}

TEST_CASE("a character is whole where a long line is handed on in parts") {
  const std::string character = GENERATE("\xc3\xbc", "\xe4\xbc\x9a", "\xf0\x9f\x8f\xa0");
  constexpr std::size_t kLongest = 1 << 16;  // bytes after which a line is handed on
  for (std::size_t before = kLongest - 5; before <= kLongest + 1; ++before) {
    const std::string line(before, 'x');
    for (std::size_t cut = 1; cut <= character.size(); ++cut) {
      std::ostringstream stream;
      PrintableStream printable(stream);
      printable << line + character.substr(0, cut);
      const bool handed_on = !stream.str().empty();
      CHECK(handed_on == (before + cut > kLongest));
      printable << character.substr(cut) << "y";
      printable.flush();
      const bool same = stream.str() == line + character + "y";  // too long to be shown
      CHECK(same);
    }
  }
}

TEST_CASE("a character that is cut at the end, and bytes that are none, are shown as escapes") {
  CHECK(shown({"a\xe4\xbc"}) == "a\\xe4\\xbc");
  CHECK(shown({"a\xf0\x9f", "\nb"}) == "a\\xf0\\x9f\nb");
  CHECK(shown({"a\xff", "b\xc0\x80\n"}) == "a\\xffb\\xc0\\x80\n");
  CHECK(shown({"a\x1b[2J\tb\r\n"}) == "a\\u001b[2J\tb\\u000d\n");
  std::ostringstream stream;
  { PrintableStream(stream) << "a\xc3"; }
  CHECK(stream.str() == "a\\xc3");
  // No character has so many bytes: they are not kept in wait of its end.
  std::ostringstream torn;
  PrintableStream printable(torn);
  printable << std::string(100'000, '\x80');
  CHECK(torn.str().size() > 4 * 99'000);
  printable.flush();
  CHECK(torn.str().size() == 4 * 100'000);
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
