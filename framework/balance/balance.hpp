// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/component/ledger.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// What the components of a model booked in a run, in the order of their slots.
struct BookedAmounts {
  std::vector<double> exchanged;  ///< integrals of the rates of `Component::balance` [J, kg]
  std::vector<double> content_at_start, content_at_end;  ///< of `Component::content` [J, kg]
};

/// A share of losses above which a run is worth a warning.
inline constexpr double kWarnedShare = 0.005;

/// The account of one quantity for a model, a circuit or a zone over a run [J; kg].
///
///     lost = supplied - delivered - stored
///
/// Each source and each sink outside counts by its net amount over the run.
struct BalanceAccount {
  /// One source or sink outside.
  struct Item {
    std::string name;     ///< `component: what` or `component.port`
    double amount = 0.0;  ///< into what is accounted
  };
  /// One place where something was lost.
  struct Loss {
    std::string name;     ///< `component.port`, or `component` for its own account
    double amount = 0.0;  ///< what vanished; below 0: came from nothing
    // Of a port:
    double given = 0.0;
    double taken = 0.0;               ///< by the components that are connected to it
    std::vector<std::string> takers;  ///< their ports
    bool same_mass = false;           ///< of heat: as much water or air was taken as was given
  };

  Conserved quantity = Conserved::Heat;
  double supplied = 0.0;   ///< from outside
  double delivered = 0.0;  ///< to outside
  double stored = 0.0;     ///< content at the end less that at the start
  double lost = 0.0;       ///< vanished; below 0: made from nothing
  /// What losses are a share of: the largest of supplied, delivered and stored; of water and air
  /// what enters components.
  double moved = 0.0;
  double gross = 0.0;        ///< sum of the sizes of all entries, by which rounding is judged
  std::vector<Item> items;   ///< sources (above 0) and sinks (below 0)
  std::vector<Loss> losses;  ///< by connections and components, the largest first

  /// Returns what was lost: in all; of water and air at one place if that is more, since what is
  /// lost at one pipe of a circuit comes from nothing at another. 0 if it is rounding.
  double loss() const;
  /// Returns `loss` as a share of `moved`; 0 if nothing moved.
  double share() const;
};

/// The accounts of a circuit of water, or of a zone.
struct PartBalance {
  std::vector<std::string> components;  ///< ids, those that give heat first
  std::vector<BalanceAccount> accounts;
};

/// A place where heat or a flow enters or leaves what is accounted though the model holds a
/// component that may be meant to give or to take it.
struct OpenEnd {
  enum class Kind {
    GivenToNobody,   ///< the port `place` gave heat that no component took
    TakenElsewhere,  ///< `place` took the temperature of `other`, but the flow leaves by `instead`
    OneWay,          ///< `place` received heat from `other`, which did not give it
  };
  Kind kind = Kind::GivenToNobody;
  Conserved quantity = Conserved::Heat;
  std::string place, other, instead;
  double amount = 0.0;  ///< J, kg
};

/// The balance of a run: heat, water, air, water vapour and CO2 over the model, each circuit of
/// water and each zone; and electricity.
struct Balance {
  std::vector<BalanceAccount> model;   ///< of each quantity that some component counts
  std::vector<PartBalance> circuits;   ///< components joined by water
  std::vector<PartBalance> zones;      ///< components with an output `indoorTemperature`
  std::vector<OpenEnd> open_ends;      ///< above `kWarnedShare` of what moves, the largest first
  double electricity_used = 0.0;       ///< J
  double electricity_generated = 0.0;  ///< J

  /// An account above a limit, with the part it belongs to (null: the model).
  struct Finding {
    const PartBalance* part = nullptr;
    const BalanceAccount* account = nullptr;
  };
  /// Returns the accounts whose share of losses is above `limit` and which lose at least a
  /// thousandth of that share of what moves in the model.
  std::vector<Finding> above(double limit) const;
  /// Returns the largest share of losses of the accounts that `above` looks at.
  double worst_share() const;
  /// Returns the account of heat over the model, or null.
  const BalanceAccount* heat() const;
};

/// Returns `heat`, `water`, `air`, `water vapour`, `CO2` or `electricity`.
std::string_view to_string(Conserved quantity);

/// Returns what the components of a plan contain, as cells of a frame are now, in the order of
/// slots.
std::vector<double> contents(const Plan& plan, const std::vector<Slot>& slots,
                             const Frame<double>& frame);

/// Draws up the balance of a run of a plan.
Balance draw_balance(const Plan& plan, const BookedAmounts& amounts);

}  // namespace hearth
