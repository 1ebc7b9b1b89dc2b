// SPDX-License-Identifier: MIT
#include "hearth/ontology/rdf/turtle.hpp"

#include <algorithm>
#include <filesystem>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/data/text/text_file.hpp"
#include "hearth/ontology/rdf/prefixes.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/tests/ontology/graph_compare.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace hearth::turtle_test {
namespace {

using namespace std::string_literals;

const std::string kPrefix = "@prefix ex: <urn:ex#> .\n";

Diagnostics errors_of(const std::string& text) {
  try {
    read_turtle_text(text, "graph.ttl");
  } catch (const InputError& error) {
    return error.diagnostics();
  }
  return {};
}

struct Expected {
  std::string text;  // after kPrefix, which is line 1
  std::string code;
  int line;
  std::string message;  // a part of it
};

void check_refused(const std::vector<Expected>& cases) {
  for (const Expected& expected : cases) {
    const Diagnostics errors = errors_of(kPrefix + expected.text);
    CAPTURE(expected.text.substr(0, 200));
    REQUIRE_FALSE(errors.empty());
    const Diagnostic& first = errors.items().front();
    CAPTURE(first.message);
    CHECK(first.code == expected.code);
    CHECK(first.where.file == "graph.ttl");
    CHECK(first.where.line == expected.line);
    CHECK(first.message.find(expected.message) != std::string::npos);
  }
}

// `line: subject predicate object` of every triple, sorted by line.
std::vector<std::string> lines_of(const std::string& text) {
  const TripleStore store = read_turtle_text(text, "graph.ttl");
  std::vector<std::pair<int, std::string>> rows;
  for (const Triple& t : store.triples()) {
    const auto name = [&](TermId id) {
      const Term term = store.term(id);
      const std::size_t start = term.kind == TermKind::Iri ? term.text.find('#') + 1 : 0;
      return std::string(term.text.substr(start));
    };
    const int line = store.line(t);
    rows.emplace_back(line, std::to_string(line) + ": " + name(t.subject) + " " +
                                name(t.predicate) + " " + name(t.object));
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> out;
  for (auto& [line, row] : rows) out.push_back(std::move(row));
  return out;
}

bool equal_graphs(const std::string& a, const std::string& b) {
  return test::same_graph(read_turtle_text(a, "a"), read_turtle_text(b, "b"));
}

TEST_CASE("every triple knows the line where its object begins") {
  CHECK(lines_of(R"(@prefix ex: <urn:ex#> . # a comment with "quotes" and <brackets
# another line
ex:s
  ex:p

    ex:o1 ,   # ends with a dot .
    ex:o2 ; ex:q
      "text" ;
  ex:r 5 , 6.0
.
ex:t ex:p ex:u . ex:t ex:p ex:v .
)") == std::vector<std::string>{"6: s p o1", "7: s p o2", "8: s q text", "9: s r 5", "9: s r 6.0",
                                "11: t p u", "11: t p v"});
}

TEST_CASE("a literal over several lines stands where it begins, what follows where it stands") {
  CHECK(lines_of(R"(@prefix ex: <urn:ex#> .
ex:s ex:p """one
"two" # no comment
three"""^^ex:type , '''
.''' ,
  "x"
    @en ,
  "y" ^^
    ex:type ; ex:q ex:o .
)") == std::vector<std::string>{"2: s p one\n\"two\" # no comment\nthree", "4: s p \n.", "6: s p x",
                                "8: s p y", "9: s q o"});
}

TEST_CASE("nested blank nodes stand where their bracket opens") {
  CHECK(lines_of(R"(@prefix ex: <urn:ex#> .
ex:s ex:p [

    ex:a [ # comment
      ex:b ex:c
    ] ;
    ex:d []
  ] ,
  [
  ] .
[
  ex:e ex:f ] .
)") == std::vector<std::string>{"2: s p [1]", "4: [1] a [2]", "5: [2] b c", "7: [1] d [3]",
                                "9: s p [4]", "12: [5] e f"});
}

