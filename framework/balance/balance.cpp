// SPDX-License-Identifier: MIT
#include "hearth/framework/balance/balance.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "hearth/framework/balance/internal/ledgers.hpp"

namespace hearth {
namespace {

using Kind = LedgerEntry::Kind;
using Loss = BalanceAccount::Loss;

/// A flow that is smaller than this share of the largest flow of its quantity is rounding.
constexpr double kRounding = 1e-9;

/// Returns the amount below which an account contains only rounding of contents and flows that
/// cancel, J or kg.
double negligible(Conserved quantity) {
  const bool energy = quantity == Conserved::Heat || quantity == Conserved::Electricity;
  return energy ? 1e-3 : 1e-12;
}
/// Flows of water and air whose amounts differ by less count as equal.
constexpr double kSameMass = 1e-6;

/// Computes the balance of a group of components for one quantity.
class AccountWriter {
 public:
  AccountWriter(const Ledgers& ledgers, const std::vector<int>& slots, Conserved quantity)
      : ledgers_(ledgers), entries_(ledgers.entries()), slots_(slots) {
    account_.quantity = quantity;
  }

  BalanceAccount write() {
    for (const int s : slots_) add_component(s);
    for (const int group : groups_) add_group(ledgers_.joined()[group]);
    sum_up();
    return std::move(account_);
  }

 private:
  bool inside(int e) const {
    return std::binary_search(slots_.begin(), slots_.end(), entries_[e].slot);
  }

  void add_component(int s) {
    const Ledgers::SlotLedger& ledger = ledgers_.slots()[s];
    // Inflow minus outflow and minus the stored amount.
    double own = -ledger.stored[static_cast<std::size_t>(account_.quantity)];
    double streams = 0.0;
    account_.stored -= own;
    for (const int e : ledger.entries) {
      const BookedEntry& entry = entries_[e];
      if (entry.what.quantity != account_.quantity) continue;
      account_.gross += std::abs(entry.amount);
      if (entry.what.kind == Kind::StreamIn) account_.moved += entry.amount;
      if (leaves(entry.what.kind)) {
        if (entry.what.kind != Kind::Part) own -= entry.amount;
      } else {
        own += entry.amount;
      }
      const bool joined = entry.group >= 0 && has_both_sides(entry.group);
      if (joined) groups_.insert(entry.group);
      switch (entry.what.kind) {
        case Kind::StreamIn:
          if (!joined && takers(entry).empty()) streams += entry.amount;
          break;
        case Kind::StreamOut:
        case Kind::OpenOut:
          if (!joined) streams -= add_stream(entry);
          break;
        case Kind::In:
          if (!joined && takers(entry).empty()) add_item(ledgers_.port(entry), entry.amount);
          break;
        case Kind::Out:
        case Kind::Rejected:
          add_given(s, e);
          break;
        case Kind::Conducted:
        case Kind::Wall:
          add_conducted(entry);
          break;
        case Kind::Outside:
          add_item(ledgers_.id(s) + ": " + entry.what.name, entry.amount);
          break;
        case Kind::Outdoors:
          streams += entry.amount;
          break;
        case Kind::Part:  // with its `Out`
        case Kind::Content:
          break;
      }
    }
    add_item(ledgers_.id(s) + ": flows", streams);
    add_loss({ledgers_.id(s), own, 0.0, 0.0, {}, false});
  }

  /// Returns the entries inside the group that are connected to an entry.
  std::vector<int> takers(const BookedEntry& entry) const {
    std::vector<int> found;
    for (const int other : entry.links) {
      if (inside(other)) found.push_back(other);
    }
    return found;
  }

  bool has_both_sides(int group) const {
    bool given = false, taken = false;
    for (const int e : ledgers_.joined()[group].members) {
      if (!inside(e)) continue;
      (leaves(entries_[e].what.kind) ? given : taken) = true;
    }
    return given && taken;
  }

