// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/random.hpp"
#include "hearth/tests/support/bare_instance.hpp"

namespace hearth::test::every_derivative_test {
namespace {

constexpr std::uint64_t kSeed = 20;
constexpr int kPoints = 160;                           // of each type
constexpr double kStart = BareInstance::kEnd - 600.0;  // s, of the step

/// Random numbers of one type, the same whatever other types there are.
class Random {
 public:
  explicit Random(const std::string& type) {
    for (const char c : type) stream_ = scrambled(stream_ ^ static_cast<unsigned char>(c));
  }
  double between(double low, double high) { return low + (high - low) * uniform(bits()); }
  /// Logarithmically between two positive numbers.
  double of_any_size(double low, double high) {
    return std::exp(between(std::log(low), std::log(high)));
  }
  /// Returns a whole number below `n`.
  int below(int n) { return static_cast<int>(bits() % static_cast<std::uint64_t>(n)); }

 private:
  std::uint64_t bits() { return random_bits(kSeed, stream_, number_++); }

  std::uint64_t stream_ = 0, number_ = 0;
};

/// Inputs, states and held values have no range: a usual one for their unit.
double usual(const Field& field, Random& random) {
  const Unit& u = field.unit;
  if (u.bare || u.any != 0) return random.between(-5.0, 5.0);
  if (u == unit::degC) return random.between(-25.0, 80.0);
  if (u == unit::ppm) return random.between(300.0, 2000.0);
  if (u == unit::deg) return random.between(0.0, 180.0);
  if (u == unit::W_per_m2) return random.between(-50.0, 1000.0);
  if (u == unit::m_per_s) return random.between(0.0, 10.0);
  if (u == unit::s) return kStart - (random.below(2) == 0 ? 0.0 : random.between(0.0, 600.0));
  if (u == unit::W || u == unit::Pa) return random.between(-500.0, 3000.0);
  if (u == unit::W_per_K) return random.between(0.1, 300.0);
  if (u == unit::kg_per_s) {
    return random.below(4) == 0 ? random.between(-0.5, 0.0) : random.of_any_size(1e-4, 2.0);
  }
  if (field.name.find("HumidityRatio") != std::string_view::npos) return random.between(0.0, 0.03);
  return random.below(4) == 0 ? random.of_any_size(1e-3, 1.0) : random.between(-0.2, 1.5);
}

/// A value near the default, within `spread` of it.
double near_default(const Range& range, double spread, Random& random) {
  const double size = range.value == 0.0 ? 1.0 : range.value;
  const double value = range.value + size * random.between(-spread, spread);
  return std::clamp(value, range.min, range.max);
}

/// A value of any size in the range, but no more than a thousand times the default.
double within(const Range& range, Random& random) {
  const double size = range.value == 0.0 ? 1.0 : std::abs(range.value);
  const double high = std::min(range.max, 1e3 * size);
  const double least = 1e-3 * std::min(size, 1e3);
  if (range.min >= 0.0) return random.of_any_size(std::max(range.min, least), high);
  return random.between(std::max(range.min, -1e3 * size), high) * random.of_any_size(1e-3, 1.0);
}

/// Columns of a table rise, so that they can be the points of a curve.
Table rising_table(int rows, int columns, Random& random) {
  std::vector<double> values;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      values.push_back(0.25 * row + 0.05 * column + random.between(0.02, 0.2));
    }
  }
  return {rows, columns, std::move(values)};
}

ResolvedConfig some_config(const SchemaView& schema, const std::vector<int>& sizes,
                           const Field& field, Random& random) {
  const auto size_of = [&](std::string_view set, int otherwise) {
    const int index = schema.set_index(set);
    return index < 0 ? otherwise : sizes[static_cast<std::size_t>(index)];
  };
  switch (field.kind) {
    case ConfigKind::Series:
      return Series(random.between(0.0, 1.0));
    case ConfigKind::File:
    case ConfigKind::Number:
      return FileMember{};
    case ConfigKind::Integer:
      return static_cast<int>(field.range.value);
    case ConfigKind::Flag:
      return random.below(2) == 1;
    case ConfigKind::Choice:
      return random.below(static_cast<int>(field.words.size()));
    case ConfigKind::Table:
      return rising_table(size_of(field.row_set, 4),
                          size_of(field.column_set, std::max(field.columns, 1)), random);
    default:
      return 0;
  }
}

