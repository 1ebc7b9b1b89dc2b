// SPDX-License-Identifier: MIT
#include "hearth/framework/balance/balance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace hearth {
namespace {

using Kind = LedgerEntry::Kind;

/// A flow this small against the largest of its quantity is rounding.
constexpr double kRounding = 1e-9;

struct Entry {
  int slot = 0;
  LedgerEntry what;
  double amount = 0.0;
  std::vector<int> links;  // entries at the other end of connections
  int total = -1;          // of a `Part`: its `Out`; of an `Out`: itself
};

bool leaves(Kind kind) {
  return kind == Kind::StreamOut || kind == Kind::OpenOut || kind == Kind::Out ||
         kind == Kind::Part;
}
bool enters(Kind kind) { return kind == Kind::StreamIn || kind == Kind::In; }
bool is_stream(Kind kind) {
  return kind == Kind::StreamIn || kind == Kind::StreamOut || kind == Kind::OpenOut;
}

class Ledgers {
 public:
  Ledgers(const Plan& plan, const BookedAmounts& amounts) : plan_(plan), slots_(plan.slots.size()) {
    std::size_t content = 0;
    for (std::size_t s = 0; s < plan.slots.size(); ++s) {
      const Slot& slot = plan.slots[s];
      const Traits& traits = plan.instances[s].type->traits;
      if (traits.balance == nullptr) continue;
      slots_[s].balanced = true;
      int k = slot.ledger;
      int total = -1;
      for (LedgerEntry& what : traits.balance(slot.sizes)) {
        const int number = static_cast<int>(entries_.size());
        if (what.kind == Kind::Out) total = number;
        slots_[s].entries.push_back(number);
        entries_.push_back(
            {static_cast<int>(s), std::move(what), amounts.exchanged[k++], {}, total});
      }
      if (traits.content == nullptr) continue;
      for (const LedgerEntry& what : traits.content(slot.sizes)) {
        slots_[s].stored[static_cast<std::size_t>(what.quantity)] +=
            amounts.content_at_end[content] - amounts.content_at_start[content];
        ++content;
      }
    }
    link();
  }

  Balance balance() const {
    Balance balance;
    std::vector<int> all;
    for (std::size_t s = 0; s < slots_.size(); ++s) {
      if (slots_[s].balanced) all.push_back(static_cast<int>(s));
    }
    balance.model = accounts(all);
    for (const std::vector<int>& circuit : circuits()) {
      balance.circuits.push_back({ids(circuit), accounts(circuit)});
      std::erase_if(balance.circuits.back().accounts, [](const BalanceAccount& account) {
        return account.quantity != Conserved::Heat && account.quantity != Conserved::Water;
      });
    }
    for (const int s : all) {
      if (plan_.instances[s].type->schema.find(Role::Output, "indoorTemperature") == nullptr)
        continue;
      balance.zones.push_back({{plan_.instances[s].id}, accounts({s})});
    }
    for (const Entry& entry : entries_) {
      if (entry.what.quantity != Conserved::Electricity) continue;
      (entry.amount < 0.0 ? balance.electricity_generated : balance.electricity_used) +=
          std::abs(entry.amount);
    }
    return balance;
  }

 private:
  struct SlotLedger {
    bool balanced = false;
    std::vector<int> entries;
    std::array<double, kConservedCount> stored{};
  };
  using Key = std::tuple<int, std::string, int, bool>;  // slot, port, entry, leaves

  void link() {
    std::map<Key, std::vector<int>> places;
    for (std::size_t e = 0; e < entries_.size(); ++e) {
      const LedgerEntry& what = entries_[e].what;
      if (leaves(what.kind) || enters(what.kind)) {
        places[{entries_[e].slot, what.name, what.entry, leaves(what.kind)}].push_back(
            static_cast<int>(e));
      }
    }
    for (const Connection& connection : plan_.model.connections()) {
      const auto from = places.find(key(connection.from, Role::Output));
      const auto to = places.find(key(connection.to, Role::Input));
      if (from == places.end() || to == places.end()) continue;
      for (const int a : from->second) {
        for (const int b : to->second) {
          if (entries_[a].what.quantity != entries_[b].what.quantity) continue;
          entries_[a].links.push_back(b);
          entries_[b].links.push_back(a);
        }
      }
    }
  }

  Key key(const Endpoint& end, Role role) const {
    const auto found = slot_of_.find(end.component);
    const int slot = found != slot_of_.end()
                         ? found->second
                         : slot_of_[end.component] = plan_.slot_of(end.component);
    const PlannedInstance& instance = plan_.instances[slot];
    const Field* field = instance.type->schema.find(role, end.port);
    int entry = 0;
    if (field != nullptr && field->many && !end.key.empty()) {
      const int set = instance.type->schema.set_index(field->set);
      if (set >= 0) {
        const auto& keys = instance.keys[set];
        const auto at = std::find(keys.begin(), keys.end(), end.key);
        if (at != keys.end()) entry = static_cast<int>(at - keys.begin());
      }
    }
    return {slot, end.port, entry, role == Role::Output};
  }

