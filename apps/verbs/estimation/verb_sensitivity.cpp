// SPDX-License-Identifier: MIT
#include <ostream>
#include <string>

#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/base/interrupt.hpp"
#include "hearth/apps/models/calibration_input.hpp"
#include "hearth/apps/session/progress.hpp"
#include "hearth/apps/session/recorded_work.hpp"
#include "hearth/apps/session/run_journal.hpp"
#include "hearth/apps/verbs/report_output.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/apps/views/sensitivity_table.hpp"
#include "hearth/components/fmi/fmu_component.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/data/text/text_file.hpp"

namespace hearth::apps {
namespace {

/// One analysis, from the problem file to the result.
class SensitivityRun {
 public:
  SensitivityRun(const SensitivityOptions& options, Session& session)
      : options_(options),
        session_(session),
        journal_(options.output),
        input_(options.model, session) {}

  int run() {
    if (options_.report) require_result_file(options_.output);
    input_.begin(journal_, options_.analysis.threads, options_.analysis.seed);
    const int code = recorded_work(journal_, session_, [this] {
      analyse();
      if (!result_.interrupted) write();
    });
    return code == kDone ? finish() : code;
  }

 private:
  void analyse() {
    Progress progress(session_.messages.stream(), options_.progress,
                      session_.terminal && !session_.messages.quiet());
    hearth::SensitivityOptions analysis = options_.analysis;
    analysis.progress = [&](const RunProgress& runs) {
      progress.update(runs);
      journal_.record().progress = runs;
      journal_.go_on();
      return interrupted() == 0;
    };
    result_ = analyse_sensitivity(input_.problem(), standard_components(), analysis);
    progress.clear();
    session_.messages.show(result_.diagnostics);
  }

  void write() {
    const std::string text = write_sensitivity_result(result_);
    journal_.hold();
    write_text_file(options_.output, text);
    journal_.record().outputs.push_back(options_.output.string());
  }

  int finish() {
    journal_.record().series = result_.reports;
    journal_.record().inputs = input_.files(result_.reports);
    if (result_.interrupted) {
      return end_interrupted(journal_, session_, options_.model.file,
                             "stopped early; nothing was written");
    }
    session_.out << sensitivity_text(result_);
    session_.messages.say(fmt::format("{} runs, {} failed, in {:.3g} s; '{}'", result_.runs,
                                      result_.failed_runs, result_.seconds,
                                      options_.output.string()));
    journal_.end(RunStatus::Done, session_.messages.all());
    if (options_.report) {
      write_report(*options_.report, ResultKind::Sensitivity, options_.output, journal_.record(),
                   session_);
    }
    return kDone;
  }

  const SensitivityOptions& options_;
  Session& session_;
  RunJournal journal_;
  CalibrationInput input_;
  SensitivityResult result_;
};

}  // namespace

int run_verb(const SensitivityOptions& options, Session& session) {
  set_fmu_process(FmuProcess::Own);  // a crash of an FMU fails a run, not the call
  catch_interrupts();
  return SensitivityRun(options, session).run();
}

}  // namespace hearth::apps
