// SPDX-License-Identifier: MIT
// What FMUs say: which of it is kept, and how it is shown.
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/fmi/internal/instance/fmu_journal.hpp"
#include "hearth/components/fmi/internal/package/variable_names.hpp"

namespace hearth::test::fmi_journal_test {
namespace {

using fmi::FmuJournal;

constexpr int kOk = 0, kWarning = 1, kError = 3;  // fmi2Status

fmi::Variable variable(const char* name, std::uint32_t reference, fmi::ValueType type) {
  fmi::Variable variable;
  variable.name = name;
  variable.reference = reference;
  variable.type = type;
  return variable;
}

}  // namespace

TEST_CASE("of many messages of an FMU the first and the last are kept") {
  FmuJournal journal;
  for (int i = 1; i <= 11; ++i) journal.add(kError, std::to_string(i));
  CHECK(journal.recent() == "1; 2; 3; 4; (3 more); 8; 9; 10; 11");
  journal.clear_recent();
  CHECK(journal.recent().empty());
}

TEST_CASE("messages of an FMU without trouble are shown only if there are no others") {
  FmuJournal journal;
  journal.add(kOk, "solving");
  CHECK(journal.recent() == "solving");
  journal.add(kError, "no solution");
  journal.add(kOk, "done");
  CHECK(journal.recent() == "no solution");
}

TEST_CASE("an error that an FMU logs in a call that succeeds is a warning") {
  FmuJournal journal;
  journal.add(kError, "first");
  journal.settle(true);
  journal.add(kWarning, "second");
  journal.add(kError, "in the message of the failure");
  journal.settle(false);
  CHECK(journal.warnings() == std::vector<std::string>{"first", "second"});
  journal.add(kError, "from a thread");
  CHECK(journal.warnings().size() == 3);
}

TEST_CASE("a message of an FMU is one line") {
  FmuJournal journal;
  journal.add(kError, "no solution:\r\n\r\n  \t the tank is empty \n\n");
  journal.add(kError, " \n\n");
  CHECK(journal.recent() == "no solution: the tank is empty");
}

TEST_CASE("references in messages of FMI 2.0 are names") {
  fmi::ModelDescription description;
  description.major = 2;
  description.variables = {
      variable("T", 18, fmi::ValueType::Float64), variable("alias", 18, fmi::ValueType::Float64),
      variable("n", 18, fmi::ValueType::Enumeration), variable("on", 0, fmi::ValueType::Boolean),
      variable("label", 7, fmi::ValueType::String)};
  const fmi::VariableNames names = fmi::variable_names(description);
  CHECK(fmi::with_names("#r18# and #i18#, #b0#/#s7#", names) == "T and n, on/label");
  CHECK(fmi::with_names("##1 of #r18###", names) == "#1 of T#");
  CHECK(fmi::with_names("no #r19#r18# 5# #", names) == "no #r19T 5# #");
  CHECK(fmi::with_names("#r99999999999# #r# #r1x# #", names) == "#r99999999999# #r# #r1x# #");
  CHECK(fmi::with_names("", names).empty());
  description.major = 3;
  CHECK(fmi::with_names("#r18#", fmi::variable_names(description)) == "#r18#");
}

}  // namespace hearth::test::fmi_journal_test
