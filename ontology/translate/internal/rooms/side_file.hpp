// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hearth/framework/model/model.hpp"
#include "hearth/ontology/translate/internal/instances/graph_names.hpp"
#include "hearth/ontology/translate/internal/instances/instances.hpp"

namespace hearth {

/// Entries of a side file for one name.
struct SideValue {
  std::variant<ParameterSetting, std::string, SeriesSpec> value;
  std::string place;  ///< file, with the line of a table
  mutable bool used = false;

  const Quantity* quantity() const;
  const std::string* text() const { return std::get_if<std::string>(&value); }
  const SeriesSpec* series() const { return std::get_if<SeriesSpec>(&value); }
};

/// Values that a user gives for nodes, for kinds of rooms, for all instances of a rule, for all
/// rooms and for the building (docs/translate.md): a JSON file, or a CSV file with a row per node.
class SideFile {
 public:
  /// No values.
  SideFile() = default;
  /// Reads a file. Throws one InputError: readers' codes, `import.node_unknown` for a node that the
  /// graph does not hold and `import.rule_unknown`, each with the nearest name; `import.cell_*`,
  /// `import.column_*`, `import.row_*` for a table, with the line.
  SideFile(const std::filesystem::path& path, const GraphNames& names,
           const std::vector<std::string>& rules);

  bool overwrites() const { return overwrites_; }
  bool us_units() const { return us_units_; }
  const std::string& file() const { return file_; }

  /// Sets what kind of room a node is; values of that kind count for it from then on.
  void set_kind(TermId root, const std::string& kind) { room_kinds_[root] = kind; }

  /// Returns the value of a name for an instance and marks it as used: that of its node, of the
  /// first room in it, of its kind of room, of its rule, or of all rooms.
  const SideValue* find(const Instance& instance, const std::string& name) const;
  /// Returns the values of a name for the rooms in an instance, where the node itself has none.
  std::vector<const SideValue*> find_parts(const Instance& instance, const std::string& name) const;
  /// Returns a value of the building.
  const SideValue* of_building(const std::string& name) const;
  /// Returns all names given for an instance.
  std::vector<std::string> names_for(const Instance& instance) const;
  /// Returns `place: name` of every value that nothing asked for; of a column of a table that
  /// nothing asked for, `column name` alone.
  std::vector<std::string> unused() const;
  /// Returns the columns of a table of which no cell was used.
  std::vector<std::string> unused_columns() const;

 private:
  using Values = std::map<std::string, SideValue>;
  class Scopes;
  class Reader;
  class TableReader;

  std::vector<const Values*> scopes_of(const Instance& instance) const;
  const Values* of_node(TermId node) const;

  std::string file_;
  bool overwrites_ = false;
  bool us_units_ = false;
  bool table_ = false;
  std::map<TermId, Values> nodes_;
  std::map<std::string, Values> kinds_, rules_;
  Values rooms_, building_;
  std::map<TermId, std::string> node_names_;
  std::map<TermId, std::string> room_kinds_;
};

/// What a name of a side file holds.
enum class SideKind { Number, Kind, Hours, Orientation, Exposure, Text, Series };
SideKind side_kind(std::string_view name);

/// Returns what is wrong with a text of a side file, with the remedy; "" if nothing.
std::string side_text_problem(SideKind kind, const std::string& text);

/// Returns the azimuth of an orientation, degrees clockwise from north: a word (`south-east`, `SE`)
/// or a number.
std::optional<double> azimuth_of(std::string_view text);

}  // namespace hearth
