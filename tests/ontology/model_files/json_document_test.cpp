// SPDX-License-Identifier: MIT
#include "hearth/data/json/json_document.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace json_document_test {

using namespace hearth;

namespace {

/// Returns everything wrong with a text; nothing if it can be read.
std::vector<Diagnostic> problems(const std::string& text) {
  try {
    JsonDocument::parse(text, "m.json");
  } catch (const InputError& error) {
    return error.diagnostics().items();
  }
  return {};
}

struct Bad {
  std::string text;
  std::string code;
  int line;
  std::string said;  ///< part of the message
};

void check(const Bad& bad) {
  INFO(bad.text.substr(0, 80));
  const std::vector<Diagnostic> found = problems(bad.text);
  REQUIRE(found.size() == 1);
  CHECK(found[0].code == bad.code);
  CHECK(found[0].where.file == "m.json");
  CHECK(found[0].where.line == bad.line);
  CHECK_THAT(found[0].message, Catch::Contains(bad.said));
}

}  // namespace

TEST_CASE("a JSON document gives kinds, values, lines and pointers") {
  const JsonDocument document = JsonDocument::parse(
      "{ \"a\": 1.5,\n"
      "  \"b/c~d\": [true, null,\n"
      "            \"text\"],\n"
      "  \"o\":\n"
      "    {\"inner\": {}} }",
      "m.json");
  const JsonNode root = document.root();
  CHECK(root.is(JsonKind::Object));
  CHECK(root.size() == 3);
  CHECK(root.pointer().empty());
  CHECK(root.find("a")->number() == 1.5);
  CHECK_FALSE(root.find("b").has_value());

  const JsonNode array = *root.find("b/c~d");
  REQUIRE(array.size() == 3);
  std::vector<JsonNode> elements;
  for (const JsonNode element : array.elements()) elements.push_back(element);
  CHECK(elements[0].boolean());
  CHECK(elements[1].is(JsonKind::Null));
  CHECK(elements[2].string() == "text");
  CHECK(elements[2].line() == 3);
  CHECK(elements[2].pointer() == "/b~1c~0d/2");
  CHECK_FALSE(elements[2].find("x").has_value());

  const JsonNode inner = *root.find("o")->find("inner");
  CHECK(inner.where().file == "m.json");
  CHECK(inner.where().line == 5);
  CHECK(inner.where().pointer == "/o/inner");
  CHECK(inner.size() == 0);
}

TEST_CASE("a number at the end of a line belongs to that line") {
  const JsonDocument document = JsonDocument::parse("[1\n,2\n\n, 3e0\n]", "m.json");
  std::vector<int> lines;
  for (const JsonNode element : document.root().elements()) lines.push_back(element.line());
  CHECK(lines == std::vector<int>{1, 2, 4});
}

TEST_CASE("comments are allowed and counted as lines") {
  const JsonDocument document = JsonDocument::parse(
      "// a model\n/* of two\n lines */ {\"a\": // one\n 1 /* end */ }\n// end", "m.json");
  CHECK(document.root().find("a")->line() == 4);
}

TEST_CASE("Windows line ends count once") {
  const JsonDocument document = JsonDocument::parse("{\r\n\"a\":\r\n1\r\n}\r\n", "m.json");
  CHECK(document.root().find("a")->line() == 3);
}

TEST_CASE("a broken JSON text is an error with line, column and what was expected") {
  check({"{\"a\": 1,\n \"b\": }", "json.syntax", 2, "column 7: "});
  check({"{\"a\": 1\n \"b\": 2}", "json.syntax", 2, "expected '}'"});
  check({"{\"a\": 1,\n}", "json.syntax", 2, "expected string literal; remove the comma before it"});
  check({"[1, 2, ]", "json.syntax", 1, "remove the comma before it"});
  check({"[1, 2]\n]", "json.syntax", 2, "expected end of input"});
  check({"{a: 1}", "json.syntax", 1, "expected string literal"});
  check({"[tru]", "json.syntax", 1, "expected a number, a string"});
  check({"[\"line\nbreak\"]", "json.syntax", 1, "control character"});
  check({"[\"\\q\"]", "json.syntax", 1, "forbidden character after backslash"});
  check({"[\"\\ud800\"]", "json.syntax", 1, "surrogate"});
  check({"[01]", "json.syntax", 1, "expected ']'"});
  check({"[1] /* open\n\n", "json.syntax", 2, "missing closing '*/'"});
}

TEST_CASE("a truncated file names what is not closed and where it begins") {
  check({"{\"a\": {\n  \"b\": [1,\n  2\n", "json.syntax", 3,
         "expected ']'; the array that begins in line 2 is not closed"});
  check({"{\"a\":", "json.syntax", 1, "the object that begins in line 1 is not closed"});
  check({"{\n\"a\": \"tex", "json.syntax", 2, "missing closing quote"});
  check({"{\n\"inf", "json.syntax", 2, "missing closing quote"});
}