  /// Books a stream that leaves; returns the part of it that leaves the group.
  double add_stream(const BookedEntry& entry) {
    const std::vector<int> partners = takers(entry);
    if (partners.empty()) return entry.amount;
    Loss loss = loss_of(ledgers_.port(entry), {entry.amount}, partners);
    if (entry.what.kind == Kind::OpenOut && loss.amount > 0.0) return loss.amount;
    loss.same_mass = carries_same_mass(entry, partners);
    add_loss(std::move(loss));
    return 0.0;
  }

  Loss loss_of(std::string name, const std::vector<double>& given,
               const std::vector<int>& partners) const {
    Loss loss;
    loss.name = std::move(name);
    for (const double amount : given) loss.given += amount;
    for (const int other : partners) {
      loss.taken += entries_[other].amount;
      loss.takers.push_back(ledgers_.port(entries_[other]));
    }
    loss.amount = loss.given - loss.taken;
    return loss;
  }

  bool carries_same_mass(const BookedEntry& entry, const std::vector<int>& partners) const {
    if (entry.what.quantity != Conserved::Heat) return false;
    const Conserved carrier = ledgers_.carrier(entry);
    const BookedEntry* mass = ledgers_.at_same_port(entry, carrier);
    if (mass == nullptr) return false;
    double rest = mass->amount;
    for (const int other : partners) {
      const BookedEntry* taken = ledgers_.at_same_port(entries_[other], carrier);
      if (taken != nullptr) rest -= taken->amount;
    }
    return std::abs(rest) <= kSameMass * std::abs(mass->amount);
  }

  /// Books an `Out` and its parts: the share of components inside the group, and the rest as
  /// leaving it.
  void add_given(int s, int total) {
    double rest = entries_[total].amount;
    double passed = 0.0;
    bool doubled = false;
    Loss on_the_way;
    on_the_way.name = ledgers_.port(entries_[total]);
    for (const int e : ledgers_.slots()[s].entries) {
      const BookedEntry& entry = entries_[e];
      if (entry.total != total || !leaves(entry.what.kind) || is_stream(entry.what.kind)) continue;
      if (entry.group >= 0) {
        if (!has_both_sides(entry.group)) continue;
        rest -= entry.amount;
        passed += std::abs(entry.amount);
        groups_.insert(entry.group);
        continue;
      }
      const std::vector<int> partners = takers(entry);
      for (const int other : partners) {
        rest -= entry.amount;
        passed += std::abs(entry.amount);
        on_the_way.given += entry.amount;
        on_the_way.taken += entries_[other].amount;
        on_the_way.takers.push_back(ledgers_.port(entries_[other]));
      }
      doubled = doubled || partners.size() > 1;
    }
    on_the_way.amount = on_the_way.given - on_the_way.taken;
    add_loss(on_the_way);
    const double whole = std::abs(entries_[total].amount);
    if (doubled || passed > (1.0 + kRounding) * whole) {
      Loss loss = on_the_way;
      loss.given = entries_[total].amount;
      loss.amount = rest;
      add_loss(std::move(loss));
    } else {
      add_item(ledgers_.port(entries_[total]), -rest);
    }
  }

  /// Heat between two components that are both inside does not change the balance.
  void add_conducted(const BookedEntry& entry) {
    const int across = entry.across;
    if (across < 0 || !inside(across)) {
      add_item(ledgers_.port(entry), entry.amount);
      return;
    }
    const BookedEntry& other = entries_[across];
    const bool first =
        std::pair(entry.slot, entry.what.name) < std::pair(other.slot, other.what.name);
    if (!first) return;
    const double sum = entry.amount + other.amount;
    if (entry.what.kind == Kind::Conducted && other.what.kind == Kind::Conducted) {
      add_loss(
          {ledgers_.port(entry), -sum, -other.amount, entry.amount, {ledgers_.port(other)}, false});
    } else {
      add_item(ledgers_.port(entry) + " and " + ledgers_.port(other), sum);
    }
  }

