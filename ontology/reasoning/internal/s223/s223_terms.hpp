// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

/// IRIs of ASHRAE 223P that its rules use.
namespace hearth::s223 {

inline constexpr std::string_view kNamespace = "http://data.ashrae.org/standard223#";

#define HEARTH_S223(name) "http://data.ashrae.org/standard223#" name

inline constexpr std::string_view kCnx = HEARTH_S223("cnx");
inline constexpr std::string_view kHasConnectionPoint = HEARTH_S223("hasConnectionPoint");
inline constexpr std::string_view kIsConnectionPointOf = HEARTH_S223("isConnectionPointOf");
inline constexpr std::string_view kConnectsAt = HEARTH_S223("connectsAt");
inline constexpr std::string_view kConnectsThrough = HEARTH_S223("connectsThrough");
inline constexpr std::string_view kConnectsFrom = HEARTH_S223("connectsFrom");
inline constexpr std::string_view kConnectsTo = HEARTH_S223("connectsTo");
inline constexpr std::string_view kConnectedThrough = HEARTH_S223("connectedThrough");
inline constexpr std::string_view kConnected = HEARTH_S223("connected");
inline constexpr std::string_view kConnectedTo = HEARTH_S223("connectedTo");
inline constexpr std::string_view kConnectedFrom = HEARTH_S223("connectedFrom");
inline constexpr std::string_view kMapsTo = HEARTH_S223("mapsTo");
inline constexpr std::string_view kPairedConnectionPoint = HEARTH_S223("pairedConnectionPoint");
inline constexpr std::string_view kContains = HEARTH_S223("contains");
inline constexpr std::string_view kHasMedium = HEARTH_S223("hasMedium");
inline constexpr std::string_view kHasProperty = HEARTH_S223("hasProperty");
inline constexpr std::string_view kObserves = HEARTH_S223("observes");
inline constexpr std::string_view kHasObservationLocation = HEARTH_S223("hasObservationLocation");
inline constexpr std::string_view kHasDomain = HEARTH_S223("hasDomain");
inline constexpr std::string_view kHasDomainSpace = HEARTH_S223("hasDomainSpace");
inline constexpr std::string_view kHasZone = HEARTH_S223("hasZone");
inline constexpr std::string_view kHasRole = HEARTH_S223("hasRole");
inline constexpr std::string_view kHasAspect = HEARTH_S223("hasAspect");

inline constexpr std::string_view kConnectionPoint = HEARTH_S223("ConnectionPoint");
inline constexpr std::string_view kInlet = HEARTH_S223("InletConnectionPoint");
inline constexpr std::string_view kOutlet = HEARTH_S223("OutletConnectionPoint");
inline constexpr std::string_view kBidirectional = HEARTH_S223("BidirectionalConnectionPoint");
inline constexpr std::string_view kConnection = HEARTH_S223("Connection");
inline constexpr std::string_view kConnectable = HEARTH_S223("Connectable");
inline constexpr std::string_view kEquipment = HEARTH_S223("Equipment");
inline constexpr std::string_view kJunction = HEARTH_S223("Junction");
inline constexpr std::string_view kDomainSpace = HEARTH_S223("DomainSpace");

}  // namespace hearth::s223
