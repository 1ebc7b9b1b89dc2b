// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hearth/ontology/mapping/mapping.hpp"
#include "hearth/ontology/translate/internal/instances/graph_names.hpp"
#include "hearth/ontology/translate/report/import_report.hpp"

namespace hearth {

/// A match of a rule that became part of the model.
struct Instance {
  const Rule* rule = nullptr;
  const Mapping* mapping = nullptr;
  TermId root = kNoTerm;
  std::string id;  ///< id of its component, or the part before the `/` of its parts
  std::vector<std::vector<TermId>> nodes;  ///< nodes of the root, then of each bound variable
  std::vector<const Rule*> lost;           ///< rules that matched the root too

  /// Returns the nodes of a variable of the rule.
  const std::vector<TermId>& of(std::string_view variable) const;
  bool holds(const Condition& condition) const;
};

/// The instances of all rules, and the instance of each node.
class Instances {
 public:
  /// Matches the rules and assigns each node to the rule with the highest priority. Reports omitted
  /// roots and doubtful choices. Throws InputError `mapping.tie`.
  Instances(const std::vector<Mapping>& mappings, const GraphNames& names, ImportReport& report);

  const std::vector<Instance>& all() const { return all_; }
  /// Returns the instance that represents a node, or -1.
  int model_of(TermId node) const;
  /// Returns the instance that represents the node or contains it as a part, or -1.
  int holder_of(TermId node) const;

 private:
  friend class InstanceFinder;
  std::vector<Instance> all_;
  std::unordered_map<TermId, int> models_;
  std::unordered_map<TermId, int> parts_;
};

/// Returns a mapping's text with `{v}` replaced; the instance may be incomplete.
std::string filled_text(const std::string& text, const Instance& instance, const GraphNames& names);

}  // namespace hearth
