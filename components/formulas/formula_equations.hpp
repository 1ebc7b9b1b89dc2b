// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"
#include "hearth/framework/formula/component_formulas.hpp"

namespace hearth {

/// A component whose equations are formulas of the model file, evaluated as programs:
///
///     dx/dt = derivatives(u, p, x, h, t),  y = outputs(u, p, x, h, t),
///     h := updates(u, p, x, h, t) at samples,  x, h := actions(u, p, x, h, t) at events
///
/// All expressions share this schema; each expression also has a schema of its own with its names
/// (expression_type.hpp).
template <class T>
struct FormulaEquations {
  struct In {
    Many<T> inputs;
  };
  struct Params {
    Many<T> parameters;
  };
  struct State {
    Many<T> states;
  };
  struct Held {
    Many<T> held;
  };
  struct Guards {
    Many<T> guards;
  };
  struct Out {
    Many<T> outputs;
  };
  struct Config {
    FormulaMember formulas;
  };

  static constexpr Schema schema() {
    return Schema("Equations of the model file")
        .in(&In::inputs, "inputs", unit::any, "", over("inputs"))
        .par(&Params::parameters, "parameters", unit::any, {}, "", over("parameters"))
        .state(&State::states, "states", unit::any, {}, "", over("states"))
        .held(&Held::held, "held", unit::any, {}, "", over("held"))
        .guard(&Guards::guards, "guards", "", over("guards"))
        .out(&Out::outputs, "outputs", unit::any, "", over("outputs"))
        .config(&Config::formulas, "formulas", "");
  }

  static FormulaProgram::Values<T> values(const In& u, const Params& p, const State& x,
                                          const Held& h, const Clock& clock) {
    return {u.inputs.begin(), p.parameters.begin(), x.states.begin(), h.held.begin(), nullptr,
            clock.time};
  }

  static void outputs(const In& u, const Params& p, const State& x, const Held& h,
                      const Config& config, const Clock& clock, Out& y) {
    config.formulas->outputs.run(values(u, p, x, h, clock),
                                 [&](int i, const T& value) { y.outputs[i] = value; });
  }
  static void derivatives(const In& u, const Params& p, const State& x, const Held& h,
                          const Config& config, const Clock& clock, State& rate) {
    config.formulas->derivatives.run(values(u, p, x, h, clock),
                                     [&](int i, const T& value) { rate.states[i] = value; });
  }
  static void update(const In& u, const Params& p, const State& x, const Held& h,
                     const Config& config, const Clock& clock, Held& next) {
    config.formulas->updates.run(values(u, p, x, h, clock),
                                 [&](int i, const T& value) { next.held[i] = value; });
  }
  static void guards(const In& u, const Params& p, const State& x, const Held& h,
                     const Config& config, const Clock& clock, Guards& g) {
    config.formulas->guards.run(values(u, p, x, h, clock),
                                [&](int i, const T& value) { g.guards[i] = value; });
  }
  static void fire(const Guards& fired, const In& u, const Params& p, const Config& config,
                   const Clock& clock, State& x, Held& h) {
    FormulaProgram::Values<T> all = values(u, p, x, h, clock);
    all.fired = fired.guards.begin();
    config.formulas->actions.run(all, [&](int i, const T& value) {
      const int n = x.states.size();
      (i < n ? x.states[i] : h.held[i - n]) = value;
    });
  }
};

}  // namespace hearth
