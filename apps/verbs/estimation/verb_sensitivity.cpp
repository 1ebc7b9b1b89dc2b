// SPDX-License-Identifier: MIT
#include <ostream>
#include <string>

#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/base/interrupt.hpp"
#include "hearth/apps/models/calibration_input.hpp"
#include "hearth/apps/verbs/estimation/run_frame.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/apps/views/sensitivity_table.hpp"
#include "hearth/components/fmi/fmu_component.hpp"
#include "hearth/components/plugins/plugins.hpp"
#include "hearth/data/text/text_file.hpp"

namespace hearth::apps {
namespace {

/// One analysis, from the problem file to the result.
class SensitivityRun {
 public:
  SensitivityRun(const SensitivityOptions& options, Session& session)
      : options_(options),
        session_(session),
        frame_(ResultKind::Sensitivity, options.model.file, options.output, options.report,
               session),
        input_(options.model, session) {}

  int run() {
    frame_.require_page();
    input_.begin(frame_.journal(), options_.analysis.threads, options_.analysis.seed);
    const int code = recorded_work(frame_.journal(), session_, [this] {
      analyse();
      if (!result_.interrupted) write();
    });
    return code == kDone ? finish() : code;
  }

 private:
  void analyse() {
    Progress progress = frame_.progress(options_.progress);
    hearth::SensitivityOptions analysis = options_.analysis;
    analysis.progress = [&](const RunProgress& runs) {
      progress.update(runs);
      frame_.journal().record().progress = runs;
      return frame_.goes_on();
    };
    result_ = analyse_sensitivity(input_.problem(), known_components(), analysis);
    progress.clear();
    session_.messages.show(result_.diagnostics);
  }

  void write() {
    const std::string text = write_sensitivity_result(result_);
    frame_.journal().hold(session_.messages);
    frame_.write(text);
  }

  int finish() {
    return frame_.finish({result_.reports, input_.files(result_.reports), result_.interrupted,
                          "stopped early; nothing was written"},
                         [this] { return say_result(); });
  }

  RunStatus say_result() {
    session_.out << sensitivity_text(result_);
    session_.messages.say(fmt::format("{} runs, {} failed, in {:.3g} s; '{}'", result_.runs,
                                      result_.failed_runs, result_.seconds,
                                      options_.output.string()));
    return RunStatus::Done;
  }

  const SensitivityOptions& options_;
  Session& session_;
  RunFrame frame_;
  CalibrationInput input_;
  SensitivityResult result_;
};

}  // namespace

int run_verb(const SensitivityOptions& options, Session& session) {
  set_fmu_process(FmuProcess::Own);  // a crash of an FMU makes a run fail, not the command
  catch_interrupts();
  return SensitivityRun(options, session).run();
}

}  // namespace hearth::apps
