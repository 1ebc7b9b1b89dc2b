// SPDX-License-Identifier: MIT
#pragma once

/// Everything a component header needs. The contract is in CONTRIBUTING.md and docs/components.md.

#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/component/ledger.hpp"
#include "hearth/framework/component/many.hpp"
#include "hearth/framework/component/ranges.hpp"
#include "hearth/framework/component/schema.hpp"
#include "hearth/framework/component/series.hpp"
#include "hearth/framework/component/table.hpp"
#include "hearth/framework/scalar/math.hpp"
