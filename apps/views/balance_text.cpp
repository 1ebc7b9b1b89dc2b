// SPDX-License-Identifier: MIT
#include "hearth/apps/views/balance_text.hpp"

#include <cmath>

#include <fmt/format.h>

#include "hearth/data/results/balance_record.hpp"

namespace hearth::apps {
namespace {

constexpr std::size_t kNamed = 3;  // components of a circuit

std::string amount_text(double amount, Conserved quantity) {
  if (quantity == Conserved::Heat) return fmt::format("{:.4g} kWh", amount / 3.6e6);
  return fmt::format("{:.4g} kg", amount);
}

std::string part_text(const PartBalance* part) {
  if (part == nullptr) return "the model";
  if (part->components.size() == 1) return "'" + part->components.front() + "'";
  std::string text = "the circuit of ";
  for (std::size_t i = 0; i < std::min(kNamed, part->components.size()); ++i) {
    text += fmt::format("{}'{}'", i == 0 ? "" : ", ", part->components[i]);
  }
  if (part->components.size() > kNamed) {
    text += fmt::format(" and {} more", part->components.size() - kNamed);
  }
  return text;
}

std::string finding_text(const Balance::Finding& finding, bool balanced) {
  const BalanceAccount& account = *finding.account;
  const bool net = std::abs(account.lost) >= account.loss() || account.losses.empty();
  const double loss = net ? account.lost : account.losses.front().amount;
  std::string text = fmt::format(
      "the {} of {} does not balance: {} of {} ({:.3g} %) {}", to_string(account.quantity),
      part_text(finding.part), amount_text(account.loss(), account.quantity),
      amount_text(account.moved, account.quantity), 100.0 * account.share(),
      loss > 0.0 ? "vanished" : "came from nothing");
  if (!account.losses.empty()) {
    text += fmt::format(", most of it at '{}'", account.losses.front().name);
  }
  return text + (balanced ? "; check that flows match there and that no heat is connected twice"
                          : "; use the default coupling (--coupling balanced) or a shorter --step");
}

}  // namespace

std::string balance_text(const Balance& balance) {
  const BalanceAccount* heat = balance.heat();
  if (heat == nullptr) return "";
  const auto text = [](double amount) { return amount_text(amount, Conserved::Heat); };
  return fmt::format("heat: {} supplied, {} delivered, {} stored; {:.2g} % lost between components",
                     text(heat->supplied), text(heat->delivered), text(heat->stored),
                     heat->share() < 1e-8 ? 0.0 : 100.0 * heat->share());
}

Diagnostics balance_warnings(const Balance& balance, bool balanced) {
  Diagnostics diagnostics;
  for (const Balance::Finding& finding : balance.above(kWarnedShare)) {
    const Where where = finding.part != nullptr && finding.part->components.size() == 1
                            ? Where{.component = finding.part->components.front()}
                            : Where{};
    diagnostics.warning("balance.open", where, finding_text(finding, balanced));
  }
  return diagnostics;
}

}  // namespace hearth::apps
