// SPDX-License-Identifier: MIT
#pragma once

#include <exception>

#include "hearth/framework/continuous/internal/sundials.hpp"
#include "hearth/framework/continuous/ode_solver.hpp"

namespace hearth {

/// Integrates with CVODE (Hindmarsh et al., SUNDIALS, ACM Trans. Math. Softw. 31 (2005)) and the
/// Jacobian of the system. Its matrix is banded if all entries are near the diagonal, dense if
/// there are few states or many entries, otherwise sparse with KLU.
class CvodeIntegrator final : public OdeSolver {
 public:
  CvodeIntegrator(Ode& ode, const IntegratorOptions& options);
  ~CvodeIntegrator() override;
  CvodeIntegrator(const CvodeIntegrator&) = delete;
  CvodeIntegrator& operator=(const CvodeIntegrator&) = delete;

  void start(double time, const double* x) override;
  void limit_step(double longest) override;
  double step(double stop) override;
  void interpolate(double time, double* x) const override;
  int worst_state() const override;
  IntegratorStatistics statistics() const override;

 private:
  enum class Form { Dense, Banded, Sparse };  // of the matrix

  static int rates(double time, N_Vector x, N_Vector slopes, void* self);
  static int jacobian(double time, N_Vector x, N_Vector slopes, SUNMatrix matrix, void* self,
                      N_Vector, N_Vector, N_Vector);
  void set_up(double time);
  void attach_jacobian();
  void begin_anew(double time);
  int try_step(double stop);
  void watch_progress(double before);
  [[noreturn]] void fail(int flag);

  Ode& ode_;
  IntegratorOptions options_;
  sundials::Context context_;
  void* memory_ = nullptr;
  double reached_ = 0.0;  // time of x_
  sundials::Vector x_, within_;
  sundials::Matrix matrix_;
  sundials::LinearSolver linear_solver_;
  Form form_ = Form::Dense;
  std::vector<double> entries_;  // of the Jacobian, unless it is sparse
  std::exception_ptr error_;     // exception of f, since exceptions cannot pass through C
  std::exception_ptr jacobian_error_;
  int not_finite_ = -1;        // last state whose rate was not finite
  IntegratorStatistics done_;  // before the last restart
  long restarts_ = 0;
  int standing_ = 0;   // steps in a row that hardly changed the time
  double stop_ = 0.0;  // stop time of the last step
  long steps_ = 0;     // steps towards the stop time
  bool fresh_ = true;  // no step since the restart
};

}  // namespace hearth
