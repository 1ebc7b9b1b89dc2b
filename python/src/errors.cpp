// SPDX-License-Identifier: MIT
// Exceptions and warnings of Python that carry diagnostics.
#include <exception>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "hearth/python/src/bindings.hpp"

namespace hearth::python {
namespace {

/// Raises `hearth.errors.<name>` with the message and the diagnostics of an error.
void raise(const char* name, const Error& error) {
  nb::object type = nb::module_::import_("hearth").attr("errors").attr(name);
  nb::list items;
  for (const Diagnostic& item : error.diagnostics().items()) items.append(nb::cast(item));
  nb::object value = type(error.what(), items);
  PyErr_SetObject(type.ptr(), value.ptr());
}

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const InputError& error) {
    raise("InputError", error);
  } catch (const ModelError& error) {
    raise("ModelError", error);
  } catch (const SimulationError& error) {
    raise("SimulationError", error);
  }
}

}  // namespace

void warn_of(const Diagnostics& diagnostics) {
  for (const Diagnostic& item : diagnostics.items()) {
    if (item.severity != Severity::Warning) continue;
    nb::object type = nb::module_::import_("hearth").attr("errors").attr("HearthWarning");
    if (PyErr_WarnEx(type.ptr(), to_string(item).c_str(), 2) < 0) throw nb::python_error();
  }
}

void check_signals() {
  const nb::gil_scoped_acquire held;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

void bind_errors(nb::module_& module) {
  nb::class_<Diagnostic>(module, "Diagnostic",
                         "A message that states what is wrong, where, and what to do.")
      .def_prop_ro(
          "severity", [](const Diagnostic& item) { return to_string(item.severity); },
          "'note', 'warning' or 'error'")
      .def_ro("code", &Diagnostic::code, "Stable code, listed in docs/diagnostics.md")
      .def_ro("message", &Diagnostic::message)
      .def_prop_ro("file", [](const Diagnostic& item) { return item.where.file; })
      .def_prop_ro(
          "line", [](const Diagnostic& item) { return item.where.line; }, "From 1 on; 0: unknown")
      .def_prop_ro(
          "pointer", [](const Diagnostic& item) { return item.where.pointer; },
          "JSON pointer or node of a graph")
      .def_prop_ro("component", [](const Diagnostic& item) { return item.where.component; })
      .def_prop_ro("port", [](const Diagnostic& item) { return item.where.port; })
      .def("__str__", [](const Diagnostic& item) { return to_string(item); })
      .def("__repr__",
           [](const Diagnostic& item) { return "<hearth.Diagnostic " + to_string(item) + ">"; });
  nb::register_exception_translator(translate);
}

}  // namespace hearth::python
