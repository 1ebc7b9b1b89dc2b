// SPDX-License-Identifier: MIT
#include "hearth/estimation/filter/kalman_filter.hpp"

#include <algorithm>
#include <set>

namespace hearth {

namespace {

/// Returns the cells that a step reads before it writes them.
std::vector<int> memory_of(const Plan& plan) {
  std::set<int> cells;
  for (std::size_t s = 0; s < plan.slots.size(); ++s) {
    const Slot& slot = plan.slots[s];
    const Counts counts = plan.instances[s].type->counts(slot.sizes);
    for (int i = 0; i < counts.state; ++i) cells.insert(slot.state + i);
    for (int i = 0; i < counts.held; ++i) cells.insert(slot.held + i);
  }
  // Solved loops depend on earlier values only through states.
  std::set<int> solved;
  for (const Loop& loop : plan.loops) {
    for (const Transfer& transfer : loop.feedback) solved.insert(transfer.to);
  }
  for (const Transfer& transfer : plan.feedback) {
    if (solved.count(transfer.to) == 0) cells.insert(transfer.to);
  }
  return {cells.begin(), cells.end()};
}

std::vector<int> united(const std::vector<int>& a, const std::vector<int>& b) {
  std::set<int> all(a.begin(), a.end());
  all.insert(b.begin(), b.end());
  return {all.begin(), all.end()};
}

/// Returns the cells of the memory that vary with others.
std::vector<int> varying(const Plan& plan, const std::vector<int>& origins) {
  const Influence influence(plan, {origins});
  std::vector<int> cells;
  for (const int cell : memory_of(plan)) {
    if (influence.varies(cell)) cells.push_back(cell);
  }
  return cells;
}

/// Returns the number of complete groups for this number of columns.
std::size_t groups_for(Eigen::Index columns) {
  const std::size_t group = Tangent::kGroup;
  return (static_cast<std::size_t>(columns) + group - 1) / group;
}

}  // namespace

KalmanFilter::KalmanFilter(Simulation<double>& simulation, const ConfigObjects<Jet8>& objects,
                           std::vector<int> noisy, std::vector<int> uncertain)
    : simulation_(simulation),
      noisy_(std::move(noisy)),
      uncertain_(std::move(uncertain)),
      memory_(varying(objects.plan(), united(noisy_, uncertain_))),
      cells_(static_cast<Eigen::Index>(memory_.size())),
      columns_(cells_ + static_cast<Eigen::Index>(simulation.observed_means().size())),
      groups_(groups_for(columns_ + 2 * static_cast<Eigen::Index>(noisy_.size()))),
      tangent_(simulation, objects,
               std::vector<std::vector<int>>(groups_, united(noisy_, uncertain_))),
      tape_(objects.plan()),
      snapshot_(simulation.snapshot()),
      intensities_(noisy_.size(), 0.0) {
  for (int cell = 0; cell < objects.plan().snapshot_count; ++cell) {
    if (tangent_.influence().varies(cell)) corrected_.push_back(cell);
  }
  const std::size_t means = simulation.observed_means().size();
  mean_sums_.assign(means, 0.0);
  mean_steps_.assign(means, 0.0);
  // An unfinished mean does not depend on any cell: it has its own row of the memory.
  for (std::size_t i = 0; i < means; ++i) memory_.push_back(mean_row(i));
  factor_.setZero(tangent_.rows() + static_cast<Eigen::Index>(means),
                  static_cast<Eigen::Index>(groups_) * Tangent::kGroup);
  response_.resize(cells_, static_cast<Eigen::Index>(noisy_.size()));
}

void KalmanFilter::initialize(std::span<const double> initial_sds) {
  const TapeRecording recorded(simulation_, tape_);
  simulation_.initialize();
  tangent_.begin();
  factor_.setZero();
  for (std::size_t i = 0; i < uncertain_.size(); ++i) {
    factor_(uncertain_[i], static_cast<Eigen::Index>(i)) = initial_sds[i];
  }
  tangent_.push(tape_, factor_);
  response_.setZero();
  for (std::size_t j = 0; j < noisy_.size(); ++j) {
    const auto place = std::find(memory_.begin(), memory_.end(), noisy_[j]);
    response_(place - memory_.begin(), static_cast<Eigen::Index>(j)) = 1.0;
  }
  for (std::size_t i = 0; i < mean_sums_.size(); ++i) begin_mean(i);
}

/// Adds a column for each noisy state with the effect of noise half a step before the present row,
/// and a column that receives the effect of 1 of the state over the step.
void KalmanFilter::add_noise() {
  const auto noises = static_cast<Eigen::Index>(noisy_.size());
  const double step =
      std::chrono::duration<double>(simulation_.objects().inputs().period.step).count();
  for (Eigen::Index j = 0; j < noises; ++j) {
    const int cell = noisy_[static_cast<std::size_t>(j)];
    const double size = intensities_[static_cast<std::size_t>(j)] * std::sqrt(step);
    for (Eigen::Index i = 0; i < cells_; ++i) {
      factor_(memory_[static_cast<std::size_t>(i)], columns_ + j) = -0.5 * size * response_(i, j);
    }
    factor_(cell, columns_ + j) += 1.5 * size;
    factor_(cell, columns_ + noises + j) = 1.0;
  }
}

/// Merges the columns of the noise into those of the covariance.
void KalmanFilter::compress() {
  const auto noises = static_cast<Eigen::Index>(noisy_.size());
  const Eigen::Index wide = columns_ + noises;
  joined_.resize(wide, columns_);
  for (Eigen::Index i = 0; i < columns_; ++i) {
    const int row = memory_[static_cast<std::size_t>(i)];
    joined_.col(i) = factor_.row(row).head(wide).transpose();
    if (i < cells_) response_.row(i) = factor_.row(row).segment(wide, noises);
  }
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(joined_);
  const Eigen::MatrixXd rotation = qr.householderQ() * Eigen::MatrixXd::Identity(wide, columns_);
  const auto rotate = [&](Eigen::Index row) {
    row_ = factor_.row(row).head(wide) * rotation;
    factor_.row(row).head(columns_) = row_;
  };
  for (const int cell : corrected_) rotate(cell);
  for (Eigen::Index row = tangent_.rows(); row < factor_.rows(); ++row) rotate(row);
  factor_.rightCols(factor_.cols() - columns_).setZero();
}

void KalmanFilter::step() {
  add_noise();
  {
    const TapeRecording recorded(simulation_, tape_);
    simulation_.step();
  }
  tangent_.push(tape_, factor_);
  for (std::size_t i = 0; i < mean_sums_.size(); ++i) {
    mean_sums_[i] += simulation_.mean(i);
    mean_steps_[i] += 1.0;
    factor_.row(mean_row(i)) += factor_.row(tangent_.mean_row(static_cast<int>(i)));
  }
  if (!noisy_.empty()) compress();
}

void KalmanFilter::begin_mean(std::size_t number) {
  mean_sums_[number] = mean_steps_[number] = 0.0;
  factor_.row(mean_row(number)).setZero();
}

double KalmanFilter::mean_sd(std::size_t number) const {
  return factor_.row(mean_row(number)).head(columns_).norm() / mean_steps_[number];
}

Innovation KalmanFilter::correct(int cell, double measured, double sd) {
  return correct(factor_.row(cell).head(columns_).transpose(), simulation_.value(cell), measured,
                 sd);
}

Innovation KalmanFilter::correct_mean(std::size_t number, double measured, double sd) {
  return correct(factor_.row(mean_row(number)).head(columns_).transpose() / mean_steps_[number],
                 mean(number), measured, sd);
}

/// `factors` are those of the measured quantity: its covariance with any number is the product of
/// `factors` and the row of that number.
Innovation KalmanFilter::correct(const Eigen::VectorXd& factors, double expected, double measured,
                                 double sd) {
  Innovation innovation{measured - expected, factors.squaredNorm() + sd * sd};
  const double distance = std::abs(innovation.normalised());
  if (distance > outlier_limit_) innovation.weight = outlier_limit_ / distance;
  // An outlier is treated as having a sensor with correspondingly larger variance.
  const double variance = innovation.variance / innovation.weight;
  const double sensor = std::sqrt(sd * sd + (variance - innovation.variance));
  const double share = 1.0 / (variance + sensor * std::sqrt(variance));
  simulation_.save_into(snapshot_);
  const auto reduce = [&](Eigen::Index row) {
    auto own = factor_.row(row).head(columns_);
    const double covariance = own.dot(factors);
    own -= share * covariance * factors.transpose();
    return covariance / variance * innovation.value;
  };
  for (const int cell : corrected_) {
    snapshot_.cells[static_cast<std::size_t>(cell)] += reduce(cell);
  }
  for (std::size_t i = 0; i < mean_sums_.size(); ++i) {
    mean_sums_[i] += reduce(mean_row(i));
  }
  simulation_.restore(snapshot_);
  return innovation;
}

}  // namespace hearth
