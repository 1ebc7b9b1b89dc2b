// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/scalar/jet.hpp"

namespace hearth::test {

/// One number of a role of an instance.
struct Variable {
  const Field* field = nullptr;
  int entry = 0;  ///< of a `Many`
};

/// Returns `name`, or `name[entry]` of a `Many`.
inline std::string name_of(const Variable& variable) {
  const std::string name(variable.field->name);
  return variable.field->many ? name + "[" + std::to_string(variable.entry) + "]" : name;
}

/// One number that a function of a component gives.
struct Result {
  std::string function;  ///< of `fire` with the guard and its direction
  Variable value;
};

/// One instance of a component type without a model: every function can be called by itself.
class BareInstance {
 public:
  static constexpr double kEnd = 5400.0;  ///< s, of a step and a sample period of 600 s

  /// `sizes` of the index sets; `config` by member, `computed` as in `Ops::prepare`.
  BareInstance(const ComponentType& type, std::vector<int> sizes,
               std::vector<ResolvedConfig> config, std::uint64_t computed)
      : type_(type), sizes_(std::move(sizes)), config_(std::move(config)), computed_(computed) {
    counts_ = type_.counts(sizes_.data());
    for (const Role role : {Role::Input, Role::Parameter, Role::State, Role::Held}) {
      const std::vector<Variable> own = of(role);
      variables_.insert(variables_.end(), own.begin(), own.end());
    }
    slot_.sizes = sizes_.data();
    if (const auto make = type_.traits.places) places_ = make(sizes_.data());
    slot_.places = places_.get();
    slot_.sample_period = 600.0;  // s
    slot_.period = 600000;        // ms
    slot_.stream = 7;
    slot_.out = counts_.in;
    slot_.parameter = slot_.out + counts_.out;
    slot_.derived = slot_.parameter + counts_.parameter;
    slot_.state = slot_.derived + counts_.derived;
    slot_.held = slot_.state + counts_.state;
    for (int i = 0; i < counts_.in; ++i) map_.push_back(i);
  }
  BareInstance(const BareInstance&) = delete;
  BareInstance& operator=(const BareInstance&) = delete;

  /// Inputs, parameters, states and held values, in the order of their cells.
  const std::vector<Variable>& variables() const { return variables_; }

  /// What `evaluate` returns.
  std::vector<Result> results() const {
    std::vector<Result> results;
    const auto add = [&](const std::string& function, Role role) {
      for (const Variable& value : of(role)) results.push_back({function, value});
    };
    add("prepare", Role::Parameter);
    if (type_.traits.has_outputs) add("outputs", Role::Output);
    if (type_.traits.has_derivatives) add("derivatives", Role::State);
    if (type_.traits.has_update) add("update", Role::Held);
    if (type_.traits.has_events) {
      add("guards", Role::Guard);
      for (const Variable& guard : of(Role::Guard)) {
        for (const char* direction : {" rose", " fell"}) {
          const std::string function = "fire where " + name_of(guard) + direction;
          add(function, Role::State);
          add(function, Role::Held);
        }
      }
    }
    return results;
  }

  /// Returns the results of all functions of the component at these values of its variables.
  template <class T>
  std::vector<T> evaluate(const std::vector<T>& values) const {
    return Evaluation<T>(*this, values).results();
  }

 private:
  /// The functions called one after another, each from the same values.
  template <class T>
  class Evaluation {
   public:
    Evaluation(const BareInstance& instance, const std::vector<T>& values)
        : instance_(instance), values_(values) {
      const Slot& slot = instance_.slot_;
      cells_.resize(static_cast<std::size_t>(slot.held + instance_.counts_.held));
      scratch_.resize(static_cast<std::size_t>(instance_.counts_.scratch));
      config_ = ops().make_config(instance_.config_);
      configs_[0] = config_;
      frame_.cells = cells_.data();
      frame_.in = instance_.map_.data();
      frame_.configs = configs_.data();
      frame_.scratch = scratch_.data();
      frame_.start = kEnd - 600.0;
      frame_.end = kEnd;
      frame_.step = 600.0;
      frame_.tick = 9;
      ops().construct(slot, cells_.data());
      set(0, slot.out, 0);
      set(slot.parameter, instance_.counts_.parameter, instance_.counts_.in);
      ops().prepare(slot, cells_.data(), instance_.computed_);
      reset();
    }
    Evaluation(const Evaluation&) = delete;
    Evaluation& operator=(const Evaluation&) = delete;
    ~Evaluation() { ops().free_config(config_); }

    std::vector<T> results() {
      const Slot& slot = instance_.slot_;
      const Counts& counts = instance_.counts_;
      const Traits& traits = instance_.type_.traits;
      take(slot.parameter, counts.parameter);
      if (traits.has_outputs) {
        ops().outputs(&slot, 1, frame_);
        take(slot.out, counts.out);
      }
      if (traits.has_derivatives) {
        std::vector<T> rates(static_cast<std::size_t>(counts.state), T(0.0));
        ops().derivatives(slot, frame_, rates.data());
        results_.insert(results_.end(), rates.begin(), rates.end());
      }
      if (traits.has_update) {
        ops().update(&slot, 1, frame_);
        take(slot.held, counts.held);
        reset();
      }
      if (traits.has_events) add_events();
      return results_;
    }

   private:
    const Ops<T>& ops() const { return ops_of<T>(instance_.type_); }
    void set(int cell, int n, int variable) {
      std::copy_n(values_.begin() + variable, n, cells_.begin() + cell);
    }
    void take(int cell, int n) {
      results_.insert(results_.end(), cells_.begin() + cell, cells_.begin() + cell + n);
    }
    /// Puts states and held values back.
    void reset() {
      const Counts& counts = instance_.counts_;
      set(instance_.slot_.state, counts.state + counts.held, counts.in + counts.parameter);
    }
    void add_events() {
      const Slot& slot = instance_.slot_;
      const Counts& counts = instance_.counts_;
      std::vector<T> guards(static_cast<std::size_t>(counts.guard), T(0.0));
      ops().guards(slot, frame_, guards.data());
      results_.insert(results_.end(), guards.begin(), guards.end());
      for (std::size_t guard = 0; guard < guards.size(); ++guard) {
        for (const double direction : {1.0, -1.0}) {
          std::vector<T> fired(guards.size(), T(0.0));
          fired[guard] = T(direction);
          ops().fire(slot, frame_, fired.data());
          take(slot.state, counts.state);
          take(slot.held, counts.held);
          reset();
        }
      }
    }

    const BareInstance& instance_;
    const std::vector<T>& values_;
    std::vector<T> cells_, scratch_, results_;
    void* config_ = nullptr;
    std::array<const void*, 1> configs_{};
    Frame<T> frame_;
  };

  /// Returns the numbers of a role in the order of their cells.
  std::vector<Variable> of(Role role) const {
    const SchemaView& schema = type_.schema;
    std::vector<Variable> variables;
    for (int member = 0; schema.find(role, member) != nullptr; ++member) {
      const Field* field = schema.find(role, member);
      const int set = schema.set_index(field->set);
      const int n = field->many ? sizes_[static_cast<std::size_t>(set)] : 1;
      for (int entry = 0; entry < n; ++entry) variables.push_back({field, entry});
    }
    return variables;
  }

  const ComponentType& type_;
  std::vector<int> sizes_;
  std::shared_ptr<const void> places_;
  std::vector<ResolvedConfig> config_;
  std::uint64_t computed_;
  Counts counts_;
  Slot slot_;
  std::vector<int> map_;
  std::vector<Variable> variables_;
};

}  // namespace hearth::test
