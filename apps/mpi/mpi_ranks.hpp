// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <mpi.h>
#include <mutex>

#include "hearth/apps/verbs/scenario_ranks.hpp"

namespace hearth::apps {

/// The processes of an MPI job, between MPI_Init_thread and MPI_Finalize.
///
/// The queue is a counter in memory of rank 0, which the other processes read and increment in one
/// operation (MPI_Fetch_and_op): each free process takes the next run, and no process has to
/// distribute runs. Calls to MPI are made one at a time, so that MPI_THREAD_SERIALIZED suffices, or
/// MPI_THREAD_FUNNELED with one thread.
class MpiRanks final : public ScenarioRanks {
 public:
  MpiRanks();
  ~MpiRanks() override;
  MpiRanks(const MpiRanks&) = delete;
  MpiRanks& operator=(const MpiRanks&) = delete;

  int rank() const { return rank_; }

  bool leads() const override { return rank_ == 0; }
  int threads() const override { return 1; }
  std::string part(const std::optional<Shard>& shard) const override;

  std::optional<RankFailure> settle(std::optional<RankFailure> own) override;
  void share(std::vector<long>& runs) override;
  int agree_on_signal(int own) override;
  void wait(const std::function<void()>& idle) override;

  std::function<std::optional<long>()> queue() override;
  ScenarioProgress total(const ScenarioProgress& own) override;
  void stop() override;
  bool stopped() override;

 private:
  enum Counter : MPI_Aint { Next, Done, Failed, OnDisk, Stop, Count };
  using Clock = std::chrono::steady_clock;

  /// Adds to a counter of rank 0; returns its previous value. The lock must be held.
  long add(Counter counter, long number);
  void share_text(std::string& text, int from);

  int rank_ = 0;
  int size_ = 1;
  long* counters_ = nullptr;  // of this rank; only those of rank 0 are used
  MPI_Win window_ = MPI_WIN_NULL;
  std::mutex mutex_;
  ScenarioProgress told_;
  std::atomic<bool> stop_{false};
  Clock::time_point looked_{};
};

}  // namespace hearth::apps
