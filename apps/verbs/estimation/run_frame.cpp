// SPDX-License-Identifier: MIT
#include "hearth/apps/verbs/estimation/run_frame.hpp"

#include <utility>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/base/interrupt.hpp"
#include "hearth/apps/verbs/report_output.hpp"
#include "hearth/data/text/text_file.hpp"

namespace hearth::apps {

void RunFrame::require_page() const {
  if (page_) require_result_file(output_);
}

bool RunFrame::goes_on() {
  journal_.go_on();
  return interrupted() == 0;
}

void RunFrame::write(const std::string& result) {
  write_text_file(output_, result);
  journal_.record().outputs.push_back(output_.string());
}

int RunFrame::finish(End end, const std::function<RunStatus()>& say) {
  journal_.record().series = end.series;
  journal_.record().inputs = std::move(end.inputs);
  if (end.interrupted) return end_interrupted(journal_, session_, problem_, end.lost);
  const RunStatus status = say();
  journal_.end(status, session_.messages.all());
  if (page_) write_report(*page_, kind_, output_, journal_.record(), session_);
  return status == RunStatus::Failed ? kRunFailed : kDone;
}

}  // namespace hearth::apps
