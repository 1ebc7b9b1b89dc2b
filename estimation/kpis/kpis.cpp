// SPDX-License-Identifier: MIT
#include "hearth/estimation/kpis/kpis.hpp"

#include <utility>

#include "hearth/estimation/kpis/internal/kpi_plan.hpp"

namespace hearth {

Kpis::Kpis(const KpiSettings& settings, const std::vector<std::string>& names,
           const std::vector<Signal>& signals, AbsentNames absent_names)
    : impl_(std::make_unique<Impl>()) {
  Diagnostics diagnostics;
  impl_->plan = make_kpi_plan(settings, names, signals, absent_names, diagnostics);
  if (diagnostics.has_errors()) throw InputError(std::move(diagnostics));
}

Kpis::~Kpis() = default;
Kpis::Kpis(Kpis&&) noexcept = default;
Kpis& Kpis::operator=(Kpis&&) noexcept = default;

const std::vector<Kpi>& Kpis::list() const { return impl_->plan.list; }
const std::vector<int>& Kpis::signals() const { return impl_->plan.signals; }
const Diagnostics& Kpis::notes() const { return impl_->plan.notes; }
const std::vector<AbsentName>& Kpis::absent() const { return impl_->plan.absent; }

}  // namespace hearth
