// SPDX-License-Identifier: MIT
// Runs: to the end, step by step, and back to earlier points.
#include <algorithm>
#include <atomic>
#include <memory>
#include <nanobind/ndarray.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hearth/data/json/json_text.hpp"
#include "hearth/data/results/balance_record.hpp"
#include "hearth/data/results/row_ends.hpp"
#include "hearth/data/results/run_words.hpp"
#include "hearth/data/results/state_file.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/kpis/kpis.hpp"
#include "hearth/framework/analysis/linearization.hpp"
#include "hearth/framework/run/run.hpp"
#include "hearth/framework/run/signal_patterns.hpp"
#include "hearth/python/src/bindings.hpp"
#include "hearth/python/src/results.hpp"

namespace hearth::python {
namespace {

using Text = std::optional<std::string>;
using Vector = nb::ndarray<nb::numpy, double, nb::ndim<1>>;
using Given = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// The arguments of a run: times as text, words as in model files.
struct Wishes {
  Text start, end, step, every, engine, coupling;
  Text state;  ///< of a saved point from which to continue
  std::optional<int> substeps;
  std::optional<std::vector<std::string>> record;
  int threads = 1;
  bool locate_events = false;
};

template <class T, std::size_t N>
std::optional<T> word(const Text& text, const Choices<T, N>& words, const char* argument) {
  if (!text) return std::nullopt;
  std::vector<std::string> known;
  for (const auto& [name, value] : words) {
    if (name == *text) return value;
    known.emplace_back(name);
  }
  throw InputError("python.argument", {.pointer = argument},
                   "'" + *text + "' is not known" + expected_name(*text, known));
}

/// Returns measured outputs and those that KPIs need, as the command records them; without
/// measurements, all of a model.
std::vector<RecordColumn> default_columns(const Plan& plan, bool intervals) {
  std::vector<int> cells = measured_signals(plan);
  for (const int cell : kpi_signals(plan)) cells.push_back(cell);
  std::sort(cells.begin(), cells.end(), [&](int a, int b) {
    return plan.signals[static_cast<std::size_t>(a)].name <
           plan.signals[static_cast<std::size_t>(b)].name;
  });
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  std::vector<RecordColumn> columns;
  for (const int cell : cells) columns.push_back(record_column(plan, cell, intervals));
  return columns;
}

/// A run with the data that Python needs.
class PythonRun {
 public:
  PythonRun(const PythonModel& model, const Wishes& wishes) {
    CompileOptions options;
    options.engine = word(wishes.engine, kEngineWords, "engine");
    options.coupling = word(wishes.coupling, kCouplingWords, "coupling");
    options.substeps = wishes.substeps;
    plan_ = std::make_shared<const Plan>(compile(model.model, component_registry(), options));
    warnings_.append(plan_->diagnostics);
    if (wishes.state) saved_ = parse_state_json(*wishes.state, "state");
    find_times(model, wishes);
    DataResolver resolver(model.data);
    auto basis = std::make_shared<const RunBasis>(plan_, request_, &resolver);
    warnings_.append(basis->inputs().diagnostics);
    RunSettings settings;
    settings.stepwise.threads = wishes.threads;
    settings.stepwise.locate_events = wishes.locate_events;
    const std::optional<Interval> every = interval(wishes);
    if (every) {
      const RunInputs& inputs = basis->inputs();
      check_row_ends(*every, inputs.period, inputs.origin, zone_, {.pointer = "every"});
      settings.every = row_ends(*every, inputs.origin, zone_);
      interval_ = interval_text(*every);
    }
    settings.record = wishes.record ? *wishes.record : default_record();
    run_.emplace(std::move(basis), settings);
    if (wishes.record && wishes.record->empty()) run_->record({});
    if (saved_) start();
  }
  PythonRun(std::shared_ptr<const Plan> plan, Run run, const PythonRun& of)
      : plan_(std::move(plan)),
        request_(of.request_),
        zone_(of.zone_),
        interval_(of.interval_),
        saved_(of.saved_),
        run_(std::move(run)) {}

  Run& run() { return *run_; }
  std::atomic_flag& busy() { return *busy_; }
  /// Moves to row 0 if the run has not begun.
  void begin() {
    if (run_->row() < 0) run_->advance_rows(0);
  }
  /// Moves to row 0: that of the saved point if there is one, otherwise the initial values.
  void start() {
    if (saved_) {
      run_->load(saved_->state);
    } else {
      run_->start();
    }
    run_->advance_rows(0);
  }
  const Plan& plan() const { return *plan_; }
  const Zone& zone() const { return zone_; }
  const Diagnostics& warnings() const { return warnings_; }

