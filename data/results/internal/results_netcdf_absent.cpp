// SPDX-License-Identifier: MIT
// Replaces results_netcdf.cpp if the library was not found.
#include "hearth/data/results/internal/results_formats.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& path) {
  throw InputError("results.format_missing", Where{.file = path.string()},
                   "this build does not support NetCDF: install libnetcdf-dev and configure the "
                   "build again, or use '.csv' or '.sqlite'");
}

}  // namespace

std::unique_ptr<ResultsWriter> write_results_netcdf(const std::filesystem::path& path,
                                                    ResultsHead) {
  refuse(path);
}

ResultsTable read_results_netcdf(const std::filesystem::path& path) { refuse(path); }

}  // namespace hearth
