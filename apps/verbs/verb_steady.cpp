// SPDX-License-Identifier: MIT
// `steady` and `trim`: steady states of a model, and the inputs or parameters for a desired steady
// state.
#include <ostream>

#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/models/model_point.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/data/json/json_text.hpp"
#include "hearth/estimation/operating_points/trim.hpp"
#include "hearth/framework/run/signal_patterns.hpp"

namespace hearth::apps {
namespace {

using Json = nlohmann::ordered_json;

const char* bound_word(ActiveBound bound) {
  return bound == ActiveBound::Lower ? "lower" : bound == ActiveBound::Upper ? "upper" : "";
}

class SteadySearch {
 public:
  SteadySearch(const SteadyOptions& options, Session& session)
      : options_(options), session_(session), point_(options.point, names(options), session) {}

  int run() {
    found_ = estimation::trim(point_.simulation(), problem());
    point_.simulation().settle();
    const Json result = json();
    point_.write(result);
    if (options_.json) {
      session_.out << to_shown_text(result);
    } else {
      print(session_.out);
    }
    return kDone;
  }

 private:
  static std::vector<std::string> names(const SteadyOptions& options) {
    std::vector<std::string> names;
    for (const Variation& variation : options.vary) names.push_back(variation.name);
    return names;
  }

  SteadyStateProblem problem() const {
    SteadyStateProblem problem;
    if (!options_.rest.empty()) problem.states = options_.rest;
    for (const Variation& variation : options_.vary) {
      SteadyStateUnknown& unknown = unknown_of(variation.name, problem);
      if (variation.guess) {
        unknown.guess = point_.number("--vary", variation.name, *variation.guess);
      }
    }
    for (const ModelSetting& bound : options_.min) {
      unknown_of(bound.path, problem).min = point_.number("--min", bound.path, bound.value);
    }
    for (const ModelSetting& bound : options_.max) {
      unknown_of(bound.path, problem).max = point_.number("--max", bound.path, bound.value);
    }
    for (const ModelSetting& wanted : options_.want) {
      problem.targets.push_back({wanted.path, point_.number("--want", wanted.path, wanted.value)});
    }
    if (options_.tolerance) problem.tolerance = *options_.tolerance;
    return problem;
  }

  static SteadyStateUnknown& unknown_of(const std::string& name, SteadyStateProblem& problem) {
    for (SteadyStateUnknown& unknown : problem.unknowns) {
      if (unknown.name == name) return unknown;
    }
    return problem.unknowns.emplace_back(SteadyStateUnknown{.name = name});
  }

  std::vector<std::string> outputs() const {
    return point_.outputs(options_.record, all_signals(point_.plan()));
  }

  double value(const std::string& output) {
    return point_.simulation().value(point_.plan().signal(output));
  }

  Json json() {
    Json result;
    result["model"] = options_.point.model.file.string();
    result["time"] = point_.time();
    result["method"] = found_.method;
    result["iterations"] = found_.iterations;
    result["residual"] = found_.residual();
    result["values"] = Json::object();
    for (const SteadyState::Value& value : found_.values) {
      Json& entry = result["values"][value.name];
      entry = {{"value", value.value}, {"unit", point_.unit(value.name).symbol}};
      if (value.bound != ActiveBound::None) entry["bound"] = bound_word(value.bound);
    }
    result["conditions"] = Json::object();
    for (const SteadyState::Condition& condition : found_.conditions) {
      result["conditions"][condition.name] = {{"residual", condition.residual},
                                              {"relative", condition.relative}};
    }
    result["outputs"] = Json::object();
    for (const std::string& output : outputs()) {
      result["outputs"][output] = {{"value", value(output)}, {"unit", point_.unit(output).symbol}};
    }
    return result;
  }

  void line(const std::string& name, double value, std::ostream& out,
            const std::string& remark = "") const {
    const std::string unit = point_.unit(name).symbol;
    out << fmt::format("  {} = {:.10g}{}{}\n", name, value,
                       unit == unit::one.symbol || unit.empty() ? "" : " " + unit, remark);
  }

  void print(std::ostream& out) {
    out << fmt::format("Steady state at {} ({}, iterations: {}, largest residual {:.2g})\n",
                       point_.time(), found_.method, found_.iterations, found_.residual());
    out << "\nFound\n";
    for (const SteadyState::Value& value : found_.values) {
      const std::string bound = bound_word(value.bound);
      line(value.name, value.value, out, bound.empty() ? "" : "  (" + bound + " bound)");
    }
    out << "\nOutputs\n";
    for (const std::string& output : outputs()) line(output, value(output), out);
  }

  const SteadyOptions& options_;
  Session& session_;
  ModelPoint point_;
  SteadyState found_;
};

}  // namespace

int run_verb(const SteadyOptions& options, Session& session) {
  return SteadySearch(options, session).run();
}

int run_verb(const TrimOptions& options, Session& session) {
  return SteadySearch(options.steady, session).run();
}

}  // namespace hearth::apps
