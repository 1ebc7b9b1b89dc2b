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

/// Shared: the runs of a case end in any order, on any thread; the last of them frees it.
using SharedCase = std::shared_ptr<const PreparedCase>;

/// Keeps the cases that were used last, so that runs in a row find theirs ready.
///
/// Threads that ask for a case which another one is making wait for it. May be used from several
/// threads.
class CaseCache {
 public:
  explicit CaseCache(std::size_t capacity) : capacity_(capacity) {}

  /// Returns the case of that key, made if it is not kept. Throws what `make` throws.
  SharedCase get(const std::string& key, const std::function<SharedCase()>& make);

 private:
  struct Entry {
    std::string key;
    std::shared_future<SharedCase> content;
  };

  std::size_t capacity_;
  std::mutex mutex_;
  std::list<Entry> entries_;  // last used first
};

}  // namespace hearth
