// SPDX-License-Identifier: MIT
#include "hearth/ontology/rdf/iri.hpp"

#include <random>
#include <string>

#include <catch2/catch.hpp>

#include "hearth/ontology/rdf/prefixes.hpp"

namespace hearth::iri_test {
namespace {

// The examples of RFC 3986, sections 5.4.1 and 5.4.2.
TEST_CASE("references are resolved as RFC 3986 shows") {
  struct Example {
    const char* reference;
    const char* target;
  };
  constexpr Example kExamples[] = {{"g:h", "g:h"},
                                   {"g", "http://a/b/c/g"},
                                   {"./g", "http://a/b/c/g"},
                                   {"g/", "http://a/b/c/g/"},
                                   {"/g", "http://a/g"},
                                   {"//g", "http://g"},
                                   {"?y", "http://a/b/c/d;p?y"},
                                   {"g?y", "http://a/b/c/g?y"},
                                   {"#s", "http://a/b/c/d;p?q#s"},
                                   {"g?y#s", "http://a/b/c/g?y#s"},
                                   {";x", "http://a/b/c/;x"},
                                   {"", "http://a/b/c/d;p?q"},
                                   {".", "http://a/b/c/"},
                                   {"..", "http://a/b/"},
                                   {"../g", "http://a/b/g"},
                                   {"../..", "http://a/"},
                                   {"../../../g", "http://a/g"},
                                   {"/./g", "http://a/g"},
                                   {"/../g", "http://a/g"},
                                   {"g.", "http://a/b/c/g."},
                                   {"..g", "http://a/b/c/..g"},
                                   {"./../g", "http://a/b/g"},
                                   {"./g/.", "http://a/b/c/g/"},
                                   {"g/../h", "http://a/b/c/h"},
                                   {"g?y/../x", "http://a/b/c/g?y/../x"},
                                   {"g#s/../x", "http://a/b/c/g#s/../x"},
                                   {"http:g", "http:g"}};
  for (const Example& example : kExamples) {
    CAPTURE(example.reference);
    CHECK(resolve_iri("http://a/b/c/d;p?q", example.reference) == example.target);
  }
}

TEST_CASE("a reference with a scheme is absolute") {
  CHECK(is_absolute_iri("urn:x"));
  CHECK(is_absolute_iri("a+b-c.1:"));
  CHECK_FALSE(is_absolute_iri("1a:x"));
  CHECK_FALSE(is_absolute_iri("a/b:c"));
  CHECK_FALSE(is_absolute_iri(":x"));
  CHECK_FALSE(is_absolute_iri(""));
}

TEST_CASE("an IRI is shortened by the longest namespace that begins it") {
  std::mt19937 random(7);
  const auto text = [&random](int most) {
    std::string letters;
    for (int k = std::uniform_int_distribution(0, most)(random); k > 0; --k) {
      letters += std::bernoulli_distribution(0.5)(random) ? 'a' : 'b';
    }
    return letters;
  };
  Prefixes prefixes;
  for (int k = 0; k < 500; ++k) {
    prefixes.set("p" + std::to_string(k % 40), text(8));  // some anew, some empty, some alike
    const std::string iri = text(12);
    std::string name, space;
    for (const auto& [known, start] : prefixes.all()) {
      if (start.size() > space.size() && iri.starts_with(start)) name = known, space = start;
    }
    const std::string expected =
        space.empty() ? "<" + iri + ">" : name + ":" + iri.substr(space.size());
    INFO(iri);
    CHECK(prefixes.shorten(iri) == expected);
  }
}

TEST_CASE("the IRI of a path is encoded") {
  CHECK(file_iri("/a b/ä#.ttl") == "file:///a%20b/%C3%A4%23.ttl");
  CHECK(file_iri("/a/./b/../c.ttl") == "file:///a/c.ttl");
}

}  // namespace
}  // namespace hearth::iri_test
