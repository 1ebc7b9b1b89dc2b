// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hearth/data/json/json_record.hpp"
#include "hearth/framework/balance/balance.hpp"

namespace hearth {

/// The balances of a run in its record: heat in kWh, other quantities in kg.
struct BalanceRecord {
  struct Item {
    std::string name;
    double amount = 0.0;
  };
  struct Account {
    std::string quantity;  ///< heat, water, air, water vapour or CO2
    std::string unit;
    double supplied = 0.0, delivered = 0.0, stored = 0.0, lost = 0.0;
    double share = 0.0;         ///< `BalanceAccount::share`, share of losses in the amount moved
    std::vector<Item> largest;  ///< sources (above 0) and sinks (below 0)
    std::vector<Item> losses;   ///< places with the largest losses
  };
  struct Part {
    std::vector<std::string> components;
    std::vector<Account> accounts;
  };

  std::vector<Account> model;
  std::vector<Part> circuits;
  std::vector<Part> zones;
  struct OpenEnd {
    std::string kind;  ///< `not received`, `taken elsewhere` or `one way`
    std::string place, other, instead;
    std::string unit;
    double amount = 0.0;
  };
  std::vector<OpenEnd> open_ends;
  double electricity_used = 0.0;       ///< kWh
  double electricity_generated = 0.0;  ///< kWh
};

/// Converts a balance to its record; of long lists only the largest entries are kept.
BalanceRecord balance_record(const Balance& balance);

/// Returns the JSON form of the record.
JsonForm<BalanceRecord> balance_form();

}  // namespace hearth
