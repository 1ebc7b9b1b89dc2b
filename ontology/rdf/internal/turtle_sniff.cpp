// SPDX-License-Identifier: MIT
#include "hearth/ontology/rdf/internal/turtle_sniff.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "hearth/data/text/text_file.hpp"

namespace hearth::turtle {
namespace {

struct Signature {
  std::string_view first_bytes;
  std::string_view code;
  std::string_view message;
};

constexpr std::string_view kXml =
    "this is XML, not Turtle; convert RDF/XML with 'rapper -i rdfxml -o turtle FILE'";
constexpr std::string_view kJson =
    "this is JSON, not Turtle; convert JSON-LD with 'riot --output=turtle FILE'";
constexpr std::string_view kUtf16 =
    "the text seems to be UTF-16; convert it with 'iconv -f UTF-16 -t UTF-8 FILE'";

using namespace std::string_view_literals;

constexpr std::array kSignatures = {
    Signature{"PK\x03\x04", "turtle.not_turtle",
              "this is a zip archive or a spreadsheet, not Turtle; export the graph as Turtle"},
    Signature{"\x1F\x8B", "turtle.not_turtle",
              "the file is compressed; unpack it with 'gzip -d' first"},
    Signature{"%PDF", "turtle.not_turtle", "this is a PDF document, not Turtle"},
    Signature{"\x7F"
              "ELF",
              "turtle.not_turtle", "this is a program, not Turtle"},
    Signature{"\xD0\xCF\x11\xE0", "turtle.not_turtle",
              "this is an office document, not Turtle; export the graph as Turtle"},
    Signature{"SQLite format 3", "turtle.not_turtle", "this is a database, not Turtle"},
    Signature{"\xFF\xFE", "turtle.encoding", kUtf16},
    Signature{"\xFE\xFF", "turtle.encoding", kUtf16}};

// Beginnings of words that may follow blanks and cannot begin Turtle.
constexpr std::array kMarkup = {"<?xml"sv,     "<!DOCTYPE"sv, "<!--"sv,  "<rdf:RDF"sv, "<RDF"sv,
                                "<Ontology"sv, "<owl:"sv,     "<html"sv, "<HTML"sv};

bool begins_json(std::string_view text) {
  if (text.starts_with('{')) return true;
  if (!text.starts_with('[')) return false;
  const std::string_view inside = content_of(text.substr(1));
  return inside.starts_with('{') || inside.starts_with('"');
}

}  // namespace

std::optional<Problem> not_turtle(std::string_view text) {
  for (const Signature& signature : kSignatures) {
    if (!text.starts_with(signature.first_bytes)) continue;
    return Problem{std::string(signature.code), 1, std::string(signature.message)};
  }
  if (text.substr(0, 4).find('\0') != text.npos) {  // no byte order mark, but 16-bit characters
    return Problem{"turtle.encoding", 1, "the file contains NUL bytes; " + std::string(kUtf16)};
  }
  const std::string_view content = content_of(text);
  const auto breaks = std::count(text.begin(), text.begin() + (content.data() - text.data()), '\n');
  const int line = 1 + static_cast<int>(breaks);
  const auto begins = [content](std::string_view word) { return content.starts_with(word); };
  if (std::any_of(kMarkup.begin(), kMarkup.end(), begins)) {
    return Problem{"turtle.not_turtle", line, std::string(kXml)};
  }
  if (begins_json(content)) return Problem{"turtle.not_turtle", line, std::string(kJson)};
  return std::nullopt;
}

}  // namespace hearth::turtle
