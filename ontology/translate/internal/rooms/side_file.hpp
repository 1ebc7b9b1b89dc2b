// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/model/model.hpp"
#include "hearth/ontology/translate/internal/instances/graph_names.hpp"

namespace hearth {

/// Values that a user gives for nodes or for all instances of a rule (docs/mapping.md).
class SideFile {
 public:
  /// No values.
  SideFile() = default;
  /// Reads a file. Throws one InputError: readers' codes, `import.node_unknown` for a node that the
  /// graph does not hold and `import.rule_unknown`, each with the nearest name.
  SideFile(const std::filesystem::path& path, const GraphNames& names,
           const std::vector<std::string>& rules);

  bool overwrites() const { return overwrites_; }
  bool us_units() const { return us_units_; }
  const std::string& file() const { return file_; }

  /// Returns the value of a name for a node, else for a rule, and marks it as used.
  const ParameterSetting* find(TermId node, const std::string& rule, const std::string& name) const;
  /// Returns all names given for a node or its rule.
  std::vector<std::string> names_for(TermId node, const std::string& rule) const;
  /// Returns `place: name` of every value that nothing asked for.
  std::vector<std::string> unused() const;

 private:
  struct Value {
    ParameterSetting setting;
    mutable bool used = false;
  };
  using Values = std::map<std::string, Value>;
  class Reader;

  std::string file_;
  bool overwrites_ = false;
  bool us_units_ = false;
  std::map<TermId, Values> nodes_;
  std::map<std::string, Values> rules_;
  std::map<TermId, std::string> node_names_;
};

}  // namespace hearth
