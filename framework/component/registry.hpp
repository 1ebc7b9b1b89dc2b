// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/component/ops.hpp"
#include "hearth/framework/component/schema.hpp"

namespace hearth {

class Diagnostics;
class Stepper;
struct Component;

/// A component type at run time: its description, and its functions for every scalar type.
struct ComponentType {
  std::string name;
  SchemaView schema;
  Traits traits;
  Ops<double> plain;
  Ops<Jet8> jet;
  Ops<Trace> trace;
  /// Only what packs need, and nothing for a type of which every lane runs alone: one with guards,
  /// or one that can only step.
  Ops<Pack8> pack{};

  using Specialize =
      std::function<std::shared_ptr<const ComponentType>(const Component&, Diagnostics&)>;

  /// Makes the stepper of an instance from its id; only for types without equations.
  std::function<std::unique_ptr<Stepper>(const std::string& id)> make_stepper{};
  /// Finds the type of one component from its configuration, if the configuration sets its ports.
  Specialize specialize{};
  std::shared_ptr<const void> storage{};  ///< of a schema made at run time
  /// For a component whose equations are formulas.
  std::shared_ptr<const ComponentFormulas> formulas{};
  /// Returns why a parameter, port or variable of that name cannot be used, or "" if the type has
  /// none of that name. Set only by types that do not offer everything in their file, such as FMUs.
  std::function<std::string(std::string_view name)> explain_absence{};

  /// Returns the end of a message about an unknown name: why it cannot be used, or the names that
  /// are expected.
  std::string expected(std::string_view name, const std::vector<std::string>& names) const;
  /// The same within a budget; `names()` makes the names.
  template <class Names>
  std::string expected(std::string_view name, const Names& names, SuggestionBudget& budget) const {
    const std::string reason = explain_absence ? explain_absence(name) : "";
    return reason.empty() ? budget.expected_of(name, names) : ": " + reason;
  }
  /// Returns the number of cells of each role for given sizes of the index sets.
  Counts counts(const int* sizes) const;
};

/// Returns the functions of a type for a scalar type.
template <class T>
const Ops<T>& ops_of(const ComponentType& type);
template <>
inline const Ops<double>& ops_of<double>(const ComponentType& type) {
  return type.plain;
}
template <>
inline const Ops<Jet8>& ops_of<Jet8>(const ComponentType& type) {
  return type.jet;
}
template <>
inline const Ops<Trace>& ops_of<Trace>(const ComponentType& type) {
  return type.trace;
}

template <>
inline const Ops<Pack8>& ops_of<Pack8>(const ComponentType& type) {
  return type.pack;
}

/// Component types by name; immutable after construction.
class Registry {
 public:
  explicit Registry(std::vector<ComponentType> types);

  /// Returns the type of that name, or null.
  const ComponentType* find(std::string_view name) const;
  /// Returns all names, sorted.
  std::vector<std::string> names() const;
  const std::map<std::string, ComponentType, std::less<>>& types() const { return types_; }

 private:
  std::map<std::string, ComponentType, std::less<>> types_;
};

}  // namespace hearth
