// SPDX-License-Identifier: MIT
// Readers of property paths in patterns.
#include <string>
#include <utility>

#include "hearth/ontology/patterns/internal/pattern_reader.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"

namespace hearth {
namespace {

constexpr int kMostNestedOperators = 50;
constexpr std::size_t kMostParts = 500;  // each part is a nested call when a path is followed

using PathKind = PropertyPath::Kind;

PropertyPath joined(PathKind kind, std::vector<PropertyPath> parts) {
  if (parts.size() == 1) return std::move(parts.front());
  return {kind, {}, std::move(parts)};
}

PropertyPath wrapped(PathKind kind, PropertyPath path) {
  PropertyPath out{kind, {}, {}};
  out.parts.push_back(std::move(path));
  return out;
}

}  // namespace

PropertyPath PatternReader::path() {
  parts_ = 0;
  return either(0);
}

PropertyPath PatternReader::either(int depth) {
  std::vector<PropertyPath> parts;
  do {
    parts.push_back(sequence(depth));
  } while (take("|"));
  return joined(PathKind::Either, std::move(parts));
}

PropertyPath PatternReader::sequence(int depth) {
  std::vector<PropertyPath> parts;
  do {
    parts.push_back(element(depth));
  } while (take("/"));
  return joined(PathKind::Sequence, std::move(parts));
}

// `^` has a lower precedence than `+`, `*` and `?`.
PropertyPath PatternReader::element(int depth) {
  if (depth > kMostNestedOperators) fail("a path has more than 50 nested operators");
  if (++parts_ > kMostParts) fail("a path has more than " + std::to_string(kMostParts) + " parts");
  if (take("^")) return wrapped(PathKind::Inverse, element(depth + 1));
  PropertyPath out = primary(depth);
  if (peek() == '?' && !has_variable() && take("?"))
    return wrapped(PathKind::NoneOrOne, std::move(out));
  if (take("*")) return wrapped(PathKind::NoneOrMore, std::move(out));
  if (peek() == '+' && !has_number() && take("+"))
    return wrapped(PathKind::OneOrMore, std::move(out));
  return out;
}

PropertyPath PatternReader::primary(int depth) {
  if (take("(")) {
    PropertyPath out = either(depth + 1);
    if (!take(")")) fail_expected("')'");
    return out;
  }
  if (peek() == '!')
    fail("a path of all properties except some (!p) is not supported", "query.unsupported");
  if (peek_word() == "a" && take_word("a"))
    return {PathKind::Property, std::string(rdf::kType), {}};
  return {PathKind::Property, iri(), {}};
}

}  // namespace hearth
