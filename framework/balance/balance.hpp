// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/component/ledger.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// Amounts that the components of a model booked during a run, in the order of their slots.
struct BookedAmounts {
  std::vector<double> exchanged;  ///< integrals of the rates that `balance` functions book [J, kg]
  std::vector<double> content_at_start, content_at_end;  ///< booked by `content` functions [J, kg]
};

/// Share of losses in the amount moved above which Hearth warns.
inline constexpr double kWarnedShare = 0.005;

/// The balance of one quantity over a run, for a part of the model: the whole model, a circuit or a
/// zone. Heat is in J, other quantities are in kg.
///
///     lost = supplied - delivered - stored
///
/// Each source and each sink outside the part counts with its net amount over the run.
struct BalanceAccount {
  /// One source or sink outside the part.
  struct Item {
    std::string name;     ///< `component: what` or `component.port`
    double amount = 0.0;  ///< amount that enters the part
  };
  /// A place at which an amount was lost.
  struct Loss {
    std::string name;     ///< `component.port`, or `component` for a loss inside the component
    double amount = 0.0;  ///< amount that vanished; below 0: that appeared without a source
    // For a port:
    double given = 0.0;               ///< amount that the port delivered
    double taken = 0.0;               ///< amount that the connected components received
    std::vector<std::string> takers;  ///< ports of these components
    bool same_mass = false;           ///< for heat: the mass taken equals the mass given
  };

  Conserved quantity = Conserved::Heat;
  double supplied = 0.0;   ///< from outside the part
  double delivered = 0.0;  ///< to outside the part
  double stored = 0.0;     ///< content at the end minus content at the start
  double lost = 0.0;       ///< amount that vanished; below 0: that appeared without a source
  /// Amount to which losses are compared. For heat, vapour and CO2 it is the largest of supplied,
  /// delivered and stored; for water and air it is the amount that enters components.
  double moved = 0.0;
  double gross = 0.0;        ///< sum of the absolute amounts of all entries, to estimate rounding
  std::vector<Item> items;   ///< sources (above 0) and sinks (below 0)
  std::vector<Loss> losses;  ///< at connections and in components, the largest first

  /// Returns the lost amount, without its sign. For water and air this is the larger of the total
  /// and the loss at one place, because a loss at one pipe of a circuit can be offset by a gain at
  /// another. Returns 0 if the amount is only rounding.
  double loss() const;
  /// Returns `loss` divided by `moved`, or 0 if nothing moved.
  double share() const;
};

/// The balances of a circuit of water, or of a zone.
struct PartBalance {
  std::vector<std::string> components;  ///< ids; components that supply heat first
  std::vector<BalanceAccount> accounts;
};

/// A place at which heat or a flow enters or leaves a part of the model although another component
/// was probably intended to supply or to receive it.
struct OpenEnd {
  enum class Kind {
    GivenToNobody,   ///< port `place` delivered heat that no component received
    TakenElsewhere,  ///< `place` reads `other`, but the flow leaves through `instead`
    OneWay,          ///< `place` received heat from `other`, which did not lose it
  };
  Kind kind = Kind::GivenToNobody;
  Conserved quantity = Conserved::Heat;
  std::string place, other, instead;
  double amount = 0.0;  ///< J, kg
};

/// The balances of a run: heat, water, air, water vapour and CO2 for the model, for each circuit of
/// water and for each zone; and the electricity of the model.
struct Balance {
  std::vector<BalanceAccount> model;   ///< for each quantity that a component books
  std::vector<PartBalance> circuits;   ///< components joined by water; heat and water only
  std::vector<PartBalance> zones;      ///< components with an output `indoorTemperature`
  std::vector<OpenEnd> open_ends;      ///< above `kWarnedShare` of the amount moved, largest first
  double electricity_used = 0.0;       ///< J
  double electricity_generated = 0.0;  ///< J

  /// A balance whose losses exceed a limit, and the part to which it belongs (null: the model).
  struct Finding {
    const PartBalance* part = nullptr;
    const BalanceAccount* account = nullptr;
  };
  /// Returns the balances whose share of losses exceeds `limit`. Balances are omitted if their loss
  /// is at most limit / 1000 of the amount that moves in the whole model.
  std::vector<Finding> above(double limit) const;
  /// Returns the largest share of losses of the balances that `above` does not omit as small.
  double worst_share() const;
  /// Returns the balance of heat of the model, or null if no component books heat.
  const BalanceAccount* heat() const;
};

/// Returns `heat`, `water`, `air`, `water vapour`, `CO2` or `electricity`.
std::string_view to_string(Conserved quantity);

/// Returns the amounts that the components of a plan contain for the present cells of a frame, in
/// the order of slots [J, kg].
std::vector<double> contents(const Plan& plan, const std::vector<Slot>& slots,
                             const Frame<double>& frame);

/// Computes the balances of a run of a plan from the booked amounts.
Balance draw_balance(const Plan& plan, const BookedAmounts& amounts);

}  // namespace hearth
