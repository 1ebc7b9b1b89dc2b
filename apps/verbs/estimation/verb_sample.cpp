// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/base/interrupt.hpp"
#include "hearth/apps/models/calibration_input.hpp"
#include "hearth/apps/verbs/estimation/run_frame.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/apps/views/name_width.hpp"
#include "hearth/components/fmi/fmu_component.hpp"
#include "hearth/components/plugins/plugins.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/estimation/bayes/sample.hpp"

namespace hearth::apps {
namespace {

std::string chains_text(const SampleSettings& settings) {
  if (settings.sampler == Sampler::Nuts) return fmt::format("{} chains", settings.chains);
  return fmt::format("{} ensembles of {} walkers", settings.chains, settings.walkers);
}

/// One posterior, from the problem file to the result.
class SampleRun {
 public:
  SampleRun(const SampleOptions& options, Session& session)
      : options_(options),
        session_(session),
        frame_(ResultKind::Posterior, options.model.file, options.output, options.report, session),
        input_(options.model, session) {}

  int run() {
    frame_.require_page();
    input_.begin(frame_.journal(), options_.threads, options_.sampling.seed);
    const int code = recorded_work(frame_.journal(), session_, [this] {
      draw();
      if (!result_.interrupted) write();
    });
    return code == kDone ? finish() : code;
  }

 private:
  void draw() {
    Progress progress = frame_.progress(options_.progress);
    hearth::SampleOptions sampling = options_.sampling;
    sampling.threads = options_.threads;
    sampling.begin = [&](const SampleSettings& settings, double expected) {
      progress.clear();
      say_begin(settings, expected);
    };
    sampling.search = [&](int start, int iteration, double objective) {
      progress.update_search(start, input_.problem().starts, iteration, objective);
      return frame_.goes_on();
    };
    sampling.progress = [&](long done, long total) {
      progress.update(done, total);
      return frame_.goes_on();
    };
    result_ = hearth::sample(input_.problem(), known_components(), sampling);
    progress.clear();
    session_.messages.show(result_.diagnostics);
  }

  void say_begin(const SampleSettings& settings, double expected) {
    session_.messages.say(
        fmt::format("{} of {} + {} iterations by {}, about {}", chains_text(settings),
                    settings.warmup, settings.draws, word_for(settings.sampler, kSamplerWords),
                    expected < 90.0 ? fmt::format("{:.0f} s", std::max(1.0, expected))
                                    : fmt::format("{:.0f} min", expected / 60.0)));
  }

  void write() {
    const std::string text = write_sample_result(result_);
    frame_.journal().hold(session_.messages);
    if (options_.chains_csv) write_text_file(*options_.chains_csv, write_chains(result_));
    frame_.write(text);
    if (!options_.chains_csv) return;
    frame_.journal().record().outputs.push_back(options_.chains_csv->string());
  }

  int finish() {
    return frame_.finish({result_.reports, input_.files(result_.reports), result_.interrupted,
                          "stopped before the last draw; nothing was written"},
                         [this] {
                           say_result();
                           return RunStatus::Done;
                         });
  }

  void say_result() {
    say_parameters();
    say_expressions();
    say_predictions();
    const SampleSettings& settings = result_.settings;
    const auto count = static_cast<long>(result_.chains.size()) * settings.draws;
    double acceptance = 0.0;
    for (const SampledChain& chain : result_.chains) {
      acceptance += chain.acceptance / static_cast<double>(result_.chains.size());
    }
    session_.messages.say(
        fmt::format("{} draws of {} by {}, acceptance {:.2f}, {} evaluations in {:.3g} s; '{}'",
                    count, chains_text(settings), word_for(settings.sampler, kSamplerWords),
                    acceptance, result_.evaluations, result_.seconds, options_.output.string()));
  }

  void say_parameters() {
    std::size_t width = std::string("parameter").size();
    for (const PosteriorParameter& sampled : result_.parameters) {
      width = width_with(width, sampled.parameter.parameter.name);
    }
    session_.messages.say(fmt::format("{:<{}} {:>11} {:>10} {:>11} {:>11} {:>7} {:>6} {:>6}",
                                      "parameter", width, "mean", "sd", "2.5 %", "97.5 %", "R-hat",
                                      "bulk", "tail"));
    for (const PosteriorParameter& sampled : result_.parameters) {
      const PosteriorSummary& own = sampled.posterior;
      const auto& unit = sampled.parameter.unit;
      session_.messages.say(fmt::format(
          "{:<{}} {:>11.5g} {:>10.3g} {:>11.5g} {:>11.5g} {:>7.3f} {:>6.0f} {:>6.0f}{}",
          sampled.parameter.parameter.name, width, own.mean, own.sd, own.ci95.low, own.ci95.high,
          own.r_hat, own.ess_bulk, own.ess_tail,
          unit && unit->symbol != std::string("1") ? fmt::format("  {}", unit->symbol) : ""));
    }
  }

  void say_expressions() {
    for (const PosteriorExpression& sampled : result_.expressions) {
      const CalibrationExpression& expression = sampled.expression;
      const PosteriorSummary& own = sampled.posterior;
      session_.messages.say(fmt::format(
          "{} = {}: {:.6g} ± {:.2g} {}", fmt::join(expression.targets, ", "), expression.value,
          own.mean, own.sd, expression.unit ? expression.unit->symbol : ""));
    }
  }

  /// Prints the shares of measured values within the band of their posterior predictive
  /// distribution.
  void say_predictions() {
    for (const PredictedRun& run : result_.predictive) {
      for (const PredictedSignal& signal : run.signals) {
        session_.messages.say(
            fmt::format("{}, {}: {:.1f} % of {} measured values lie in their 95 % band", run.name,
                        signal.port, 100.0 * signal.coverage, signal.compared));
      }
    }
  }

  const SampleOptions& options_;
  Session& session_;
  RunFrame frame_;
  CalibrationInput input_;
  SampleResult result_;
};

}  // namespace

int run_verb(const SampleOptions& options, Session& session) {
  set_fmu_process(FmuProcess::Own);  // a crash of an FMU makes an evaluation fail, not the command
  catch_interrupts();
  return SampleRun(options, session).run();
}

}  // namespace hearth::apps
