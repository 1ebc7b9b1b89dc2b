// SPDX-License-Identifier: MIT
// Whether the models of the reference graphs keep their heat: what came in and what plants and
// people gave is what was lost and stored, in the cold, in mild air and in the heat.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/ontology/reasoning/graph_file.hpp"
#include "hearth/ontology/translate/translation.hpp"
#include "hearth/tests/ontology/translate/translation_support.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace hearth::test::graph_balances_test {
namespace {

/// The graphs of the reference set by name.
std::vector<std::filesystem::path> reference_graphs() {
  std::vector<std::filesystem::path> graphs;
  for (const char* folder : {"data/rdf/models", "data/rdf/more"}) {
    const auto path = shared_data(folder);
    if (!path) continue;
    for (const auto& file : std::filesystem::directory_iterator(*path)) {
      if (file.path().extension() == ".ttl") graphs.push_back(file.path());
    }
  }
  std::sort(graphs.begin(), graphs.end());
  return graphs;
}

/// The model of a graph, none where the graph holds none.
std::optional<Translation> translated(const std::filesystem::path& path) {
  const std::vector<std::string> expected = {"model.empty", "turtle.undeclared_prefix",
                                             "import.simulation_graph"};
  Diagnostics diagnostics;
  try {
    return translate_file(path, standard_components(), {}, diagnostics);
  } catch (const InputError& error) {
    INFO(path.string() << ": " << error.what());
    for (const Diagnostic& item : error.diagnostics().items()) {
      CHECK(std::find(expected.begin(), expected.end(), item.code) != expected.end());
    }
    return std::nullopt;
  }
}

TEST_CASE("the models of reference graphs keep their heat in cold, mild and hot weather") {
  // Each step closes by itself, and what a step left over would be the same in each: a day of the
  // largest models shows what a week would, in a seventh of the time.
  constexpr std::size_t kMostRooms = 60;
  constexpr double kMost = 1e-6;  // of the heat that moves; rounding and the loops leave 1e-9
  std::string lines;
  for (const std::filesystem::path& path : reference_graphs()) {
    const std::optional<Translation> result = translated(path);
    if (!result || !result->report.flows) continue;
    const int days = result->report.rooms.total > kMostRooms ? 1 : 7;
    for (const double outdoors : {-10.0, 10.0, 32.0}) {
      const Balance balance = balance_under(result->model, outdoors, days);
      REQUIRE(balance.heat() != nullptr);
      const BalanceAccount& heat = *balance.heat();
      std::string line = fmt::format("{:32} {:4} degC, {} days: heat {:.1e}", path.stem().string(),
                                     outdoors, days, heat.share());
      for (const BalanceAccount& account : balance.model) {
        if (&account == &heat) continue;
        line += fmt::format(", {} {:.1e}", to_string(account.quantity), account.share());
      }
      lines += line + "\n";
      const std::string place = heat.losses.empty() ? "" : heat.losses.front().name;
      INFO(line << "; most at " << place);
      CHECK(heat.share() <= kMost);
      // What is in no circuit would take water from outside, and return it there.
      for (const BalanceAccount& account : balance.model) {
        if (account.quantity != Conserved::Water) continue;
        CHECK(account.share() <= kMost);
        CHECK(account.supplied <= kMost * account.moved);
        CHECK(account.delivered <= kMost * account.moved);
      }
      // Heat that no component takes, and walls or air that one side only knows of.
      if (result->report.rooms.total > 0) CHECK(balance.open_ends.empty());
    }
  }
  fmt::print("{}", lines);
}

}  // namespace
}  // namespace hearth::test::graph_balances_test