TEST_CASE("list elements have their own lines, links the line of the next element or the end") {
  CHECK(lines_of(R"(@prefix ex: <urn:ex#> .
ex:s ex:p (
  ex:a
  # comment
  [
    ex:b ex:c ]

  ( 1
    2 ) ()
) , ()
  .
)") == std::vector<std::string>{"2: s p [1]", "3: [1] first a", "5: [1] rest [2]",
                                "5: [2] first [3]", "6: [3] b c", "8: [2] rest [4]",
                                "8: [4] first [5]", "8: [5] first 1", "9: [4] rest [7]",
                                "9: [5] rest [6]", "9: [6] first 2", "9: [6] rest nil",
                                "9: [7] first nil", "10: s p nil", "10: [7] rest nil"});
}

TEST_CASE("a line ends with LF, CR LF or CR") {
  const std::string text = kPrefix + "ex:s ex:p '''a\n\nb''' ,\n# c\n ex:o .\n";
  std::string with_cr, with_both;
  for (const char c : text) {
    with_cr += c == '\n' ? "\r"s : std::string(1, c);
    with_both += c == '\n' ? "\r\n"s : std::string(1, c);
  }
  for (const std::string& variant : {text, with_cr, with_both}) {
    const TripleStore store = read_turtle_text(variant, "graph.ttl");
    const TermId o = store.find_iri("urn:ex#o");
    const auto found = store.match({.object = o});
    REQUIRE(found.size() == 1);
    CHECK(store.line(found.front()) == 6);
  }
}

TEST_CASE("the reader gives terms, prefixes and the file's name") {
  Diagnostics diagnostics;
  const TripleStore store = read_turtle_text(R"(@base <http://a/b/c> . @prefix ex: <#> .
PREFIX : <d/>
ex:s a :T ; :n -5, 1.50, 1e3, true, "x"@en-GB, "\u00e4\t", "5"^^ex:u ; :iri <../x?q#f> .
)",
                                             "graph.ttl", diagnostics);
  CHECK(diagnostics.empty());
  CHECK(store.size() == 9);
  CHECK(store.source() == "graph.ttl");
  CHECK(store.prefixes() ==
        std::vector<NamespacePrefix>{{"ex", "http://a/b/c#"}, {"", "http://a/b/d/"}});
  const TermId s = store.find_iri("http://a/b/c#s");
  const auto has = [&](std::string_view predicate, const Term& object) {
    return store.contains({s, store.find_iri(predicate), store.find(object)});
  };
  CHECK(has(rdf::kType, iri_term("http://a/b/d/T")));
  CHECK(has("http://a/b/d/n", literal_term("-5", xsd::kInteger)));
  CHECK(has("http://a/b/d/n", literal_term("1.50", xsd::kDecimal)));
  CHECK(has("http://a/b/d/n", literal_term("1e3", xsd::kDouble)));
  CHECK(has("http://a/b/d/n", literal_term("true", xsd::kBoolean)));
  CHECK(has("http://a/b/d/n", literal_term("x", {}, "en-GB")));
  CHECK(has("http://a/b/d/n", literal_term("ä\t")));
  CHECK(has("http://a/b/d/n", literal_term("5", "http://a/b/c#u")));
  CHECK(has("http://a/b/d/iri", iri_term("http://a/x?q#f")));
}

