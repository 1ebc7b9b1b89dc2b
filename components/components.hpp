// SPDX-License-Identifier: MIT
#pragma once

/// The components of buildings and their plants, and how to add your own.
///
/// The life cycle of its objects:
///
/// 1. A component is a struct template of equations, for instance `Damper` (air/damper.hpp). No
///    code makes one: a model names its type and its parameters.
/// 2. A `ComponentType` (framework/component/registry.hpp) is such a struct, bound to numbers, to
///    derivatives and to tracing by `bind` (framework/component/bind.hpp).
/// 3. A `Registry` holds types by name. `standard_components()` returns the one of this library,
///    which lives as long as the program; `with_standard_components` adds your own types and
///    returns a value that must outlive all plans that are compiled with it.
///    `hearth_component_registry` in CMake writes that function for you (CONTRIBUTING.md).
///    `known_components()` (plugins/plugins.hpp) is the registry of the command, which has the
///    types of its plug-ins too.
///
/// Include the header of one component only to use its equations in C++.

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/component/registry.hpp"