  /// Books heat or flows that blocks join: the sum delivered must equal the sum taken.
  void add_group(const JoinedEntries& group) {
    std::vector<double> given;
    std::vector<int> partners;
    const BookedEntry* giver = nullptr;
    bool open = true;
    for (const int e : group.members) {
      const BookedEntry& entry = entries_[e];
      if (!inside(e) || entry.what.quantity != account_.quantity) continue;
      if (leaves(entry.what.kind)) {
        given.push_back(entry.amount);
        open = open && entry.what.kind != Kind::StreamOut;
        if (giver == nullptr) giver = &entry;
      } else {
        partners.push_back(e);
      }
    }
    if (giver == nullptr) return;
    Loss loss = loss_of(group.block, given, partners);
    const bool less =
        std::abs(loss.taken) <= std::abs(loss.given) && loss.taken * loss.given >= 0.0;
    if (open && less) {
      add_item(is_stream(giver->what.kind) ? ledgers_.id(giver->slot) + ": flows" : group.block,
               -loss.amount);
    } else {
      add_loss(std::move(loss));
    }
  }

  void add_item(const std::string& name, double amount) {
    if (amount == 0.0) return;
    for (BalanceAccount::Item& item : account_.items) {
      if (item.name != name) continue;
      item.amount += amount;
      return;
    }
    account_.items.push_back({name, amount});
  }
  void add_loss(Loss loss) {
    if (loss.amount != 0.0) account_.losses.push_back(std::move(loss));
  }

  void sum_up() {
    for (const auto& item : account_.items) {
      (item.amount > 0.0 ? account_.supplied : account_.delivered) += std::abs(item.amount);
    }
    account_.lost = account_.supplied - account_.delivered - account_.stored;
    if (account_.quantity != Conserved::Water && account_.quantity != Conserved::Air) {
      account_.moved = std::max({account_.supplied, account_.delivered, std::abs(account_.stored)});
    }
    const auto larger = [](const auto& a, const auto& b) {
      return std::abs(a.amount) > std::abs(b.amount);
    };
    std::stable_sort(account_.losses.begin(), account_.losses.end(), larger);
    std::stable_sort(account_.items.begin(), account_.items.end(), larger);
  }

