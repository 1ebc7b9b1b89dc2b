// SPDX-License-Identifier: MIT
#pragma once

namespace hearth {

struct ComponentFormulas;

/// Member of a `Config` struct for all formulas of a configuration. The formulas are compiled
/// together (framework/formula/component_formulas.hpp), and the component type owns them.
class FormulaMember {
 public:
  constexpr FormulaMember() {}
  constexpr explicit FormulaMember(const ComponentFormulas* formulas) : formulas_(formulas) {}
  const ComponentFormulas* operator->() const { return formulas_; }

 private:
  const ComponentFormulas* formulas_ = nullptr;
};

}  // namespace hearth
