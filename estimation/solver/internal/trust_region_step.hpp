// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <vector>

#include <Eigen/Dense>

/// One step of the trust-region reflective method: a quadratic model of F around a point strictly
/// inside the bounds, and where within a radius it is low.
namespace hearth::estimation {

/// The bounds of the coordinates.
struct Box {
  Eigen::VectorXd lower, upper;
};

/// Rows and derivatives at a point, with the loss in them: g = Jᵀ r is half the gradient of F, and
/// R, Qᵀr are what the QR factorisation of J leaves of a linear least-squares problem, for each
/// group of columns that has rows of its own.
struct Linearisation {
  struct Part {
    std::vector<Eigen::Index> columns;
    Eigen::MatrixXd r;
    Eigen::VectorXd qtr;
  };
  Eigen::VectorXd gradient;
  std::vector<Part> parts;
};

/// Coleman-Li scaling at x: v is the distance to the bound the descent direction points at, 1 where
/// that is infinite; d = √v; c = g dv/dx, the curvature that v adds in the scaled space.
struct Scaling {
  Eigen::VectorXd v, d, c;
};

Scaling coleman_li(const Eigen::VectorXd& x, const Eigen::VectorXd& gradient, const Box& box);

/// The quadratic model ψ(s) = ĝ s + ½ |A s|², A = [R D; √C], in the scaled space ŝ = D⁻¹ s. A is
/// made of parts with columns of their own.
struct Model {
  struct Part {
    std::vector<Eigen::Index> columns;
    Eigen::MatrixXd a, v;    // v: right singular vectors of a
    Eigen::Index first = 0;  // of its singular values
  };
  Eigen::VectorXd gradient;           // ĝ = D g
  Eigen::VectorXd singular, rotated;  // of A; rotated = Uᵀ [Qᵀr; 0]
  std::vector<Part> parts;
  Eigen::Index rows = 0;  // of A

  Model(const Linearisation& linear, const Scaling& scaling);
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

/// Minimises ψ within |s| <= radius: the Newton step where it fits, otherwise the root of the
/// secular equation 1/|s(alpha)| = 1/radius by Newton's method, which is monotone for it (More
/// 1978).
Eigen::VectorXd trust_region_step(const Model& model, double radius, double& alpha);

/// A step in the scaled space and the ψ it leads to.
struct Candidate {
  Eigen::VectorXd scaled;  // ŝ
  double value = std::numeric_limits<double>::infinity();
};

/// What a step is chosen from: the point, its bounds, and the model around it. theta < 1 is the
/// share of the way to a bound that a step may take.
struct Surroundings {
  const Eigen::VectorXd& x;
  const Box& box;
  const Scaling& scaling;
  const Model& model;
  double theta;

  Eigen::VectorXd unscaled(const Eigen::VectorXd& s) const { return scaling.d.cwiseProduct(s); }
};

/// Returns the step itself where it stays inside the bounds; otherwise the lowest ψ among the step
/// cut short of the bound, the step reflected there, and a step down the scaled gradient.
Candidate bounded_step(const Surroundings& at, const Eigen::VectorXd& newton, double radius);

/// Moves x strictly inside the bounds, by `margin` (of a unit in the coordinate) or half the range.
void move_inside(Eigen::VectorXd& x, const Box& box, double margin);

}  // namespace hearth::estimation
