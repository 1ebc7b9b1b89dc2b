// SPDX-License-Identifier: MIT
#include "hearth/tests/support/test_components.hpp"

#include <vector>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/component/bind.hpp"

namespace hearth::test {

const Registry& test_components() {
  static const Registry registry = [] {
    std::vector<ComponentType> types;
    types.push_back(bind<Gain>("Gain"));
    types.push_back(bind<Sine>("Sine"));
    types.push_back(bind<Digits>("Digits"));
    types.push_back(bind<Junction>("Junction"));
    types.push_back(bind<Splitter>("Splitter"));
    types.push_back(bind<CountedSum>("CountedSum"));
    types.push_back(bind<LinearSystem>("LinearSystem"));
    types.push_back(bind<Node>("Node"));
    types.push_back(bind<CurvedRadiator>("CurvedRadiator"));
    types.push_back(bind<Relax>("Relax"));
    types.push_back(bind<Sampler>("Sampler"));
    types.push_back(bind<MeanSampler>("MeanSampler"));
    types.push_back(bind<Thermostat>("Thermostat"));
    types.push_back(bind<Bucket>("Bucket"));
    types.push_back(bind<Cascade>("Cascade"));
    types.push_back(bind<Root>("Root"));
    types.push_back(bind<Scales>("Scales"));
    types.push_back(bind<Sink>("Sink"));
    types.push_back(bind<Configured>("Configured"));
    return with_standard_components(std::move(types));
  }();
  return registry;
}

}  // namespace hearth::test
