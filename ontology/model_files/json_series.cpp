// SPDX-License-Identifier: MIT
#include "hearth/ontology/model_files/json_series.hpp"

#include <array>
#include <string>
#include <utility>
#include <variant>

#include "hearth/data/json/json_forms.hpp"
#include "hearth/data/json/json_text.hpp"
#include "hearth/data/text/time_format.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/ontology/model_files/weekly_rules_json.hpp"

namespace hearth {
namespace {

std::optional<ColumnName> read_column_name(const JsonNode& node, Diagnostics& diagnostics) {
  if (node.is(JsonKind::Number)) {
    const std::optional<int> number = read_integer(node, diagnostics, {.min = 0.0});
    if (!number) return std::nullopt;
    return ColumnName(*number);
  }
  if (node.is(JsonKind::String) && !node.string().empty()) return ColumnName(node.string());
  wrong_type(node, "the name of a column or its number, counted from 0", diagnostics);
  return std::nullopt;
}

JsonForm<ColumnName> column_name() {
  auto form = forms::read_by(
      read_column_name, schema_parts::either({schema_parts::text(), schema_parts::integer(0)}));
  form.write = [](const ColumnName& column) {
    return std::visit([](const auto& name) { return nlohmann::ordered_json(name); }, column);
  };
  return form;
}

std::optional<std::string> read_time_format(const JsonNode& node, Diagnostics& diagnostics) {
  std::optional<std::string> text = read_name(node, diagnostics);
  if (!text) return text;
  try {
    return TimeFormat(*text).is_default() ? "iso" : *text;
  } catch (const InputError& error) {
    append_at(node.where(), error, diagnostics);
    return std::nullopt;
  }
}

JsonForm<std::string> with_text_writer(std::optional<std::string> (*read)(const JsonNode&,
                                                                          Diagnostics&)) {
  auto form = forms::read_by(read, schema_parts::text());
  form.write = [](const std::string& text) { return nlohmann::ordered_json(text); };
  return form;
}

/// Reads a word, or a number that is kept as written.
std::optional<std::string> read_missing_mark(const JsonNode& node, Diagnostics& diagnostics) {
  if (node.is(JsonKind::Number)) return number_text(node.number());
  if (node.is(JsonKind::String)) return node.string();
  wrong_type(node, "a word or a number that marks a missing value", diagnostics);
  return std::nullopt;
}

JsonForm<std::vector<std::string>> missing_marks() {
  auto one = forms::read_by(read_missing_mark,
                            schema_parts::either({{{"type", "string"}}, schema_parts::number()}));
  one.write = [](const std::string& text) { return nlohmann::ordered_json(text); };
  return forms::one_or_list(one);
}

void read_time_columns(FileColumn& column, const JsonNode& node, JsonReading& reading) {
  if (!node.is(JsonKind::Array)) {
    if (const auto name = read_column_name(node, reading.diagnostics)) column.time_column = *name;
    return;
  }
  const auto names = forms::list(column_name()).read(node, reading);
  if (node.size() != 2) {
    wrong_type(node, "a column, or two: [\"Date\", \"Time\"]", reading.diagnostics);
  } else if (names && names->size() == 2) {
    column.time_column = names->front();
    column.clock_column = names->back();
  }
}

nlohmann::ordered_json write_time_columns(const FileColumn& column) {
  if (!column.time_column) return nullptr;
  const auto write = column_name().write;
  if (!column.clock_column) return write(*column.time_column);
  return nlohmann::ordered_json::array({write(*column.time_column), write(*column.clock_column)});
}

/// Adds the keys that describe how a column is read, which may also be set for a whole file.
void add_reading_keys(JsonRecord<FileColumn>& record) {
  const auto column = schema_parts::either({schema_parts::text(), schema_parts::integer(0)});
  nlohmann::ordered_json two = schema_parts::list_of(column, 2);
  two["maxItems"] = 2;
  record
      .optional("time", read_time_columns, write_time_columns, schema_parts::either({column, two}),
                "Column of the time stamps, or of the date and of the time of day; default: the "
                "first")
      .optional("time_format", &FileColumn::time_format, with_text_writer(read_time_format),
                "Pattern of the time stamps, such as DD.MM.YYYY HH:mm or %d.%m.%Y %H:%M, or iso, "
                "unix, unix_ms, excel")
      .optional("timezone", &FileColumn::timezone, forms::zone_name(),
                "Time zone of time stamps without an offset")
      .optional("separator", &FileColumn::separator, forms::choice(kSeparatorWords),
                "Separator of the cells of a row")
      .optional("decimal", &FileColumn::decimal, forms::choice(kDecimalWords), "Decimal mark")
      .optional("thousands", &FileColumn::thousands, forms::choice(kThousandsWords),
                "Thousands separator")
      .optional("missing", &FileColumn::missing, missing_marks(),
                "Words and numbers that mark missing values")
      .optional("scale", &FileColumn::scale, forms::number(),
                "Factor of the numbers of the file; the value is scale * number + offset, "
                "in the unit")
      .optional("offset", &FileColumn::offset, forms::number(),
                "Offset that is added to scale * number")
      .optional("resample", &FileColumn::resample, forms::choice(kResampleWords),
                "Computation of values between time stamps")
      .optional("max_gap", &FileColumn::max_gap, forms::seconds(), "Longest gap that is bridged")
      .optional("stamp", &FileColumn::stamp, forms::choice(kStampWords),
                "Meaning of a time stamp: an instant or an interval")
      .optional("outside", &FileColumn::outside, forms::choice(kOutsideWords),
                "Values beyond the ends of the file")
      .optional("duplicates", &FileColumn::duplicates, forms::choice(kDuplicatesWords),
                "Treatment of time stamps that occur twice");
}

void read_sd(Measurement& measurement, const JsonNode& node, JsonReading& reading) {
  const bool bare = node.is(JsonKind::Number);
  if (bare && !read_number(node, reading.diagnostics, {.min = 0.0})) return;
  const std::optional<Quantity> sd = read_quantity(node, reading.diagnostics);
  if (!sd) return;
  if (!(sd->value > 0.0)) {
    wrong_type(node, "a number above 0, optionally with a unit", reading.diagnostics);
    return;
  }
  measurement.sd = sd->value;
  measurement.sd_unit = sd->unit;
}

nlohmann::ordered_json write_sd(const Measurement& measurement) {
  if (!measurement.sd) return nullptr;
  return quantity_json({*measurement.sd, measurement.sd_unit});
}

/// A series with one kind of source in the form of a file.
template <class Source>
struct SeriesOf {
  Source source{};
  std::optional<Unit> unit{};
  Sample sample = Sample::Mean;
};

template <class Source>
JsonRecord<SeriesOf<Source>> with_unit(JsonRecord<SeriesOf<Source>> record) {
  return record.optional("unit", &SeriesOf<Source>::unit, forms::unit());
}

/// Returns the form of a complete series from the record of one kind of source.
template <class Source>
JsonForm<SeriesSpec> form_of(JsonRecord<SeriesOf<Source>> record, std::string_view doc) {
  record.optional("sample", &SeriesOf<Source>::sample, forms::choice(kSampleWords), kSampleDoc);
  const auto read = [record](const JsonNode& node, JsonReading& reading) {
    SeriesOf<Source> series;
    std::optional<SeriesSpec> spec;
    if (record.read(node, series, reading)) {
      spec = SeriesSpec{std::move(series.source), series.unit, series.sample};
    }
    return spec;
  };
  const auto write = [record](const SeriesSpec& spec) {
    return record.write({std::get<Source>(spec.source), spec.unit, spec.sample});
  };
  return {read, schema_parts::described(record.schema(), doc), write};
}

JsonForm<SeriesSpec> number_form() {
  using Number = SeriesOf<double>;
  const auto record = JsonRecord<Number>().required("value", &Number::source, forms::number());
  return form_of(with_unit(record), "A constant");
}

JsonForm<SeriesSpec> file_form() {
  using File = SeriesOf<FileColumn>;
  return form_of(JsonRecord<File>().members_of(file_column_record(), &File::source),
                 "A column of a file");
}

JsonForm<SeriesSpec> points_form() {
  const auto numbers = forms::list(forms::number());
  const auto record = JsonRecord<TimeTable>()
                          .required("times", &TimeTable::times, numbers)
                          .required("values", &TimeTable::values, numbers)
                          .optional("resample", &TimeTable::shape, forms::choice(kShapeWords));
  using Points = SeriesOf<TimeTable>;
  return form_of(with_unit(JsonRecord<Points>().members_of(record, &Points::source)),
                 "Points: times in s since the start of the clocks, and values");
}

JsonForm<SeriesSpec> sun_form() {
  const auto record =
      JsonRecord<SunAngle>()
          .required("sun", &SunAngle::angle, forms::choice(kSunWords))
          .optional("latitude", &SunAngle::latitude, forms::number({.min = -90.0, .max = 90.0}))
          .optional("longitude", &SunAngle::longitude, forms::number({.min = -180.0, .max = 180.0}))
          .optional("interval", &SunAngle::interval, forms::seconds());
  using Sun = SeriesOf<SunAngle>;
  return form_of(JsonRecord<Sun>().members_of(record, &Sun::source), "The position of the sun");
}

/// The forms of all series that are objects.
struct SeriesForms {
  JsonForm<SeriesSpec> number = number_form(), rules = weekly_rules_form(), file = file_form(),
                       points = points_form(), sun = sun_form();
};

const SeriesForms& series_forms() {
  static const SeriesForms forms;
  return forms;
}

/// Returns the form of an object according to its keys; null if none matches.
const JsonForm<SeriesSpec>* form_by_keys(const JsonNode& node) {
  const SeriesForms& forms = series_forms();
  if (node.find("file")) return &forms.file;
  if (node.find("rules") || node.find("default")) return &forms.rules;
  if (node.find("value")) return &forms.number;
  if (node.find("sun")) return &forms.sun;
  if (node.find("times") || node.find("values")) return &forms.points;
  return nullptr;
}

}  // namespace

const JsonForm<std::vector<FileColumn>>& file_rules_form() {
  static const JsonForm<std::vector<FileColumn>> form = [] {
    JsonRecord<FileColumn> record;
    add_reading_keys(record);
    auto list = forms::named_list(record.form(), &FileColumn::file);
    list.write = [record](const std::vector<FileColumn>& rules) {
      nlohmann::ordered_json json = nlohmann::ordered_json::object();
      for (const FileColumn& rule : rules) json[rule.file] = record.write(rule);
      return json;
    };
    return list;
  }();
  return form;
}

const JsonRecord<FileColumn>& file_column_record() {
  static const auto record = [] {
    JsonRecord<FileColumn> columns;
    columns.required("file", &FileColumn::file, forms::name(), "Path from the folder of this file")
        .written("column", &FileColumn::column, column_name(),
                 "Name of the column, or its number, counted from 0")
        .optional("unit", &FileColumn::unit, forms::unit());
    add_reading_keys(columns);
    columns
        .optional("missing_column", &FileColumn::missing_column, forms::number(),
                  "Value if the file does not have the column")
        .optional("missing_code", &FileColumn::missing_code, forms::name(),
                  "Code of the warning if the file does not have the column");
    return columns;
  }();
  return record;
}

const JsonRecord<Measurement>& deviation_record() {
  using namespace schema_parts;
  static const auto record = JsonRecord<Measurement>().optional(
      "sd", read_sd, write_sd,
      either({number_above(0), quantity_text(),
              object({{"value", number_above(0)}, {"unit", refer_to("unit")}}, {"value"})}),
      "Standard deviation, in the unit of the file or with its own: \"20 W\"");
  return record;
}

const JsonRecord<Measurement>& measurement_record() {
  static const auto record =
      JsonRecord<Measurement>()
          .members_of(file_column_record(), &Measurement::column)
          .members_of(
              deviation_record(), [](auto& measurement) -> auto& { return measurement; });
  return record;
}

std::optional<Measurement> read_measurement(const JsonNode& node, Diagnostics& diagnostics) {
  JsonReading reading{diagnostics};
  return measurement_record().read(node, reading);
}

std::optional<SeriesSpec> read_series(const JsonNode& node, Diagnostics& diagnostics) {
  if (!node.is(JsonKind::Object)) {
    const std::optional<Quantity> quantity = read_quantity(node, diagnostics);
    if (!quantity) return std::nullopt;
    return SeriesSpec{quantity->value, quantity->unit, {}};
  }
  JsonReading reading{diagnostics};
  if (const auto* form = form_by_keys(node)) return form->read(node, reading);
  wrong_type(node,
             "a number, \"21 degC\", {\"default\", \"rules\"}, {\"file\", \"column\"}, "
             "{\"times\", \"values\"}, {\"sun\"} or {\"value\"}",
             diagnostics);
  return std::nullopt;
}

nlohmann::ordered_json series_json(const SeriesSpec& spec) {
  const auto* number = std::get_if<double>(&spec.source);
  if (number != nullptr && spec.sample == Sample::Mean) return quantity_json({*number, spec.unit});
  const SeriesForms& forms = series_forms();
  const std::array in_order{&forms.number, &forms.rules, &forms.file, &forms.points, &forms.sun};
  return in_order[spec.source.index()]->write(spec);
}

nlohmann::ordered_json series_schema() {
  using namespace schema_parts;
  const SeriesForms& forms = series_forms();
  return described(either({number(), quantity_text(), forms.number.schema, forms.rules.schema,
                           forms.file.schema, forms.points.schema, forms.sun.schema}),
                   "A number, weekly rules, a column of a file, points or the sun");
}

}  // namespace hearth
