// SPDX-License-Identifier: MIT
// Replaces operator new of this executable by one that counts.
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/tests/estimation/kpis/kpi_bench.hpp"

namespace {
std::atomic<long> allocations{0};
}

// The thread sanitizer of clang has operators of its own, which cannot be replaced.
#ifdef __SANITIZE_THREAD__
constexpr bool kCounts = false;
#else
constexpr bool kCounts = true;
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
// What takes memory without exceptions gives it back to the same functions.
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
#endif

namespace kpi_allocation_test {

using namespace hearth;
using namespace hearth::test;

TEST_CASE("a meter of KPIs takes no memory for its rows") {
  const KpiSettings settings = kpi_settings(R"({"floor_area": 50,
    "comfort": {"lower": {"default": 18, "rules": [{"from": "06:00", "to": "18:00", "value": 21}]},
                "upper": 26, "co2_upper": 900, "clothing": 0.8,
                "occupied": {"signal": "people"}},
    "zones": {"a": {"temperature": "a", "co2": "c"}, "b": {"temperature": "b"}},
    "energy": [{"signals": ["*.Power"], "carrier": "electricity", "end_use": "all"}],
    "carriers": {"electricity": {"price": {"default": 0.1,
      "rules": [{"from": "08:00", "to": "20:00", "value": 0.3}]}, "emission": 0.2}}})");
  const std::vector<Signal> signals{{"a", unit::degC},
                                    {"b", unit::degC},
                                    {"c", unit::ppm},
                                    {"people", unit::one},
                                    {"fan.Power", unit::W}};
  const Kpis kpis(settings, {}, signals);
  REQUIRE(kpis.signals().size() == signals.size());
  for (const PowerRule rule : {PowerRule::Step, PowerRule::Trapezoid}) {
    KpiMeter::Request request;
    request.origin = request.start = kStart;
    request.end = kStart + std::chrono::hours(48);
    request.power = rule;
    request.timezone = "UTC";
    DataResolver resolver;
    KpiMeter meter(kpis, request, resolver);
    const long before = allocations.load();
    // Odd steps, so that rows are cut at quarters of an hour and at the end.
    for (long k = 0; 700 * k < 200000; ++k) {
      const double x = static_cast<double>(k);
      const double row[] = {20.0 + 0.1 * x, 27.0 - 0.1 * x, 500.0 + 5.0 * x,
                            static_cast<double>(k % 2), 100.0 * x};
      meter.row(700.0 * x, row);
    }
    const long after = allocations.load();
    CHECK(after == before);
    CHECK((before > 0) == kCounts);
    CHECK(meter.finish().values.size() == kpis.list().size());
  }
}

}  // namespace kpi_allocation_test
