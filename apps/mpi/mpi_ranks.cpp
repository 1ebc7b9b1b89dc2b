// SPDX-License-Identifier: MIT
#include "hearth/apps/mpi/mpi_ranks.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include <nlohmann/json.hpp>

namespace hearth::apps {
namespace {

constexpr auto kLookInterval = std::chrono::milliseconds(50);
constexpr auto kWaitInterval = std::chrono::milliseconds(20);
constexpr std::size_t kMostAtOnce = std::size_t{1} << 24;  // counts in MPI are int

using nlohmann::json;

std::string encoded(const Diagnostics& diagnostics) {
  json list = json::array();
  for (const Diagnostic& item : diagnostics.items()) {
    const Where& where = item.where;
    list.push_back({static_cast<int>(item.severity), item.code, where.file, where.line,
                    where.pointer, where.component, where.port, item.message});
  }
  return list.dump(-1, ' ', false, json::error_handler_t::replace);
}

Diagnostics decoded(const std::string& text) {
  Diagnostics diagnostics;
  for (const json& item : json::parse(text)) {
    diagnostics.add({static_cast<Severity>(item[0].get<int>()),
                     item[1].get<std::string>(),
                     {.file = item[2].get<std::string>(),
                      .line = item[3].get<int>(),
                      .pointer = item[4].get<std::string>(),
                      .component = item[5].get<std::string>(),
                      .port = item[6].get<std::string>()},
                     item[7].get<std::string>()});
  }
  return diagnostics;
}

}  // namespace

MpiRanks::MpiRanks() {
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  MPI_Win_allocate(static_cast<MPI_Aint>(Count * sizeof(long)), sizeof(long), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &counters_, &window_);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window_);
  std::fill_n(counters_, Count, 0L);
  MPI_Win_sync(window_);
  MPI_Barrier(MPI_COMM_WORLD);
}

MpiRanks::~MpiRanks() {
  MPI_Win_unlock_all(window_);
  MPI_Win_free(&window_);
}

std::string MpiRanks::part(const std::optional<Shard>&) const {
  return "rank-" + std::to_string(rank_) + "-of-" + std::to_string(size_);
}

long MpiRanks::add(Counter counter, long number) {
  long before = 0;
  MPI_Fetch_and_op(&number, &before, MPI_LONG, 0, counter, MPI_SUM, window_);
  MPI_Win_flush(0, window_);
  return before;
}

std::optional<RankFailure> MpiRanks::settle(std::optional<RankFailure> own) {
  int mine = own ? rank_ : size_;
  int first = size_;
  MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (first == size_) return std::nullopt;
  RankFailure failure = own.value_or(RankFailure{});
  std::string text = encoded(failure.diagnostics);
  MPI_Bcast(&failure.code, 1, MPI_INT, first, MPI_COMM_WORLD);
  share_text(text, first);
  failure.diagnostics = decoded(text);
  return failure;
}

void MpiRanks::share_text(std::string& text, int from) {
  text.resize(std::min(text.size(), kMostAtOnce));
  int size = static_cast<int>(text.size());
  MPI_Bcast(&size, 1, MPI_INT, from, MPI_COMM_WORLD);
  text.resize(static_cast<std::size_t>(size));
  MPI_Bcast(text.data(), size, MPI_CHAR, from, MPI_COMM_WORLD);
}

void MpiRanks::share(std::vector<long>& runs) {
  long size = static_cast<long>(runs.size());
  MPI_Bcast(&size, 1, MPI_LONG, 0, MPI_COMM_WORLD);
  runs.resize(static_cast<std::size_t>(size));
  for (std::size_t begin = 0; begin < runs.size(); begin += kMostAtOnce) {
    const auto count = static_cast<int>(std::min(kMostAtOnce, runs.size() - begin));
    MPI_Bcast(runs.data() + begin, count, MPI_LONG, 0, MPI_COMM_WORLD);
  }
}

int MpiRanks::agree_on_signal(int own) {
  int highest = 0;
  MPI_Allreduce(&own, &highest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  return highest;
}

void MpiRanks::wait(const std::function<void()>& idle) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  int here = 0;
  while (true) {
    MPI_Test(&request, &here, MPI_STATUS_IGNORE);
    if (here != 0) return;
    if (idle && leads()) idle();
    std::this_thread::sleep_for(kWaitInterval);
  }
}

std::function<std::optional<long>()> MpiRanks::queue() {
  return [this]() -> std::optional<long> {
    const std::lock_guard lock(mutex_);
    return add(Next, 1);
  };
}

ScenarioProgress MpiRanks::total(const ScenarioProgress& own) {
  const std::lock_guard lock(mutex_);
  const long done = own.done - told_.done;
  const long failed = own.failed - told_.failed;
  const long on_disk = own.on_disk - told_.on_disk;
  told_ = own;
  if (!leads()) {
    if (done > 0) add(Done, done);
    if (failed > 0) add(Failed, failed);
    if (on_disk > 0) add(OnDisk, on_disk);
    return own;
  }
  return {add(Done, done) + done, add(Failed, failed) + failed, own.total,
          add(OnDisk, on_disk) + on_disk};
}

void MpiRanks::stop() {
  const std::lock_guard lock(mutex_);
  stop_ = true;
  add(Stop, 1);
}

/// This call also lets MPI serve other processes, if it needs the owner of the counters for that.
bool MpiRanks::stopped() {
  if (stop_) return true;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock || Clock::now() - looked_ < kLookInterval) return stop_;
  looked_ = Clock::now();
  if (add(Stop, 0) > 0) stop_ = true;
  return stop_;
}

}  // namespace hearth::apps
