// SPDX-License-Identifier: MIT
#pragma once

namespace hearth {

struct ComponentFormulas;

/// Member of a `Config` struct for all formulas of the configuration, which are compiled together
/// (framework/formula/component_formulas.hpp); the component type owns them.
class FormulaMember {
 public:
  constexpr FormulaMember() {}
  constexpr explicit FormulaMember(const ComponentFormulas* formulas) : formulas_(formulas) {}
  const ComponentFormulas* operator->() const { return formulas_; }

 private:
  const ComponentFormulas* formulas_ = nullptr;
};

}  // namespace hearth
