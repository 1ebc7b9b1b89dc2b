// SPDX-License-Identifier: MIT
#include "hearth/ontology/rdf/iri.hpp"

#include <catch2/catch.hpp>

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

TEST_CASE("the IRI of a path is encoded") {
  CHECK(file_iri("/a b/ä#.ttl") == "file:///a%20b/%C3%A4%23.ttl");
  CHECK(file_iri("/a/./b/../c.ttl") == "file:///a/c.ttl");
}

}  // namespace
}  // namespace hearth::iri_test
