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

/// A component type at run time: its schema, and its functions for each scalar type.
struct ComponentType {
  std::string name;
  SchemaView schema;
  Traits traits;
  Ops<double> plain;
  Ops<Jet8> jet;
  Ops<Trace> trace;
  /// Only the functions that packs need. Empty for types whose lanes run alone: those with guards,
  /// and those that can only step.
  Ops<Pack8> pack{};

  using Specialize =
      std::function<std::shared_ptr<const ComponentType>(const Component&, Diagnostics&)>;

  /// Makes the stepper of an instance from its id; only for types without equations.
  std::function<std::unique_ptr<Stepper>(const std::string& id)> make_stepper{};
  /// Finds the type of one component from its configuration. Set only if the configuration
  /// determines the ports.
  Specialize specialize{};
  std::shared_ptr<const void> storage{};  ///< owner of a schema that was made at run time
  /// Formulas of a component whose equations are in the model file, otherwise null.
  std::shared_ptr<const ComponentFormulas> formulas{};
  /// Returns why a parameter, port or variable of this name cannot be used, or "" if the type has
  /// none of this name. Set only for types that do not offer everything that their file contains,
  /// such as FMUs.
  std::function<std::string(std::string_view name)> explain_absence{};

  /// Returns the end of a message about an unknown name: the reason why the name cannot be used, or
  /// the expected names.
  std::string expected(std::string_view name, const std::vector<std::string>& names) const;
  /// Does the same within a budget; `names()` returns the expected names.
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
  /// Takes types with different names.
  explicit Registry(std::vector<ComponentType> types);

  /// Returns the type of this name, or null if there is none.
  const ComponentType* find(std::string_view name) const;
  /// Returns all names, sorted.
  std::vector<std::string> names() const;
  const std::map<std::string, ComponentType, std::less<>>& types() const { return types_; }

 private:
  std::map<std::string, ComponentType, std::less<>> types_;
};

}  // namespace hearth
