// SPDX-License-Identifier: MIT
// Messages of the type Fmu in a Hearth that was built without FMUs.
#include <catch2/catch.hpp>

#include "hearth/components/fmi/fmu_component.hpp"
#include "hearth/framework/model/model.hpp"

namespace fmi_absent_test {

using namespace hearth;

TEST_CASE("a model with an FMU names the packages that are missing") {
  const Registry types({fmu_component_type()});
  SimulationModel model;
  Component room;
  room.id = "room";
  room.type = "Fmu";
  room.config["file"] = FileName{"room.fmu", ""};
  model.add_component(room);
  const Diagnostics found = validate(model, types);
  REQUIRE(found.items().size() == 1);
  CHECK(found.items()[0].code == "fmi.not_built");
  CHECK(found.items()[0].where.component == "room");
  CHECK_THAT(found.items()[0].message,
             Catch::Contains("libpugixml-dev") && Catch::Contains("libzip-dev"));
}

}  // namespace fmi_absent_test