TEST_CASE("what the grammar allows and Serd does not is read") {
  CHECK(equal_graphs(kPrefix + "ex:s ex:p \"x\" @en , \"y\" # comment\n ^^ ex:t .",
                     kPrefix + "ex:s ex:p \"x\"@en , \"y\"^^ex:t ."));
  // Serd reads true:c as a boolean and refuses prefixes such as these in objects.
  for (const std::string prefix : {"true", "false", "a·", "é", "é·-", "x0-", "a-"}) {
    const TripleStore store = read_turtle_text(
        "PREFIX " + prefix + ": <urn:y#> " + prefix + ":a " + prefix + ":b " + prefix + ":c .",
        "graph.ttl");
    CHECK(store.find_iri("urn:y#c") != kNoTerm);
    CHECK(store.prefixes() == std::vector<NamespacePrefix>{{prefix, "urn:y#"}});
  }
  CHECK(equal_graphs(kPrefix + "ex:s ex:p ex:a:b, ex:a\\#b, ex:c#comment\n.",
                     "<urn:ex#s> <urn:ex#p> <urn:ex#a:b>, <urn:ex#a#b>, <urn:ex#c> ."));
  // Serd renames _:b1 to _:B1 to keep b1 for itself.
  for (const char* text : {"_:b1 ex:p _:B1 .", "_:B1 ex:p _:b1 ."}) {
    const TripleStore store = read_turtle_text(kPrefix + text, "graph.ttl");
    REQUIRE(store.size() == 1);
    CHECK(store.triples()[0].subject != store.triples()[0].object);
  }
  CHECK(read_turtle_text(kPrefix + "_:b1 ex:p [], _:b2, [] .", "graph.ttl").size() == 3);
  CHECK(read_turtle_text("\xEF\xBB\xBF" + kPrefix, "graph.ttl").empty());
  CHECK(read_turtle_text(kPrefix + "ex:s ex:p '''a\0b''' ."s, "graph.ttl").size() == 1);
  CHECK(read_turtle_text(kPrefix + "ex:s ex:p 'a\\u0000b' .", "graph.ttl").size() == 1);
}

TEST_CASE("labels keep their names; nodes without a label are numbered in order") {
  const std::string text = kPrefix + "_:x ex:p [ ex:q _:y ], ( 1 ) .";
  const TripleStore store = read_turtle_text(text, "graph.ttl");
  for (const char* label : {"x", "y", "[1]", "[2]"}) {
    CHECK(store.find(blank_term(label)) != kNoTerm);
  }
  const TripleStore again = read_turtle_text(text, "graph.ttl");
  CHECK(std::equal(store.triples().begin(), store.triples().end(), again.triples().begin(),
                   again.triples().end()));
}

TEST_CASE("an empty file is valid and draws a warning") {
  for (const std::string text : {"", "\n", "# nothing\n", "@prefix ex: <urn:ex#> ."}) {
    Diagnostics diagnostics;
    CHECK(read_turtle_text(text, "graph.ttl", diagnostics).empty());
    REQUIRE(diagnostics.items().size() == 1);
    CHECK(diagnostics.items()[0].code == "turtle.no_triples");
    CHECK_FALSE(diagnostics.has_errors());
  }
}

TEST_CASE("a prefix declared again with another IRI draws a warning") {
  Diagnostics diagnostics;
  read_turtle_text(kPrefix + "ex:s ex:p ex:o .\n@prefix ex: <urn:ex#> .\nPREFIX ex: <urn:other#>",
                   "graph.ttl", diagnostics);
  REQUIRE(diagnostics.items().size() == 1);
  CHECK(diagnostics.items()[0].code == "turtle.prefix_redefined");
  CHECK(diagnostics.items()[0].where.line == 4);
}

TEST_CASE("statements about literals are skipped with a warning") {
  Diagnostics diagnostics;
  const TripleStore store = read_turtle_text(
      "@prefix ex: <urn:ex#> .\n"
      "ex:s ex:p ex:o .\n"
      "\"a.\"^^ex:t a ex:C ; ex:p [ ex:q 1 ], ( 2 \"x\"@en ) .\n"
      "5 ex:p ex:o . true a ex:C . \"y\"@de a ex:C .\n"
      "ex:t ex:p 'z' .\n",
      "reasoned.ttl", diagnostics);
  CHECK(store.size() == 2);
  REQUIRE(diagnostics.items().size() == 1);
  CHECK(diagnostics.items()[0].code == "turtle.literal_subject");
  CHECK(diagnostics.items()[0].where.line == 3);
  CHECK(diagnostics.items()[0].message.starts_with("4 statements were omitted"));
  Diagnostics one;
  read_turtle_text("5 <urn:p> <urn:o> . <urn:s> <urn:p> <urn:o> .", "one.ttl", one);
  REQUIRE(one.items().size() == 1);
  CHECK(one.items()[0].message.starts_with("1 statement was omitted"));
}

