// SPDX-License-Identifier: MIT
#include "hearth/framework/stepwise/parallel_choice.hpp"

#include <catch2/catch.hpp>

namespace hearth::test::parallel_choice_test {
namespace {

/// Repeats work that takes the given times [s]; returns the last choice.
bool shares_after(ParallelChoice& choice, int repetitions, double alone, double shared) {
  for (int i = 0; i < repetitions; ++i) choice.end(choice.shares() ? shared : alone);
  return choice.shares();
}

}  // namespace

TEST_CASE("work is shared if that is faster") {
  ParallelChoice choice(20e-6);
  CHECK(shares_after(choice, 100, 100e-6, 60e-6));
}

TEST_CASE("work is not shared if that is not clearly faster") {
  ParallelChoice choice(20e-6);
  CHECK(!shares_after(choice, 100, 100e-6, 97e-6));
}

TEST_CASE("work below the limit is never shared, not even to measure it") {
  ParallelChoice choice(20e-6);
  for (int i = 0; i < 10000; ++i) {
    REQUIRE(!choice.shares());
    choice.end(10e-6);
  }
}

TEST_CASE("all work is shared without a limit, and nothing is measured") {
  ParallelChoice choice(0.0);
  for (int i = 0; i < 20; ++i) {
    CHECK(choice.shares());
    CHECK(!choice.measures());
    choice.end(0.0);
  }
}

TEST_CASE("single long repetitions do not decide") {
  // As the first one, and one in which another program had the processor.
  ParallelChoice choice(20e-6);
  for (int i = 0; i < 20; ++i) {
    const double usual = choice.shares() ? 60e-6 : 100e-6;
    choice.end(i == 0 || i == 7 ? 4e-3 : usual);
  }
  CHECK(choice.shares());
}

TEST_CASE("the choice follows processors that become busy and free again") {
  ParallelChoice choice(20e-6);
  CHECK(shares_after(choice, 100, 100e-6, 60e-6));
  CHECK(!shares_after(choice, 5000, 100e-6, 300e-6));
  CHECK(shares_after(choice, 5000, 100e-6, 60e-6));
}

}  // namespace hearth::test::parallel_choice_test
