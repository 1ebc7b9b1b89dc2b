// SPDX-License-Identifier: MIT
#include "hearth/apps/session/progress.hpp"

#include <ostream>
#include <string>

#include <fmt/format.h>

namespace hearth::apps {
namespace {

constexpr auto kInterval = std::chrono::milliseconds(100);
constexpr int kWidth = 40;  // characters of the bar

std::string clock_text(double seconds) {
  const auto whole = static_cast<long>(seconds + 0.5);
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

}  // namespace

Progress::Progress(std::ostream& stream, ProgressStyle style, bool terminal)
    : stream_(stream),
      style_(style == ProgressStyle::Json               ? Style::Json
             : style == ProgressStyle::Auto && terminal ? Style::Bar
                                                        : Style::None),
      begin_(Clock::now()),
      next_(begin_ + kInterval) {}

Progress::~Progress() { clear(); }

void Progress::clear() {
  if (drawn_) stream_ << "\r\033[K" << std::flush;
  drawn_ = false;
}

double Progress::elapsed_seconds() const {
  return std::chrono::duration<double>(Clock::now() - begin_).count();
}

bool Progress::due() {
  const Clock::time_point now = Clock::now();
  if (now < next_) return false;
  next_ = now + kInterval;
  return true;
}

void Progress::update(long done, long total) {
  if (style_ == Style::None) return;
  const bool last = done >= total && style_ == Style::Json;
  if (!due() && !last) return;
  const double share = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 1.0;
  const double left = share > 0.0 ? elapsed_seconds() * (1.0 - share) / share : 0.0;
  style_ == Style::Bar ? draw(share, clock_text(left) + " left") : print(done, total, left);
}

void Progress::update(const RunProgress& runs) {
  if (style_ == Style::None) return;
  const bool last = runs.done >= runs.total && style_ == Style::Json;
  if (!due() && !last) return;
  if (style_ == Style::Json) {
    const std::string left =
        runs.seconds_left ? fmt::format("{:.3f}", *runs.seconds_left) : std::string("null");
    stream_ << fmt::format(R"({{"event": "progress", "done": {}, "failed": {}, "total": {}, )"
                           R"("elapsed": {:.3f}, "left": {}}})",
                           runs.done, runs.failed, runs.total, elapsed_seconds(), left)
            << std::endl;
    return;
  }
  std::string remark = fmt::format("{} of {} runs", runs.done, runs.total);
  if (runs.failed > 0) remark += fmt::format(", {} failed", runs.failed);
  if (runs.seconds_left) remark += "  " + clock_text(*runs.seconds_left) + " left";
  draw(runs.total > 0 ? static_cast<double>(runs.done) / static_cast<double>(runs.total) : 1.0,
       remark);
}

void Progress::update_search(int start, int starts, int iteration, double objective) {
  if (style_ == Style::None || !due()) return;
  if (style_ == Style::Bar) {
    stream_ << fmt::format("\rstart {} of {}, iteration {}, objective {:.6g}\033[K", start + 1,
                           starts, iteration, objective)
            << std::flush;
    drawn_ = true;
    return;
  }
  stream_ << fmt::format(R"({{"event": "progress", "start": {}, "starts": {}, "iteration": {}, )"
                         R"("objective": {}, "elapsed": {:.3f}}})",
                         start + 1, starts, iteration, objective, elapsed_seconds())
          << std::endl;
}

void Progress::draw(double share, const std::string& remark) {
  const auto filled = static_cast<std::size_t>(share * kWidth);
  stream_ << fmt::format("\r[{}{}] {:3.0f} %  {}\033[K", std::string(filled, '#'),
                         std::string(kWidth - filled, '.'), 100.0 * share, remark)
          << std::flush;
  drawn_ = true;
}

void Progress::print(long done, long total, double left) {
  stream_ << fmt::format(R"({{"event": "progress", "done": {}, "total": {}, "elapsed": {:.3f}, )"
                         R"("left": {:.3f}}})",
                         done, total, elapsed_seconds(), left)
          << std::endl;
}

}  // namespace hearth::apps
