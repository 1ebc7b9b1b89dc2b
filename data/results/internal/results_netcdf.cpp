// SPDX-License-Identifier: MIT
// Results as NetCDF (classic format with 64-bit offsets) by the CF conventions 1.10.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <dlfcn.h>
#include <limits>
#include <optional>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hearth/data/results/internal/netcdf_functions.hpp"
#include "hearth/data/results/internal/results_formats.hpp"
#include "hearth/data/results/result_columns.hpp"
#include "hearth/data/sqlite/internal/sqlite_rows.hpp"
#include "hearth/data/text/temporary_file.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/framework/base/limits.hpp"
#include "hearth/framework/base/read_confinement.hpp"
#include "hearth/framework/files/installed_file.hpp"

namespace hearth {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kRowsAtOnce = 256;  // rows held in memory
constexpr const char* kTimeUnits = "seconds since 1970-01-01 00:00:00";
constexpr const char* kTitle = "hearth_column";  // attribute: the header of the column in CSV
constexpr const char* kIncomplete = "incomplete";
constexpr const char* kZone = "timezone";

double unix_seconds(Instant time) { return seconds(time.time_since_epoch()); }

/// Returns a name of letters, digits and underscores, as CF recommends, that is not taken yet.
std::string variable_name(const Signal& signal, std::set<std::string>& taken) {
  std::string name = column_name(signal);
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!plain) c = '_';
  }
  if (name.empty() || (name[0] >= '0' && name[0] <= '9')) name.insert(0, "v_");
  std::string unique = name;
  for (int number = 2; !taken.insert(unique).second; ++number) {
    unique = fmt::format("{}_{}", name, number);
  }
  return unique;
}

/// Returns a unit in the notation of UDUNITS.
std::string udunits(const Unit& unit) {
  if (unit.bare) return "1";
  const std::string symbol = unit.symbol;
  for (const auto& [ours, theirs] : {std::pair{"ppm", "1e-6"},
                                     {"%", "percent"},
                                     {"kelvin", "K"},
                                     {"deg", "degree"},
                                     {"Wh", "W h"},
                                     {"kWh", "kW h"},
                                     {"kWh/m2", "kW h m-2"},
                                     {"any", "1"}}) {
    if (symbol == ours) return theirs;
  }
  return symbol;
}

const char* cell_method(Statistic statistic) {
  switch (statistic) {
    case Statistic::Mean:
      return "time: mean";
    case Statistic::Min:
      return "time: minimum";
    case Statistic::Max:
      return "time: maximum";
    case Statistic::Sum:
      return "time: sum";
    default:
      return "time: point";
  }
}

/// Returns the functions of the library, which is loaded on first use: with its dependencies,
/// loading takes longer than everything else that a program does to start. Throws
/// InputError `results.format_missing` if it cannot be loaded.
const NetcdfFunctions& netcdf() {
  static const NetcdfFunctions* const functions = [] {
    constexpr const char* kModule = "hearth-netcdf.so";
    const fs::path found = find_installed(kModule, "HEARTH_NETCDF");
    // Its name alone is enough to find it in the run path of a program that was linked with Hearth.
    const fs::path path = found.empty() ? fs::path(kModule) : found;
    void* const module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* const entry = module == nullptr ? nullptr : ::dlsym(module, "hearth_netcdf_functions");
    if (entry == nullptr) {
      throw InputError("results.format_missing", {},
                       fmt::format("NetCDF needs the library {}, which cannot be loaded ({}): "
                                   "install it with Hearth, set HEARTH_NETCDF to its path, or use "
                                   "'.csv' or '.sqlite'",
                                   kModule, ::dlerror()));
    }
    return reinterpret_cast<decltype(&hearth_netcdf_functions)>(entry)();
  }();
  return *functions;
}