TEST_CASE("broken grammar is refused with what was found and expected") {
  check_refused({
      {"ex:s ex:p ex:o\n\nex:t ex:p ex:o .", "turtle.syntax", 4, "found 'ex:t', expected '.'"},
      {"ex:s ex:p .", "turtle.syntax", 2, "found '.', expected an object"},
      {"ex:s\n.", "turtle.syntax", 3, "found '.', expected a predicate"},
      {"ex:s ex:p ex:o ,\n, ex:r .", "turtle.syntax", 3, "found ',', expected an object"},
      {"ex:s \"p\" ex:o .", "turtle.syntax", 2, "found '\"p\"', expected a predicate"},
      {"ex:s _:p ex:o .", "turtle.syntax", 2, "expected a predicate"},
      {"ex:s ex:p a .", "turtle.syntax", 2, "found 'a', expected an object"},
      {"a ex:p ex:o .", "turtle.syntax", 2, "found 'a', expected a subject"},
      {"\n5 .", "turtle.syntax", 3, "found '5', expected a subject"},
      {"\"x\"@en , ex:o .", "turtle.syntax", 2, "found '\"x\"', expected a subject"},
      {"\"x\" ex:p ex:o", "turtle.truncated", 2, "is not finished"},
      {"[] .", "turtle.syntax", 2, "after '[]', expected a predicate"},
      {"( 1 ) .", "turtle.syntax", 2, "expected a predicate"},
      {"ex:s ex:p [ ex:o ] .", "turtle.syntax", 2, "found ']', expected an object"},
      {"ex:s ex:p [ ex:q ex:o ,\n ] .", "turtle.syntax", 3, "found ']', expected an object"},
      {"ex:s ex:p (\n 1 2\n.", "turtle.syntax", 4, "bracket opened in line 2"},
      {"ex:s ex:p ( 1\n] .", "turtle.syntax", 3, "does not close the '(' of line 2"},
      {"ex:s ex:p 1 ) .", "turtle.syntax", 2, "without a '('"},
      {"@prefix a <urn:a> .", "turtle.syntax", 2, "expected a prefix"},
      {"@prefix a: ex:b .", "turtle.syntax", 2, "expected an IRI"},
      {"@prefix a: <urn:a>\nex:s ex:p ex:o .", "turtle.syntax", 3, "found 'ex:s', expected '.'"},
      {"PREFIX a: <urn:a> . .", "turtle.syntax", 2, "found '.', expected a subject"},
      {"@prefix a: <urn:a> . .", "turtle.syntax", 2, "found '.', expected a subject"},
      {"@forAll ex:s .", "turtle.syntax", 2, "'@forAll' is neither"},
      {"ex:s ex:p ex:o @en .", "turtle.syntax", 2, "language"},
      {"ex:s ex:p \"x\"^^ .", "turtle.syntax", 2, "expected the datatype"},
      {"ex:s ex:p \"x\"^^true .", "turtle.syntax", 2, "expected the datatype"},
      {"{ ex:s ex:p ex:o }", "turtle.syntax", 2, "unexpected character '{'"},
      {"ex:s = ex:o .", "turtle.syntax", 2, "unexpected character '='"},
  });
}

