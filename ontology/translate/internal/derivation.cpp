// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/derivation.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hearth/framework/base/limits.hpp"
#include "hearth/ontology/patterns/internal/matcher.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/translate/internal/instances/graph_names.hpp"
#include "hearth/ontology/translate/internal/instances/named_iris.hpp"
#include "hearth/ontology/translate/internal/instances/named_sizes.hpp"
#include "hearth/ontology/translate/internal/instances/sizes_in_texts.hpp"
#include "hearth/ontology/translate/internal/instances/stated_numbers.hpp"

namespace hearth {
namespace {

/// A triple whose terms may not yet be in the graph.
struct NewTriple {
  TermId subject;
  const std::string* property;  // property of the mapping
  TermId object;

  bool operator<(const NewTriple& other) const {
    return std::tie(subject, *property, object) <
           std::tie(other.subject, *other.property, other.object);
  }
};

class Deriver {
 public:
  Deriver(TripleStore graph, const std::vector<Mapping>& mappings, ImportReport& report)
      : graph_(std::move(graph)), mappings_(mappings), report_(report) {}

  TripleStore run() {
    intern_constants();
    for (const Mapping& mapping : mappings_) {
      for (const Derivation& derivation : mapping.derive) {
        if (needs_pending(derivation)) flush();
        if (!derivation.texts.empty()) {
          derive_from_texts(derivation);
        } else if (derivation.number) {
          derive_from_numbers(derivation);
        } else if (derivation.relation.empty()) {
          derive_by_pattern(derivation);
        } else {
          derive_by_table(derivation, mapping);
        }
      }
    }
    flush();
    return std::move(graph_);
  }

 private:
  /// Terms that occur only in the mapping must get a number before triples with them are collected.
  void intern_constants() {
    std::vector<Term> missing;
    for (const Mapping& mapping : mappings_) {
      for (const Derivation& derivation : mapping.derive) {
        for (const PatternStep& step : derivation.then) {
          for (const PatternTerm* end : {&step.subject, &step.object}) {
            for (const OwnTerm& own : end->terms) {
              const Term term{own.kind, own.text, own.datatype, own.language};
              if (graph_.find(term) == kNoTerm) missing.push_back(term);
            }
          }
        }
      }
    }
    if (missing.empty()) return;
    TripleStoreBuilder builder(std::move(graph_));
    for (const Term& term : missing) builder.intern(term);
    graph_ = std::move(builder).build();
  }

  /// Returns `s223:air` for a property that the mapping s223 defines, otherwise its short name.
  std::string counted_name(const std::string& property) const {
    constexpr std::string_view kOwn = "urn:hearth:";
    if (property.starts_with(kOwn)) return property.substr(kOwn.size());
    std::string name;
    for (const Mapping& mapping : mappings_) {
      name = mapping.prefixes.shorten(property);
      if (!name.starts_with('<')) break;
    }
    return name;
  }

  bool needs_pending(const Derivation& derivation) const {
    if (pending_.empty()) return false;
    std::set<std::string> used{derivation.relation, derivation.texts};
    if (!derivation.relation.empty()) used.emplace(rdf::kType);  // rows contain classes
    add_named_iris(derivation.pattern, used);
    return std::any_of(pending_.begin(), pending_.end(),
                       [&](const NewTriple& triple) { return used.contains(*triple.property); });
  }

  void flush() {
    if (pending_.empty()) return;
    TripleStoreBuilder builder(std::move(graph_));
    for (const NewTriple& triple : pending_) {
      builder.add({triple.subject, builder.iri(*triple.property), triple.object});
      ++report_.derived[counted_name(*triple.property)];
    }
    pending_.clear();
    graph_ = std::move(builder).build();
  }

  void add(TermId subject, const std::string& property, TermId object, const Where& where) {
    const TermId known = graph_.find_iri(property);
    if (known != kNoTerm && graph_.contains({subject, known, object})) return;
    if (!pending_.insert({subject, &property, object}).second) return;
    check_limit(WorkLimit::DerivedTriples, ++added_, where);
  }

  TermId end_of(const PatternTerm& term, const Binding& solution) const {
    if (term.variable >= 0) return solution[term.variable];
    const OwnTerm& own = term.terms.front();
    return graph_.find({own.kind, own.text, own.datatype, own.language});
  }

  void derive_by_pattern(const Derivation& derivation) {
    const PatternMatcher matcher(graph_, derivation.pattern);
    matcher.for_each({}, [&](const Binding& solution) {
      for (const PatternStep& step : derivation.then) {
        const TermId subject = end_of(step.subject, solution);
        const TermId object = end_of(step.object, solution);
        if (subject != kNoTerm && object != kNoTerm) {
          add(subject, step.path.iri, object, derivation.where);
        }
      }
      return true;
    });
  }

  /// Adds triples that lead from the subjects of texts to the terms that the texts name, or to the
  /// numbers within them. These objects may be new.
  void derive_from_texts(const Derivation& derivation) {
    const TermId property = graph_.find_iri(derivation.texts);
    if (property == kNoTerm) return;
    flush();
    std::vector<std::pair<TermId, std::string>> found;
    for (const Triple& triple : graph_.match({.predicate = property})) {
      const Term term = graph_.term(triple.object);
      if (term.kind != TermKind::Literal) continue;
      std::optional<std::string> object = object_of(term.text, derivation);
      if (!object) continue;
      found.emplace_back(triple.subject, *std::move(object));
      check_limit(WorkLimit::DerivedTriples, ++added_, derivation.where);
    }
    report_.derived[counted_name(derivation.property)] += found.size();
    if (found.empty()) return;
    TripleStoreBuilder builder(std::move(graph_));
    for (const auto& [subject, object] : found) {
      builder.add({subject, builder.iri(derivation.property),
                   derivation.unit ? builder.literal(object) : builder.iri(object)});
    }
    graph_ = std::move(builder).build();
  }

