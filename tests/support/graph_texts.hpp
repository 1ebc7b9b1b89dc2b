// SPDX-License-Identifier: MIT
#pragma once

namespace hearth::test {

/// A zone that an air handling unit serves. What its walls are made of follows from the climate.
inline constexpr const char* kOneZoneGraph = R"(
@prefix brick: <https://brickschema.org/schema/Brick#> .
@prefix b: <urn:building#> .
b:ahu a brick:AHU .
b:vav a brick:VAV ; brick:isFedBy b:ahu ; brick:feeds b:zone ; brick:hasPart b:coil .
b:coil a brick:Hot_Water_Coil .
b:zone a brick:HVAC_Zone .
)";

}  // namespace hearth::test
