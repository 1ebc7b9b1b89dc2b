// SPDX-License-Identifier: MIT
#include "hearth/framework/balance/internal/ledgers.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace hearth {

Ledgers::Ledgers(const Plan& plan, const BookedAmounts& amounts)
    : plan_(plan), slots_(plan.slots.size()) {
  read(plan, amounts);
  link();
  find_opposites();
}

void Ledgers::read(const Plan& plan, const BookedAmounts& amounts) {
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
      if (what.kind == LedgerEntry::Kind::Out || what.kind == LedgerEntry::Kind::Rejected)
        total = number;
      slots_[s].entries.push_back(number);
      BookedEntry& entry = entries_.emplace_back();
      entry.slot = static_cast<int>(s);
      entry.what = std::move(what);
      entry.amount = amounts.exchanged[k++];
      entry.total = total;
    }
    if (traits.content == nullptr) continue;
    for (const LedgerEntry& what : traits.content(slot.sizes)) {
      slots_[s].stores_heat = slots_[s].stores_heat || what.quantity == Conserved::Heat;
      slots_[s].stored[static_cast<std::size_t>(what.quantity)] +=
          amounts.content_at_end[content] - amounts.content_at_start[content];
      ++content;
    }
  }
}

/// Returns the entry of a `Many` port to which a connection refers.
int Ledgers::entry_of(int slot, Role role, const Endpoint& end) const {
  const PlannedInstance& instance = plan_.instances[slot];
  const SchemaView& schema = instance.type->schema;
  const Field* field = schema.find(role, end.port);
  if (field == nullptr || !field->many || end.key.empty()) return 0;
  const int set = schema.set_index(field->set);
  if (set < 0) return 0;
  const auto& keys = instance.keys[set];
  const auto at = std::find(keys.begin(), keys.end(), end.key);
  return at == keys.end() ? 0 : static_cast<int>(at - keys.begin());
}

std::vector<Ledgers::Wire> Ledgers::wires() const {
  std::map<std::string, int, std::less<>> slots;
  for (std::size_t s = 0; s < plan_.instances.size(); ++s) {
    slots[plan_.instances[s].id] = static_cast<int>(s);
  }
  std::vector<Wire> wires;
  for (const Connection& connection : plan_.model.connections()) {
    const auto from = slots.find(connection.from.component);
    const auto to = slots.find(connection.to.component);
    if (from == slots.end() || to == slots.end()) continue;
    wires.push_back({from->second, to->second, connection.from.port, connection.to.port,
                     entry_of(from->second, Role::Output, connection.from),
                     entry_of(to->second, Role::Input, connection.to)});
  }
  return wires;
}

/// Returns whether the quantity that enters a port of a component leaves it as the same kind.
bool Ledgers::passes(int slot, const std::string& port) const {
  const Field* field = plan_.instances[slot].type->schema.find(Role::Input, port);
  return field != nullptr && field->passed_on;
}

/// Returns whether a port receives heat that is not booked.
bool Ledgers::takes_heat_outside(int slot, const std::string& port) const {
  if (slots_[slot].balanced) return false;
  const Field* field = plan_.instances[slot].type->schema.find(Role::Input, port);
  return field != nullptr && !field->passed_on && !field->unit.bare &&
         field->unit.compatible(unit::W);
}

bool Ledgers::same_kind(const BookedEntry& from, const BookedEntry& to) const {
  if (from.what.quantity != to.what.quantity || is_conduction(to.what.kind)) return false;
  if (is_stream(from.what.kind) != is_stream(to.what.kind)) return false;
  return !is_stream(from.what.kind) || carrier(from) == carrier(to);
}

const BookedEntry* Ledgers::at_same_port(const BookedEntry& entry, Conserved quantity) const {
  for (const int e : slots_[entry.slot].entries) {
    const BookedEntry& other = entries_[e];
    if (other.what.quantity == quantity && other.what.name == entry.what.name &&
        other.what.entry == entry.what.entry && leaves(other.what.kind) == leaves(entry.what.kind))
      return &other;
  }
  return nullptr;
}

Conserved Ledgers::carrier(const BookedEntry& entry) const {
  if (entry.what.quantity != Conserved::Heat) return entry.what.quantity;
  return at_same_port(entry, Conserved::Water) != nullptr ? Conserved::Water : Conserved::Air;
}

