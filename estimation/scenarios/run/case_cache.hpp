// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <future>
#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "hearth/estimation/scenarios/run/prepared_case.hpp"

namespace hearth {

/// A shared case. Its runs end in any order and on any thread; the last run frees the case.
using SharedCase = std::shared_ptr<const PreparedCase>;

/// Keeps the most recently used cases, so that consecutive runs of a case share it.
///
/// If a thread requests a case that another thread is making, it waits until the case is finished.
/// May be used by several threads.
class CaseCache {
 public:
  explicit CaseCache(std::size_t capacity) : capacity_(capacity) {}

  /// Returns the case with that key; makes it if it is not kept. Throws the errors of `make`.
  SharedCase get(const std::string& key, const std::function<SharedCase()>& make);

 private:
  struct Entry {
    std::string key;
    std::shared_future<SharedCase> content;
  };

  std::size_t capacity_;
  std::mutex mutex_;
  std::list<Entry> entries_;  // most recently used first
};

}  // namespace hearth
