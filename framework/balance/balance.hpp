// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/component/ledger.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// Amounts that the components of a model booked in a run, in the order of their slots.
struct BookedAmounts {
  std::vector<double> exchanged;  ///< integrals of the rates of `Component::balance` [J, kg]
  std::vector<double> content_at_start, content_at_end;  ///< of `Component::content` [J, kg]
};

/// Share of losses above which Hearth warns of a run.
inline constexpr double kWarnedShare = 0.005;

/// The balance of one quantity over a run, for a model, a circuit or a zone [J; kg].
///
///     lost = supplied - delivered - stored
///
/// Each source and each sink outside the part is counted with its net amount over the run.
struct BalanceAccount {
  /// One source or sink outside the part.
  struct Item {
    std::string name;     ///< `component: what` or `component.port`
    double amount = 0.0;  ///< into the part
  };
  /// One place where something was lost.
  struct Loss {
    std::string name;     ///< `component.port`, or `component` for a loss inside the component
    double amount = 0.0;  ///< amount that vanished; below 0: came from nothing
    // For a port:
    double given = 0.0;
    double taken = 0.0;               ///< by the components connected to it
    std::vector<std::string> takers;  ///< their ports
    bool same_mass = false;           ///< for heat: the flow taken equals the flow given
  };

  Conserved quantity = Conserved::Heat;
  double supplied = 0.0;   ///< from outside the part
  double delivered = 0.0;  ///< to outside the part
  double stored = 0.0;     ///< content at the end minus content at the start
  double lost = 0.0;       ///< amount that vanished; below 0: came from nothing
  /// Amount to which losses are compared: the largest of supplied, delivered and stored; for water
  /// and air the amount that enters components.
  double moved = 0.0;
  double gross = 0.0;        ///< sum of all absolute entries, to judge rounding
  std::vector<Item> items;   ///< sources (above 0) and sinks (below 0)
  std::vector<Loss> losses;  ///< at connections and in components, the largest first

  /// Returns the lost amount: the total; for water and air the loss at one place if that is larger,
  /// since a loss at one pipe of a circuit is matched by a gain from nothing at another. Returns 0
  /// if the amount is rounding.
  double loss() const;
  /// Returns `loss` as a share of `moved`; 0 if nothing moved.
  double share() const;
};

/// The balances of a circuit of water, or of a zone.
struct PartBalance {
  std::vector<std::string> components;  ///< ids; components that supply heat first
  std::vector<BalanceAccount> accounts;
};

/// A place where heat or a flow enters or leaves the balanced part although the model has a
/// component that was probably intended to supply or to take it.
struct OpenEnd {
  enum class Kind {
    GivenToNobody,   ///< the port `place` delivered heat that no component took
    TakenElsewhere,  ///< `place` took the temperature of `other`, but the flow leaves by `instead`
    OneWay,          ///< `place` received heat from `other`, which did not deliver it
  };
  Kind kind = Kind::GivenToNobody;
  Conserved quantity = Conserved::Heat;
  std::string place, other, instead;
  double amount = 0.0;  ///< J, kg
};

/// The balance of a run: heat, water, air, water vapour and CO2 over the model, each circuit of
/// water and each zone; also electricity.
struct Balance {
  std::vector<BalanceAccount> model;   ///< for each quantity that a component books
  std::vector<PartBalance> circuits;   ///< components joined by water
  std::vector<PartBalance> zones;      ///< components with an output `indoorTemperature`
  std::vector<OpenEnd> open_ends;      ///< above `kWarnedShare` of the amount moved, largest first
  double electricity_used = 0.0;       ///< J
  double electricity_generated = 0.0;  ///< J

  /// A balance above a limit, with the part to which it belongs (null: the model).
  struct Finding {
    const PartBalance* part = nullptr;
    const BalanceAccount* account = nullptr;
  };
  /// Returns the balances whose share of losses is above `limit` and whose losses are at least a
  /// thousandth of that share of the amount that moves in the model.
  std::vector<Finding> above(double limit) const;
  /// Returns the largest share of losses among the balances that `above` considers.
  double worst_share() const;
  /// Returns the balance of heat over the model, or null.
  const BalanceAccount* heat() const;
};

/// Returns `heat`, `water`, `air`, `water vapour`, `CO2` or `electricity`.
std::string_view to_string(Conserved quantity);

/// Returns the contents of the components of a plan for the present cells of a frame, in the order
/// of slots.
std::vector<double> contents(const Plan& plan, const std::vector<Slot>& slots,
                             const Frame<double>& frame);

/// Computes the balance of a run of a plan.
Balance draw_balance(const Plan& plan, const BookedAmounts& amounts);

}  // namespace hearth