TEST_CASE("what tools write wrongly and cannot be misunderstood is read with a warning") {
  const auto read = [](const std::string& text, const std::string& code, int line,
                       const std::string& said) {
    INFO(text);
    Diagnostics diagnostics;
    const TripleStore store = read_turtle_text(kPrefix + text, "g.ttl", diagnostics);
    REQUIRE(diagnostics.items().size() == 1);
    const Diagnostic& item = diagnostics.items()[0];
    CHECK(item.severity == Severity::Warning);
    CHECK(item.code == code);
    CHECK(item.where.line == line);
    CHECK_THAT(item.message, Catch::Contains(said));
    return store;
  };
  // IRIs made of names: a space, or braces of a template.
  const TripleStore spaces = read(
      "ex:s ex:p <urn:Room 1> , <urn:a|{b}> .\n<urn:Room 1> ex:q ex:o .\n", "turtle.iri_encoded", 2,
      "'<urn:Room 1>' is not valid Turtle; it is read as '<urn:Room%201>', and 2 more, in lines 2, "
      "3");
  CHECK(spaces.size() == 3);
  CHECK(spaces.match({.subject = spaces.find_iri("urn:Room%201")}).size() == 1);
  CHECK(spaces.find_iri("urn:a%7C%7Bb%7D") != kNoTerm);
  // Locales of programs as languages.
  const TripleStore language =
      read("ex:s ex:p \"colour\"@en_GB .", "turtle.language_mended", 2, "read as '@en-GB'");
  CHECK(language.find(literal_term("colour", rdf::kLangString, "en-GB")) != kNoTerm);
  // Directives of one notation with the habits of the other.
  CHECK(read("PREFIX a: <urn:a#> . a:s a:p a:o .", "turtle.directive_mended", 2, "ignored")
            .find_iri("urn:a#s") != kNoTerm);
  CHECK(read("BASE <urn:b/> .\n<s> <p> <o> .", "turtle.directive_mended", 2, "ignored").size() ==
        1);
  CHECK(read("@PREFIX a: <urn:a#> . a:s a:p a:o .", "turtle.directive_mended", 2, "as '@prefix'")
            .size() == 1);
}

TEST_CASE("line ends, marks of the byte order and prefixes declared twice do not matter") {
  Diagnostics diagnostics;
  const TripleStore store = read_turtle_text(
      "\xEF\xBB\xBF@prefix ex: <urn:ex:> .\r\n@prefix ex: <urn:ex:> .\r\nex:a ex:p ex:b .\r\n",
      "g.ttl", diagnostics);
  CHECK(store.size() == 1);
  CHECK(diagnostics.items().empty());
}

TEST_CASE("broken tokens are refused with their line") {
  check_refused({
      {"ex:s ex:p \"x\ny\" .", "turtle.syntax", 2, "line break inside a string"},
      {"ex:s ex:p 'x .\n", "turtle.syntax", 2, "line break inside a string"},
      {"ex:s ex:p <urn:a\n> .", "turtle.syntax", 2, "line break inside an IRI"},
      {"@prefix r: <urn:my rooms/> .", "turtle.syntax", 2, "expected '>' or %-encoding"},
      {"BASE <urn:my rooms/>", "turtle.syntax", 2, "expected '>' or %-encoding"},
      {"ex:s ex:p <urn:a , <urn:b> .", "turtle.syntax", 2, "'<' inside an IRI"},
      {"ex:s ex:p <urn:\"a\"> .", "turtle.syntax", 2, "'\"' inside an IRI"},
      {"ex:s ex:p \"x\"@_US .", "turtle.syntax", 2, "expected a language"},
      {"ex:s ex:p <urn:\\u0020> .", "turtle.syntax", 2,
       "a character that is not allowed in an IRI"},
      {"ex:s ex:p <urn:\\t> .", "turtle.syntax", 2, "the IRI contains '\\'"},
      {"ex:s ex:p \"C:\\data\" .", "turtle.syntax", 2, "unknown escape"},
      {"ex:s ex:p \"\\u12\" .", "turtle.syntax", 2, "4 hexadecimal digits"},
      {"ex:s ex:p \"\\ud800\" .", "turtle.syntax", 2, "not a Unicode character"},
      {"ex:s ex:p \"\\U00110000\" .", "turtle.syntax", 2, "not a Unicode character"},
      {"ex:s ex:p ex:%4 .", "turtle.syntax", 2, "two hexadecimal digits"},
      {"ex:s ex:p ex:a\\b .", "turtle.syntax", 2, "'\\' in a name"},
      {"ex:s ex:p VAV .", "turtle.syntax", 2, "'VAV' is not a term"},
      {"ex:s ex:p True .", "turtle.syntax", 2, "'True' is not a term"},
      {"ex:s ex:p + .", "turtle.syntax", 2, "expected a digit"},
      {"ex:s ex:p 1e .", "turtle.syntax", 2, "'e' is not a term"},
      {"_:-a ex:p ex:o .", "turtle.syntax", 2, "expected a label"},
      {"ex:s ex:p \"x\"@ .", "turtle.syntax", 2, "expected a language"},
      {"ex:s ex:p \"x\"@en- .", "turtle.syntax", 2, "expected a language"},
      {"ex:s ex:p \"x\"^ex:t .", "turtle.syntax", 2, "expected '^^'"},
  });
}

