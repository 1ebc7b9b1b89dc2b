// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/apps/serve/boptest/test_run.hpp"
#include "hearth/apps/serve/calls/site.hpp"

namespace hearth::apps {

/// Limits of a service.
struct ServiceLimits {
  TestLimits test{};
  std::size_t tests = 64;                 ///< largest number of tests at the same time
  std::chrono::seconds idle{3600};        ///< time after which a test without requests ends
  std::chrono::milliseconds wait{30000};  ///< longest wait for an earlier request to the same test
};

/// BOPTEST's API for any number of test cases and tests. Any number of threads may use it at once;
/// requests to one test wait for each other.
class Service : public Site {
 public:
  Service(std::vector<std::shared_ptr<const TestCase>> cases, ServiceLimits limits);

  /// Answers a request; does not throw.
  Reply handle(const Call& call) override;
  /// Ends the tests that received no requests for the time `idle`.
  void drop_idle_tests();
  std::size_t test_count() const;

 private:
  using SteadyClock = std::chrono::steady_clock;
  struct Test;

  Reply route(const Call& call);
  Reply of_test(const Call& call, std::string_view verb, const std::string& testid);
  Answer answer(TestRun& run, const Call& call, std::string_view verb);
  Reply select(const std::string& name);
  std::shared_ptr<Test> find(const std::string& testid) const;

  std::map<std::string, std::shared_ptr<const TestCase>, std::less<>> cases_;
  ServiceLimits limits_;
  mutable std::mutex mutex_;  // protects the map
  std::map<std::string, std::shared_ptr<Test>> tests_;
};

}  // namespace hearth::apps