/// Returns an instance with index sets of some sizes, some configuration and some computed
/// defaults.
BareInstance some_instance(const ComponentType& type, Random& random) {
  const SchemaView& schema = type.schema;
  std::vector<int> sizes(static_cast<std::size_t>(schema.set_count()));
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const IndexSet& set = schema.set(static_cast<int>(i));
    sizes[i] = set.count.empty() ? 1 + random.below(3) : std::max(set.default_count, 2);
  }
  std::uint64_t computed = 0;
  for (const Field& field : schema) {
    if (field.single)
      sizes[static_cast<std::size_t>(schema.set_index(field.set))] = random.below(2);
    if (field.computed && random.below(2) == 1) computed |= std::uint64_t{1} << field.member;
  }
  std::vector<ResolvedConfig> config;
  for (int member = 0; schema.find(Role::Config, member) != nullptr; ++member) {
    config.push_back(some_config(schema, sizes, *schema.find(Role::Config, member), random));
  }
  return {type, std::move(sizes), std::move(config), computed};
}

/// What differences say of a derivative, and by how much they may be wrong.
struct Difference {
  double value = 0.0;
  double error = std::numeric_limits<double>::infinity();
};

/// The results of an instance at one point, and what rounding does to them.
struct Point {
  std::vector<double> at, values, noise;
};

/// Returns the numbers, each moved by up to that share of itself.
std::vector<double> moved(std::vector<double> numbers, double share, Random& random) {
  for (double& number : numbers) number *= 1.0 + random.between(-share, share);
  return numbers;
}

Point point_at(const BareInstance& instance, std::vector<double> at, Random& random) {
  Point point{std::move(at), {}, {}};
  point.values = instance.evaluate(point.at);
  for (const double value : point.values) point.noise.push_back(2e-14 * std::abs(value));
  for (int i = 0; i < 8; ++i) {
    const std::vector<double> near = instance.evaluate(moved(point.at, 4e-15, random));
    for (std::size_t k = 0; k < near.size(); ++k) {
      point.noise[k] = std::max(point.noise[k], std::abs(near[k] - point.values[k]));
    }
  }
  return point;
}

/// Differences of all results of an instance by one of its variables.
///
/// Central, of fourth order, with that of several shifts whose one-sided differences agree best
/// with each other and with the shift before: across a kink they disagree.
class Differences {
 public:
  Differences(const BareInstance& instance, const Point& point, std::size_t variable)
      : instance_(instance), point_(point), variable_(variable) {
    best_.resize(point.values.size());
    last_.assign(point.values.size(), std::numeric_limits<double>::infinity());
    for (const double shift : {3e-2, 1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 1e-6}) {
      try_shift(shift * std::abs(point.at[variable]));
    }
  }
  const Difference& operator[](std::size_t result) const { return best_[result]; }

 private:
  std::vector<double> shifted(double by) const {
    std::vector<double> x = point_.at;
    x[variable_] += by;
    return instance_.evaluate(x);
  }
  void try_shift(double shift) {
    const auto up = shifted(shift), far_up = shifted(2.0 * shift);
    const auto down = shifted(-shift), far_down = shifted(-2.0 * shift);
    for (std::size_t i = 0; i < best_.size(); ++i) {
      const double here = point_.values[i];
      const double above = (4.0 * up[i] - far_up[i] - 3.0 * here) / (2.0 * shift);
      const double below = (3.0 * here - 4.0 * down[i] + far_down[i]) / (2.0 * shift);
      const double value = (8.0 * (up[i] - down[i]) - (far_up[i] - far_down[i])) / (12.0 * shift);
      const double error =
          10.0 * (std::abs(above - below) + std::abs(value - last_[i]) + point_.noise[i] / shift);
      last_[i] = value;
      if (error < best_[i].error) best_[i] = {value, error};
    }
  }