TEST_CASE("a file cut anywhere is refused unless it is cut between statements") {
  const std::string text = kPrefix +
                           "ex:s ex:p \"text\" , '''long\n''' ;\n ex:q [ ex:r ( 1 2 ) ] .\n"
                           "<urn:a> ex:p 1.5 .\n";
  int accepted = 0;
  for (std::size_t length = 0; length < text.size(); ++length) {
    const std::string part = text.substr(0, length);
    CAPTURE(part);
    const Diagnostics errors = errors_of(part);
    accepted += errors.empty() ? 1 : 0;
    const std::size_t end = part.find_last_not_of(" \n");
    const bool between = end == part.npos || part[end] == '.';
    if (!between) CHECK_FALSE(errors.empty());
    if (!errors.empty()) CHECK(errors.items()[0].where.line <= 6);
  }
  // Before the first byte, after '.' and after the line break: one statement has "1." inside.
  CHECK(accepted == 1 + 2 + 2 + 2);
}

TEST_CASE("a file that ends inside something names where that begins") {
  check_refused({
      {"ex:s\n ex:p ex:o\n\n", "turtle.truncated", 2, "(line 5); expected '.'"},
      {"ex:s ex:p ex:o .\nex:t", "turtle.truncated", 3, "expected '.'"},
      {"ex:s ex:p\n \"\"\"never\nclosed", "turtle.truncated", 3, "expected \"\"\""},
      {"ex:s ex:p \"never closed", "turtle.truncated", 2, "expected \""},
      {"ex:s ex:p <urn:never", "turtle.truncated", 2, "no closing '>'"},
      {"ex:s ex:p [\n ex:q (\n 1 2\n", "turtle.truncated", 3, "the '(' of this line"},
      {"@prefix a: <urn:a>", "turtle.truncated", 2, "expected '.'"},
  });
}

TEST_CASE("an undeclared prefix is named once, with all others, at its first line") {
  const Diagnostics errors = errors_of(
      "@prefix brick: <urn:b> .\nbrik:s\n  brick:p brik:o ;\n other:p\n  \"x\"^^third:t .\n");
  REQUIRE(errors.items().size() == 3);
  CHECK(errors.items()[0].code == "turtle.undeclared_prefix");
  CHECK(errors.items()[0].where.line == 2);
  CHECK(errors.items()[0].message.find("did you mean 'brick'") != std::string::npos);
  CHECK(errors.items()[1].where.line == 4);
  CHECK(errors.items()[2].where.line == 5);
}

TEST_CASE("a prefix counts only from its declaration on") {
  const Diagnostics errors = errors_of("ex:s ex:p ex:o .\n@prefix ex: <urn:ex#> .\n");
  REQUIRE(errors.items().size() == 1);
  CHECK(errors.items()[0].where.line == 1);
}

