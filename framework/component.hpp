// SPDX-License-Identifier: MIT
#pragma once

/// Everything a component header needs. The contract is in CONTRIBUTING.md and docs/components.md.

#include "hearth/framework/clock.hpp"
#include "hearth/framework/many.hpp"
#include "hearth/framework/math.hpp"
#include "hearth/framework/schema.hpp"
#include "hearth/framework/series.hpp"
#include "hearth/framework/table.hpp"