void Ledgers::link() {
  std::map<Place, std::vector<int>> places;
  for (std::size_t e = 0; e < entries_.size(); ++e) {
    const LedgerEntry& what = entries_[e].what;
    if (!leaves(what.kind) && !enters(what.kind)) continue;
    places[{entries_[e].slot, what.name, what.entry, leaves(what.kind)}].push_back(
        static_cast<int>(e));
  }
  const std::vector<Wire> all = wires();
  std::vector<std::vector<const Wire*>> outgoing(slots_.size()), passed(slots_.size());
  for (const Wire& wire : all) {
    outgoing[wire.from].push_back(&wire);
    if (passes(wire.to, wire.to_port)) passed[wire.to].push_back(&wire);
  }
  const auto at_end = [&](const Wire& wire) -> const std::vector<int>* {
    const auto found = places.find({wire.to, wire.to_port, wire.to_entry, false});
    return found == places.end() ? nullptr : &found->second;
  };
  std::vector<std::pair<std::pair<int, int>, int>> through;  // a pair of entries, a block
  for (const Wire& wire : all) {
    if (const std::vector<int>* ends = at_end(wire)) {
      // Back through blocks that pass on a single signal.
      const Wire* first = &wire;
      for (std::size_t hops = 0; passed[first->from].size() == 1 && hops < slots_.size(); ++hops) {
        first = passed[first->from].front();
      }
      for (const int b : *ends) {
        entries_[b].source = first->from;
        entries_[b].source_port = first->from_port;
      }
    }
    const auto from = places.find({wire.from, wire.from_port, wire.from_entry, true});
    if (from == places.end()) continue;
    const auto join_to = [&](const Wire& last, int block) {
      if (takes_heat_outside(last.to, last.to_port)) {
        for (const int a : from->second) entries_[a].taken_outside = true;
      }
      const std::vector<int>* ends = at_end(last);
      if (ends == nullptr) return;
      for (const int a : from->second) {
        for (const int b : *ends) {
          if (!same_kind(entries_[a], entries_[b])) continue;
          entries_[a].links.push_back(b);
          entries_[b].links.push_back(a);
          if (block >= 0) through.push_back({{a, b}, block});
        }
      }
    };
    join_to(wire, -1);
    if (!passes(wire.to, wire.to_port)) continue;
    std::vector<int> blocks{wire.to};
    std::set<int> seen{wire.to};
    while (!blocks.empty()) {
      const int block = blocks.back();
      blocks.pop_back();
      for (const Wire* next : outgoing[block]) {
        join_to(*next, wire.to);
        if (passes(next->to, next->to_port) && seen.insert(next->to).second) {
          blocks.push_back(next->to);
        }
      }
    }
  }
  // Entries that blocks join are booked together.
  std::vector<int> parent(entries_.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int at) {
    while (parent[at] != at) at = parent[at] = parent[parent[at]];
    return at;
  };
  std::set<int> with_blocks;
  for (const auto& [pair, block] : through) {
    with_blocks.insert({pair.first, pair.second});
    parent[root(pair.second)] = root(pair.first);
  }
  if (with_blocks.empty()) return;
  for (std::size_t e = 0; e < entries_.size(); ++e) {
    for (const int other : entries_[e].links) {
      // A component's direct partner belongs to the group if one of the two does.
      parent[root(other)] = root(static_cast<int>(e));
    }
  }
  std::map<int, int> groups;
  for (const auto& [pair, block] : through) {
    const auto [at, added] = groups.try_emplace(root(pair.first), static_cast<int>(joined_.size()));
    if (added) joined_.push_back({id(block), {}});
  }
  for (std::size_t e = 0; e < entries_.size(); ++e) {
    const auto group = groups.find(root(static_cast<int>(e)));
    if (group == groups.end()) continue;
    entries_[e].group = group->second;
    joined_[group->second].members.push_back(static_cast<int>(e));
  }
}

/// Finds, for each conduction, the entry at the other side.
void Ledgers::find_opposites() {
  for (BookedEntry& entry : entries_) {
    if (!is_conduction(entry.what.kind) || entry.source < 0) continue;
    for (const int e : slots_[entry.source].entries) {
      const BookedEntry& other = entries_[e];
      if (is_conduction(other.what.kind) && other.source == entry.slot) entry.across = e;
    }
  }
}

}  // namespace hearth
