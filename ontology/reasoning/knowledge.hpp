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

/// Returns the Turtle text of a digest: the axioms of an ontology that Hearth uses for inference
/// (classes with rdfs:subClassOf, owl:equivalentClass and brick:aliasOf; properties with
/// rdfs:subPropertyOf, owl:inverseOf, owl:SymmetricProperty), its origin and licence. Throws
/// InputError `ontology.digest_unknown` with the nearest name.
std::string_view digest_text(std::string_view name);

/// The closure of the axioms of ontologies about classes and properties: immutable.
class Knowledge {
 public:
  /// Makes the closure of the axioms of these graphs, which are copied.
  explicit Knowledge(const std::vector<const TripleStore*>& axioms);
  /// Makes the closure of built-in digests. Existing objects for the same digests share it. Throws
  /// the errors of `digest_text`.
  static Knowledge of_digests(const std::vector<std::string>& names);
  ~Knowledge();
  Knowledge(Knowledge&&) noexcept;
  Knowledge& operator=(Knowledge&&) noexcept;

  /// Returns whether an ontology declares the class.
  bool has_class(std::string_view iri) const;
  bool has_property(std::string_view iri) const;
  /// Returns the class, followed by all classes of which it is a kind (superclasses, equivalents,
  /// aliases). Returns only the class itself if it is unknown.
  const std::vector<std::string>& class_closure(std::string_view iri) const;
  /// Returns whether `iri` is a kind of `ancestor`; a class is a kind of itself.
  bool is_kind_of(std::string_view iri, std::string_view ancestor) const;
  /// Returns the IRIs of up to `most` classes of the same namespace with a similar name.
  std::vector<std::string> nearest_classes(std::string_view iri, std::size_t most = 2) const;
  /// Returns a class of the same namespace whose name differs by spelling only, otherwise "".
  std::string class_spelt_like(std::string_view iri) const;

 private:
  friend class Reasoner;
  struct Tables;
  explicit Knowledge(std::shared_ptr<const Tables> tables) : tables_(std::move(tables)) {}
  std::shared_ptr<const Tables> tables_;
};

}  // namespace hearth