  const BareInstance& instance_;
  const Point& point_;
  std::size_t variable_;
  std::vector<Difference> best_;
  std::vector<double> last_;
};

/// The derivatives of all results by one variable, with Jet8 and by differences.
class Derivatives {
 public:
  Derivatives(const BareInstance& instance, const Point& point, std::size_t variable,
              Random& random)
      : instance_(instance),
        point_(point),
        variable_(variable),
        jets_(jets_at(point.at)),
        differences_(instance, point, variable) {
    for (int i = 0; i < 2; ++i) near_.push_back(jets_at(with_near_parameters(random)));
  }

  /// Returns the result with a Jet8.
  double value(std::size_t result) const { return jets_[result].a; }
  double exact(std::size_t result) const { return of(jets_[result]); }
  /// Returns the difference; its error counts how unsteady the exact derivative is too.
  Difference difference(std::size_t result) const {
    Difference difference = differences_[result];
    double unsteady = 0.0;
    for (const std::vector<Jet8>& jets : near_) {
      unsteady = std::max(unsteady, std::abs(of(jets[result]) - exact(result)));
    }
    difference.error += 10.0 * unsteady;
    return difference;
  }
  bool agree(std::size_t result) const {
    const Difference expected = difference(result);
    return !(std::abs(exact(result) - expected.value) >
             expected.error + 1e-5 * std::abs(expected.value));
  }

 private:
  int direction() const { return static_cast<int>(variable_ % 8); }
  double of(const Jet8& jet) const { return jet.v[direction()]; }
  std::vector<Jet8> jets_at(const std::vector<double>& at) const {
    std::vector<Jet8> seeded(at.begin(), at.end());
    seeded[variable_].v[direction()] = 1.0;
    return instance_.evaluate(seeded);
  }
  std::vector<double> with_near_parameters(Random& random) const {
    std::vector<double> near = moved(point_.at, 1e-6, random);
    for (std::size_t i = 0; i < near.size(); ++i) {
      if (instance_.variables()[i].field->role != Role::Parameter) near[i] = point_.at[i];
    }
    return near;
  }

  const BareInstance& instance_;
  const Point& point_;
  std::size_t variable_;
  std::vector<Jet8> jets_;
  std::vector<std::vector<Jet8>> near_;
  Differences differences_;
};

/// What was seen of the derivatives of a result by a variable, whatever their entries.
struct Pair {
  bool depends = false;   ///< by tracing
  bool compared = false;  ///< differences were exact enough at a point
  bool moved = false;     ///< and were not 0
  bool wrong = false;     ///< disagreed at a point
};

/// Checks the derivatives of one type at random points.
class TypeCheck {
 public:
  explicit TypeCheck(const ComponentType& type) : type_(type), random_(type.name) {}

  /// Returns what was seen, by `function: result by variable`.
  std::map<std::string, Pair> run() {
    for (number_ = 0; number_ < kPoints; ++number_) {
      const BareInstance instance = some_instance(type_, random_);
      check_point(instance, instance.results());
    }
    for (const auto& [name, pair] : pairs_) {
      INFO(type_.name << ": " << name << " can be compared at some point");
      CHECK(pair.compared);
    }
    return pairs_;
  }

