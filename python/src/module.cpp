// SPDX-License-Identifier: MIT
#include "hearth/python/src/bindings.hpp"

NB_MODULE(_core, module) {
  nanobind::set_leak_warnings(false);  // types registered in Python exist until the end
  module.doc() = "The compiled part of hearth";
  module.attr("__version__") = HEARTH_VERSION;
  hearth::python::bind_errors(module);
  hearth::python::bind_models(module);
  hearth::python::bind_results(module);
  hearth::python::bind_runs(module);
  hearth::python::bind_components(module);
  hearth::python::bind_estimation(module);
}
