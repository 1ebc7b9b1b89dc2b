// SPDX-License-Identifier: MIT
#include <cmath>
#include <ostream>

#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/models/model_point.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/data/json/json_text.hpp"
#include "hearth/estimation/operating_points/trim.hpp"
#include "hearth/framework/analysis/linearization.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/run/signal_patterns.hpp"

namespace hearth::apps {
namespace {

using Json = nlohmann::ordered_json;

Json matrix_json(const Eigen::MatrixXd& matrix) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    Json row = Json::array();
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) row.push_back(matrix(i, j));
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Returns names, units and values of states, inputs or outputs.
Json values_json(const std::vector<std::string>& names, const std::vector<double>& values,
                 const ModelPoint& point) {
  Json list = Json::array();
  for (std::size_t i = 0; i < names.size(); ++i) {
    list.push_back(
        {{"name", names[i]}, {"unit", point.unit(names[i]).symbol}, {"value", values[i]}});
  }
  return list;
}

/// Throws SimulationError `linearization.not_finite` if a derivative is infinite or not a number.
void require_finite(const Eigen::MatrixXd& matrix, const char* what,
                    const std::vector<std::string>& rows, const std::vector<std::string>& columns) {
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
      if (std::isfinite(matrix(i, j))) continue;
      const std::string& name = rows[static_cast<std::size_t>(i)];
      throw SimulationError(
          "linearization.not_finite", Where::of_signal(name),
          fmt::format("the derivative of its {} by {} is not finite at this point, such as the "
                      "derivative of a square root at 0; linearise at "
                      "another time or with other values (--at, --set)",
                      what, columns[static_cast<std::size_t>(j)]));
    }
  }
}

}  // namespace

int run_verb(const LinearizeOptions& options, Session& session) {
  ModelPoint point(options.point, options.by, session);
  ContinuousSimulation& simulation = point.simulation();
  if (options.steady) estimation::trim(simulation);
  const std::vector<std::string> inputs =
      options.by.empty() ? point.plan().model.inputs : options.by;
  const std::vector<std::string> outputs =
      point.outputs(options.record, measured_signals(point.plan()));
  const Linearization linear = linearize(simulation, inputs, outputs);
  require_finite(linear.A, "rate", linear.states, linear.states);
  require_finite(linear.B, "rate", linear.states, inputs);
  require_finite(linear.C, "value", outputs, linear.states);
  require_finite(linear.D, "value", outputs, inputs);
  std::vector<double> x, u, y;
  const Plan& plan = point.plan();
  for (int i = 0; i < plan.state_count; ++i) {
    x.push_back(simulation.value(plan.first_state + i));
  }
  for (const std::string& name : inputs) u.push_back(simulation.value(plan.open_input(name)));
  for (const std::string& name : outputs) y.push_back(simulation.value(plan.signal(name)));
  std::vector<double> rates(x.size());
  simulation.rates(rates.data());

  Json result;
  result["model"] = options.point.model.file.string();
  result["time"] = point.time();
  result["states"] = values_json(linear.states, x, point);
  for (std::size_t i = 0; i < rates.size(); ++i) result["states"][i]["rate"] = rates[i];
  result["inputs"] = values_json(inputs, u, point);
  result["outputs"] = values_json(outputs, y, point);
  result["A"] = matrix_json(linear.A);
  result["B"] = matrix_json(linear.B);
  result["C"] = matrix_json(linear.C);
  result["D"] = matrix_json(linear.D);
  if (options.hold) {
    const DiscreteSystem discrete = zero_order_hold(linear.A, linear.B, seconds(*options.hold));
    result["discrete"] = {{"step", seconds(*options.hold)},
                          {"A", matrix_json(discrete.A)},
                          {"B", matrix_json(discrete.B)}};
  }
  point.write(result);
  if (!options.point.output) session.out << to_shown_text(result);
  return kDone;
}

}  // namespace hearth::apps