/// An open file; every failure names the file that users see.
class NetcdfHandle {
 public:
  explicit NetcdfHandle(fs::path shown) : shown_(std::move(shown)) {}
  ~NetcdfHandle() {
    if (id_ >= 0) netcdf().close(id_);
  }
  NetcdfHandle(const NetcdfHandle&) = delete;
  NetcdfHandle& operator=(const NetcdfHandle&) = delete;

  int id() const { return id_; }
  void create(const fs::path& path) {
    check(netcdf().create(path.c_str(), NC_CLOBBER | NC_64BIT_OFFSET, &id_), "file.write");
    check(netcdf().set_fill(id_, NC_NOFILL, nullptr), "file.write");
  }
  void open(const fs::path& path) {
    check_may_read(path);
    check(netcdf().open(path.c_str(), NC_NOWRITE, &id_), "results.netcdf_invalid");
  }
  void close() { check(netcdf().close(std::exchange(id_, -1)), "file.write"); }
  void check(int status, const char* code) const {
    if (status == NC_NOERR) return;
    const bool writing = code == std::string_view("file.write");
    throw InputError(
        code, Where{.file = shown_.string()},
        fmt::format("'{}' cannot be {}: {}", shown_.string(),
                    writing ? "written" : "read as NetCDF", netcdf().strerror(status)));
  }

 private:
  fs::path shown_;
  int id_ = -1;
};

class NetcdfFile : public ResultsWriter {
 public:
  NetcdfFile(const fs::path& path, ResultsHead head)
      : target_(path), temporary_(path), head_(std::move(head)), file_(path) {
    file_.create(temporary_.path());
    define();
  }

  void row(Instant time, const double* values) override {
    times_.push_back(unix_seconds(time));
    values_.insert(values_.end(), values, values + head_.signals.size());
    if (times_.size() >= kRowsAtOnce) flush();
  }

  void finish(const std::string& incomplete) override {
    flush();
    if (!incomplete.empty()) {
      check(netcdf().redef(file_.id()));
      text(NC_GLOBAL, kIncomplete, incomplete);
      check(netcdf().enddef(file_.id()));
    }
    file_.close();
    temporary_.commit();
  }

 private:
  void check(int status) const { file_.check(status, "file.write"); }
  void text(int variable, const char* name, const std::string& value) const {
    check(netcdf().put_att_text(file_.id(), variable, name, value.size(), value.c_str()));
  }

  void define() {
    const int id = file_.id();
    int time = 0, ends = 0;
    check(netcdf().def_dim(id, "time", NC_UNLIMITED, &time));
    if (!head_.interval.empty()) check(netcdf().def_dim(id, "nv", 2, &ends));
    text(NC_GLOBAL, "Conventions", "CF-1.10");
    text(NC_GLOBAL, "title", "Results of a simulation");
    text(NC_GLOBAL, "source", "Hearth");
    text(NC_GLOBAL, kZone, head_.zone.name());
    define_time(time, ends);
    std::set<std::string> taken{"time", "time_bounds", "nv"};
    for (const Signal& signal : head_.signals) {
      int variable = 0;
      check(netcdf().def_var(id, variable_name(signal, taken).c_str(), NC_DOUBLE, 1, &time,
                             &variable));
      text(variable, "long_name", signal.name);
      text(variable, "units", udunits(signal.unit));
      if (!head_.interval.empty()) text(variable, "cell_methods", cell_method(signal.statistic));
      text(variable, kTitle, column_title(signal));
      const double missing = std::numeric_limits<double>::quiet_NaN();
      check(netcdf().put_att_double(id, variable, "_FillValue", NC_DOUBLE, 1, &missing));
      variables_.push_back(variable);
    }
    check(netcdf().enddef(id));
  }

  void define_time(int time, int ends) {
    const int id = file_.id();
    check(netcdf().def_var(id, "time", NC_DOUBLE, 1, &time, &time_));
    text(time_, "standard_name", "time");
    text(time_, "long_name",
         head_.interval.empty() ? "time" : "end of the interval " + head_.interval);
    text(time_, "units", kTimeUnits);
    text(time_, "calendar", "standard");
    text(time_, "axis", "T");
    text(time_, kTitle, time_title(head_.interval));
    if (head_.interval.empty()) return;
    text(time_, "bounds", "time_bounds");
    const int dimensions[2] = {time, ends};
    check(netcdf().def_var(id, "time_bounds", NC_DOUBLE, 2, dimensions, &bounds_));
  }

