// SPDX-License-Identifier: MIT
#include "hearth/framework/continuous/internal/cvode_integrator.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cvode/cvode.h>
#include <limits>
#include <string>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "hearth/framework/base/limits.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/continuous/internal/fixed_step.hpp"

namespace hearth {
namespace {

// Below this size, or above this share of entries, a dense factorisation is as fast.
constexpr int kDenseUpTo = 24;
constexpr double kDenseFrom = 0.3;
// A factorisation within a band is faster if a column of it has at most half of the rows, and at
// most this many cells for each entry of the matrix.
constexpr double kCellsOfBand = 3.0;

constexpr int kRecoverable = 1;  // CVODE tries a shorter step

constexpr int kMostStanding = 100;  // steps in a row that hardly change the time

/// Returns the position of the first value that is not finite, -1 if all are finite.
int first_not_finite(const double* values, int n) {
  const auto finite = [](double value) { return std::isfinite(value); };
  const double* first = std::find_if_not(values, values + n, finite);
  return first == values + n ? -1 : static_cast<int>(first - values);
}

/// The numbers of diagonals below and above the main diagonal that hold all entries.
struct Band {
  int lower = 0, upper = 0;
  /// Returns the cells of a column, with those that exchanges of rows need.
  std::int64_t width() const { return 2 * std::int64_t{lower} + upper + 1; }
};

Band band_of(const SparsePattern& pattern) {
  Band band;
  for (int column = 0; column < pattern.size(); ++column) {
    const int first = pattern.first[column], end = pattern.first[column + std::size_t{1}];
    if (first == end) continue;
    band.upper = std::max(band.upper, column - pattern.rows[first]);
    band.lower = std::max(band.lower, pattern.rows[end - std::size_t{1}] - column);
  }
  return band;
}

}  // namespace

CvodeIntegrator::CvodeIntegrator(Ode& ode, const IntegratorOptions& options)
    : ode_(ode),
      options_(completed(options)),
      x_(context_.vector(ode.size())),
      within_(context_.vector(ode.size())) {}

CvodeIntegrator::~CvodeIntegrator() {
  if (memory_ != nullptr) CVodeFree(&memory_);
}

void CvodeIntegrator::set_up(double time) {
  memory_ = CVodeCreate(options_.method == Method::Adams ? CV_ADAMS : CV_BDF, context_);
  CVodeInit(memory_, &CvodeIntegrator::rates, time, x_.get());
  CVodeSetUserData(memory_, this);
  CVodeSStolerances(memory_, *options_.relative_tolerance, *options_.absolute_tolerance);
  limit_step(options_.longest_step);
  CVodeSetErrHandlerFn(
      memory_, [](int, const char*, const char*, char*, void*) {}, nullptr);
  CVodeSetMaxHnilWarns(memory_, -1);
  attach_jacobian();
}

void CvodeIntegrator::attach_jacobian() {
  const int n = ode_.size();
  const SparsePattern& pattern = ode_.pattern();
  const auto entries = static_cast<std::int64_t>(pattern.rows.size());
  const auto share = static_cast<double>(entries) / n;  // of each column
  const Band band = band_of(pattern);
  const auto width = static_cast<double>(band.width());
  if (width <= 0.5 * n && width <= kCellsOfBand * share) {
    form_ = Form::Banded;
  } else {
    form_ = n > kDenseUpTo && share < kDenseFrom * n ? Form::Sparse : Form::Dense;
  }
  switch (form_) {
    case Form::Banded:
      check_limit(WorkLimit::MatrixEntries, n * band.width(), {});
      matrix_.reset(SUNBandMatrix(n, band.upper, band.lower, context_));
      linear_solver_.reset(SUNLinSol_Band(x_.get(), matrix_.get(), context_));
      break;
    case Form::Sparse:
      check_limit(WorkLimit::MatrixEntries, entries, {});
      matrix_.reset(SUNSparseMatrix(n, n, entries, CSC_MAT, context_));
      linear_solver_.reset(SUNLinSol_KLU(x_.get(), matrix_.get(), context_));
      break;
    case Form::Dense:
      check_limit(WorkLimit::MatrixEntries, std::int64_t{n} * n, {});
      matrix_.reset(SUNDenseMatrix(n, n, context_));
      linear_solver_.reset(SUNLinSol_Dense(x_.get(), matrix_.get(), context_));
      break;
  }
  if (form_ != Form::Sparse) entries_.resize(pattern.rows.size());
  CVodeSetLinearSolver(memory_, linear_solver_.get(), matrix_.get());
  CVodeSetJacFn(memory_, &CvodeIntegrator::jacobian);
}

void CvodeIntegrator::limit_step(double longest) {
  options_.longest_step = longest;
  if (memory_ == nullptr) return;
  CVodeSetMaxStep(memory_, std::isfinite(longest) ? longest : 0.0);  // 0: no limit
}

void CvodeIntegrator::start(double time, const double* x) {
  std::copy(x, x + ode_.size(), sundials::data(x_));
  begin_anew(time);
}

/// Discards all previous steps and continues from x_.
void CvodeIntegrator::begin_anew(double time) {
  reached_ = time;
  ++restarts_;
  standing_ = 0;
  fresh_ = true;
  if (memory_ == nullptr) {
    set_up(time);
    return;
  }
  done_ = statistics();  // CVODE counts from the restart
  CVodeReInit(memory_, time, x_.get());
}

int CvodeIntegrator::rates(double time, N_Vector x, N_Vector slopes, void* object) {
  auto& self = *static_cast<CvodeIntegrator*>(object);
  try {
    self.ode_.rates(time, N_VGetArrayPointer(x), N_VGetArrayPointer(slopes));
    self.error_ = nullptr;
  } catch (...) {
    self.error_ = std::current_exception();
    return kRecoverable;
  }
  self.not_finite_ = first_not_finite(N_VGetArrayPointer(slopes), self.ode_.size());
  return self.not_finite_ < 0 ? 0 : kRecoverable;
}

int CvodeIntegrator::jacobian(double time, N_Vector x, N_Vector, SUNMatrix matrix, void* object,
                              N_Vector, N_Vector, N_Vector) {
  auto& self = *static_cast<CvodeIntegrator*>(object);
  const SparsePattern& pattern = self.ode_.pattern();
  const bool sparse = self.form_ == Form::Sparse;
  double* entries = sparse ? SUNSparseMatrix_Data(matrix) : self.entries_.data();
  try {
    self.ode_.jacobian(time, N_VGetArrayPointer(x), entries);
    self.jacobian_error_ = nullptr;
  } catch (...) {
    self.jacobian_error_ = std::current_exception();
    return kRecoverable;
  }
  if (sparse) {
    std::copy(pattern.first.begin(), pattern.first.end(), SUNSparseMatrix_IndexPointers(matrix));
    std::copy(pattern.rows.begin(), pattern.rows.end(), SUNSparseMatrix_IndexValues(matrix));
    return 0;
  }
  SUNMatZero(matrix);
  for (int column = 0; column < pattern.size(); ++column) {
    // Row i is cell i - column of a column of a banded matrix.
    double* cells = self.form_ == Form::Banded ? SUNBandMatrix_Column(matrix, column) - column
                                               : SUNDenseMatrix_Column(matrix, column);
    for (int k = pattern.first[column]; k < pattern.first[static_cast<std::size_t>(column) + 1];
         ++k) {
      cells[pattern.rows[k]] = entries[k];
    }
  }
  return 0;
}

double CvodeIntegrator::step(double stop) {
  if (stop != stop_) steps_ = 0;
  stop_ = stop;
  const double before = reached_;
  int flag = try_step(stop);
  const bool too_long = flag == CV_ERR_FAILURE || flag == CV_CONV_FAILURE ||
                        flag == CV_REPTD_RHSFUNC_ERR || flag == CV_LSETUP_FAIL;
  if (too_long && !fresh_) {
    // CVODE shortens a step a few times only, which is not enough after a rest: it restarts at the
    // previous point, which x_ holds.
    begin_anew(reached_);
    flag = try_step(stop);
  }
  if (flag < 0) fail(flag);
  fresh_ = false;
  watch_progress(before);
  return reached_;
}

int CvodeIntegrator::try_step(double stop) {
  CVodeSetStopTime(memory_, stop);
  return CVode(memory_, stop, x_.get(), &reached_, CV_ONE_STEP);
}

/// Counts steps that no longer change the time, with which CVODE would continue for ever.
void CvodeIntegrator::watch_progress(double before) {
  const double least = 4.0 * std::numeric_limits<double>::epsilon() * std::abs(reached_);
  standing_ = reached_ - before > least ? 0 : standing_ + 1;
  if (standing_ > kMostStanding) fail(CV_ERR_FAILURE);
  if (++steps_ > options_.most_steps) fail(CV_TOO_MUCH_WORK);
}

int CvodeIntegrator::worst_state() const {
  const sundials::Vector errors = context_.vector(ode_.size());
  const sundials::Vector weights = context_.vector(ode_.size());
  CVodeGetEstLocalErrors(memory_, errors.get());
  CVodeGetErrWeights(memory_, weights.get());
  int worst = 0;
  const auto share = [&](int i) {
    return std::abs(sundials::data(errors)[i] * sundials::data(weights)[i]);
  };
  for (int i = 1; i < ode_.size(); ++i) {
    if (share(i) > share(worst)) worst = i;
  }
  return worst;
}

void CvodeIntegrator::fail(int flag) {
  if (error_ != nullptr) std::rethrow_exception(error_);
  if (jacobian_error_ != nullptr) std::rethrow_exception(jacobian_error_);
  double time = 0.0;
  CVodeGetCurrentTime(memory_, &time);
  const std::unique_ptr<char, decltype(&std::free)> name(CVodeGetReturnFlagName(flag), &std::free);
  const std::string by = std::string(" (") + name.get() + ")";
  if (not_finite_ >= 0) {
    throw ode_.failure(not_finite_, time,
                       "the rate of this state is not finite" + by +
                           "; check the parameters and inputs of its component");
  }
  if (flag == CV_TOO_MUCH_WORK) {
    throw ode_.failure(worst_state(), time,
                       std::to_string(options_.most_steps) +
                           " steps of the integrator did not suffice to reach the next restart" +
                           by +
                           "; this state changes too fast for the tolerances: loosen them, or "
                           "allow more steps between two restarts (--most-steps)");
  }
  throw ode_.failure(
      worst_state(), time,
      "no step is short enough for this state" + by +
          "; check its component, which may grow without bounds, or loosen the tolerances");
}

void CvodeIntegrator::interpolate(double time, double* x) const {
  if (time != reached_) CVodeGetDky(memory_, time, 0, within_.get());
  const sundials::Vector& states = time == reached_ ? x_ : within_;
  std::copy_n(sundials::data(states), ode_.size(), x);
}

IntegratorStatistics CvodeIntegrator::statistics() const {
  IntegratorStatistics all = done_;
  all.restarts = restarts_;
  if (memory_ == nullptr) return all;
  long steps = 0, rates = 0, jacobians = 0, errors = 0, failures = 0;
  CVodeGetNumSteps(memory_, &steps);
  CVodeGetNumRhsEvals(memory_, &rates);
  CVodeGetNumJacEvals(memory_, &jacobians);
  CVodeGetNumErrTestFails(memory_, &errors);
  CVodeGetNumNonlinSolvConvFails(memory_, &failures);
  all.steps += steps;
  all.rates += rates;
  all.jacobians += jacobians;
  all.rejected += errors + failures;
  return all;
}

IntegratorOptions completed(IntegratorOptions options, const RunDefaults& defaults) {
  const auto positive = [](const char* name, double value) {
    if (value > 0.0) return;
    throw InputError("simulation.option_invalid", {.pointer = name},
                     number_text(value) + " is not above 0; set a positive number");
  };
  if (!options.method) options.method = defaults.method.value_or(Method::Bdf);
  if (!options.relative_tolerance) {
    options.relative_tolerance = defaults.tolerance.value_or(1e-6);
    if (!options.absolute_tolerance) options.absolute_tolerance = defaults.absolute_tolerance;
  }
  positive("relative_tolerance", *options.relative_tolerance);
  if (!options.absolute_tolerance) options.absolute_tolerance = 0.01 * *options.relative_tolerance;
  if (*options.absolute_tolerance != 0.0)
    positive("absolute_tolerance", *options.absolute_tolerance);
  if (options.longest_step == 0.0) options.longest_step = defaults.longest_step.value_or(0.0);
  if (options.longest_step != 0.0) positive("longest_step", options.longest_step);
  if (options.fixed_step == 0.0) options.fixed_step = defaults.fixed_step.value_or(0.0);
  if (options.most_steps == 0) options.most_steps = defaults.most_steps.value_or(10'000'000);
  positive("most_steps", static_cast<double>(options.most_steps));
  return options;
}

std::unique_ptr<OdeSolver> make_ode_solver(Ode& ode, const IntegratorOptions& options) {
  if (options.method == Method::Euler || options.method == Method::RungeKutta4) {
    return std::make_unique<FixedStep>(ode, options);
  }
  return std::make_unique<CvodeIntegrator>(ode, options);
}

}  // namespace hearth
