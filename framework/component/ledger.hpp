// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "hearth/framework/scalar/pack.hpp"

namespace hearth {

/// Quantities that the balance of a run counts. The heat that a flow carries is counted from 0 degC
/// and without heat of vaporisation. Electricity is counted as used or generated.
enum class Conserved { Heat, Water, Air, Vapour, Co2, Electricity };
inline constexpr int kConservedCount = 6;

/// A port in a ledger: its name (`stem`, `middle` and `end` joined), its entry if it is a `Many`,
/// and the side of the component to which its flow belongs (a heat exchanger has two sides).
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
    StreamIn,   ///< carried into the component by a flow, through a port
    StreamOut,  ///< carried out by a flow, which all connected components share
    OpenOut,    ///< as StreamOut; a flow that no component takes leaves the building
    In,         ///< received through a port, without a flow
    Out,        ///< delivered through a port to one component
    Rejected,   ///< as Out; heat that no component takes goes to the surroundings
    Part,       ///< part of the preceding `Out` that another port delivers
    Conducted,  ///< conducted in from the component whose temperature a port reads
    Wall,       ///< as Conducted, through a wall of this component that stores heat
    Outside,    ///< from outside the model if positive, to the outside if negative
    Outdoors,   ///< as Outside, counted together with the flows of the component
    Content,    ///< stored in the component
  };
  Conserved quantity = Conserved::Heat;
  Kind kind = Kind::Outside;
  std::string name;  ///< of the port, or of the source or sink outside the model
  int entry = 0;     ///< of a `Many` port
  int side = 0;
};

/// Takes the amounts that cross the boundary of a component and the amounts that it contains, for
/// the balance of a run.
///
/// A component can have two functions for this purpose, with the roles that they need as arguments:
///
///     static void balance(const In&, const State&, const Params&, const Out&, Ledger&)  // rates
///     static void content(const State&, const Params&, Ledger&)                         // stored
///
/// Each function must write the same entries in the same order at every call, whatever the values
/// are. Rates are in W (heat; electricity used, negative if generated) and kg/s, contents in J and
/// kg. In a step that yields means, `balance` receives mean inputs, states and outputs.
class Ledger {
 public:
  /// Writes the amounts to `values`, one after the other.
  explicit Ledger(double* values) : next_(values) {}
  /// Writes the amounts of eight runs to `packs`, one after the other.
  explicit Ledger(Pack8* packs) : next_pack_(packs) {}
  /// Lists the descriptions of the entries instead of writing amounts.
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
  /// Books rejected heat, such as losses and heat of condensers, which few models connect further.
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
  /// Books an amount from outside the model; `name` is a word for readers: "sun", "fuel", "outdoor
  /// air".
  template <class T>
  void outside(Conserved quantity, const char* name, const T& rate) {
    add(quantity, LedgerEntry::Kind::Outside, name, rate);
  }
  /// Books the amount that flows bring from outdoors minus the amount that they carry outdoors.
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
