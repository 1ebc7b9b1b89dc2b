// SPDX-License-Identifier: MIT
#include "hearth/apps/options/options.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/base/version.hpp"
#include "hearth/apps/options/completion.hpp"
#include "hearth/apps/options/verbs.hpp"

namespace hearth::apps {
namespace {

template <class Options>
void describe_as(VerbLine& line, VerbOptions& options) {
  describe(line, options.emplace<Options>());
}

constexpr auto kVerbs = std::to_array<Verb>({
    {"init", "Write a small example project", describe_as<InitOptions>},
    {"check", "Check models, calibrations, scenario sets, mappings and data files",
     describe_as<CheckOptions>, Verbosity::Verbose},
    {"info", "Show what a model contains and how it is executed", describe_as<InfoOptions>},
    {"graph", "Draw the component graph of a model", describe_as<GraphOptions>},
    {"simulate", "Simulate a model", describe_as<SimulateOptions>},
    {"steady", "Find a steady state of a model", describe_as<SteadyOptions>},
    {"trim", "Find a steady state in which outputs or states have specified values",
     describe_as<TrimOptions>},
    {"linearize", "Linearise a model at a point", describe_as<LinearizeOptions>},
    {"sensitivity", "Find which parameters matter for a calibration",
     describe_as<SensitivityOptions>},
    {"calibrate", "Estimate parameters from measurements", describe_as<CalibrateOptions>},
    {"sample", "Draw parameters from their posterior distribution", describe_as<SampleOptions>},
    {"apply", "Write the result of a calibration into a model", describe_as<ApplyOptions>},
    {"compare", "Compare two calibrations with the same data", describe_as<CompareOptions>},
    {"optimize", "Find the control of a model with the lowest cost", describe_as<OptimizeOptions>},
    {"scenarios", "Run a set of scenarios in parallel", describe_as<ScenariosOptions>},
    {"merge", "Join the shards of a scenario set", describe_as<MergeOptions>},
    {"kpi", "Compute key performance indicators of results", describe_as<KpiOptions>},
    {"report", "Write an HTML report of results", describe_as<ReportOptions>},
    {"serve", "Serve models over HTTP: a page, an API and BOPTEST tests",
     describe_as<ServeOptions>},
    {"export", "Write a model as an FMU", describe_as<ExportOptions>},
    {"twin", "Make a calibrated model of a building from its graph and measurements",
     describe_as<TwinOptions>, Verbosity::Normal, true},
    {"translate", "Translate the graph of a building into a model", describe_as<TranslateOptions>,
     Verbosity::Normal, true},
    {"query", "Query the graph of a building", describe_as<QueryOptions>},
    {"convert", "Convert models, weather files and sheets to other formats",
     describe_as<ConvertOptions>},
    {"components", "Print the reference of component types", describe_as<ComponentsOptions>},
    {"schema", "Print the JSON Schema of a kind of file", describe_as<SchemaOptions>},
    {"completion", "Print a completion script for a shell", describe_as<CompletionOptions>},
});

constexpr Choices<MessageStyle, 2> kMessageStyles{
    {{"text", MessageStyle::Text}, {"json", MessageStyle::Json}}};

std::string overview() {
  std::string text =
      "Digital twins of buildings: make, check, simulate and calibrate energy models.\n\n"
      "Usage: hearth VERB [OPTIONS] FILE...\n\nVerbs:\n";
  for (const Verb& verb : kVerbs) text += fmt::format("  {:<12}{}\n", verb.name, verb.summary);
  text +=
      "\nOptions:\n"
      "  -h,--help       Print this help; 'hearth VERB --help' lists the options of a verb\n"
      "  --plugin FILE   Load component types from a plug-in, for any verb; repeatable\n"
      "  --version       Print the version\n"
      "\nExamples:\n"
      "  hearth init my_room\n"
      "  hearth simulate my_room/model.hearth.json -o my_room/results.csv\n";
  return text;
}

[[noreturn]] void refuse_verb(const std::string& word) {
  std::vector<std::string> names;
  for (const Verb& verb : kVerbs) names.emplace_back(verb.name);
  if (word.empty()) {
    throw UsageError("usage.verb_missing", {},
                     fmt::format("expected one of {} ('hearth --help')", fmt::join(names, ", ")));
  }
  const std::string verbs = fmt::format("{}", fmt::join(names, ", "));
  if (word.front() != '-') {
    throw UsageError("usage.unknown_verb", {.pointer = word},
                     fmt::format("expected one of {}{}", verbs, did_you_mean(word, names)));
  }
  throw UsageError("usage.unknown_option", {.pointer = word},
                   fmt::format("expected --help, --version or one of {}{}", verbs,
                               did_you_mean(word, {"--help", "--version"})));
}

}  // namespace

std::span<const Verb> verbs() { return kVerbs; }

VerbLine line_of(const Verb& verb, Invocation& invocation) {
  VerbLine line{std::string(verb.name)};
  verb.describe(line, invocation.verb);
  invocation.verbosity = verb.verbosity;
  line.flag("-v,--verbose", invocation.verbosity, Verbosity::Verbose, "Also print notes");
  line.flag("-q,--quiet", invocation.verbosity, Verbosity::Quiet,
            verb.prints_summary ? "Print only errors on stderr, and no summary on stdout"
                                : "Print only errors on stderr");
  line.choice("--messages", invocation.messages, kMessageStyles, "STYLE",
              "Print messages on stderr as {} (default: text)");
  line.list("--confine", invocation.confine, read_text, "DIR",
            "Read models and data only from this folder or file, and refuse FMUs; repeatable")
      .folders();
  line.flag("--allow-fmus", invocation.confined_code, ForeignCode::Allowed,
            "Run FMUs despite --confine, although their code can read and write any file");
  line.list("--limit", invocation.limits, read_work_limit, "NAME=N",
            "Set a limit of work or memory, such as components=500000; the error limit.exceeded "
            "names the limit; repeatable");
  line.list("--plugin", invocation.plugins, read_text, "FILE",
            "Load component types from a plug-in; repeatable")
      .files({".so"});
  return line;
}

/// Moves options `--plugin` before the verb behind it.
std::vector<std::string> verb_first(std::vector<std::string> words) {
  std::size_t verb = 1;
  while (verb < words.size() && words[verb].starts_with("--plugin")) {
    verb += words[verb] == "--plugin" ? 2 : 1;
  }
  if (verb == 1) return words;
  if (verb >= words.size()) {
    throw UsageError("usage.verb_missing", {}, "expected --plugin FILE, then a verb");
  }
  const auto at = words.begin() + static_cast<std::ptrdiff_t>(verb);
  std::rotate(words.begin() + 1, at, at + 1);
  return words;
}

std::variant<Information, Invocation> parse_command(const std::vector<std::string>& given) {
  const std::vector<std::string> arguments = verb_first(given);
  const std::string word = arguments.size() > 1 ? arguments[1] : "";
  if (word == "--help" || word == "-h") return Information{overview()};
  if (word == "help") {
    if (arguments.size() < 3) return Information{overview()};
    return parse_command({arguments[0], arguments[2], "--help"});
  }
  if (word == "--version") return Information{std::string("hearth ") + kVersion + "\n"};
  if (word == kCompleteVerb)
    return Information{completions({arguments.begin() + 2, arguments.end()})};
  const auto verb = std::find_if(kVerbs.begin(), kVerbs.end(),
                                 [&word](const Verb& candidate) { return candidate.name == word; });
  if (verb == kVerbs.end()) refuse_verb(word);
  Invocation invocation;
  VerbLine line = line_of(*verb, invocation);
  if (auto help = line.parse({arguments.begin() + 2, arguments.end()})) return std::move(*help);
  invocation.files = line.files();
  return invocation;
}

}  // namespace hearth::apps
