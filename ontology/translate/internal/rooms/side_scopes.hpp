// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hearth/ontology/translate/internal/rooms/side_file.hpp"

namespace hearth {

/// Finds the scopes that the names in a side file represent.
class SideFile::Scopes {
 public:
  Scopes(SideFile& file, const GraphNames& names, const std::vector<std::string>& rules)
      : file_(file), names_(names), rules_(rules) {}

  /// Returns the place for the values of a rule, of a node, of all rooms or of the building;
  /// reports an unknown name and returns nothing. If `loosely`, a node may be named by the last
  /// part of its IRI or by its label, and a kind of room by its name.
  Values* find(const std::string& key, bool loosely, const Where& where, Diagnostics& diagnostics);
  /// Returns the place for the values of a kind of room. Reports `import.kind_unknown`.
  Values* kind(const std::string& key, const Where& where, Diagnostics& diagnostics);

 private:
  Values* node(TermId node, const std::string& key);
  /// Returns the nodes with that local name, otherwise those with that label.
  std::vector<TermId> named(const std::string& key);
  void index();
  const std::vector<std::string>& subjects();

  SideFile& file_;
  const GraphNames& names_;
  const std::vector<std::string>& rules_;
  bool indexed_ = false;
  std::map<std::string, std::vector<TermId>> local_, labels_;
  std::optional<std::vector<std::string>> subjects_;  // computed when a key is unknown
};

}  // namespace hearth