TEST_CASE("a relative IRI needs a base") {
  CHECK(errors_of("<urn:s> <urn:p>\n <o> .").items().front().code == "turtle.relative_iri");
  CHECK(errors_of("<urn:s> <urn:p>\n <o> .").items().front().where.line == 2);
  CHECK(errors_of("@prefix ex: <#> .").items().front().code == "turtle.relative_iri");
  CHECK(errors_of("@base <http://a/b> . <urn:s> <urn:p> <o> .").empty());
  CHECK(errors_of("@base <b> .").items().front().code == "turtle.relative_iri");
}

TEST_CASE("a base or namespace of more bytes than names need is refused with its line") {
  const std::string most(kLongestNamespace - std::string("http://x/").size(), 'a');
  CHECK(errors_of("@base <http://x/" + most + "> . <s> <p> <o> .").empty());
  CHECK(errors_of("@prefix p: <http://x/" + most + "> .\np:s p:p p:o .").empty());
  // An IRI that is written as a whole may be longer.
  CHECK(errors_of("<http://x/" + most + most + "> <urn:p> <urn:o> .").empty());
  check_refused({
      {"@base <http://x/" + most + "a> .\n<s> <p> <o> .", "turtle.namespace_long", 2, "the base"},
      {"\nPREFIX p: <http://x/" + most + "a>\np:s p:p p:o .", "turtle.namespace_long", 3,
       "prefix 'p:' represents an IRI of 2001 bytes"},
      {"@base <http://x/" + most.substr(10) + "/> .\n@prefix p: <" + most.substr(10) + "> .",
       "turtle.namespace_long", 3, "prefix 'p:'"},
  });
  // What is relative to a deep folder is not a fault of the file.
  Diagnostics unused;
  const std::string deep = "file:///" + most + "/" + most + "/g.ttl";
  CHECK(read_turtle_text("@prefix p: <#> . p:s p:p p:o .", "g.ttl", unused, deep).size() == 1);
}

TEST_CASE("errors are many but bounded") {
  std::string text;
  for (int k = 0; k < 1000; ++k) text += "p" + std::to_string(k) + ":s <urn:p> 1 .\n";
  CHECK(errors_of(text).items().size() == 20);
}

TEST_CASE("bytes that are not UTF-8 are refused with their line") {
  for (const char* bytes : {"\xFF", "\xC3", "\xC3(", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80",
                            "\xF4\x90\x80\x80", "\xF8\x88\x80\x80\x80", "\x80"}) {
    for (const std::string before : {"ex:s ex:p \"", "# ", "ex:s ex:p ex:a",
                                     "ex:s ex:p <urn:", "ex:s ex:p _:a", "", "@prefix a"}) {
      check_refused({{"\n" + before + bytes + " ", "turtle.encoding", 3, "is not UTF-8"}});
    }
  }
}

TEST_CASE("NUL outside a string is refused") {
  check_refused({{"ex:s ex:p\n\0 ex:o ."s, "turtle.encoding", 3, "NUL"},
                 {"ex:s ex:p ex:o . # \0"s, "turtle.encoding", 2, "NUL"},
                 {"ex:s ex:p <urn:\0> ."s, "turtle.encoding", 2, "NUL"}});
}

TEST_CASE("a text that is not Turtle is refused with the way to convert it") {
  struct Content {
    std::string text;
    std::string code;
    int line;
    std::string remedy;
  };
  for (const Content& content : std::vector<Content>{
           {"\n<?xml version=\"1.0\"?>\n<rdf:RDF>", "turtle.not_turtle", 2, "rapper"},
           {"<rdf:RDF xmlns:rdf=\"urn:x\">", "turtle.not_turtle", 1, "rapper"},
           {"<!DOCTYPE html>", "turtle.not_turtle", 1, "XML"},
           {"{ \"@context\": {} }", "turtle.not_turtle", 1, "riot"},
           {" [\n {\"@id\": 1} ]", "turtle.not_turtle", 1, "JSON"},
           {"PK\x03\x04 ...", "turtle.not_turtle", 1, "export"},
           {"\x1F\x8B\x08", "turtle.not_turtle", 1, "gzip"},
           {"@\0p\0r\0e\0f\0"s, "turtle.encoding", 1, "iconv"},
           {"\xFF\xFE@\0"s, "turtle.encoding", 1, "iconv"}}) {
    CAPTURE(content.text);
    const Diagnostics errors = errors_of(content.text);
    REQUIRE(errors.items().size() == 1);
    CHECK(errors.items()[0].code == content.code);
    CHECK(errors.items()[0].where.line == content.line);
    CHECK(errors.items()[0].message.find(content.remedy) != std::string::npos);
  }
}

