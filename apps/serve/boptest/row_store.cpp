// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/boptest/row_store.hpp"

#include <algorithm>
#include <unistd.h>

#include <fmt/format.h>

#include "hearth/framework/base/error.hpp"

namespace hearth::apps {
namespace {

constexpr std::int64_t kRowsAtOnce = 128;

[[noreturn]] void refuse_unwritable() {
  throw SimulationError("serve.results_unwritable", {},
                        "results cannot be written to a temporary file; free space in the folder "
                        "for temporary files, or set another folder with TMPDIR");
}

}  // namespace

RowStore::RowStore(std::size_t columns, std::int64_t most_bytes)
    : columns_(columns), most_bytes_(most_bytes), file_(std::tmpfile()) {
  if (!file_) refuse_unwritable();
}

void RowStore::add(const std::vector<double>& row) {
  const auto bytes = static_cast<std::int64_t>(columns_ * sizeof(double));
  if ((rows_ + 1) * bytes > most_bytes_) {
    throw SimulationError(
        "serve.results_full", {},
        fmt::format("the results of this test have reached {} MB; initialize it again, or start "
                    "the service with a larger --result-size",
                    most_bytes_ / 1'000'000));
  }
  buffer_.insert(buffer_.end(), row.begin(), row.end());
  ++rows_;
  if (rows_ - written_ >= kRowsAtOnce) flush();
}

void RowStore::clear() {
  rows_ = written_ = 0;
  buffer_.clear();
  if (::ftruncate(::fileno(file_.get()), 0) != 0) refuse_unwritable();
}

void RowStore::flush() {
  const char* bytes = reinterpret_cast<const char*>(buffer_.data());
  std::size_t left = buffer_.size() * sizeof(double);
  auto at = static_cast<::off_t>(written_ * static_cast<std::int64_t>(columns_ * sizeof(double)));
  while (left > 0) {
    const ::ssize_t done = ::pwrite(::fileno(file_.get()), bytes, left, at);
    if (done <= 0) refuse_unwritable();
    bytes += done;
    at += done;
    left -= static_cast<std::size_t>(done);
  }
  written_ = rows_;
  buffer_.clear();
}

std::int64_t RowStore::first_row(double time, bool after) {
  std::int64_t low = 0, high = rows_;
  std::vector<double> row;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    read(middle, 1, row);
    const bool reached = after ? row.front() > time : row.front() >= time;
    if (reached) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

void RowStore::read(std::int64_t first, std::int64_t count, std::vector<double>& values) {
  if (first + count > written_ && first < written_) flush();
  values.resize(static_cast<std::size_t>(count) * columns_);
  if (first >= written_) {
    const auto from = buffer_.begin() + (first - written_) * static_cast<std::int64_t>(columns_);
    std::copy(from, from + static_cast<std::int64_t>(values.size()), values.begin());
    return;
  }
  char* bytes = reinterpret_cast<char*>(values.data());
  std::size_t left = values.size() * sizeof(double);
  auto at = static_cast<::off_t>(first * static_cast<std::int64_t>(columns_ * sizeof(double)));
  while (left > 0) {
    const ::ssize_t done = ::pread(::fileno(file_.get()), bytes, left, at);
    if (done <= 0) refuse_unwritable();
    bytes += done;
    at += done;
    left -= static_cast<std::size_t>(done);
  }
}

}  // namespace hearth::apps