TEST_CASE("every doubled key is an error that names the first line") {
  const std::vector<Diagnostic> found =
      problems("{\"a\": 1, \"o\": {\"x\": 1,\n\"y\": 2,\n\"x\": 3},\n\"a\": 2, \"p\": {\"x\": 1}}");
  REQUIRE(found.size() == 2);
  CHECK(found[0].code == "json.key_duplicate");
  CHECK(found[0].where.line == 3);
  CHECK(found[0].where.pointer == "/o/x");
  CHECK_THAT(found[0].message, Catch::Contains("'x'") && Catch::Contains("line 1"));
  CHECK(found[1].where.line == 4);
  CHECK(found[1].where.pointer == "/a");
}

TEST_CASE("a doubled key is found when it is spelled with escapes") {
  const std::vector<Diagnostic> found = problems("{\"a/b\": 1, \"\\u0061/b\": 2}");
  REQUIRE(found.size() == 1);
  CHECK(found[0].where.pointer == "/a~1b");
}

TEST_CASE("doubled keys and a syntax error are reported together") {
  const std::vector<Diagnostic> found = problems("{\"a\": 1, \"a\": 2,\n ]");
  REQUIRE(found.size() == 2);
  CHECK(found[0].code == "json.key_duplicate");
  CHECK(found[1].code == "json.syntax");
}

TEST_CASE("a number that is not finite is an error") {
  check({"{\"a\":\n NaN}", "json.number", 2, "'NaN'"});
  check({"[nan]", "json.number", 1, "'nan'"});
  check({"[1, -Infinity]", "json.number", 1, "'-Infinity'"});
  check({"[inf]", "json.number", 1, "'inf'"});
  check({"[1,\n 1e999]", "json.number", 2, "1e999"});
  check({"[-1e999]", "json.number", 1, "-1e999"});
}

TEST_CASE("numbers are read to the last digit") {
  const JsonDocument document = JsonDocument::parse(
      "[0.1, 1.7976931348623157e308, 5e-324, 9007199254740993, -9223372036854775808, 1e-999, "
      "123456789012345678901234567890]",
      "m.json");
  std::vector<double> numbers;
  for (const JsonNode element : document.root().elements()) numbers.push_back(element.number());
  CHECK(numbers == std::vector<double>{0.1, 1.7976931348623157e308, 5e-324, 9007199254740992.0,
                                       -9223372036854775808.0, 0.0,
                                       123456789012345678901234567890.0});
}

TEST_CASE("a byte order mark before UTF-8 is not part of the text") {
  const JsonDocument document = JsonDocument::parse("\xEF\xBB\xBF{\"a\": 1}", "m.json");
  CHECK(document.root().find("a")->number() == 1.0);
}

TEST_CASE("a file that is not UTF-8 is an error with its line") {
  check({"{\n\"a\": \"caf\xE9\"}", "json.encoding", 2, "0xE9"});
  check({std::string("\xFF\xFE{\0", 4), "json.encoding", 1, "UTF-16"});
  check({"[\"\xED\xA0\x80\"]", "json.encoding", 1, "0xED"});
}

TEST_CASE("an empty file is an error") {
  check({"", "json.empty", 1, "expected a JSON object"});
  check({" \n\n", "json.empty", 2, "expected a JSON object"});
  check({"// nothing\n", "json.empty", 1, "expected a JSON object"});
}

TEST_CASE("256 arrays inside each other are read, 257 are an error") {
  const std::string open(256, '['), close(256, ']');
  CHECK(problems(open + close).empty());
  check({"[" + open + close + "]", "json.depth", 1, "deeper than 256"});
}

TEST_CASE("nesting of 200 000 is an error and not a crash") {
  constexpr int kDepth = 200'000;
  check({std::string(kDepth, '['), "json.depth", 1, "deeper than 256"});
  std::string objects;
  for (int i = 0; i < kDepth; ++i) objects += "{\"a\":\n";
  check({objects, "json.depth", 257, "deeper than 256"});
}

TEST_CASE("a message shows the beginning of a long text only") {
  const JsonDocument document = JsonDocument::parse("\"" + std::string(1000, 'x') + "\"", "m.json");
  CHECK(document.root().describe().size() < 80);
  const std::vector<Diagnostic> found = problems("[\"" + std::string(100'000, 'x'));
  REQUIRE(found.size() == 1);
  CHECK(found[0].message.size() < 500);
}

TEST_CASE("a missing file is an error that names it") {
  try {
    JsonDocument::read("no_such_file.hearth.json");
    FAIL("a missing file was read");
  } catch (const InputError& error) {
    CHECK(error.code() == "file.missing");
  }
}

TEST_CASE("a file is read under its own name") {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / "hearth_json_document_test.json";
  std::ofstream(path) << "{\"a\": 1}";
  const JsonDocument document = JsonDocument::read(path);
  std::filesystem::remove(path);
  CHECK(document.file() == path.string());
  CHECK(document.root().find("a")->number() == 1.0);
}

TEST_CASE("a value is written as it was read") {
  const std::string text = "{\"b\": [1, 0.1, -0.0, 1e+300], \"a\": {\"x\": null, \"y\": \"\\n\"}}";
  const JsonDocument document = JsonDocument::parse(text, "m.json");
  CHECK(to_text(document.root()) == text);
}

}  // namespace json_document_test
