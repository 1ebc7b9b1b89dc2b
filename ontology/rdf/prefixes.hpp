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

/// The longest namespace or base that a file may declare, in bytes, because each short name is
/// expanded to it.
inline constexpr std::size_t kLongestNamespace = 2000;

/// Returns the message about a longer namespace; `what` is `prefix 'ex:'` or `the base`.
std::string namespace_too_long(const std::string& what, std::size_t size);

/// Names of namespaces. `rdf`, `rdfs`, `owl`, `xsd` and `hearth` (`urn:hearth:`) are predefined.
class Prefixes {
 public:
  Prefixes();
  /// Gives a namespace a name. A later namespace with the same name replaces the earlier one.
  void set(std::string name, std::string iri);
  /// Returns the IRI of `brick:VAV`, or nothing if the prefix is unknown.
  std::optional<std::string> expand(std::string_view name) const;
  /// Returns `brick:VAV` with the longest matching namespace, otherwise `<IRI>`.
  std::string shorten(std::string_view iri) const;
  std::vector<std::string> names() const;
  const std::map<std::string, std::string, std::less<>>& all() const { return iris_; }

 private:
  std::map<std::string, std::string, std::less<>> iris_;
  std::map<std::string, std::set<std::string>, std::less<>> names_;  // names of each namespace
};

/// Returns the prefixes of building vocabularies: brick, ref, rec, bot, s223, saref, s4bldg,
/// s4syst, fso, qudt and unit.
Prefixes vocabulary_prefixes();

/// Returns the part of an IRI after its last `#`, `/` or `:`.
std::string_view local_name(std::string_view iri);
/// Returns the part of an IRI before its local name.
std::string_view namespace_of(std::string_view iri);

}  // namespace hearth
