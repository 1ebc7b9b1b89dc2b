// SPDX-License-Identifier: MIT
#pragma once

#include <benchmark/benchmark.h>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace hearth::bench {

// Each function registers the benchmarks of one source. A name is SUBJECT/VARIANT/SIZE; benchmarks
// that bench/report.py divides by each other differ only in VARIANT.
void register_steps();
void register_derivatives();
void register_packs();
void register_runs();
void register_scenarios();
void register_calibration();
void register_graphs();
void register_continuous();

/// An object that is made when its benchmark first runs and is kept for all repetitions; copies
/// share it.
template <class T>
class Lazy {
 public:
  explicit Lazy(std::function<std::unique_ptr<T>()> make)
      : shared_(std::make_shared<Shared>(Shared{std::move(make), nullptr})) {}
  T& operator*() const {
    if (!shared_->object) shared_->object = shared_->make();
    return *shared_->object;
  }
  T* operator->() const { return &**this; }

 private:
  struct Shared {
    std::function<std::unique_ptr<T>()> make;
    std::unique_ptr<T> object;
  };
  std::shared_ptr<Shared> shared_;
};

/// Returns a Lazy object that is constructed from values.
template <class T, class... Values>
Lazy<T> lazy(Values... values) {
  return Lazy<T>([values...] { return std::make_unique<T>(values...); });
}

/// Registers work whose iterations are one call each. The objects that it uses are made before the
/// time is measured.
template <class Work, class... T>
benchmark::internal::Benchmark* add(const std::string& name, Work work, const Lazy<T>&... used) {
  return benchmark::RegisterBenchmark(name.c_str(), [work, used...](benchmark::State& state) {
    (static_cast<void>(*used), ...);
    for (auto _ : state) work();
  });
}

}  // namespace hearth::bench
