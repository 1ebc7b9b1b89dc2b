// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hearth/ontology/translate/internal/rooms/side_file.hpp"

namespace hearth {

/// Finds what the names of a side file represent.
class SideFile::Scopes {
 public:
  Scopes(SideFile& file, const GraphNames& names, const std::vector<std::string>& rules)
      : file_(file), names_(names), rules_(rules) {}

  /// Returns where the values of a rule, of a node, of all rooms or of the building go; nothing,
  /// reported, for what is none. `loosely`: a node may be given by the last part of its IRI or by
  /// its label, a kind of room by its name.
  Values* find(const std::string& key, bool loosely, const Where& where, Diagnostics& diagnostics);
  /// Returns where the values of a kind of room go; `import.kind_unknown`.
  Values* kind(const std::string& key, const Where& where, Diagnostics& diagnostics);

 private:
  Values* node(TermId node, const std::string& key);
  /// Returns the nodes of that local name, otherwise of that label.
  std::vector<TermId> named(const std::string& key);
  void index();
  const std::vector<std::string>& subjects();

  SideFile& file_;
  const GraphNames& names_;
  const std::vector<std::string>& rules_;
  bool indexed_ = false;
  std::map<std::string, std::vector<TermId>> local_, labels_;
  std::optional<std::vector<std::string>> subjects_;  // once a key is unknown
};

}  // namespace hearth