 private:
  void check_point(const BareInstance& instance, const std::vector<Result>& results) {
    const Point point = point_at(instance, some_values(instance), random_);
    REQUIRE(point.values.size() == results.size());
    for (std::size_t i = 0; i < point.at.size(); ++i) {
      const Variable& variable = instance.variables()[i];
      const std::vector<Trace> traces = traces_of(instance, i);
      const Derivatives derivatives(instance, point, i, random_);
      for (std::size_t k = 0; k < results.size(); ++k) {
        if (!std::isfinite(point.values[k])) continue;
        const Difference difference = derivatives.difference(k);
        const double size =
            std::max(std::abs(difference.value), 1e-6 * std::abs(point.values[k] / point.at[i]));
        const bool exact_enough = difference.error <= 1e-2 * size;
        Pair& pair = pair_of(results[k], variable);
        pair.depends = pair.depends || traces[k].seeds != 0;
        pair.compared = pair.compared || exact_enough || difference.error <= 1e-9;
        pair.moved = pair.moved || (exact_enough && derivatives.exact(k) != 0.0);
        if (derivatives.value(k) != point.values[k]) {
          FAIL_CHECK(type_.name << ": " << text_of(results[k]) << " is " << point.values[k]
                                << " with double, " << derivatives.value(k) << " with Jet8, at"
                                << text_of(instance, point));
        }
        if (!pair.wrong && !derivatives.agree(k) && !agree_nearby(instance, point, i, k)) {
          pair.wrong = true;
          FAIL_CHECK(type_.name << ": the derivative of " << text_of(results[k]) << " by "
                                << name_of(variable) << " is " << derivatives.exact(k)
                                << ", by differences " << difference.value << " +- "
                                << difference.error << ", at" << text_of(instance, point));
        }
      }
    }
  }

  /// At half of the points all parameters are near their defaults, at the others some are not.
  std::vector<double> some_values(const BareInstance& instance) {
    std::vector<double> values;
    for (const Variable& variable : instance.variables()) {
      const Field& field = *variable.field;
      if (field.role != Role::Parameter) {
        values.push_back(usual(field, random_));
      } else if (field.computed || (number_ % 2 == 1 && random_.below(3) == 0)) {
        values.push_back(within(field.range, random_));
      } else {
        values.push_back(near_default(field.range, number_ % 2 == 1 ? 0.5 : 0.2, random_));
      }
    }
    return values;
  }

  /// Differences may miss a kink or drown in rounding at one point; what is wrong is wrong at all
  /// points around it.
  bool agree_nearby(const BareInstance& instance, const Point& point, std::size_t variable,
                    std::size_t result) {
    for (int i = 0; i < 5; ++i) {
      const Point near = point_at(instance, moved(point.at, 0.01, random_), random_);
      if (Derivatives(instance, near, variable, random_).agree(result)) return true;
    }
    return false;
  }

  static std::vector<Trace> traces_of(const BareInstance& instance, std::size_t variable) {
    std::vector<Trace> seeded(instance.variables().size(), Trace(1.0));
    seeded[variable] = Trace::seed(0);
    return instance.evaluate(seeded);
  }
  Pair& pair_of(const Result& result, const Variable& variable) {
    return pairs_[result.function + ": " + std::string(result.value.field->name) + " by " +
                  std::string(variable.field->name)];
  }
  std::string text_of(const BareInstance& instance, const Point& point) const {
    std::string text = " point " + std::to_string(number_);
    for (std::size_t i = 0; i < point.at.size(); ++i) {
      text += "\n  " + name_of(instance.variables()[i]) + " = " + number_text(point.at[i]);
    }
    return text;
  }
  static std::string text_of(const Result& result) {
    return result.function + ": " + name_of(result.value);
  }

  const ComponentType& type_;
  Random random_;
  int number_ = 0;  // of the point
  std::map<std::string, Pair> pairs_;
};

TEST_CASE("the derivatives of every component agree with differences at random points") {
  int depend = 0, moved = 0;
  for (const auto& [name, type] : standard_components().types()) {
    if (type.specialize) continue;  // no equations: files give networks and FMUs
    for (const auto& [what, pair] : TypeCheck(type).run()) {
      depend += pair.depends ? 1 : 0;
      moved += pair.depends && pair.moved ? 1 : 0;
    }
  }
  // The others only decide, as a threshold does, or act where no point came to lie.
  CHECK(moved >= 0.95 * depend);
}

}  // namespace
}  // namespace hearth::test::every_derivative_test