  /// Groups of components whose water is joined by connections, at least two each.
  std::vector<std::vector<int>> circuits() const {
    std::map<std::pair<int, int>, int> places;  // slot and side
    std::vector<int> parent;
    const auto place = [&](const Entry& entry) {
      const auto [at, added] =
          places.try_emplace({entry.slot, entry.what.side}, static_cast<int>(parent.size()));
      if (added) parent.push_back(at->second);
      return at->second;
    };
    const auto root = [&](int at) {
      while (parent[at] != at) at = parent[at] = parent[parent[at]];
      return at;
    };
    for (const Entry& entry : entries_) {
      if (entry.what.quantity != Conserved::Water || !is_stream(entry.what.kind)) continue;
      const int here = place(entry);
      for (const int other : entry.links) parent[root(place(entries_[other]))] = root(here);
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

  std::vector<std::string> ids(const std::vector<int>& slots) const {
    std::vector<std::string> names;
    for (const int s : slots) names.push_back(plan_.instances[s].id);
    std::sort(names.begin(), names.end());
    return names;
  }

  std::vector<BalanceAccount> accounts(const std::vector<int>& slots) const {
    std::vector<BalanceAccount> found;
    for (int q = 0; q < kConservedCount; ++q) {
      const auto quantity = static_cast<Conserved>(q);
      if (quantity == Conserved::Electricity) continue;
      const bool counted = std::any_of(slots.begin(), slots.end(), [&](int s) {
        return std::any_of(slots_[s].entries.begin(), slots_[s].entries.end(),
                           [&](int e) { return entries_[e].what.quantity == quantity; });
      });
      if (counted) found.push_back(account(slots, quantity));
    }
    return found;
  }

  /// The account of the components in `slots` (sorted) for one quantity.
  BalanceAccount account(const std::vector<int>& slots, Conserved quantity) const {
    BalanceAccount account;
    account.quantity = quantity;
    const auto inside = [&](int e) {
      return std::binary_search(slots.begin(), slots.end(), entries_[e].slot);
    };
    for (const int s : slots) {
      const std::string& id = plan_.instances[s].id;
      double own = -slots_[s].stored[static_cast<std::size_t>(quantity)];  // of the component
      double streams = 0.0;
      account.stored -= own;
      for (const int e : slots_[s].entries) {
        const Entry& entry = entries_[e];
        if (entry.what.quantity != quantity) continue;
        const double amount = entry.amount;
        const std::string port = id + "." + entry.what.name;
        account.gross += std::abs(amount);
        if (entry.what.kind == Kind::StreamIn) account.moved += amount;
        std::vector<int> partners;
        for (const int other : entry.links) {
          if (inside(other)) partners.push_back(other);
        }
        switch (entry.what.kind) {
          case Kind::StreamIn:
            own += amount;
            if (partners.empty()) streams += amount;
            break;
          case Kind::StreamOut:
          case Kind::OpenOut: {
            own -= amount;
            double rest = amount;
            for (const int other : partners) rest -= entries_[other].amount;
            if (partners.empty() || (entry.what.kind == Kind::OpenOut && rest > 0.0)) {
              streams -= rest;
            } else {
              account.losses.push_back({port, rest});
            }
            break;
          }
          case Kind::In:
            own += amount;
            if (partners.empty()) account.items.push_back({port, amount});
            break;
          case Kind::Out:
            own -= amount;
            add_given(account, s, e, inside);
            break;
          case Kind::Part:
            break;  // with its `Out`
          case Kind::Outside:
            own += amount;
            account.items.push_back({id + ": " + entry.what.name, amount});
            break;
          case Kind::Outdoors:
            own += amount;
            streams += amount;
            break;
          case Kind::Content:
            break;
        }
      }
      if (streams != 0.0) account.items.push_back({id + ": flows", streams});
      account.losses.push_back({id, own});
    }
    sum_up(account);
    return account;
  }

  /// What an `Out` and its parts give: to components inside, and the rest outside.
  template <class Inside>
  void add_given(BalanceAccount& account, int s, int total, const Inside& inside) const {
    const std::string port = plan_.instances[s].id + "." + entries_[total].what.name;
    double rest = entries_[total].amount;
    double on_the_way = 0.0;
    double passed = 0.0;
    bool doubled = false;
    for (const int e : slots_[s].entries) {
      const Entry& entry = entries_[e];
      if (entry.total != total || !leaves(entry.what.kind) || is_stream(entry.what.kind)) continue;
      int takers = 0;
      for (const int other : entry.links) {
        if (!inside(other)) continue;
        ++takers;
        rest -= entry.amount;
        passed += std::abs(entry.amount);
        on_the_way += entry.amount - entries_[other].amount;
      }
      doubled = doubled || takers > 1;
    }
    account.losses.push_back({port, on_the_way});
    const double whole = std::abs(entries_[total].amount);
    if (doubled || passed > (1.0 + kRounding) * whole) {
      account.losses.push_back({port, rest});
    } else {
      account.items.push_back({port, -rest});
    }
  }

  static void sum_up(BalanceAccount& account) {
    std::erase_if(account.items, [](const auto& item) { return item.amount == 0.0; });
    for (const auto& item : account.items) {
      (item.amount > 0.0 ? account.supplied : account.delivered) += std::abs(item.amount);
    }
    account.lost = account.supplied - account.delivered - account.stored;
    if (account.quantity != Conserved::Water && account.quantity != Conserved::Air) {
      account.moved = std::max({account.supplied, account.delivered, std::abs(account.stored)});
    }
    std::erase_if(account.losses, [](const auto& loss) { return loss.amount == 0.0; });
    const auto larger = [](const auto& a, const auto& b) {
      return std::abs(a.amount) > std::abs(b.amount);
    };
    std::stable_sort(account.losses.begin(), account.losses.end(), larger);
    std::stable_sort(account.items.begin(), account.items.end(), larger);
  }

  const Plan& plan_;
  std::vector<Entry> entries_;
  std::vector<SlotLedger> slots_;
  mutable std::map<std::string, int, std::less<>> slot_of_;
};

}  // namespace

double BalanceAccount::loss() const {
  double most = std::abs(lost);
  if ((quantity == Conserved::Water || quantity == Conserved::Air) && !losses.empty()) {
    most = std::max(most, std::abs(losses.front().amount));
  }
  return most > kRounding * gross ? most : 0.0;
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
  return Ledgers(plan, amounts).balance();
}

}  // namespace hearth
