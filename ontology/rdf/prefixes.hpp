// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace hearth {

/// The longest namespace or base that a file may give, in bytes: each short name represents all of
/// it.
inline constexpr std::size_t kLongestNamespace = 2000;

/// Returns the message about a longer one: `what` is `prefix 'ex:'` or `the base`.
std::string namespace_too_long(const std::string& what, std::size_t size);

/// Names for namespaces. `rdf`, `rdfs`, `owl`, `xsd` and `hearth` (`urn:hearth:`) are always there.
class Prefixes {
 public:
  Prefixes();
  /// Names a namespace; a later one of the same name replaces the earlier.
  void set(std::string name, std::string iri);
  /// Returns the IRI of `brick:VAV`, nothing where the prefix is not known.
  std::optional<std::string> expand(std::string_view name) const;
  /// Returns `brick:VAV`, by the longest namespace that fits, otherwise `<IRI>`.
  std::string shorten(std::string_view iri) const;
  std::vector<std::string> names() const;
  const std::map<std::string, std::string, std::less<>>& all() const { return iris_; }

 private:
  std::map<std::string, std::string, std::less<>> iris_;
  std::map<std::string, std::set<std::string>, std::less<>> names_;  // of each namespace
};

/// Returns the prefixes of the vocabularies of buildings: brick, ref, rec, bot, s223, saref,
/// s4bldg, s4syst, fso, qudt and unit.
Prefixes vocabulary_prefixes();

/// Returns what follows the last `#`, `/` or `:` of an IRI.
std::string_view local_name(std::string_view iri);

}  // namespace hearth
