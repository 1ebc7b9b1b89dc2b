// SPDX-License-Identifier: MIT
#include "hearth/tests/apps/bad_input/broken_input.hpp"

namespace bad_data_test {

using namespace hearth::test;

namespace {

/// Rows of 26 hours from 23:00 UTC on: what a day in Copenhagen needs. Row k is in line k + 2.
std::string rows(int first, int last) {
  std::string text;
  for (int k = first; k < last; ++k) {
    char row[48];
    std::snprintf(row, sizeof row, "2024-01-%02dT%02d:00:00Z,%d\n", 14 + (23 + k) / 24,
                  (23 + k) % 24, 2 + k % 5);
    text += row;
  }
  return text;
}
const std::string kHeader = "time,t_out\n";
const std::string kWeather = kHeader + rows(0, 26);

/// The heated room with the weather of a file; `more` are keys of its column.
std::string room_with_weather(const std::string& more = "") {
  return edited(kHeatedRoom, "\"outdoorTemperature\": \"2 degC\"",
                R"("outdoorTemperature": {"file": "weather.csv", "column": "t_out",)"
                R"( "unit": "degC")" +
                    more + "}");
}

std::string weather(const std::string& from, const std::string& to) {
  return edited(kWeather, from, to);
}

const std::string kModel = "room.hearth.json";
const std::string kPort = "outdoors.outdoorTemperature";

/// Files that neither the model that uses them nor a look at them alone accepts.
void check_data_refused(const Words& verbs, const std::vector<BrokenText>& texts,
                        const std::string& more = "") {
  for (const BrokenText& broken : texts) {
    INFO(broken.what);
    const Files files = {{kModel, room_with_weather(more)}, {"weather.csv", broken.text}};
    for (const std::string& verb : verbs) {
      Words line = line_of(verb, verb == "check data" ? "" : kModel);
      if (verb == "check data") line = {"check", "./weather.csv"};
      if (verb == "simulate") line = line + kOneDay;
      check_refused({line, files, broken.code, broken.place, broken.remedy});
    }
  }
}

const Words kAll = {"check", "simulate", "check data"};
const Words kInModel = {"check", "simulate"};

}  // namespace

TEST_CASE("the weather that is broken below is sound itself") {
  const Workshop shop;
  shop.write("weather.csv", kWeather);
  const std::string model = shop.write(kModel, room_with_weather());
  const std::string output = (shop / "results.csv").string();
  CHECK(run_hearth(shop, Words{"simulate", model, "-o", output} + kOneDay).code == 0);
}

TEST_CASE("a data file that is not CSV is refused with a way to convert it") {
  check_data_refused(
      kAll,
      {
          {"empty", "", "data.csv_empty", "weather.csv", "expected a header and rows"},
          {"a program",
           std::string("\x7F"
                       "ELF\x01\0\0\0",
                       8),
           "data.csv_binary", "weather.csv", "expected CSV"},
          {"a spreadsheet", "PK\x03\x04 and so on", "data.csv_spreadsheet", "weather.csv",
           "libreoffice --headless --convert-to csv"},
          {"a web page", "<html>not found</html>", "data.csv_xml", "weather.csv", "expected CSV"},
          {"UTF-16", std::string("\xFF\xFEt\0i\0", 6), "data.csv_encoding", "weather.csv",
           "iconv -f utf-16"},
          {"Latin-1",
           weather("t_out",
                   "t_out,K\xFC"
                   "che"),
           "data.csv_encoding", "weather.csv:1", "iconv -f latin1"},
          {"no header", rows(0, 26), "data.csv_header", "weather.csv:1",
           "expected the names of the columns"},
          {"an open quote", weather(",5\n", ",\"5\n"), "data.csv_quote", "weather.csv:5",
           "never closed, expected"},
      });
}

TEST_CASE("a data file without rows is refused") {
  check_data_refused(kInModel, {{"header only", kHeader, "data.no_values", "weather.csv " + kPort,
                                 "name another column"}});
  check_data_refused({"check data"}, {{"header only", kHeader, "data.no_values", "weather.csv",
                                       "no rows; check that it is complete"}});
}

TEST_CASE("rows that cannot be read are refused with their line") {
  const std::string late = "2024-01-15T03:00:00Z,6\n", later = "2024-01-15T04:00:00Z,2\n";
  check_data_refused(
      kAll,
      {
          {"a word", weather(",5\n", ",warm\n"), "data.not_a_number", "weather.csv:5",
           "missing values are empty, NaN, NA or null"},
          {"infinity", weather(",5\n", ",1e999\n"), "data.not_a_number", "weather.csv:5",
           "missing values are empty, NaN, NA or null"},
          {"a decimal comma", weather(",5\n", ",5,5\n"), "data.csv_ragged", "weather.csv:5",
           "decimal commas need semicolons"},
          {"decimal comma and point",
           "time;t_out\n2024-01-14T23:00:00Z;2,5\n2024-01-16T01:00:00Z;2.5\n", "data.not_a_number",
           "weather.csv:3", "this file has decimal commas"},
          {"a short row", weather(",5\n", "\n"), "data.csv_ragged", "weather.csv:5",
           "the row has 1 cells, the header has 2"},
          {"cut off", kWeather.substr(0, kWeather.size() - 20), "data.csv_ragged", "weather.csv:27",
           "the header has 2"},
          {"a German date", weather("2024-01-15T00:00:00Z", "15.01.2024 00:00"),
           "data.time_invalid", "weather.csv:3", "expected ISO 8601"},
          {"no such day", weather("2024-01-15T00:00:00Z", "2024-02-30T00:00:00Z"),
           "data.time_invalid", "weather.csv:3", "expected ISO 8601"},
          {"no year", weather("2024-01-14T23:00:00Z", "01/14 23:00:00"), "data.year_missing",
           "weather.csv:2", "# year: YYYY"},
          {"unsorted", edited(weather(later, ""), late, later + late), "data.time_order",
           "weather.csv:7", "times must rise from row to row"},
          {"offsets that fall back", weather("2024-01-15T05:00:00Z", "2024-01-15T05:00:00+05:00"),
           "data.time_order", "weather.csv:8", "times must rise from row to row"},
          {"a stamp twice", weather(late, late + late), "data.time_duplicate", "weather.csv",
           "set \"duplicates\": \"last\" or \"mean\""},
          {"an unknown zone", "# timezone: Mars/Olympus\n" + kWeather, "data.zone_unknown",
           "weather.csv", "expected an IANA name"},
      });
  check_data_refused({"check", "check data"},
                     {{"a naive stamp", weather("05:00:00Z", "05:00:00"), "data.naive_time",
                       "weather.csv:8", "set --timezone ZONE"}});
}

TEST_CASE("huge lines are refused quickly and shortened in the message") {
  constexpr std::size_t kHuge = 2'000'000;  // bytes
  check_data_refused(kInModel,
                     {
                         {"a huge cell", weather(",5\n", "," + std::string(kHuge, '5') + "\n"),
                          "data.not_a_number", "weather.csv:5 " + kPort,
                          "missing values are empty, NaN, NA or null"},
                         {"a huge name", std::string(kHuge, 'a'), "data.column_missing",
                          "weather.csv " + kPort, "no column 't_out'"},
                         {"many cells", kHeader + std::string(kHuge, ',') + "\n", "data.csv_ragged",
                          "weather.csv:2 " + kPort, "the header has 2"},
                     });
}

TEST_CASE("a data file that does not hold what a model wants is refused with file and port") {
  check_data_refused(
      kInModel,
      {
          {"a misspelt column", weather("t_out", "t_uot"), "data.column_missing",
           "weather.csv " + kPort, "did you mean 't_uot'?"},
          {"two columns of one name", "time,t_out,t_out\n2024-01-14T23:00:00Z,2,2\n",
           "data.column_ambiguous", "weather.csv " + kPort, "select a column by its number"},
          {"no value", kHeader + "2024-01-14T23:00:00Z,\n2024-01-16T01:00:00Z,\n", "data.no_values",
           "weather.csv " + kPort, "name another column"},
          {"another unit", weather("t_out", "t_out [W]"), "data.unit_mismatch",
           "weather.csv " + kPort, "correct one of them"},
      });
  check_data_refused({"simulate"},
                     {
                         {"ends early", kHeader + rows(0, 12), "data.outside",
                          "weather.csv " + kPort, "shorten the run or set \"outside\": \"hold\""},
                         {"begins late", kHeader + rows(8, 26), "data.outside",
                          "weather.csv " + kPort, "shorten the run or set \"outside\": \"hold\""},
                     });
  check_data_refused({"simulate"},
                     {{"a gap", kHeader + rows(0, 6) + rows(14, 26), "data.gap",
                       "weather.csv " + kPort, "raise max_gap"}},
                     ", \"max_gap\": 7200");
  check_data_refused({"simulate"},
                     {{"between the rows", kWeather, "data.no_exact_value", "weather.csv " + kPort,
                       "set \"resample\": \"hold\", \"linear\" or \"mean\""}},
                     ", \"resample\": \"none\"");
}

TEST_CASE("a series that a model describes wrongly is refused with its pointer") {
  const auto series = [](const std::string& more) { return room_with_weather(more); };
  const std::string pointer = "room.hearth.json:13 /components/outdoors/config/outdoorTemperature";
  check_all_refused({kModel, kInModel, {{"weather.csv", kWeather}}, kOneDay},
                    {
                        {"an unknown rule", series(", \"resample\": \"liner\""), "json.choice",
                         pointer + "/resample", "did you mean 'linear'?"},
                        {"a gap below zero", series(", \"max_gap\": -5"), "json.range",
                         pointer + "/max_gap", "expected at least 0"},
                        {"an unknown key", series(", \"colum\": 2"), "json.unknown_key",
                         pointer + "/colum", "did you mean 'column'?"},
                        {"an unknown time zone", series(", \"timezone\": \"Mars\""),
                         "data.zone_unknown", pointer + "/timezone", "expected an IANA name"},
                        {"a column too far", series(", \"time\": 9"), "data.column_missing",
                         "weather.csv " + kPort, "the file has columns 0 to 1"},
                        {"the unit", edited(series(""), "\"unit\": \"degC\"", "\"unit\": \"W\""),
                         "model.unit_mismatch", kPort, "expected [degC]"},
                    });
  check_all_refused({kModel, kInModel, {}, kOneDay},
                    {{"no file", series(""), "data.file_missing",
                      "room.hearth.json:13 /components/outdoors " + kPort,
                      "correct the path, or set --data-dir to the folder"}});
  check_all_refused(
      {kModel, kInModel, {{"weather.csv/x", ""}}, kOneDay},
      {{"a folder", series(""), "file.directory", "weather.csv " + kPort, "expected a file"}});
}

TEST_CASE("measurements that cannot be read stop a simulation before it begins") {
  const std::string model =
      extended(kHeatedRoom,
               R"("measurements": {"room.indoorTemperature": {"file": "t.csv", "column": "t"}})");
  const std::string port = "room.indoorTemperature";
  const std::vector<BrokenText> texts = {
      {"a word", "time,t\n2024-01-15T00:00Z,warm\n", "data.not_a_number", "t.csv:2 " + port,
       "missing values are empty, NaN, NA or null"},
      {"another unit", "time,t [W]\n2024-01-15T00:00Z,3\n", "data.unit_mismatch", "t.csv " + port,
       "expected [degC]"},
      {"another column", "time,u\n2024-01-15T00:00Z,3\n", "data.column_missing", "t.csv " + port,
       "did you mean 'u'?"},
  };
  for (const BrokenText& broken : texts) {
    INFO(broken.what);
    const Files files = {{kModel, model}, {"t.csv", broken.text}};
    for (const std::string& verb : kInModel) {
      const Words line =
          verb == "simulate" ? line_of(verb, kModel) + kOneDay : line_of(verb, kModel);
      check_refused({line, files, broken.code, broken.place, broken.remedy});
    }
  }
}

}  // namespace bad_data_test
