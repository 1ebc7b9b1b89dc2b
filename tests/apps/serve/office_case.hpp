// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "hearth/apps/serve/boptest/service.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/ontology/load_model.hpp"

namespace hearth::test {

inline SimulationModel office_model() {
  Diagnostics diagnostics;
  const std::filesystem::path examples = std::filesystem::path(HEARTH_SOURCE_DIR) / "examples";
  return load_model(examples / "air_handling_unit" / "office.hearth.json", standard_components(),
                    {}, diagnostics);
}

inline KpiSeries constant_price(double value) {
  SeriesSpec spec;
  spec.source = value;
  KpiSeries series;
  series.source = std::move(spec);
  return series;
}

/// The demo office as a test case with electricity prices.
inline std::shared_ptr<const apps::TestCase> office_case() {
  Diagnostics diagnostics;
  apps::TestCaseSettings settings;
  settings.name = "office";
  KpiCarrier& electricity = settings.kpi.carriers["electricity"];
  electricity.price = constant_price(0.2);
  electricity.dynamic_price = constant_price(0.4);
  electricity.emission = constant_price(0.3);
  for (const char* carrier : {"district_heating", "district_cooling"}) {
    settings.kpi.carriers[carrier].price = constant_price(0.0);
  }
  settings.kpi.floor_area = 100.0;
  return std::make_shared<const apps::TestCase>(office_model(), DataOptions{}, std::move(settings),
                                                CompileOptions{}, diagnostics);
}

/// A client that calls a service directly, without a network.
class Client {
 public:
  explicit Client(apps::Service& service, const std::string& test_case = "office")
      : service_(&service) {
    testid = call("POST", "/testcases/" + test_case + "/select")["testid"];
  }

  nlohmann::json call(const std::string& method, const std::string& path,
                      const nlohmann::json& body = nullptr) {
    const apps::Reply reply =
        service_->handle({method, path, "application/json", body.is_null() ? "" : body.dump()});
    status = reply.status;
    return nlohmann::json::parse(reply.body, nullptr, false);
  }
  nlohmann::json get(const std::string& verb) { return call("GET", "/" + verb + "/" + testid); }
  nlohmann::json put(const std::string& verb, const nlohmann::json& body) {
    return call("PUT", "/" + verb + "/" + testid, body);
  }
  nlohmann::json advance(const nlohmann::json& body = nlohmann::json::object()) {
    return call("POST", "/advance/" + testid, body);
  }

  std::string testid;
  int status = 0;

 private:
  apps::Service* service_;
};

}  // namespace hearth::test