  const Ledgers& ledgers_;
  const std::vector<BookedEntry>& entries_;
  const std::vector<int>& slots_;
  BalanceAccount account_;
  std::set<int> groups_;
};

std::vector<BalanceAccount> accounts_of(const Ledgers& ledgers, const std::vector<int>& slots) {
  std::vector<BalanceAccount> found;
  for (int q = 0; q < kConservedCount; ++q) {
    const auto quantity = static_cast<Conserved>(q);
    if (quantity == Conserved::Electricity) continue;
    const bool counted = std::any_of(slots.begin(), slots.end(), [&](int s) {
      const std::vector<int>& entries = ledgers.slots()[s].entries;
      return std::any_of(entries.begin(), entries.end(),
                         [&](int e) { return ledgers.entries()[e].what.quantity == quantity; });
    });
    if (counted) found.push_back(AccountWriter(ledgers, slots, quantity).write());
  }
  return found;
}

/// Returns groups of at least two components that are connected by flows of water.
std::vector<std::vector<int>> circuits_of(const Ledgers& ledgers) {
  std::map<std::pair<int, int>, int> places;  // slot and side
  std::vector<int> parent;
  const auto place = [&](const BookedEntry& entry) {
    const auto [at, added] =
        places.try_emplace({entry.slot, entry.what.side}, static_cast<int>(parent.size()));
    if (added) parent.push_back(at->second);
    return at->second;
  };
  const auto root = [&](int at) {
    while (parent[at] != at) at = parent[at] = parent[parent[at]];
    return at;
  };
  for (const BookedEntry& entry : ledgers.entries()) {
    if (entry.what.quantity != Conserved::Water || !is_stream(entry.what.kind)) continue;
    const int here = place(entry);
    for (const int other : entry.links) parent[root(place(ledgers.entries()[other]))] = root(here);
  }
  std::map<int, std::vector<int>> groups;
  for (const auto& [at, number] : places) {
    std::vector<int>& group = groups[root(number)];
    if (group.empty() || group.back() != at.first) group.push_back(at.first);
  }
  std::vector<std::vector<int>> found;
  for (auto& [first, group] : groups) {
    if (group.size() > 1) found.push_back(std::move(group));
  }
  return found;
}

double moved_in(const std::vector<BalanceAccount>& accounts, Conserved quantity) {
  for (const BalanceAccount& account : accounts) {
    if (account.quantity == quantity) return account.moved;
  }
  return 0.0;
}

/// Returns the port through which a component delivers a flow that another component seems to take
/// from a different port, or null.
const BookedEntry* true_outlet(const Ledgers& ledgers, const BookedEntry& taken) {
  const BookedEntry* found = nullptr;
  for (const int e : ledgers.slots()[taken.source].entries) {
    const BookedEntry& entry = ledgers.entries()[e];
    if (!leaves(entry.what.kind) || entry.what.quantity != taken.what.quantity) continue;
    if (entry.what.name == taken.source_port) return nullptr;
    if (entry.links.empty()) found = &entry;
  }
  return found;
}

/// Returns whether a component without a balance receives an `Out` or a part of it.
bool given_outside(const Ledgers& ledgers, const BookedEntry& out) {
  for (const int e : ledgers.slots()[out.slot].entries) {
    const BookedEntry& entry = ledgers.entries()[e];
    if (entry.total == out.total && entry.taken_outside) return true;
  }
  return false;
}

std::vector<OpenEnd> open_ends(const Ledgers& ledgers, const std::vector<BalanceAccount>& model) {
  std::vector<OpenEnd> ends;
  const auto add = [&](OpenEnd end) {
    const double moved = moved_in(model, end.quantity);
    if (std::abs(end.amount) > kWarnedShare * moved) ends.push_back(std::move(end));
  };
  std::map<std::string, double> left;  // rest of the amounts that leave the model, by name
  for (const BalanceAccount& account : model) {
    if (account.quantity != Conserved::Heat) continue;
    for (const auto& item : account.items) left[item.name] = item.amount;
  }
  for (const BookedEntry& entry : ledgers.entries()) {
    const bool from_component = entry.source >= 0;
    switch (entry.what.kind) {
      case Kind::Out:
        if (entry.what.quantity != Conserved::Heat || given_outside(ledgers, entry)) break;
        if (const auto found = left.find(ledgers.port(entry)); found != left.end()) {
          add({OpenEnd::Kind::GivenToNobody, Conserved::Heat, found->first, "", "",
               std::abs(found->second)});
        }
        break;
      case Kind::StreamIn: {
        const bool mass =
            entry.what.quantity == Conserved::Water || entry.what.quantity == Conserved::Air;
        if (!mass || !entry.links.empty() || !from_component) break;
        if (const BookedEntry* outlet = true_outlet(ledgers, entry)) {
          add({OpenEnd::Kind::TakenElsewhere, entry.what.quantity, ledgers.port(entry),
               ledgers.id(entry.source) + "." + entry.source_port, ledgers.port(*outlet),
               entry.amount});
        }
        break;
      }
      case Kind::Conducted:
      case Kind::Wall:
        if (from_component && entry.across < 0 && ledgers.slots()[entry.source].stores_heat) {
          add({OpenEnd::Kind::OneWay, Conserved::Heat, ledgers.port(entry),
               ledgers.id(entry.source) + "." + entry.source_port, "", entry.amount});
        }
        break;
      default:
        break;
    }
  }
  std::stable_sort(ends.begin(), ends.end(), [](const OpenEnd& a, const OpenEnd& b) {
    return std::abs(a.amount) > std::abs(b.amount);
  });
  return ends;
}

std::vector<std::string> ids_of(const Ledgers& ledgers, const std::vector<int>& slots) {
  std::vector<std::string> names;
  for (const int s : slots) names.push_back(ledgers.id(s));
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

double BalanceAccount::loss() const {
  double most = std::abs(lost);
  if ((quantity == Conserved::Water || quantity == Conserved::Air) && !losses.empty()) {
    most = std::max(most, std::abs(losses.front().amount));
  }
  return most > std::max(kRounding * gross, negligible(quantity)) ? most : 0.0;
}

double BalanceAccount::share() const { return moved > 0.0 ? loss() / moved : 0.0; }

std::vector<Balance::Finding> Balance::above(double limit) const {
  std::vector<Finding> found;
  const auto look = [&](const PartBalance* part, const BalanceAccount& account) {
    double moved = 0.0;  // in the model
    for (const BalanceAccount& whole : model) {
      if (whole.quantity == account.quantity) moved = whole.moved;
    }
    if (account.share() > limit && account.loss() > 1e-3 * limit * moved) {
      found.push_back({part, &account});
    }
  };
  for (const PartBalance& circuit : circuits) {
    for (const BalanceAccount& account : circuit.accounts) look(&circuit, account);
  }
  for (const PartBalance& zone : zones) {
    for (const BalanceAccount& account : zone.accounts) look(&zone, account);
  }
  for (const BalanceAccount& account : model) look(nullptr, account);
  return found;
}

double Balance::worst_share() const {
  double worst = 0.0;
  for (const Finding& finding : above(0.0)) worst = std::max(worst, finding.account->share());
  return worst;
}

const BalanceAccount* Balance::heat() const {
  for (const BalanceAccount& account : model) {
    if (account.quantity == Conserved::Heat) return &account;
  }
  return nullptr;
}

std::string_view to_string(Conserved quantity) {
  switch (quantity) {
    case Conserved::Heat:
      return "heat";
    case Conserved::Water:
      return "water";
    case Conserved::Air:
      return "air";
    case Conserved::Vapour:
      return "water vapour";
    case Conserved::Co2:
      return "CO2";
    case Conserved::Electricity:
      return "electricity";
  }
  return "";
}

std::vector<double> contents(const Plan& plan, const std::vector<Slot>& slots,
                             const Frame<double>& frame) {
  std::vector<double> amounts;
  for (std::size_t s = 0; s < slots.size(); ++s) {
    const ComponentType& type = *plan.instances[s].type;
    if (type.traits.content == nullptr) continue;
    const std::size_t first = amounts.size();
    amounts.resize(first + type.traits.content(slots[s].sizes).size());
    type.plain.content(slots[s], frame, amounts.data() + first);
  }
  return amounts;
}

Balance draw_balance(const Plan& plan, const BookedAmounts& amounts) {
  const Ledgers ledgers(plan, amounts);
  Balance balance;
  std::vector<int> all;
  for (std::size_t s = 0; s < ledgers.slots().size(); ++s) {
    if (ledgers.slots()[s].balanced) all.push_back(static_cast<int>(s));
  }
  balance.model = accounts_of(ledgers, all);
  for (const std::vector<int>& circuit : circuits_of(ledgers)) {
    balance.circuits.push_back({ids_of(ledgers, circuit), accounts_of(ledgers, circuit)});
    std::erase_if(balance.circuits.back().accounts, [](const BalanceAccount& account) {
      return account.quantity != Conserved::Heat && account.quantity != Conserved::Water;
    });
  }
  for (const int s : all) {
    if (ledgers.is_zone(s)) {
      balance.zones.push_back({{ledgers.id(s)}, accounts_of(ledgers, {s})});
    }
  }
  for (const BookedEntry& entry : ledgers.entries()) {
    if (entry.what.quantity != Conserved::Electricity) continue;
    (entry.amount < 0.0 ? balance.electricity_generated : balance.electricity_used) +=
        std::abs(entry.amount);
  }
  balance.open_ends = open_ends(ledgers, balance.model);
  return balance;
}

}  // namespace hearth
