// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "hearth/framework/component/ops.hpp"
#include "hearth/framework/model/resolved_model.hpp"

namespace hearth {

/// Owns the configuration object of one instance for one scalar type.
template <class T>
class ConfigObject {
 public:
  ConfigObject(const ComponentType& type, const std::vector<ResolvedConfig>& values)
      : free_(ops_of<T>(type).free_config), object_(make(ops_of<T>(type), values)) {}
  ConfigObject(const ResolvedComponent& wired, const std::vector<ResolvedConfig>& values)
      : ConfigObject(*wired.type, values) {}
  ConfigObject(ConfigObject&& other) noexcept
      : free_(other.free_), object_(std::exchange(other.object_, nullptr)) {}
  ConfigObject(const ConfigObject&) = delete;
  ConfigObject& operator=(const ConfigObject&) = delete;
  ConfigObject& operator=(ConfigObject&&) = delete;
  ~ConfigObject() {
    if (object_ != nullptr) free_(object_);
  }
  /// Returns the object, or null if the type has no functions for the scalar type.
  const void* get() const { return object_; }

 private:
  static void* make(const Ops<T>& ops, const std::vector<ResolvedConfig>& values) {
    return ops.make_config == nullptr ? nullptr : ops.make_config(values);
  }

  void (*free_)(void*);
  void* object_;
};

/// Returns the number of entries of an index set of an instance, 0 if the set does not exist.
int size_of_set(const ResolvedComponent& wired, std::string_view set);

/// Returns the configuration with the whole numbers, flags and tables of the model, but with a
/// constant for every series. It suffices to call functions of the instance, not to simulate.
std::vector<ResolvedConfig> default_config(const ResolvedComponent& wired);

}  // namespace hearth
