// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "hearth/framework/balance/balance.hpp"

namespace hearth {

/// An entry of the ledger of a component, with the booked amount and the entries of connected
/// components.
struct BookedEntry {
  int slot = 0;
  LedgerEntry what;
  double amount = 0.0;
  int total = -1;          ///< `Out` of a `Part`; an `Out` or `Rejected` itself
  std::vector<int> links;  ///< entries at the other ends of its connections, also through blocks
  int group = -1;          ///< number of the `JoinedEntries` that contain it, -1: none
  int across = -1;         ///< for `Conducted` and `Wall`: entry of the other component
  int source = -1;         ///< for an input: slot of the component that delivers it, or -1
  std::string source_port;
  bool taken_outside = false;  ///< a component without a balance, such as an FMU, receives it
};

/// Entries that blocks connect (a sum of heat flows, a sensor in a pipe) and that are balanced
/// together.
struct JoinedEntries {
  std::string block;
  std::vector<int> members;
};

inline bool leaves(LedgerEntry::Kind kind) {
  using Kind = LedgerEntry::Kind;
  return kind == Kind::StreamOut || kind == Kind::OpenOut || kind == Kind::Out ||
         kind == Kind::Rejected || kind == Kind::Part;
}
inline bool enters(LedgerEntry::Kind kind) {
  using Kind = LedgerEntry::Kind;
  return kind == Kind::StreamIn || kind == Kind::In || kind == Kind::Conducted ||
         kind == Kind::Wall;
}
inline bool is_stream(LedgerEntry::Kind kind) {
  using Kind = LedgerEntry::Kind;
  return kind == Kind::StreamIn || kind == Kind::StreamOut || kind == Kind::OpenOut;
}
inline bool is_conduction(LedgerEntry::Kind kind) {
  return kind == LedgerEntry::Kind::Conducted || kind == LedgerEntry::Kind::Wall;
}

/// The ledgers of all components of a plan, and their connections.
class Ledgers {
 public:
  struct SlotLedger {
    bool balanced = false;
    bool stores_heat = false;
    std::vector<int> entries;
    std::array<double, kConservedCount> stored{};
  };

  Ledgers(const Plan& plan, const BookedAmounts& amounts);

  const std::vector<BookedEntry>& entries() const { return entries_; }
  const std::vector<SlotLedger>& slots() const { return slots_; }
  const std::vector<JoinedEntries>& joined() const { return joined_; }
  const std::string& id(int slot) const { return plan_.instances[slot].id; }
  /// Returns `component.port` of an entry.
  std::string port(const BookedEntry& entry) const {
    return id(entry.slot) + "." + entry.what.name;
  }
  bool is_zone(int slot) const {
    return plan_.instances[slot].type->schema.find(Role::Output, "indoorTemperature") != nullptr;
  }
  /// Returns the entry of another quantity at the same port and side, or null.
  const BookedEntry* at_same_port(const BookedEntry& entry, Conserved quantity) const;
  /// Returns the medium of a flow that carries heat: Water or Air.
  Conserved carrier(const BookedEntry& entry) const;

 private:
  using Place = std::tuple<int, std::string, int, bool>;  // slot, port, entry, leaves
  /// A connection with slots instead of ids.
  struct Wire {
    int from = 0, to = 0;
    std::string from_port, to_port;
    int from_entry = 0, to_entry = 0;
  };

  void read(const Plan& plan, const BookedAmounts& amounts);
  std::vector<Wire> wires() const;
  int entry_of(int slot, Role role, const Endpoint& end) const;
  void link();
  void find_opposites();
  bool same_kind(const BookedEntry& from, const BookedEntry& to) const;
  bool passes(int slot, const std::string& port) const;
  bool takes_heat_outside(int slot, const std::string& port) const;

  const Plan& plan_;
  std::vector<BookedEntry> entries_;
  std::vector<SlotLedger> slots_;
  std::vector<JoinedEntries> joined_;
};

}  // namespace hearth
