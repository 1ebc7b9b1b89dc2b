// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "hearth/apps/report/content/plain_names.hpp"
#include "hearth/apps/report/content/table_parts.hpp"
#include "hearth/apps/report/figures/result_figures.hpp"

namespace hearth::apps {
namespace {

using Account = BalanceRecord::Account;
using Part = BalanceRecord::Part;

constexpr std::size_t kMostParts = 14;  // parts with a separate node
constexpr double kLeast = 0.002;        // share of all heat below which a flow gets no line

/// The kind of a balance entry: `sun` of `living/space: sun`, `heat gain` of `space.heatGain`.
std::string entry_kind(const std::string& entry) {
  const std::size_t colon = entry.rfind(": ");
  if (colon != std::string::npos) return entry.substr(colon + 2);
  const std::size_t point = entry.rfind('.');
  return point == std::string::npos ? entry : plain_words(entry.substr(point + 1));
}

/// The component of an entry in words: `bath radiator heater` of `bath-radiator/heater.Power`.
std::string entry_owner(const std::string& entry) {
  const std::size_t colon = entry.rfind(": ");
  if (colon != std::string::npos) return plain_component(entry.substr(0, colon));
  return plain_component(entry.substr(0, entry.rfind('.')));
}

/// The amounts that flow into and out of one part, by name.
struct PartFlows {
  std::string name;
  std::map<std::string, double> in{}, out{};
  double supplied = 0.0, delivered = 0.0, stored = 0.0, lost = 0.0;
  double size() const { return std::max(supplied, delivered); }
};

/// Adds the heat account of a part. If `by_owner`, sinks have the names of their components.
void add_account(const Account& account, bool by_owner, PartFlows& flows) {
  double in = 0.0, out = 0.0;
  for (const BalanceRecord::Item& item : account.largest) {
    if (item.amount > 0.0) {
      flows.in[entry_kind(item.name)] += item.amount;
      in += item.amount;
    } else if (item.amount < 0.0) {
      flows.out[by_owner ? entry_owner(item.name) : entry_kind(item.name)] -= item.amount;
      out -= item.amount;
    }
  }
  // The record contains the largest entries only.
  if (account.supplied > in) flows.in["further sources"] += account.supplied - in;
  if (account.delivered > out) flows.out["further uses"] += account.delivered - out;
  (account.stored > 0.0 ? flows.out["stored"] : flows.in["from storage"]) +=
      std::abs(account.stored);
  flows.supplied += account.supplied;
  flows.delivered += account.delivered;
  flows.stored += account.stored;
  flows.lost += account.lost;
}

const Account* heat_of(const Part& part) {
  const auto found =
      std::find_if(part.accounts.begin(), part.accounts.end(),
                   [](const Account& account) { return account.quantity == "heat"; });
  return found == part.accounts.end() ? nullptr : &*found;
}

/// The parts with most heat; all others are added up to one part.
std::vector<PartFlows> largest_parts(std::vector<PartFlows> parts, const char* rest) {
  std::erase_if(parts, [](const PartFlows& part) { return !(part.size() > 0.0); });
  std::stable_sort(parts.begin(), parts.end(),
                   [](const PartFlows& a, const PartFlows& b) { return a.size() > b.size(); });
  if (parts.size() <= kMostParts) return parts;
  PartFlows others{fmt::format("{} {}", parts.size() - kMostParts + 1, rest)};
  for (std::size_t i = kMostParts - 1; i < parts.size(); ++i) {
    for (const auto& [name, amount] : parts[i].in) others.in[name] += amount;
    for (const auto& [name, amount] : parts[i].out) others.out[name] += amount;
    others.supplied += parts[i].supplied;
    others.delivered += parts[i].delivered;
    others.stored += parts[i].stored;
    others.lost += parts[i].lost;
  }
  parts.resize(kMostParts - 1);
  parts.push_back(std::move(others));
  return parts;
}

/// Names, ordered by their amounts in all parts, the largest first.
std::vector<std::string> by_amount(const std::vector<PartFlows>& parts,
                                   std::map<std::string, double> PartFlows::*side, double least) {
  std::map<std::string, double> sums;
  for (const PartFlows& part : parts) {
    for (const auto& [name, amount] : part.*side) sums[name] += amount;
  }
  std::vector<std::string> names;
  for (const auto& [name, amount] : sums) {
    if (amount > least) names.push_back(name);
  }
  std::stable_sort(names.begin(), names.end(), [&sums](const std::string& a, const std::string& b) {
    return sums[a] > sums[b];
  });
  return names;
}

std::optional<ReportFigure> flow_figure(const std::string& title,
                                        const std::vector<PartFlows>& parts) {
  if (parts.empty()) return std::nullopt;
  double supplied = 0.0, delivered = 0.0, stored = 0.0, lost = 0.0;
  for (const PartFlows& part : parts) {
    supplied += part.supplied;
    delivered += part.delivered;
    stored += part.stored;
    lost += part.lost;
  }
  const double least = kLeast * std::max(supplied, delivered);
  const std::vector<std::string> sources = by_amount(parts, &PartFlows::in, least);
  const std::vector<std::string> sinks = by_amount(parts, &PartFlows::out, least);
  ReportFlows flows{.unit = "kWh"};
  for (const std::string& name : sources) flows.nodes.push_back({capitalised(name), 0});
  for (const PartFlows& part : parts) flows.nodes.push_back({capitalised(part.name), 1});
  for (const std::string& name : sinks) flows.nodes.push_back({capitalised(name), 2});
  const auto add = [&](std::size_t from, std::size_t to, double amount) {
    if (amount <= 0.0) return;
    flows.links.push_back({static_cast<int>(from), static_cast<int>(to), amount});
  };
  const auto amount_in = [](const std::map<std::string, double>& amounts, const std::string& name) {
    const auto found = amounts.find(name);
    return found == amounts.end() ? 0.0 : found->second;
  };
  for (std::size_t s = 0; s < sources.size(); ++s) {
    for (std::size_t p = 0; p < parts.size(); ++p) {
      add(s, sources.size() + p, amount_in(parts[p].in, sources[s]));
    }
  }
  for (std::size_t p = 0; p < parts.size(); ++p) {
    for (std::size_t s = 0; s < sinks.size(); ++s) {
      add(sources.size() + p, sources.size() + parts.size() + s, amount_in(parts[p].out, sinks[s]));
    }
  }
  if (flows.links.empty()) return std::nullopt;
  const double moved = std::max(supplied, delivered);
  if (std::abs(lost) < 1e-9 * moved) lost = 0.0;  // rounding
  std::string note = fmt::format(
      "kWh: {:.4g} supplied, {:.4g} delivered, {:+.4g} stored; not accounted for: {:.2g} kWh, "
      "{:.2g} % of the amount that moved.",
      supplied, delivered, stored, lost, moved > 0.0 ? 100.0 * std::abs(lost) / moved : 0.0);
  return ReportFigure{title, std::move(note), std::move(flows)};
}

}  // namespace

std::vector<ReportFigures> flow_figures(const std::vector<ResultFile>& results) {
  ReportFigures group;
  for (const ResultFile& result : results) {
    if (!result.record || !result.record->balance) continue;
    const BalanceRecord& balance = *result.record->balance;
    const std::string name = results.size() > 1 ? result.name : "";
    std::vector<PartFlows> zones, circuits;
    for (const Part& part : balance.zones) {
      const Account* heat = heat_of(part);
      if (heat == nullptr || part.components.empty()) continue;
      PartFlows flows{plain_component(part.components.front())};
      add_account(*heat, false, flows);
      zones.push_back(std::move(flows));
    }
    for (const Part& part : balance.circuits) {
      const Account* heat = heat_of(part);
      if (heat == nullptr || heat->largest.empty()) continue;
      PartFlows flows{"circuit of " + entry_owner(heat->largest.front().name)};
      add_account(*heat, true, flows);
      circuits.push_back(std::move(flows));
    }
    for (auto figure : {flow_figure(titled("Heat of the zones", name),
                                    largest_parts(std::move(zones), "other zones")),
                        flow_figure(titled("Heat of the plant", name),
                                    largest_parts(std::move(circuits), "other circuits"))}) {
      if (figure) group.figures.push_back(std::move(*figure));
    }
  }
  if (group.figures.empty()) return {};
  return {std::move(group)};
}

}  // namespace hearth::apps
