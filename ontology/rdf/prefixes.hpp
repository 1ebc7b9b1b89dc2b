// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hearth {

/// Names for namespaces. `rdf`, `rdfs`, `owl`, `xsd` and `hearth` (`urn:hearth:`) are always there.
class Prefixes {
 public:
  Prefixes();
  /// Names a namespace; a later one of the same name replaces the earlier.
  void set(std::string name, std::string iri);
  /// Returns the IRI of `brick:VAV`, nothing where the prefix is not known.
  std::optional<std::string> expand(std::string_view name) const;
  /// Returns `brick:VAV`, by the longest namespace that fits, else `<IRI>`.
  std::string shorten(std::string_view iri) const;
  std::vector<std::string> names() const;
  const std::map<std::string, std::string, std::less<>>& all() const { return iris_; }

 private:
  std::map<std::string, std::string, std::less<>> iris_;
};

/// Returns the prefixes of the vocabularies of buildings: brick, ref, rec, bot, s223, saref,
/// s4bldg, s4syst, fso, qudt and unit.
Prefixes vocabulary_prefixes();

/// Returns what follows the last `#`, `/` or `:` of an IRI.
std::string_view local_name(std::string_view iri);

}  // namespace hearth
