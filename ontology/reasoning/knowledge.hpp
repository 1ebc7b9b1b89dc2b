// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth {

/// Returns the names of the ontology digests that come with Hearth (`brick`, `saref4bldg`, ...).
std::vector<std::string> digest_names();

/// Returns the Turtle text of a digest: the axioms of an ontology that Hearth reasons with (classes
/// with rdfs:subClassOf, owl:equivalentClass and brick:aliasOf; properties with
/// rdfs:subPropertyOf, owl:inverseOf, owl:SymmetricProperty), its origin and licence.
/// Throws InputError `ontology.digest_unknown` with the nearest name.
std::string_view digest_text(std::string_view name);

/// What ontologies say of classes and properties, closed and ready to ask: immutable.
class Knowledge {
 public:
  /// Knows the axioms of these graphs, which may be copied from.
  explicit Knowledge(const std::vector<const TripleStore*>& axioms);
  /// Knows built-in digests, which are read once while somebody knows the same ones; throws as
  /// `digest_text`.
  static Knowledge of_digests(const std::vector<std::string>& names);
  ~Knowledge();
  Knowledge(Knowledge&&) noexcept;
  Knowledge& operator=(Knowledge&&) noexcept;

  /// Returns whether an ontology declares the class.
  bool has_class(std::string_view iri) const;
  bool has_property(std::string_view iri) const;
  /// Returns the class and everything it is a kind of (superclasses, equivalents, aliases), the
  /// class first; only the class itself if it is not known.
  const std::vector<std::string>& class_closure(std::string_view iri) const;
  /// Returns whether every `iri` is a `ancestor`; a class is one itself.
  bool is_kind_of(std::string_view iri, std::string_view ancestor) const;
  /// Returns the IRIs of up to `most` classes of the same namespace with a similar name.
  std::vector<std::string> nearest_classes(std::string_view iri, std::size_t most = 2) const;

 private:
  friend class Reasoner;
  struct Tables;
  explicit Knowledge(std::shared_ptr<const Tables> tables) : tables_(std::move(tables)) {}
  std::shared_ptr<const Tables> tables_;
};

}  // namespace hearth
