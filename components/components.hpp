// SPDX-License-Identifier: MIT
#pragma once

/// The components of buildings and their plants, and how to add component types.
///
/// The life cycle of its objects:
///
/// 1. A component is a struct template of equations, for instance `Damper` (air/damper.hpp). User
///    code does not instantiate it: a model names its type and its parameters.
/// 2. A `ComponentType` (framework/component/registry.hpp) is such a struct, instantiated by `bind`
///    (framework/component/bind.hpp) for plain numbers, for derivatives and for tracing.
/// 3. A `Registry` holds types by name. `standard_components()` returns the registry of this
///    library, which exists until the program ends; `with_standard_components` adds your own types
///    and returns a value that must outlive all plans that are compiled with it.
///    `hearth_component_registry` in CMake generates that function (CONTRIBUTING.md).
///    `known_components()` (plugins/plugins.hpp) is the registry of the command, which also has the
///    types of its plug-ins.
///
/// Include the header of one component only to use its equations in C++.

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/component/registry.hpp"