  PythonResults results(Results rows) const {
    rows.interval = interval_;
    return {std::make_shared<const Results>(std::move(rows)), zone_.name()};
  }
  PythonRun clone() { return {plan_, run_->clone(), *this}; }

 private:
  void find_times(const PythonModel& model, const Wishes& wishes) {
    const RunDefaults& defaults = plan_->model.defaults;
    const std::string& site = plan_->model.site.timezone;
    std::string zone = site.empty() ? model.data.timezone : site;
    if (zone.empty() && saved_) zone = saved_->timezone;
    if (!zone.empty()) {
      zone_ = Zone(zone);
    } else if (wishes.start) {
      const std::optional<TimeStamp> stamp = parse_time(*wishes.start);
      if (stamp && stamp->offset) zone_ = Zone::fixed(*stamp->offset);
    } else if (defaults.offset) {
      zone_ = Zone::fixed(*defaults.offset);
    }
    const auto instant = [&](const Text& given, const std::optional<Instant>& standard,
                             const char* argument) -> Instant {
      if (given) return read_stamp(*given, zone, argument);
      if (standard) return *standard;
      throw InputError("simulation.period_missing", {.pointer = argument},
                       "is set neither in the call nor in the model; set " + std::string(argument));
    };
    request_.period.end = instant(wishes.end, defaults.end, "end");
    request_.timezone = zone.empty() ? zone_.name() : zone;
    if (saved_) {
      if (wishes.start || wishes.step) {
        throw InputError("python.argument", {.pointer = wishes.start ? "start" : "step"},
                         "the saved state sets it; remove the argument");
      }
      request_.period.start = saved_->state.time;
      request_.period.step = saved_->state.step;
      request_.origin = saved_->state.origin;
      return;
    }
    request_.period.start = instant(wishes.start, defaults.start, "start");
    if (wishes.step) {
      request_.period.step = read_duration(*wishes.step, "step");
    } else if (defaults.step) {
      request_.period.step = *defaults.step;
    } else {
      throw InputError("simulation.period_missing", {.pointer = "step"},
                       "is set neither in the call nor in the model; set step");
    }
  }

  std::optional<Interval> interval(const Wishes& wishes) const {
    if (!wishes.every) return plan_->model.defaults.every;
    const std::optional<Interval> every = parse_interval(*wishes.every);
    if (every) return every;
    throw InputError(
        "python.argument", {.pointer = "every"},
        "'" + *wishes.every + "' is not an interval; use seconds or ISO 8601, such as PT1H or P1D");
  }

  std::vector<std::string> default_record() const {
    std::vector<std::string> names;
    for (const RecordColumn& column : default_columns(*plan_, !interval_.empty())) {
      names.push_back(column.signal.name);
    }
    return names;
  }