TEST_CASE("200 000 nested brackets are refused with a line and without a crash") {
  constexpr int kDepth = 200'000;
  for (const std::string open : {"[ ex:p ", "( ", "[ ex:p (\n"}) {
    std::string text = kPrefix + "ex:s ex:p\n";
    for (int k = 0; k < kDepth; ++k) text += open;
    const Diagnostics errors = errors_of(text);
    REQUIRE(errors.items().size() == 1);
    CHECK(errors.items()[0].code == "turtle.depth");
    CHECK(errors.items()[0].where.line == (open.back() == '\n' ? 3 + 128 : 3));
  }
}

TEST_CASE("256 levels of brackets are read, and brackets in text count for nothing") {
  std::string text = kPrefix + "# ((((\nex:s ex:p ";
  for (int k = 0; k < 256; ++k) text += "[ ex:p ";
  text += "\"" + std::string(1000, '(') + "\"" + std::string(256, ']') + ".";
  CHECK(read_turtle_text(text, "graph.ttl").size() == 257);
}

TEST_CASE("a file is read with its path as base; a missing one and a folder are refused") {
  const auto folder = std::filesystem::temp_directory_path() / "hearth turtle test";
  std::filesystem::create_directories(folder);
  const auto path = folder / "graph.ttl";
  write_text_file(path, "<#s> <urn:p> <other.ttl> .");
  Diagnostics diagnostics;
  const TripleStore store = read_turtle(path, diagnostics);
  const Triple triple = store.triples()[0];
  const std::string base = "file://" + folder.generic_string();
  const auto encoded = [](std::string iri) {
    for (auto at = iri.find(' '); at != iri.npos; at = iri.find(' ')) iri.replace(at, 1, "%20");
    return iri;
  };
  CHECK(store.term(triple.subject).text == encoded(base + "/graph.ttl#s"));
  CHECK(store.term(triple.object).text == encoded(base + "/other.ttl"));
  CHECK(store.source() == path.string());
  CHECK_THROWS_AS(read_turtle(folder, diagnostics), InputError);
  CHECK_THROWS_AS(read_turtle(folder / "missing.ttl", diagnostics), InputError);
  std::filesystem::remove_all(folder);
}

// Any text gives triples or an InputError with a line: no crash, no endless loop.
TEST_CASE("randomly damaged files are read or refused") {
  const auto path = test::shared_data("data/rdf/models/saref_one_room.ttl");
  if (!path) return;
  const std::string original = read_text_file(*path).substr(0, 4000);
  const std::string pieces = "[](){}<>\"'.;,:^@_\\#%\n\r\0 a1-+eE\xC3\xA4\xFF"s;
  std::mt19937 random(7);
  const auto below = [&random](std::size_t n) { return static_cast<std::size_t>(random()) % n; };
  for (int round = 0; round < 2000; ++round) {
    std::string text = original;
    for (std::size_t k = 0; k < 1 + below(4); ++k) {
      const std::size_t at = below(text.size());
      switch (below(3)) {
        case 0:
          text[at] = pieces[below(pieces.size())];
          break;
        case 1:
          text.insert(at, 1, pieces[below(pieces.size())]);
          break;
        default:
          text.erase(at, 1 + below(30));
      }
    }
    const Diagnostics errors = errors_of(text);
    const auto without_line = [](const Diagnostic& item) { return item.where.line == 0; };
    REQUIRE(std::none_of(errors.items().begin(), errors.items().end(), without_line));
  }
}

}  // namespace
}  // namespace hearth::turtle_test