  /// Adds the numbers of properties that the mappings do not know, in the unit that the names of
  /// the properties or the texts state.
  void derive_from_numbers(const Derivation& derivation) {
    flush();
    const PatternStep& stated = derivation.pattern.steps.front();
    std::vector<std::pair<TermId, std::string>> found;
    std::map<TermId, std::vector<std::string>> property_names;
    PatternMatcher(graph_, derivation.pattern).for_each({}, [&](const Binding& solution) {
      const Term property = graph_.term(solution[stated.property]);
      const Term number = graph_.term(solution[stated.object.variable]);
      if (number.kind != TermKind::Literal || knows_vocabulary(property.text)) return true;
      const auto [names, is_new] = property_names.try_emplace(solution[stated.property]);
      if (is_new) names->second = names_of_property(graph_, names->first);
      auto size = named_size(names->second, number, derivation);
      if (size) found.emplace_back(solution[stated.subject.variable], *std::move(size));
      check_limit(WorkLimit::DerivedTriples, ++added_, derivation.where);
      return true;
    });
    if (found.empty()) return;
    report_.derived[counted_name(derivation.property)] += found.size();
    TripleStoreBuilder builder(std::move(graph_));
    for (const auto& [subject, size] : found) {
      builder.add({subject, builder.iri(derivation.property), builder.literal(size)});
    }
    graph_ = std::move(builder).build();
  }

  /// Returns whether a mapping has a prefix for the namespace of a property.
  bool knows_vocabulary(std::string_view property) const {
    return std::any_of(mappings_.begin(), mappings_.end(), [&](const Mapping& mapping) {
      return mapping.prefixes.shorten(property).find('<') == std::string::npos;
    });
  }

  /// Returns the number within a text with its unit, or the IRI of the term that the text names.
  static std::optional<std::string> object_of(std::string_view text, const Derivation& derivation) {
    if (derivation.unit) {
      const std::optional<Quantity> number = size_within(text, *derivation.unit);
      return number ? std::optional(with_unit(number->value, number->unit)) : std::nullopt;
    }
    const bool is_name =
        !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
          return std::isalnum(c) != 0 || c == '_' || c == '-';
        });
    return is_name ? std::optional(derivation.scope + std::string(text)) : std::nullopt;
  }

  std::vector<TermId> ids(const std::vector<std::string>& classes) const {
    std::vector<TermId> found;
    for (const std::string& iri : classes) {
      const TermId id = graph_.find_iri(iri);
      if (id != kNoTerm) found.push_back(id);
    }
    return found;
  }

  void derive_by_table(const Derivation& derivation, const Mapping& mapping) {
    const TermId relation = graph_.find_iri(derivation.relation);
    if (relation == kNoTerm) return;
    struct Row {
      std::vector<TermId> from, to;
      const std::string* property;
    };
    std::vector<Row> rows;
    for (const Derivation::Row& row : derivation.rows) {
      rows.push_back({ids(row.from), ids(row.to), &row.property});
    }
    const GraphNames names(graph_, {&mapping.prefixes});
    const auto fits = [&](TermId node, const std::vector<TermId>& classes) {
      return std::any_of(classes.begin(), classes.end(),
                         [&](TermId type) { return names.is_a(node, type); });
    };
    for (const Triple& triple : graph_.match({.predicate = relation})) {
      const auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& candidate) {
        return fits(triple.subject, candidate.from) && fits(triple.object, candidate.to);
      });
      if (row != rows.end()) {
        add(triple.subject, *row->property, triple.object, derivation.where);
      } else if (derivation.warn_unlisted) {
        warn_unlisted(derivation, triple, names);
      }
    }
  }

  void warn_unlisted(const Derivation& derivation, const Triple& triple, const GraphNames& names) {
    const auto classes_of = [&](TermId node) {
      std::string text;
      for (const TermId type : names.stated_classes(node)) {
        text += (text.empty() ? "" : ", ") + names.name(type);
      }
      return text;
    };
    const std::string from = classes_of(triple.subject), to = classes_of(triple.object);
    if (from.empty() || to.empty()) return;
    report_.add({.code = "import.medium_unknown",
                 .message = fmt::format(
                     "{} between {} and {}: the mapping does not define which medium flows",
                     names.short_iri(derivation.relation), from, to),
                 .nodes = {names.node(triple.subject)},
                 .consequence = "not connected",
                 .omits = true});
  }

  TripleStore graph_;
  const std::vector<Mapping>& mappings_;
  ImportReport& report_;
  std::set<NewTriple> pending_;
  std::int64_t added_ = 0;
};

}  // namespace

TripleStore with_derived(TripleStore graph, const std::vector<Mapping>& mappings,
                         ImportReport& report) {
  return Deriver(std::move(graph), mappings, report).run();
}

}  // namespace hearth
