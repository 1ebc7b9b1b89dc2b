// SPDX-License-Identifier: MIT
#include "hearth/framework/analysis/feedthrough_check.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/component/cells.hpp"
#include "hearth/framework/model/cell_values.hpp"

namespace hearth {
namespace {

/// Random numbers that are the same on every platform, unlike those of the standard library.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : engine_(seed) {}

  /// Returns a number in [0, 1).
  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  /// Returns 0, 1, or a number from 1e-3 to 1e5, all decades alike; half negative if `both_signs`.
  double number(bool both_signs) {
    const double kind = uniform();
    const double size = kind < 0.1 ? 0.0 : kind < 0.2 ? 1.0 : std::pow(10.0, 8.0 * uniform() - 3.0);
    return both_signs && uniform() < 0.5 ? -size : size;
  }

 private:
  std::mt19937_64 engine_;
};

/// Returns the names of the input entries of an instance: `port` or `port[key]`.
std::vector<std::string> input_names(const PlannedInstance& instance) {
  const SchemaView& schema = instance.type->schema;
  std::vector<std::string> names;
  for (int member = 0; const Field* field = schema.find(Role::Input, member); ++member) {
    const int count = cell_count(schema, *field, instance.sizes);
    for (int k = 0; k < count; ++k) {
      names.emplace_back(field->name);
      if (field->many) names.back() += "[" + instance.keys[schema.set_index(field->set)][k] + "]";
    }
  }
  return names;
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// One instance with its own cells; its inputs read cells after those of the plan.
class Probe {
 public:
  Probe(const ConfigObjects<double>& objects, int slot)
      : plan_(objects.plan()),
        slot_(objects.inputs().slots[slot]),
        type_(*plan_.instances[slot].type),
        counts_(type_.traits.counts(slot_.sizes)),
        first_input_(static_cast<int>(plan_.cells.size())),
        cells_(plan_.cells.size() + static_cast<std::size_t>(counts_.in)),
        map_(plan_.in),
        sides_(plan_.initial_sides),
        scratch_(static_cast<std::size_t>(plan_.scratch_count) + 1),
        start_(seconds(objects.inputs().period.start - objects.inputs().origin)),
        length_(seconds(objects.inputs().period.end - objects.inputs().period.start)) {
    type_.plain.construct(slot_, cells_.data());
    for (std::size_t i = 0; i < plan_.cells.size(); ++i) {
      cells_[static_cast<int>(i)] = plan_.cells[i];
    }
    type_.plain.prepare(slot_, cells_.data(), plan_.instances[slot].computed);
    for (int k = 0; k < counts_.in; ++k) map_[slot_.in + k] = first_input_ + k;
    frame_.cells = cells_.data();
    frame_.in = map_.data();
    frame_.configs = objects.configs();
    frame_.sides = sides_.data();
    frame_.scratch = scratch_.data();
  }

  int inputs() const { return counts_.in; }
  double& input(int k) { return cells_[first_input_ + k]; }

  /// Draws inputs, states, held values and a time; the first point is that of the start.
  void place(Draws& draws, int point) {
    const bool both_signs = point % 2 != 0;
    frame_.start = frame_.end = start_ + (point == 0 ? 0.0 : length_ * draws.uniform());
    for (int k = 0; k < counts_.in; ++k) input(k) = point == 0 ? 0.0 : draws.number(both_signs);
    const auto move = [&](int first, int count) {
      for (int i = 0; i < count; ++i) {
        cells_[first + i] = plan_.cells[first + i];
        if (point > 1 && draws.uniform() < 0.5) cells_[first + i] += draws.number(both_signs);
      }
    };
    move(slot_.state, counts_.state);
    move(slot_.held, counts_.held);
  }

  std::vector<double> outputs() {
    type_.plain.outputs(&slot_, 1, frame_);
    std::vector<double> values;
    for (int o = 0; o < counts_.out; ++o) values.push_back(cells_[slot_.out + o]);
    return values;
  }

 private:
  const Plan& plan_;
  const Slot& slot_;
  const ComponentType& type_;
  Counts counts_;
  int first_input_;
  Cells<double> cells_;
  std::vector<int> map_;
  std::vector<Side> sides_;
  std::vector<double> scratch_;
  double start_, length_;  // s
  Frame<double> frame_;
};

/// Observation of one output and one input.
struct Seen {
  bool changed = false;
  double from = 0.0, to = 0.0;  // of the input
};

/// Moves the inputs of one instance.
class Checker {
 public:
  Checker(const Plan& plan, int slot, Probe& probe)
      : plan_(plan),
        slot_(slot),
        probe_(probe),
        outputs_(plan.traces[slot].feedthrough.size()),
        repeats_(outputs_, true),
        seen_(outputs_, std::vector<Seen>(static_cast<std::size_t>(probe.inputs()))) {}

  void probe(const FeedthroughOptions& options) {
    Draws draws(options.seed);
    for (int point = 0; point < options.points; ++point) {
      probe_.place(draws, point);
      const std::vector<double> base = probe_.outputs(), again = probe_.outputs();
      for (std::size_t o = 0; o < outputs_; ++o) {
        repeats_[o] = repeats_[o] && same(base[o], again[o]);
      }
      for (int k = 0; k < probe_.inputs(); ++k) {
        for (int m = 0; m < options.moves; ++m) move(k, draws.number(point % 2 != 0), base);
      }
    }
  }

  FeedthroughReport report() const {
    FeedthroughReport report;
    const std::vector<std::string> inputs = input_names(plan_.instances[slot_]);
    for (std::size_t o = 0; o < outputs_; ++o) {
      const std::string& output =
          plan_.signals[static_cast<std::size_t>(plan_.slots[slot_].out) + o].name;
      if (!repeats_[o]) {
        report.diagnostics.error("feedthrough.not_repeatable", Where::of_signal(output),
                                 "takes two different values for the same inputs and states; the "
                                 "functions of the component must be pure");
        continue;  // the observations are invalid
      }
      const std::vector<int>& traced = plan_.traces[slot_].feedthrough[o];
      for (std::size_t k = 0; k < inputs.size(); ++k) {
        const bool known = std::binary_search(traced.begin(), traced.end(), static_cast<int>(k));
        if (!known && !seen_[o][k].changed) continue;
        report.pairs.push_back({output, inputs[k], known, seen_[o][k].changed});
        explain(report.pairs.back(), seen_[o][k], report.diagnostics);
      }
    }
    return report;
  }

 private:
  void move(int k, double value, const std::vector<double>& base) {
    const double before = probe_.input(k);
    probe_.input(k) = value;
    const std::vector<double> moved = probe_.outputs();
    probe_.input(k) = before;
    for (std::size_t o = 0; o < outputs_; ++o) {
      if (!seen_[o][k].changed && !same(moved[o], base[o])) {
        seen_[o][k] = {true, before, value};
      }
    }
  }

  static void explain(const FeedthroughPair& pair, const Seen& seen, Diagnostics& diagnostics) {
    if (pair.seen && !pair.traced) {
      diagnostics.error(
          "feedthrough.missed", Where::of_signal(pair.output),
          "changes when input " + pair.input + " moves from " + number_text(seen.from) + " to " +
              number_text(seen.to) +
              ", but tracing does not find this dependence; compute with the scalar type T only");
    } else if (!pair.seen) {
      diagnostics.note("feedthrough.unseen", Where::of_signal(pair.output),
                       "did not change at any point when input " + pair.input +
                           " moved; the order of evaluation still assumes that it depends on it");
    }
  }

  const Plan& plan_;
  int slot_;
  Probe& probe_;
  std::size_t outputs_;
  std::vector<bool> repeats_;
  std::vector<std::vector<Seen>> seen_;  // by output, by input
};

}  // namespace

FeedthroughReport check_feedthrough(const Plan& plan, const RunInputs& inputs, std::string_view id,
                                    const FeedthroughOptions& options) {
  if (options.points < 1 || options.moves < 1) {
    throw InputError("feedthrough.options_invalid", {.component = std::string(id)},
                     std::to_string(options.points) + " points and " +
                         std::to_string(options.moves) + " moves; expected at least one of each");
  }
  const int slot = plan.slot_of(id);
  if (plan.slots[slot].stepper >= 0) {
    throw InputError(
        "feedthrough.no_equations", {.component = std::string(id)},
        "advances by steps and holds its outputs between them; it has no equations to check");
  }
  const ConfigObjects<double> objects(plan, inputs);
  Probe probe(objects, slot);
  Checker checker(plan, slot, probe);
  checker.probe(options);
  return checker.report();
}

}  // namespace hearth
