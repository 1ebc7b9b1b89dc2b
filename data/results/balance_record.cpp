// SPDX-License-Identifier: MIT
#include "hearth/data/results/balance_record.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hearth/data/json/json_forms.hpp"

namespace hearth {
namespace {

constexpr double kJoulesPerKwh = 3.6e6;
constexpr std::size_t kItemsRecorded = 12;
constexpr std::size_t kLossesRecorded = 3;

using Account = BalanceRecord::Account;

Account record_of(const BalanceAccount& account) {
  const bool heat = account.quantity == Conserved::Heat;
  const double scale = heat ? 1.0 / kJoulesPerKwh : 1.0;
  Account record{std::string(to_string(account.quantity)),
                 heat ? "kWh" : "kg",
                 scale * account.supplied,
                 scale * account.delivered,
                 scale * account.stored,
                 scale * account.lost,
                 account.share(),
                 {},
                 {}};
  const auto take = [scale](const auto& from, std::size_t most,
                            std::vector<BalanceRecord::Item>& to) {
    for (std::size_t i = 0; i < std::min(most, from.size()); ++i) {
      to.push_back({from[i].name, scale * from[i].amount});
    }
  };
  take(account.items, kItemsRecorded, record.largest);
  take(account.losses, kLossesRecorded, record.losses);
  return record;
}

bool is_finite(const Account& account) {
  const auto finite = [](const BalanceRecord::Item& item) { return std::isfinite(item.amount); };
  return std::isfinite(account.supplied) && std::isfinite(account.delivered) &&
         std::isfinite(account.stored) && std::isfinite(account.lost) &&
         std::isfinite(account.share) &&
         std::all_of(account.largest.begin(), account.largest.end(), finite) &&
         std::all_of(account.losses.begin(), account.losses.end(), finite);
}

/// Leaves out accounts whose sums overflow: files cannot contain infinity.
std::vector<Account> records_of(const std::vector<BalanceAccount>& accounts) {
  std::vector<Account> records;
  for (const BalanceAccount& account : accounts) {
    Account record = record_of(account);
    if (is_finite(record)) records.push_back(std::move(record));
  }
  return records;
}

double finite_or_zero(double value) { return std::isfinite(value) ? value : 0.0; }

JsonForm<BalanceRecord::Item> item_form() {
  return JsonRecord<BalanceRecord::Item>()
      .written("name", &BalanceRecord::Item::name, forms::string())
      .written("amount", &BalanceRecord::Item::amount, forms::number())
      .form();
}

JsonForm<Account> account_form() {
  return JsonRecord<Account>()
      .written("quantity", &Account::quantity, forms::string(),
               "Quantity: heat, water, air, water vapour or CO2")
      .written("unit", &Account::unit, forms::string(), "Unit of all amounts")
      .written("supplied", &Account::supplied, forms::number(),
               "Amount that was supplied from outside")
      .written("delivered", &Account::delivered, forms::number(),
               "Amount that was delivered to outside")
      .written("stored", &Account::stored, forms::number())
      .written(
          "lost", &Account::lost, forms::number(),
          "Supplied minus delivered minus stored amount; negative if components created an amount")
      .written(
          "share", &Account::share, forms::number(),
          "Lost amount as a share of the largest of the supplied, delivered and stored amounts")
      .written("largest", &Account::largest, forms::list(item_form()),
               "Largest sources (above 0) and sinks (below 0)")
      .written("losses", &Account::losses, forms::list(item_form()), "Places of the largest losses")
      .form();
}

std::string kind_text(OpenEnd::Kind kind) {
  switch (kind) {
    case OpenEnd::Kind::GivenToNobody:
      return "not received";
    case OpenEnd::Kind::TakenElsewhere:
      return "taken elsewhere";
    case OpenEnd::Kind::OneWay:
      return "one way";
  }
  return "";
}

JsonForm<BalanceRecord::OpenEnd> open_end_form() {
  using End = BalanceRecord::OpenEnd;
  return JsonRecord<End>()
      .written("kind", &End::kind, forms::string(),
               "Heat without a receiver, air from another port, walls with one zone")
      .written("place", &End::place, forms::string(), "Port at which the balance is open")
      .written("other", &End::other, forms::string(), "Port from which it reads a temperature")
      .written("instead", &End::instead, forms::string(), "Port by which the flow leaves")
      .written("amount", &End::amount, forms::number())
      .written("unit", &End::unit, forms::string())
      .form();
}

JsonForm<BalanceRecord::Part> part_form() {
  using Part = BalanceRecord::Part;
  return JsonRecord<Part>()
      .written("components", &Part::components, forms::list(forms::string()))
      .written("accounts", &Part::accounts, forms::list(account_form()))
      .form();
}

}  // namespace

BalanceRecord balance_record(const Balance& balance) {
  BalanceRecord record;
  record.model = records_of(balance.model);
  for (const PartBalance& circuit : balance.circuits) {
    record.circuits.push_back({circuit.components, records_of(circuit.accounts)});
  }
  for (const PartBalance& zone : balance.zones) {
    record.zones.push_back({zone.components, records_of(zone.accounts)});
  }
  for (const OpenEnd& end : balance.open_ends) {
    if (!std::isfinite(end.amount)) continue;
    const bool heat = end.quantity == Conserved::Heat;
    record.open_ends.push_back({kind_text(end.kind), end.place, end.other, end.instead,
                                heat ? "kWh" : "kg",
                                heat ? end.amount / kJoulesPerKwh : end.amount});
  }
  record.electricity_used = finite_or_zero(balance.electricity_used / kJoulesPerKwh);
  record.electricity_generated = finite_or_zero(balance.electricity_generated / kJoulesPerKwh);
  return record;
}

JsonForm<BalanceRecord> balance_form() {
  using Record = BalanceRecord;
  return JsonRecord<Record>()
      .written("model", &Record::model, forms::list(account_form()))
      .written("circuits", &Record::circuits, forms::list(part_form()),
               "Circuits: components that water connects")
      .written("zones", &Record::zones, forms::list(part_form()))
      .written("open_ends", &Record::open_ends, forms::list(open_end_form()),
               "Ports whose heat or flow may be intended for a component of the model")
      .written("electricity_used", &Record::electricity_used, forms::number(),
               "Electricity that was used, kWh")
      .written("electricity_generated", &Record::electricity_generated, forms::number(),
               "Electricity that was generated, kWh")
      .form();
}

}  // namespace hearth