  void flush() {
    if (times_.empty()) return;
    const int id = file_.id();
    const std::size_t first = rows_, count = times_.size();
    check(netcdf().put_vara_double(id, time_, &first, &count, times_.data()));
    if (bounds_ >= 0) {
      std::vector<double> bounds;
      for (const double time : times_) {
        bounds.push_back(last_time_.value_or(time));
        bounds.push_back(time);
        last_time_ = time;
      }
      const std::size_t from[2] = {first, 0}, counts[2] = {count, 2};
      check(netcdf().put_vara_double(id, bounds_, from, counts, bounds.data()));
    }
    std::vector<double> column(count);
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      for (std::size_t k = 0; k < count; ++k) column[k] = values_[k * variables_.size() + i];
      check(netcdf().put_vara_double(id, variables_[i], &first, &count, column.data()));
    }
    rows_ += count;
    times_.clear();
    values_.clear();
  }

  fs::path target_;
  TemporaryFile temporary_;
  ResultsHead head_;
  NetcdfHandle file_;
  int time_ = -1, bounds_ = -1;
  std::vector<int> variables_;
  std::vector<double> times_, values_;  // rows that are not written yet
  std::optional<double> last_time_;
  std::size_t rows_ = 0;
};

/// Reads files that NetcdfFile wrote.
class NetcdfReader {
 public:
  explicit NetcdfReader(const fs::path& path) : path_(path), file_(path) { file_.open(path); }

  ResultsTable read() {
    find_columns();
    const std::string zone_name = attribute(NC_GLOBAL, kZone).value_or("");
    const Zone zone = zone_name.empty() ? Zone() : Zone(zone_name, {.file = path_.string()});
    check_size();
    CsvBuilder builder(path_.string(), titles_);
    std::vector<std::vector<double>> block(variables_.size());
    for (std::size_t first = 0; first < rows_; first += kRowsAtOnce) {
      const std::size_t count = std::min(kRowsAtOnce, rows_ - first);
      for (std::size_t i = 0; i < variables_.size(); ++i) {
        block[i].resize(count);
        check(netcdf().get_vara_double(file_.id(), variables_[i], &first, &count, block[i].data()));
      }
      for (std::size_t k = 0; k < count; ++k) add_row(block, k, zone, builder);
    }
    return {builder.table(), attribute(NC_GLOBAL, kIncomplete).value_or("")};
  }

 private:
  void check(int status) const { file_.check(status, "results.netcdf_invalid"); }

  [[noreturn]] void refuse() const {
    throw InputError("results.netcdf_invalid", Where{.file = path_.string()},
                     "this is not a file of results of 'hearth simulate': it has no 'time' in "
                     "seconds since 1970 with signals over it");
  }

  void find_columns() {
    int dimension = 0, count = 0, time = 0;
    if (netcdf().inq_dimid(file_.id(), "time", &dimension) != NC_NOERR) refuse();
    if (netcdf().inq_varid(file_.id(), "time", &time) != NC_NOERR) refuse();
    if (attribute(time, "units") != kTimeUnits) refuse();
    check(netcdf().inq_dimlen(file_.id(), dimension, &rows_));
    check(netcdf().inq_nvars(file_.id(), &count));
    variables_.push_back(time);
    titles_.push_back(attribute(time, kTitle).value_or("time"));
    for (int variable = 0; variable < count; ++variable) {
      int dimensions = 0;
      check(netcdf().inq_varndims(file_.id(), variable, &dimensions));
      const auto title = attribute(variable, kTitle);
      if (variable == time || dimensions != 1 || !title) continue;
      variables_.push_back(variable);
      titles_.push_back(*title);
    }
    for (const int variable : variables_) refuse_packed(variable);
    const auto calendar = attribute(time, "calendar").value_or("standard");
    if (calendar != "standard" && calendar != "gregorian" && calendar != "proleptic_gregorian") {
      refuse_changed("its time has the calendar '" + calendar + "'");
    }
  }

