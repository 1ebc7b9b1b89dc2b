// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "hearth/framework/component/stepper.hpp"

/// A component that is not equations and only steps, made for tests.
namespace hearth::test {

/// x' = (u - x)/tau, exact for a held u; y = x.
class Follower final : public Stepper {
 public:
  enum class Skill { None, Restore, Serialize };
  Follower(std::string id, Skill skill) : id_(std::move(id)), skill_(skill) {}

  void start(double, const double* parameters, const double*) override {
    tau_ = parameters[0];
    x_ = parameters[1];
  }
  void step(double time, double length, const double* inputs) override {
    if (inputs[0] > 1e6) {
      throw SimulationError("test.failed", {.component = id_},
                            "cannot follow at " + std::to_string(time));
    }
    x_ = inputs[0] + (x_ - inputs[0]) * std::exp(-length / tau_);
  }
  void outputs(double* values) override { values[0] = x_; }
  bool can_restore() const override { return skill_ != Skill::None; }
  std::shared_ptr<const Memory> save() override { return std::make_shared<Kept>(x_); }
  void restore(const Memory& memory) override { x_ = static_cast<const Kept&>(memory).x; }
  bool can_serialize() const override { return skill_ == Skill::Serialize; }
  std::string serialize(const Memory& memory) override {
    const double x = static_cast<const Kept&>(memory).x;
    return {reinterpret_cast<const char*>(&x), sizeof x};
  }
  std::shared_ptr<const Memory> deserialize(std::string_view bytes) override {
    double x = 0.0;
    std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(&x));
    return std::make_shared<Kept>(x);
  }

 private:
  struct Kept final : Memory {
    explicit Kept(double x_) : x(x_) {}
    double x;
  };
  std::string id_;
  Skill skill_;
  double tau_ = 1.0;
  double x_ = 0.0;
};

inline ComponentType follower(std::string name, Follower::Skill skill) {
  return stepping_type(std::move(name), "Follows its input",
                       {{Role::Input, "u", unit::one, {}, "Followed"},
                        {Role::Output, "y", unit::one, {}, "Follows"},
                        {Role::Parameter, "tau", unit::s, {600.0, 1.0, 1e6}, "Time constant"},
                        {Role::Parameter, "x0", unit::degC, {10.0}, "At the start"}},
                       [skill](const std::string& id) -> std::unique_ptr<Stepper> {
                         return std::make_unique<Follower>(id, skill);
                       });
}

}  // namespace hearth::test
