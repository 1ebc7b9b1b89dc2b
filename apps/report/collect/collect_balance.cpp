// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "hearth/apps/report/collect/collectors.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth::apps {
namespace {

using Account = BalanceRecord::Account;

std::string list_text(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// Returns an amount that was lost; 0 if it is due to rounding.
double plain_loss(const Account& account, double amount) {
  const double moved = std::max(std::abs(account.supplied), std::abs(account.delivered));
  return std::abs(account.lost) < 1e-9 * moved ? 0.0 : amount;
}

void add_rows(const std::string& run, const std::string& part, const std::vector<Account>& accounts,
              ReportTable& table) {
  for (const Account& account : accounts) {
    table.cells.push_back(
        {run, part, account.quantity, account.unit, number_text(account.supplied),
         number_text(account.delivered), number_text(account.stored),
         number_text(plain_loss(account, account.lost)),
         number_text(plain_loss(account, 100.0 * account.share)),
         account.share > 0.0 && !account.losses.empty() ? account.losses.front().name : ""});
  }
}

}  // namespace

std::vector<ReportTable> balance_tables(const std::vector<ResultFile>& results) {
  ReportTable table;
  table.title = "Balances";
  table.note =
      "Lost is the supplied minus the delivered and stored amount: heat or mass that vanished "
      "between components; a negative value was created by components. Heat excludes the heat of "
      "vaporisation.";
  table.columns = {"run",       "part",   "quantity", "in",    "supplied",
                   "delivered", "stored", "lost",     "share", "most lost at"};
  table.units = {"", "", "", "", "", "", "", "", "%", ""};
  table.numeric = {false, false, false, false, true, true, true, true, true, false};
  for (const ResultFile& result : results) {
    if (!result.record || !result.record->balance) continue;
    const BalanceRecord& balance = *result.record->balance;
    add_rows(result.name, "model", balance.model, table);
    for (const BalanceRecord::Part& circuit : balance.circuits) {
      add_rows(result.name, "circuit of " + list_text(circuit.components), circuit.accounts, table);
    }
    for (const BalanceRecord::Part& zone : balance.zones) {
      add_rows(result.name, list_text(zone.components), zone.accounts, table);
    }
  }
  if (table.cells.empty()) return {};
  return {std::move(table)};
}

}  // namespace hearth::apps
