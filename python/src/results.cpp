// SPDX-License-Identifier: MIT
#include "hearth/python/src/results.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <nanobind/ndarray.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <vector>

#include "hearth/data/results/results_writer.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/framework/run/record_columns.hpp"
#include "hearth/python/src/bindings.hpp"

namespace hearth::python {
namespace {

using Matrix = nb::ndarray<nb::numpy, const double, nb::ndim<2>>;
using Instants = nb::ndarray<nb::numpy, std::int64_t, nb::ndim<1>>;

/// Returns the numbers in the memory of the results, which the array keeps alive.
Matrix values(const PythonResults& self) {
  auto* owner = new std::shared_ptr<const Results>(self.rows);
  const nb::capsule keeper(
      owner, [](void* p) noexcept { delete static_cast<std::shared_ptr<const Results>*>(p); });
  return Matrix(self.rows->values.data(),
                {static_cast<std::size_t>(self.rows->rows()), self.rows->signals.size()}, keeper);
}

/// Returns milliseconds since 1970 UTC of each row.
Instants instants(const PythonResults& self) {
  const auto count = static_cast<std::size_t>(self.rows->rows());
  auto* all = new std::vector<std::int64_t>(count);
  for (std::size_t k = 0; k < count; ++k) {
    (*all)[k] = self.rows->time(static_cast<long>(k)).time_since_epoch().count();
  }
  const nb::capsule keeper(
      all, [](void* p) noexcept { delete static_cast<std::vector<std::int64_t>*>(p); });
  return Instants(all->data(), {count}, keeper);
}

template <class Read>
std::vector<std::string> of_each(const PythonResults& self, const Read& read) {
  std::vector<std::string> all;
  for (const Signal& signal : self.rows->signals) all.push_back(read(signal));
  return all;
}

void save(const PythonResults& self, const std::filesystem::path& path) {
  const nb::gil_scoped_release others_run;
  auto writer = write_results(path, {self.rows->signals, self.rows->interval, Zone(self.timezone)});
  for (long k = 0; k < self.rows->rows(); ++k) {
    writer->row(self.rows->time(k), self.rows->row(k));
  }
  writer->finish("");
}

}  // namespace

void bind_results(nb::module_& module) {
  nb::class_<PythonResults>(module, "_Results")
      .def_prop_ro("values", &values, nb::rv_policy::automatic)
      .def_prop_ro("instants", &instants, nb::rv_policy::automatic)
      .def_prop_ro("names",
                   [](const PythonResults& self) {
                     return of_each(self, [](const Signal& signal) { return signal.name; });
                   })
      .def_prop_ro("units",
                   [](const PythonResults& self) {
                     return of_each(self, [](const Signal& signal) { return signal.unit.symbol; });
                   })
      .def_prop_ro("statistics",
                   [](const PythonResults& self) {
                     return of_each(self, [](const Signal& signal) {
                       return std::string(to_string(signal.statistic));
                     });
                   })
      .def_prop_ro("interval", [](const PythonResults& self) { return self.rows->interval; })
      .def_prop_ro("timezone", [](const PythonResults& self) { return self.timezone; })
      .def("save", &save, nb::arg("path"));
}

}  // namespace hearth::python
