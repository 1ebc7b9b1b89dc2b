// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <vector>

#include <Eigen/Dense>

/// One step of the trust-region reflective method: a quadratic model of F around a point strictly
/// inside the bounds, and its approximate minimum within a radius.
namespace hearth::estimation {

/// The bounds of the coordinates.
struct Box {
  Eigen::VectorXd lower, upper;
};

/// Rows and derivatives at a point, including the loss: g = Jᵀ r is half the gradient of F; R and
/// Qᵀr, from the QR factorisation of J, define the linear least-squares problem of each group of
/// columns with separate rows.
struct Linearisation {
  struct Part {
    std::vector<Eigen::Index> columns;
    Eigen::MatrixXd r;
    Eigen::VectorXd qtr;
  };
  Eigen::VectorXd gradient;
  std::vector<Part> parts;
};

/// Coleman-Li scaling at x: v is the distance to the bound in the descent direction, or 1 if that
/// is infinite; d = √v; c = g dv/dx is the curvature that v adds in the scaled space.
struct Scaling {
  Eigen::VectorXd v, d, c;
};

Scaling coleman_li(const Eigen::VectorXd& x, const Eigen::VectorXd& gradient, const Box& box);

/// The quadratic model ψ(s) = ĝ s + ½ |A s|², A = [R D; √C], in the scaled space ŝ = D⁻¹ s. A
/// consists of parts with separate columns.
struct Model {
  struct Part {
    std::vector<Eigen::Index> columns;
    Eigen::MatrixXd a, v;    // v: right singular vectors of a
    Eigen::Index first = 0;  // position of its first singular value
  };
  Eigen::VectorXd gradient;           // ĝ = D g
  Eigen::VectorXd singular, rotated;  // singular values of A; rotated = Uᵀ [Qᵀr; 0]
  std::vector<Part> parts;
  Eigen::Index rows = 0;  // number of rows of A

  Model(const Linearisation& linear, const Scaling& scaling);
  /// Returns AᵀA.
  Eigen::MatrixXd curvature() const;
  /// Returns A s.
  Eigen::VectorXd image(const Eigen::VectorXd& s) const;
  double value(const Eigen::VectorXd& s) const {
    return gradient.dot(s) + 0.5 * image(s).squaredNorm();
  }
  /// Returns -V f rotated, with a factor f for each singular value.
  Eigen::VectorXd step(const Eigen::VectorXd& factors) const;
  /// Returns -(AᵀA + alpha I)⁻¹ ĝ.
  Eigen::VectorXd damped(double alpha) const {
    return step((singular.array() / (singular.array().square() + alpha)).matrix());
  }
};

/// Minimises ψ within |s| <= radius. Returns the Newton step if it is within the radius, otherwise
/// the root of the secular equation 1/|s(alpha)| = 1/radius by Newton's method, which converges
/// monotonically (More 1978).
Eigen::VectorXd trust_region_step(const Model& model, double radius, double& alpha);

/// A step in the scaled space and its value of ψ.
struct Candidate {
  Eigen::VectorXd scaled;  // ŝ
  double value = std::numeric_limits<double>::infinity();
};

/// The data for the choice of a step: the point, its bounds, and the model around it. theta < 1 is
/// the largest share of the distance to a bound that a step may take.
struct Surroundings {
  const Eigen::VectorXd& x;
  const Box& box;
  const Scaling& scaling;
  const Model& model;
  double theta;

  Eigen::VectorXd unscaled(const Eigen::VectorXd& s) const { return scaling.d.cwiseProduct(s); }
};

/// Returns the step itself if it is inside the bounds. Otherwise returns the candidate with the
/// lowest ψ: the step shortened before the bound, the step reflected there, the step along the
/// bounds that it reaches, or a step along the scaled negative gradient. `alpha` is the damping of
/// the step (`trust_region_step`).
Candidate bounded_step(const Surroundings& at, const Eigen::VectorXd& newton, double radius,
                       double alpha);

/// Moves x strictly inside the bounds, by `margin` (of a unit in the coordinate) or half the range.
void move_inside(Eigen::VectorXd& x, const Box& box, double margin);

}  // namespace hearth::estimation