  std::shared_ptr<const Plan> plan_;
  RunRequest request_;
  Zone zone_;
  std::string interval_;
  std::optional<StateFile> saved_;
  Diagnostics warnings_;
  std::unique_ptr<std::atomic_flag> busy_ = std::make_unique<std::atomic_flag>();
  std::optional<Run> run_;
};

/// Reserves a run for one call. Throws InputError `python.run_busy` if another thread, or a call
/// that has not returned, uses it.
class Turn {
 public:
  explicit Turn(PythonRun& run) : busy_(run.busy()) {
    if (busy_.test_and_set()) {
      throw InputError("python.run_busy", {},
                       "another thread, or a call that has not returned, uses this run; use a "
                       "separate clone in each thread");
    }
  }
  ~Turn() { busy_.clear(); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  std::atomic_flag& busy_;
};

/// A point of a run, and the run to which it belongs.
struct PythonSnapshot {
  RunSnapshot point;
  std::shared_ptr<const RunBasis> basis;
};

/// Reads some outputs of a run at once, without looking up names again.
class Reader {
 public:
  Reader(PythonRun& run, const std::vector<std::string>& names) : run_(run) {
    for (const std::string& name : names) cells_.push_back(run.plan().signal(name));
  }
  Vector read() const {
    const Turn turn(run_);
    run_.begin();
    auto* values = new std::vector<double>(cells_.size());
    for (std::size_t i = 0; i < cells_.size(); ++i) (*values)[i] = run_.run().value(cells_[i]);
    const nb::capsule keeper(values,
                             [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
    return Vector(values->data(), {values->size()}, keeper);
  }

 private:
  PythonRun& run_;
  std::vector<int> cells_;
};

std::unique_ptr<PythonRun> make_run(const PythonModel& model, const Text& start, const Text& end,
                                    const Text& step, const Text& every, const Text& engine,
                                    const Text& coupling, std::optional<int> substeps,
                                    const std::optional<std::vector<std::string>>& record,
                                    const Text& state, int threads, bool locate_events) {
  std::unique_ptr<PythonRun> made;
  const PythonModel copy = model;  // another thread may change the model meanwhile
  {
    const nb::gil_scoped_release others_run;
    made =
        std::make_unique<PythonRun>(copy, Wishes{start, end, step, every, engine, coupling, state,
                                                 substeps, record, threads, locate_events});
  }
  warn_of(made->warnings());
  return made;
}

PythonResults run_to_end(PythonRun& self) {
  const nb::gil_scoped_release others_run;
  const Turn turn(self);
  // Checking for signals takes the GIL, so it is not done at every row.
  long last = 0;
  self.run().run_to_end([&last](long done, long) {
    if (done - last < 1000) return true;
    last = done;
    check_signals();
    return true;
  });
  return self.results(self.run().take_results());
}

PythonResults to_end(PythonRun& self) {
  PythonResults results = run_to_end(self);
  warn_of(self.run().warnings());
  return results;
}

void advance(PythonRun& self, long rows) {
  const Turn turn(self);
  if (rows < 0) throw InputError("python.argument", {.pointer = "rows"}, "must not be negative");
  self.begin();
  const long last = self.run().inputs().period.step_count();
  if (rows > last - self.run().row()) {
    throw InputError(
        "python.past_end", {.pointer = "rows"},
        "the run ends at row " + std::to_string(last) + "; set a later end of the run");
  }
  constexpr long kBetweenSignals = 1000;
  const long to = self.run().row() + rows;
  while (self.run().row() < to) {
    self.run().advance_rows(std::min(to, self.run().row() + kBetweenSignals));
    if (rows > kBetweenSignals) check_signals();
  }
}

/// Returns the unit of an unconnected input `id.in.port`.
Unit input_unit(const Plan& plan, const std::string& path) {
  plan.open_input(path);  // throws if it does not exist
  const std::size_t at = path.find(".in.");
  const std::string port = path.substr(at + 4, path.find('[', at) - at - 4);
  for (const auto& instance : plan.instances) {
    if (instance.id != path.substr(0, at)) continue;
    const Field* field = instance.type->schema.find(Role::Input, port);
    if (field != nullptr) return field->unit;
  }
  return unit::bare;
}

/// Sets a number, in a unit if one is named.
void set(PythonRun& self, const std::string& path, double number, const std::string& unit) {
  const Turn turn(self);
  if (unit.empty()) return self.run().set(path, number);
  const std::optional<Unit> known = parse_unit(unit);
  if (!known) {
    throw InputError("python.argument", {.pointer = path},
                     "unit '" + unit + "' is not known" + did_you_mean(unit, unit_symbols()));
  }
  if (path.find(".in.") == std::string::npos) {
    return self.run().set(path, Quantity{number, known});
  }
  const Unit own = input_unit(self.plan(), path);
  if (own.bare || own.any != 0) return self.run().set(path, number);
  if (!known->compatible(own)) {
    throw InputError("python.argument", {.pointer = path},
                     "the value is in [" + unit + "], expected [" + std::string(own.symbol) + "]");
  }
  self.run().set(path, convert(number, *known, own));
}

double value(PythonRun& self, const std::string& name) {
  const Turn turn(self);
  self.begin();
  return self.run().value(name);
}

PythonSnapshot snapshot(PythonRun& self) {
  const Turn turn(self);
  return {self.run().snapshot(), self.run().basis()};
}

void restore(PythonRun& self, const PythonSnapshot& snapshot) {
  const Turn turn(self);
  if (snapshot.basis != self.run().basis()) {
    throw InputError("python.argument", {.pointer = "point"},
                     "the point belongs to another run; take it from this run or from a clone");
  }
  self.run().restore(snapshot.point);
}

std::string state_text(PythonRun& self) {
  const Turn turn(self);
  return state_json({self.run().save(), self.zone().name()});
}

/// Returns the linearisation at the present point, as JSON: matrices by rows, names of states,
/// inputs and outputs.
nb::dict linearized(PythonRun& self, const std::vector<std::string>& inputs,
                    const std::vector<std::string>& outputs) {
  if (self.run().continuous() == nullptr) {
    throw InputError("python.engine", {.pointer = "linearize"},
                     "needs the continuous engine; create the run with engine='continuous'");
  }
  Linearization linear;
  {
    const nb::gil_scoped_release others_run;
    const Turn turn(self);
    self.begin();
    linear = linearize(*self.run().continuous(), inputs.empty() ? self.plan().model.inputs : inputs,
                       outputs);
  }
  const auto rows = [](const Eigen::MatrixXd& matrix) {
    nb::list all;
    for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
      nb::list row;
      for (Eigen::Index j = 0; j < matrix.cols(); ++j) row.append(matrix(i, j));
      all.append(row);
    }
    return all;
  };
  nb::dict result;
  result["states"] = linear.states;
  result["inputs"] = linear.inputs;
  result["outputs"] = linear.outputs;
  result["A"] = rows(linear.A);
  result["B"] = rows(linear.B);
  result["C"] = rows(linear.C);
  result["D"] = rows(linear.D);
  return result;
}

}  // namespace

void bind_runs(nb::module_& module) {
  using Free = nb::call_guard<nb::gil_scoped_release>;

  nb::class_<PythonSnapshot>(module, "Snapshot",
                             "A point of a run, to which `Run.restore` returns.")
      .def_prop_ro("row", [](const PythonSnapshot& self) { return self.point.row; });

  nb::class_<PythonRun>(module, "_Run")
      .def_static("_make", &make_run, nb::arg("model"), nb::arg("start").none(),
                  nb::arg("end").none(), nb::arg("step").none(), nb::arg("every").none(),
                  nb::arg("engine").none(), nb::arg("coupling").none(), nb::arg("substeps").none(),
                  nb::arg("record").none(), nb::arg("state").none(), nb::arg("threads"),
                  nb::arg("locate_events"))
      .def(
          "start",
          [](PythonRun& self) {
            const Turn turn(self);
            self.start();
          },
          Free())
      .def("step", &advance, nb::arg("rows") = 1, Free())
      .def(
          "_advance_to",
          [](PythonRun& self, const std::string& time) {
            const Turn turn(self);
            self.run().advance_to(read_stamp(time, self.zone().name(), "time"));
          },
          nb::arg("time"), Free())
      .def("_to_end", &to_end)
      .def("_results",
           [](PythonRun& self) {
             const Turn turn(self);
             return self.results(self.run().results());
           })
      .def_prop_ro("row", [](PythonRun& self) { return self.run().row(); })
      .def_prop_ro("rows", [](PythonRun& self) { return self.run().inputs().period.step_count(); })
      .def_prop_ro("finished", [](PythonRun& self) { return self.run().finished(); })
      .def_prop_ro("_time",
                   [](PythonRun& self) { return self.run().time().time_since_epoch().count(); })
      .def_prop_ro("_step",
                   [](PythonRun& self) { return seconds(self.run().inputs().period.step); })
      .def_prop_ro("timezone", [](PythonRun& self) { return self.zone().name(); })
      .def_prop_ro("outputs",
                   [](PythonRun& self) {
                     std::vector<std::string> names;
                     for (const Signal& signal : self.plan().signals) names.push_back(signal.name);
                     return names;
                   })
      .def_prop_ro("inputs", [](PythonRun& self) { return self.plan().model.inputs; })
      .def(
          "unit",
          [](PythonRun& self, const std::string& name) {
            return self.plan()
                .signals[static_cast<std::size_t>(self.plan().signal(name))]
                .unit.symbol;
          },
          nb::arg("name"))
      .def("__getitem__", &value, nb::arg("name"))
      .def("set", &set, nb::arg("path"), nb::arg("value"), nb::arg("unit") = "")
      .def("reset",
           [](PythonRun& self) {
             const Turn turn(self);
             self.run().reset();
           })
      .def("snapshot", &snapshot, Free())
      .def("restore", &restore, nb::arg("point"), Free())
      .def(
          "clone",
          [](PythonRun& self) {
            const Turn turn(self);
            return std::make_unique<PythonRun>(self.clone());
          },
          Free())
      .def("_save", &state_text, Free())
      .def("_balance",
           [](PythonRun& self) {
             const Turn turn(self);
             return to_line(balance_form().write(balance_record(self.run().balance())));
           })
      .def("_linearize", &linearized, nb::arg("inputs"), nb::arg("outputs"));

  nb::class_<Reader>(module, "Reader", "Reads outputs of a run: calling it returns their values.")
      .def(nb::init<PythonRun&, const std::vector<std::string>&>(), nb::arg("run"),
           nb::arg("names"), nb::keep_alive<1, 2>())
      .def("__call__", &Reader::read);
}

}  // namespace hearth::python
