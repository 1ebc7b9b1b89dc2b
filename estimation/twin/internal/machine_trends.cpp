// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/internal/machine_trends.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>

#include "hearth/components/physics/water.hpp"
#include "hearth/components/plant/chiller.hpp"
#include "hearth/estimation/twin/internal/nominal_fit.hpp"

namespace hearth {
namespace {

/// The parameters of a chiller in the model.
Chiller<double>::Params parameters_of(const PlantDraft& draft, const std::string& id) {
  const auto number = [&](const std::string& name) {
    return draft.parameter(id, name.c_str()).value_or(NAN);
  };
  const auto curve = [&](const std::string& stem) {
    return Biquadratic<double>{number(stem + "C1"), number(stem + "C2"), number(stem + "C3"),
                               number(stem + "C4"), number(stem + "C5"), number(stem + "C6")};
  };
  Chiller<double>::Params p{};
  p.nominal_power = number("nominalCoolingPower");
  p.nominal_cop = number("nominalCOP");
  p.capacity = curve("capacity");
  p.input_ratio = curve("inputRatio");
  p.d1 = number("partLoadC1");
  p.d2 = number("partLoadC2");
  p.d3 = number("partLoadC3");
  p.machines = number("parallelMachines");
  p.least_load = number("partLoadRatioMin");
  p.least_unloaded = number("unloadingRatioMin");
  p.condenser_share = number("condenserShare");
  p.chilled_min = number("chilledTemperatureMin");
  p.chilled_max = number("chilledTemperatureMax");
  p.condenser_min = number("condenserTemperatureMin");
  p.condenser_max = number("condenserTemperatureMax");
  return p;
}

void learn_chiller(PlantDraft& draft, const std::string& id) {
  constexpr double kLoaded = 0.02;  // share of the largest load
  constexpr std::size_t kRows = 20;
  const auto cooling = draft.measured(id, "coolingPower", unit::W);
  const auto power = draft.measured(id, "Power", unit::W);
  const auto known = [&](const char* port) {
    const auto source = draft.trends.source_of(id, port);
    return source ? draft.trends.of(*source, unit::degC) : std::optional<Trend>();
  };
  const auto setpoint = known("outletWaterTemperatureSetpoint");
  const auto condenser = known("condenserInletTemperature");
  if (!cooling || !power || !setpoint || !condenser) return;
  const double top = quantile(*cooling, 0.999);
  const Rows loaded = where(cooling->size(), [&](std::size_t k) {
    return (*cooling)[k] > kLoaded * top && (*power)[k] > 0.0 && std::isfinite((*setpoint)[k]) &&
           std::isfinite((*condenser)[k]);
  });
  if (!(top > 0.0) || count(loaded) < kRows) return;
  Chiller<double>::Params p = parameters_of(draft, id);
  const double guess = p.nominal_power;
  p.nominal_cop = 1.0;
  const auto run = [&](double capacity, std::size_t k) {
    p.nominal_power = capacity;
    const double inlet = (*setpoint)[k] + (*cooling)[k] / kWaterHeatCapacity;  // at 1 kg/s
    Chiller<double>::Out out{};
    Chiller<double>::outputs({1.0, inlet, (*setpoint)[k], (*condenser)[k], 1.0}, p, out);
    return out;
  };
  double least = 0.0;  // the capacity that all loads require
  for (std::size_t k = 0; k < loaded.size(); ++k) {
    if (loaded[k]) least = std::max(least, std::min((*cooling)[k], top) / run(1.0, k).available);
  }
  if (!std::isfinite(least)) return;
  const bool guessed = draft.is_guess(id, "nominalCoolingPower");
  const double most = std::max(least, guess);
  const auto fit = [&](const Rows& rows) {
    return fit_nominal(guessed ? least : guess, guessed ? most : guess, rows, *power,
                       [&](double capacity, std::size_t k) { return run(capacity, k).power; });
  };
  const NominalFit best = fit(loaded);
  if (!(best.factor > 0.0)) return;
  const auto error = [&](const auto& number) {
    return draft.blocks.standard_error(loaded, [&](const Rows& rows) { return number(fit(rows)); });
  };
  if (guessed) {
    const auto sd = error([](const NominalFit& own) { return own.size; });
    draft.set(id, "nominalCoolingPower", {best.size, best.size_error(sd)}, unit::W);
  }
  draft.set(id, "nominalCOP",
            {1.0 / best.factor, error([](const NominalFit& own) { return 1.0 / own.factor; })},
            unit::one);
}

}  // namespace

void learn_machines(PlantDraft& draft) {
  for (const auto& [id, component] : draft.source.components()) {
    if (component.type == "Chiller") learn_chiller(draft, id);
  }
}

}  // namespace hearth
