// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "hearth/framework/scalar/pack.hpp"

namespace hearth {

/// Quantities that the balance of a run counts. Heat of a flow counts from 0 degC and without heat
/// of vaporisation; electricity is used or generated.
enum class Conserved { Heat, Water, Air, Vapour, Co2, Electricity };
inline constexpr int kConservedCount = 6;

/// A port as it is named in a ledger: its name (`stem`, `middle` and `end` joined), the entry of a
/// `Many`, and the side of a component through which a flow passes (a heat exchanger has two).
struct LedgerPort {
  std::string_view stem;
  std::string_view middle{};
  std::string_view end{};
  int entry = 0;
  int side = 0;

  constexpr LedgerPort(const char* name) : stem(name) {}  // NOLINT: a name is a port
  constexpr LedgerPort(const char* name, int entry_, int side_ = 0)
      : stem(name), entry(entry_), side(side_) {}
  constexpr LedgerPort(std::string_view stem_, std::string_view middle_, std::string_view end_,
                       int entry_)
      : stem(stem_), middle(middle_), end(end_), entry(entry_) {}
};

/// Description of one entry of a ledger.
struct LedgerEntry {
  enum class Kind {
    StreamIn,   ///< carried in by a flow, through a port
    StreamOut,  ///< carried out by a flow; all connected components share it
    OpenOut,    ///< likewise, but flow that no component takes leaves the building
    In,         ///< received at a port
    Out,        ///< delivered at a port, to one component
    Rejected,   ///< likewise; heat that no component takes goes to the surroundings
    Part,       ///< share of the preceding `Out` that another port delivers
    Conducted,  ///< conducted in from the component whose temperature a port reads
    Wall,       ///< likewise, through a wall that stores heat in this component
    Outside,    ///< from outside the model if positive, to it if negative
    Outdoors,   ///< likewise, counted together with the streams of the component
    Content,    ///< what is stored
  };
  Conserved quantity = Conserved::Heat;
  Kind kind = Kind::Outside;
  std::string name;  ///< of the port, or of the source or sink outside
  int entry = 0;     ///< of a `Many` port
  int side = 0;
};

/// Takes the amounts that cross the boundary of a component and that it contains, for the balance
/// of a run.
///
/// A component has up to two functions for this purpose. They write the same entries in the same
/// order at each call, whatever the values are:
///
///     static void balance(const In&, const State&, const Params&, const Out&, Ledger&)  // rates
///     static void content(const State&, const Params&, Ledger&)                         // stored
///
/// with the roles that they need. Rates are W and kg/s (Electricity: W used, negative if
/// generated), contents J and kg. In a step that yields means, `balance` sees mean inputs, states
/// and outputs.
class Ledger {
 public:
  /// Writes values in sequence.
  explicit Ledger(double* values) : next_(values) {}
  /// Writes packs in sequence.
  explicit Ledger(Pack8* packs) : next_pack_(packs) {}
  /// Lists the entries instead of writing values.
  explicit Ledger(std::vector<LedgerEntry>& entries) : entries_(&entries) {}

  template <class T>
  void stream_in(Conserved quantity, const LedgerPort& port, const T& rate) {
    add(quantity, LedgerEntry::Kind::StreamIn, port, rate);
  }
  template <class T>
  void stream_out(Conserved quantity, const LedgerPort& port, const T& rate) {
    add(quantity, LedgerEntry::Kind::StreamOut, port, rate);
  }
  template <class T>
  void open_out(Conserved quantity, const LedgerPort& port, const T& rate) {
    add(quantity, LedgerEntry::Kind::OpenOut, port, rate);
  }
  template <class T>
  void in(Conserved quantity, const LedgerPort& port, const T& rate) {
    add(quantity, LedgerEntry::Kind::In, port, rate);
  }
  template <class T>
  void out(Conserved quantity, const LedgerPort& port, const T& rate) {
    add(quantity, LedgerEntry::Kind::Out, port, rate);
  }
  /// Books heat of losses and condensers, which few models connect further.
  template <class T>
  void rejected(const LedgerPort& port, const T& rate) {
    add(Conserved::Heat, LedgerEntry::Kind::Rejected, port, rate);
  }
  /// Books heat that flows in through a resistance; the component at the other side books -rate.
  template <class T>
  void conducted(const LedgerPort& port, const T& rate) {
    add(Conserved::Heat, LedgerEntry::Kind::Conducted, port, rate);
  }
  /// Books heat that flows into a wall of this component. The component at the other side has its
  /// own wall, so that the two amounts differ by the heat that the walls store.
  template <class T>
  void wall(const LedgerPort& port, const T& rate) {
    add(Conserved::Heat, LedgerEntry::Kind::Wall, port, rate);
  }
  template <class T>
  void part(Conserved quantity, const LedgerPort& port, const T& rate) {
    add(quantity, LedgerEntry::Kind::Part, port, rate);
  }
  /// Books an amount from outside; `name` is a word for readers: "sun", "fuel", "outdoor air".
  template <class T>
  void outside(Conserved quantity, const char* name, const T& rate) {
    add(quantity, LedgerEntry::Kind::Outside, name, rate);
  }
  /// Books what flows bring from outdoors minus what they carry outdoors.
  template <class T>
  void outdoors(Conserved quantity, const T& rate) {
    add(quantity, LedgerEntry::Kind::Outdoors, "outdoors", rate);
  }
  template <class T>
  void content(Conserved quantity, const char* name, const T& amount) {
    add(quantity, LedgerEntry::Kind::Content, name, amount);
  }

 private:
  template <class T>
  void add(Conserved quantity, LedgerEntry::Kind kind, const LedgerPort& port, const T& value) {
    if (next_pack_ != nullptr) {
      *next_pack_++ = Pack8(value);
    } else if (entries_ != nullptr) [[unlikely]] {
      describe(quantity, kind, port);
    } else if constexpr (!std::is_same_v<T, Pack8>) {
      *next_++ = static_cast<double>(value);
    }
  }
  /// A separate function, so that `add` is a single store during a step.
  [[gnu::noinline]] void describe(Conserved quantity, LedgerEntry::Kind kind,
                                  const LedgerPort& port) {
    std::string name(port.stem);
    name += port.middle;
    name += port.end;
    entries_->push_back({quantity, kind, std::move(name), port.entry, port.side});
  }

  double* next_ = nullptr;
  Pack8* next_pack_ = nullptr;
  std::vector<LedgerEntry>* entries_ = nullptr;
};

}  // namespace hearth
