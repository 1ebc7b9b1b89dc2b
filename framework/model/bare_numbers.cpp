// SPDX-License-Identifier: MIT
#include "hearth/framework/model/bare_numbers.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hearth/framework/base/number_text.hpp"

namespace hearth {
namespace {

/// Whether a component delivers a column of a file, whose header may state its unit.
bool reads_column(const Component& component) {
  return std::any_of(component.config.begin(), component.config.end(), [](const auto& member) {
    const auto* series = std::get_if<SeriesSpec>(&member.second);
    return series != nullptr && std::holds_alternative<FileColumn>(series->source);
  });
}

void list_bare_sources(const ResolvedModel& wiring, Diagnostics& diagnostics) {
  for (const ResolvedComponent& wired : wiring.components) {
    const bool any = std::any_of(
        wired.type->schema.begin(), wired.type->schema.end(),
        [](const Field& field) { return field.role == Role::Output && field.unit.any != 0; });
    if (!wired.source || !any || wired.any || reads_column(*wired.component)) continue;
    const Where where = wired.component->where.at(wired.component->id);
    diagnostics.note("model.unitless_source", where,
                     "the source delivers a number without a unit: each port that it feeds reads "
                     "the number in its own unit");
  }
}

/// A quantity that a block passes on as a number without a unit.
struct PassedQuantity {
  std::string from;  // `id.port` at which it starts
  Unit unit;
  std::string factor;      // `id.name` by which a block multiplies it; "": by none
  int block = -1;          // that passes it on
  int before = -1;         // the block before that on the path, -1: none
  std::size_t number = 0;  // number of the quantity in that block
};

/// Follows quantities through blocks that take numbers of any unit.
class BarePaths {
 public:
  BarePaths(const ResolvedModel& wiring, Diagnostics& diagnostics)
      : wiring_(wiring), diagnostics_(diagnostics), passed_(wiring.components.size()) {}

  void check() {
    // A path visits each block once, so that loops end. Repeats passes over connections, but only
    // over those at which a new quantity may enter.
    std::vector<std::vector<std::size_t>> leaving(wiring_.components.size());
    std::set<std::size_t> pending;
    for (std::size_t i = 0; i < wiring_.connections.size(); ++i) {
      leaving[static_cast<std::size_t>(wiring_.connections[i].source)].push_back(i);
      pending.insert(pending.end(), i);
    }
    while (!pending.empty()) {
      std::set<std::size_t> now = std::exchange(pending, {});
      for (const std::size_t i : now) {
        const ResolvedConnection& wired = wiring_.connections[i];
        if (!enter(wired)) continue;
        for (const std::size_t other : leaving[static_cast<std::size_t>(wired.target)]) {
          (other > i ? now : pending).insert(other);
        }
      }
    }
    for (const ResolvedConnection& wired : wiring_.connections) leave(wired);
  }

 private:
  static constexpr std::size_t kMost = 16;  // quantities that are followed through a block

  /// Returns the unit of an output; nothing for a bare number.
  std::optional<Unit> unit_of(const ResolvedConnection& wired) const {
    const Unit& own = wired.output->unit;
    if (own.bare || (own.any != 0 && !wiring_.components[wired.source].any)) return std::nullopt;
    return wiring_.unit_of(wired.source, *wired.output);
  }

  bool enter(const ResolvedConnection& wired) {
    if (!wired.input->unit.bare || !wired.input->passed_on) return false;
    std::vector<PassedQuantity> quantities;
    if (const auto unit = unit_of(wired)) {
      quantities.push_back({to_string(wired.connection->from), *unit, ""});
    } else if (wired.output->unit.bare) {
      quantities = passed_[static_cast<std::size_t>(wired.source)];
      for (std::size_t k = 0; k < quantities.size(); ++k) {
        quantities[k].before = wired.source;
        quantities[k].number = k;
      }
    }
    bool found = false;
    for (PassedQuantity& quantity : quantities) {
      if (quantity.factor.empty()) quantity.factor = factor_of(wired);
      found |= add(wired.target, std::move(quantity));
    }
    return found;
  }

  /// Returns the factor with which a block may convert the quantity at an input.
  std::string factor_of(const ResolvedConnection& wired) const {
    const ResolvedComponent& block = wiring_.components[wired.target];
    const std::string name(wired.input->factor);
    if (name.empty()) return "";
    const bool parameter = block.type->schema.find(Role::Parameter, name) != nullptr;
    const bool given = !parameter || block.component->parameters.count(name) > 0;
    return given ? block.component->id + "." + name : "";
  }

  bool add(int block, PassedQuantity quantity) {
    std::vector<PassedQuantity>& known = passed_[static_cast<std::size_t>(block)];
    const auto is_same = [&](const PassedQuantity& other) {
      return other.from == quantity.from && other.factor.empty() == quantity.factor.empty();
    };
    if (known.size() == kMost || std::any_of(known.begin(), known.end(), is_same)) return false;
    const bool was_here = std::any_of(known.begin(), known.end(), [&](const PassedQuantity& other) {
      return other.from == quantity.from;
    });
    if (was_here && passed(quantity, block)) return false;
    quantity.block = block;
    known.push_back(std::move(quantity));
    return true;
  }

  /// Returns whether a quantity passed through a block.
  bool passed(const PassedQuantity& quantity, int block) const {
    const PassedQuantity* on_way = &quantity;
    while (on_way->before >= 0 && on_way->before != block) {
      on_way = &passed_[static_cast<std::size_t>(on_way->before)][on_way->number];
    }
    return on_way->before == block;
  }

  void leave(const ResolvedConnection& wired) {
    if (!wired.output->unit.bare || wired.input->unit.bare) return;
    if (wired.input->unit.any != 0 && !wiring_.components[wired.target].any) return;
    const Unit to = wiring_.unit_of(wired.target, *wired.input);
    for (const PassedQuantity& quantity : passed_[static_cast<std::size_t>(wired.source)]) {
      const Unit& from = quantity.unit;
      const bool fits = from.compatible(to);
      if (fits && conversion(from, to).identity()) continue;
      const bool plain = from == unit::one && !quantity.factor.empty();
      if (!plain) report(quantity, wired, to, fits);
    }
  }

  void report(const PassedQuantity& quantity, const ResolvedConnection& wired, const Unit& to,
              bool fits) {
    const std::string& block =
        wiring_.components[static_cast<std::size_t>(quantity.block)].component->id;
    std::string message = quantity.from + " [" + quantity.unit.symbol + "] passes " + block +
                          " as a number without a unit, which " + to_string(wired.connection->to) +
                          " reads in [" + to.symbol + "]";
    if (!quantity.factor.empty()) {
      diagnostics_.note("model.unit_lost", wired.connection->where,
                        message + "; " + quantity.factor + " must convert the number");
      return;
    }
    const Conversion scale = conversion(quantity.unit, to);
    if (fits && scale.shift == 0.0) {
      message +=
          ": multiply it by " + number_text(scale.factor) + " (Gain), or connect it directly";
    } else if (fits) {
      message += ": connect it directly, which converts it";
    } else {
      message +=
          ": correct the connection, or set the factor of a Gain so that it converts the number";
    }
    diagnostics_.warning("model.unit_lost", wired.connection->where, message);
  }

  const ResolvedModel& wiring_;
  Diagnostics& diagnostics_;
  std::vector<std::vector<PassedQuantity>> passed_;  // by block
};

}  // namespace

void list_bare_numbers(const ResolvedModel& wiring, Diagnostics& diagnostics) {
  list_bare_sources(wiring, diagnostics);
  BarePaths(wiring, diagnostics).check();
}

}  // namespace hearth