  /// Refuses a variable whose numbers other programs have packed.
  void refuse_packed(int variable) const {
    nc_type type = NC_NAT;
    for (const char* name : {"scale_factor", "add_offset"}) {
      if (netcdf().inq_att(file_.id(), variable, name, &type, nullptr) != NC_NOERR) continue;
      refuse_changed(fmt::format("a variable has the attribute '{}'", name));
    }
  }

  [[noreturn]] void refuse_changed(const std::string& how) const {
    throw InputError("results.netcdf_invalid", {.file = path_.string()},
                     "another program has changed this file: " + how +
                         ", which 'hearth simulate' never writes; use the original file");
  }

  /// Checks sizes in the header, which may exceed the file, and variables that overlap.
  void check_size() const {
    int format = 0;
    check(netcdf().inq_format(file_.id(), &format));
    std::uintmax_t bytes_of_row = 0;
    for (const int variable : variables_) {
      nc_type type = NC_NAT;
      std::size_t size = 0;
      check(netcdf().inq_vartype(file_.id(), variable, &type));
      check(netcdf().inq_type(file_.id(), type, nullptr, &size));
      bytes_of_row += std::max<std::size_t>(1, size);
    }
    const bool packed = format == NC_FORMAT_NETCDF4 || format == NC_FORMAT_NETCDF4_CLASSIC;
    const std::uintmax_t most =
        packed ? static_cast<std::uintmax_t>(limit_of(WorkLimit::UnpackedBytes))
               : fs::file_size(path_);
    if (rows_ <= most / bytes_of_row) return;
    if (packed) refuse_limit(WorkLimit::UnpackedBytes, {.file = path_.string()});
    throw InputError("results.netcdf_invalid", {.file = path_.string()},
                     fmt::format("the header announces {} rows of {} columns, the file has only {} "
                                 "bytes: it was cut off; simulate again",
                                 rows_, variables_.size(), most));
  }

  std::optional<std::string> attribute(int variable, const char* name) const {
    std::size_t size = 0;
    nc_type type = NC_NAT;
    if (netcdf().inq_att(file_.id(), variable, name, &type, &size) != NC_NOERR) return std::nullopt;
    if (type != NC_CHAR) return std::nullopt;
    std::string text(size, '\0');
    check(netcdf().get_att_text(file_.id(), variable, name, text.data()));
    return text;
  }

  void add_row(const std::vector<std::vector<double>>& block, std::size_t k, const Zone& zone,
               CsvBuilder& builder) const {
    const bool near = std::abs(block[0][k]) <= kLongestTime;
    const Instant time{Duration(near ? std::llround(1000.0 * block[0][k]) : 0)};
    if (!near || !in_calendar(time)) {
      throw InputError("results.netcdf_invalid", {.file = path_.string()},
                       fmt::format("the time {} s since 1970 lies beyond the years 1 to {}: the "
                                   "file is damaged; simulate again",
                                   block[0][k], kLastYear));
    }
    builder.cell(format_time(time, zone));
    std::string text;
    for (std::size_t i = 1; i < block.size(); ++i) {
      text.clear();
      append_number(text, block[i][k]);
      builder.cell(text);
    }
  }

  fs::path path_;
  NetcdfHandle file_;
  std::vector<int> variables_;  // the time first
  std::vector<std::string> titles_;
  std::size_t rows_ = 0;
};

}  // namespace

std::unique_ptr<ResultsWriter> write_results_netcdf(const fs::path& path, ResultsHead head) {
  return std::make_unique<NetcdfFile>(path, std::move(head));
}

ResultsTable read_results_netcdf(const fs::path& path) { return NetcdfReader(path).read(); }

}  // namespace hearth
