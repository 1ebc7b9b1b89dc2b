// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include "hearth/tests/ontology/authoring/sheets_test.hpp"

namespace hearth::sheet_errors_test {
namespace {

using Catch::Contains;
using test::SheetFolder;

TEST_CASE("every error of a folder is reported at once, with file, line and column") {
  SheetFolder folder;
  folder.write("Dampers.csv", "id\nd\n")
      .write("Fan.csv", "id,nominalPowrRate,nominalAirFlowRate,nominalAirFlowRate\nf,1,2,3\n")
      .write("Pump.csv", "operationTemperatureMax\n60\n")
      .write("Schedule.csv", "id\nday\n")
      .write("Sensor.csv", "id,observes,accuracy\n,temperature,\nf,,\ns,day,about 1\n")
      .write("SetpointController.csv", "# made by hand\nid,isReverse\nc,maybe\n")
      .write("SpaceHeater.csv", "id,isContainedIn,numberOfPanels\nh,day;rom,1.5\n")
      .write("BuildingSpace.csv", "id,comment\nroom,\n")
      .write("Property.csv", "id,type\np,Temprature\n")
      .write("Valve.csv", "id,a,b\n1,2\n");
  const std::string errors = folder.errors();
  INFO(errors);
  CHECK_THAT(
      errors,
      Contains(
          "sheet.unknown  Dampers.csv  the sheet 'Dampers' is not known, did you mean 'Damper'"));
  CHECK_THAT(errors, Contains("sheet.column_unknown  Fan.csv:1 column 2 'nominalPowrRate'  Fan "
                              "does not have this column, did you mean 'nominalPowerRate'"));
  CHECK_THAT(errors, Contains("sheet.column_duplicate  Fan.csv:1 column 4 "));
  CHECK_THAT(errors, Contains("sheet.column_missing  Pump.csv:1 "));
  CHECK_THAT(errors, Contains("sheet.id_missing  Sensor.csv:2 column 1 "));
  CHECK_THAT(errors, Contains("sheet.not_a_number  Sensor.csv:4 column 3 'accuracy'  'about 1'"));
  CHECK_THAT(errors, Contains("sheet.column_unknown  BuildingSpace.csv:1 column 2 'comment'"));
  CHECK_THAT(errors, Contains("sheet.not_a_number  SpaceHeater.csv:2 column 3 "));
  CHECK_THAT(errors, Contains("data.csv_ragged  Valve.csv:2"));
  CHECK_THAT(errors, Contains("sheet.id_duplicate  Sensor.csv:3 column 1 'id'  the id 'f' is also "
                              "used at Fan.csv:2"));
  CHECK_THAT(errors, Contains("sheet.target_class  Sensor.csv:4 column 2 'observes'  'day' is in "
                              "sheet Schedule (Schedule.csv:2), expected a row of Property"));
  CHECK_THAT(errors, Contains("sheet.not_a_flag  SetpointController.csv:3 column 2 "));
  CHECK_THAT(errors, Contains("sheet.target_class  SpaceHeater.csv:2 column 2 "));
  CHECK_THAT(errors, Contains("sheet.id_unknown  SpaceHeater.csv:2 column 2 'isContainedIn'  no "
                              "sheet has the id 'rom', did you mean 'room'"));
  CHECK_THAT(errors, Contains("sheet.class_unknown  Property.csv:2 column 2 'type'  the class "
                              "'Temprature' is not known, did you mean 'Temperature'"));
  CHECK(std::count(errors.begin(), errors.end(), '\n') == 15);
}

TEST_CASE("an empty folder and sheets without rows are refused") {
  SheetFolder folder;
  CHECK_THAT(folder.errors(), Contains("sheet.folder_empty"));
  CHECK_THAT(folder.errors(), Contains("does not contain a CSV file"));
  folder.write("notes.txt", "hello").write("Fan.csv", "id,nominalPowerRate\n,\n");
  CHECK_THAT(folder.errors(), Contains("the sheets have no rows"));
}

TEST_CASE("workbooks are refused with the command that makes sheets of them") {
  for (const std::string name : {"office.xlsx", "office.XLSM", "office.ods"}) {
    SheetFolder folder;
    folder.write(name, "PK\x03\x04").write("Fan.csv", "id\nf\n");
    CHECK_THAT(folder.errors(), Contains("sheet.spreadsheet  " + name));
    CHECK_THAT(folder.errors(), Contains("libreoffice --headless --convert-to"));
  }
}

TEST_CASE("two files for one sheet are refused") {
  SheetFolder folder;
  folder.write("Fan.csv", "id\nf\n").write("office-Fan.csv", "id\ng\n");
  CHECK_THAT(folder.errors(), Contains("sheet.file_duplicate  office-Fan.csv  'Fan.csv'"));
}

TEST_CASE("ids of parts, values and implied things are taken") {
  SheetFolder folder;
  folder.write("Coil.csv", "id,nominalUa\nc,5\n")
      .write("Fan.csv", "id\nc_airside\nc_nominalUa_value\noutdoor_environment\n")
      .write("BuildingSpace.csv", "id\nroom\n");
  const std::string errors = folder.errors();
  INFO(errors);
  CHECK_THAT(errors, Contains("the id 'c_airside' is also used at Fan.csv:2 (here: part of 'c')"));
  CHECK_THAT(errors, Contains("sheet.id_duplicate  Fan.csv:3 "));
  CHECK_THAT(errors, Contains("sheet.id_duplicate  Fan.csv:4 "));
  CHECK(std::count(errors.begin(), errors.end(), '\n') == 3);
}

TEST_CASE("what no sheet can hold is named") {
  SheetFolder folder;
  folder.write("Fan.csv", "id,\n\"a;b\",\nc,loose\n");
  const std::string errors = folder.errors();
  INFO(errors);
  CHECK_THAT(errors, Contains("sheet.id_invalid  Fan.csv:2 column 1 'id'"));
  CHECK_THAT(errors, Contains("sheet.column_unknown  Fan.csv:3 column 2 ''  'loose'"));
  folder.write("Fan.csv", "id;subSystemOf;motorDriveType\nf;a;b;x\n");
  CHECK_THAT(folder.errors(), Contains("a cell that contains ';' needs quotes"));
}

TEST_CASE("a folder of very many bad rows is not read to its end") {
  std::string rows = "id,connectedTo\n";
  for (int i = 0; i < 3000; ++i)
    rows += "r" + std::to_string(i) + ",other" + std::to_string(i) + "\n";
  SheetFolder folder;
  folder.write("BuildingSpace.csv", rows);
  const std::string errors = folder.errors();
  CHECK_THAT(errors, Contains("the id 'other0'"));
  CHECK(std::count(errors.begin(), errors.end(), '\n') == 1000);
}

}  // namespace
}  // namespace hearth::sheet_errors_test
