// SPDX-License-Identifier: MIT
#include "hearth/apps/views/balance_text.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "hearth/data/results/balance_record.hpp"

namespace hearth::apps {
namespace {

constexpr std::size_t kNamed = 3;  // number of components of a circuit, or ports, that are named
/// A smaller share of the sum of all entries is rounding.
constexpr double kRounding = 1e-9;
constexpr double kShownAmount = 3.6e4;  // J; less is shown as 0 kWh

std::string amount_text(double amount, Conserved quantity) {
  if (quantity == Conserved::Heat) return fmt::format("{:.4g} kWh", amount / 3.6e6);
  return fmt::format("{:.4g} kg", amount);
}

std::string names_text(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(kNamed, names.size()); ++i) {
    text += fmt::format("{}'{}'", i == 0 ? "" : ", ", names[i]);
  }
  if (names.size() > kNamed) text += fmt::format(" and {} more", names.size() - kNamed);
  return text;
}

std::string part_text(const PartBalance* part) {
  if (part == nullptr) return "the model";
  if (part->components.size() == 1) return names_text(part->components);
  return "the circuit of " + names_text(part->components);
}

bool is_mass(Conserved quantity) {
  return quantity == Conserved::Water || quantity == Conserved::Air;
}

/// Returns the loss at the place with the largest loss, and the remedy.
std::string place_text(const BalanceAccount& account, bool balanced) {
  if (account.losses.empty()) return "";
  const BalanceAccount::Loss& loss = account.losses.front();
  const auto amount = [&](double value) { return amount_text(value, account.quantity); };
  const std::string by_step =
      "; use --coupling balanced or a shorter --step to close the balance of this run";
  if (loss.takers.empty()) {
    return ", most of it in '" + loss.name + "'" + (balanced ? "" : by_step);
  }
  std::string text = fmt::format(
      ": '{}' delivers {}, {} {} {}", loss.name, amount(loss.given), names_text(loss.takers),
      loss.takers.size() == 1 ? "receives" : "receive", amount(loss.taken));
  if (is_mass(account.quantity)) {
    return text + "; connect the same flow to both sides, or a junction that adds the flows";
  }
  if (!balanced) return text + by_step;
  if (loss.same_mass) {
    return text + "; the flows agree, so their heat capacities differ: set both to the same value";
  }
  return text + (loss.amount < 0.0
                     ? "; connect heat to one component only, and make shares and gains sum to 1"
                     : "; check the flows and the blocks between these ports");
}

std::string finding_text(const Balance::Finding& finding, bool balanced) {
  const BalanceAccount& account = *finding.account;
  const bool net = std::abs(account.lost) >= account.loss() || account.losses.empty();
  const double loss = net ? account.lost : account.losses.front().amount;
  const char* happened = loss > 0.0 ? "vanished" : "was created";
  if (!net) happened = "does not match";
  return fmt::format(
             "the {} of {} does not balance: {} of {} ({:.3g} %) {}", to_string(account.quantity),
             part_text(finding.part), amount_text(account.loss(), account.quantity),
             amount_text(account.moved, account.quantity), 100.0 * account.share(), happened) +
         place_text(account, balanced);
}

std::string end_text(const OpenEnd& end) {
  const std::string amount = amount_text(std::abs(end.amount), end.quantity);
  switch (end.kind) {
    case OpenEnd::Kind::GivenToNobody:
      return fmt::format(
          "'{}' delivered {} that no component receives: they count as delivered to the outside; "
          "connect the port, or all its parts, to the heated zone",
          end.place, amount);
    case OpenEnd::Kind::TakenElsewhere:
      return fmt::format(
          "'{}' uses the temperature '{}', but the {} of that component leaves through '{}': {} "
          "count as supplied from outside; connect '{}'",
          end.place, end.other, to_string(end.quantity), end.instead, amount, end.instead);
    case OpenEnd::Kind::OneWay:
      return fmt::format(
          "'{}' exchanged {} with '{}', whose component does not include them in its balance; "
          "connect the two components in both directions, or put a PartitionWall between them",
          end.place, amount, end.other);
  }
  return "";
}

std::string component_of(const std::string& port) { return port.substr(0, port.find('.')); }

}  // namespace

std::string balance_text(const Balance& balance) {
  const BalanceAccount* heat = balance.heat();
  if (heat == nullptr) return "";
  // Amounts below the rounding of large flows are not known.
  const double unknown = kRounding * heat->gross;
  const bool shows = unknown >= std::max(kShownAmount, 1e-3 * heat->moved);
  const auto text = [unknown, shows](double amount) {
    if (std::abs(amount) >= unknown) return amount_text(amount, Conserved::Heat);
    return shows ? "less than " + amount_text(unknown, Conserved::Heat) : "0 kWh";
  };
  const bool lost_unknown = shows && heat->moved < unknown;
  return fmt::format("heat: {} supplied, {} delivered, {} stored; {}", text(heat->supplied),
                     text(heat->delivered), text(heat->stored),
                     lost_unknown
                         ? "the balance error is not known, because the heat is small compared "
                           "with the heat of the flows"
                         : fmt::format("balance error {:.2g} %",
                                       heat->share() < 1e-8 ? 0.0 : 100.0 * heat->share()));
}

Diagnostics balance_warnings(const Balance& balance, bool balanced) {
  Diagnostics diagnostics;
  // One warning per place: if a flow of water or air differs, its heat differs too, and the loss of
  // a circuit is also a loss of the model.
  std::vector<Balance::Finding> findings = balance.above(kWarnedShare);
  std::stable_partition(findings.begin(), findings.end(), [](const Balance::Finding& finding) {
    return is_mass(finding.account->quantity);
  });
  std::set<std::string> named;
  for (const Balance::Finding& finding : findings) {
    const auto& losses = finding.account->losses;
    if (!losses.empty() && !named.insert(losses.front().name).second) continue;
    const Where where = finding.part != nullptr && finding.part->components.size() == 1
                            ? Where{.component = finding.part->components.front()}
                            : Where{};
    diagnostics.warning("balance.open", where, finding_text(finding, balanced));
  }
  for (const OpenEnd& end : balance.open_ends) {
    diagnostics.warning("balance.not_connected", {.component = component_of(end.place)},
                        end_text(end));
  }
  return diagnostics;
}

}  // namespace hearth::apps
