// SPDX-License-Identifier: MIT
// Component types that are classes of Python.
#include <deque>
#include <memory>
#include <mutex>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <string>
#include <utility>
#include <vector>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/base/unit.hpp"
#include "hearth/framework/component/stepper.hpp"
#include "hearth/python/src/bindings.hpp"

namespace hearth::python {
namespace {

/// Returns an object of Python that any thread may release.
std::shared_ptr<nb::object> shared(nb::object object) {
  return {new nb::object(std::move(object)), [](nb::object* p) {
            const nb::gil_scoped_acquire held;
            delete p;
          }};
}

struct PortNames {
  std::vector<std::string> inputs, outputs, parameters;
};

/// One instance of a class of Python. It keeps the outputs that were returned last.
class PythonStepper final : public Stepper {
 public:
  PythonStepper(std::shared_ptr<nb::object> type, std::shared_ptr<const PortNames> names,
                std::string id)
      : type_(std::move(type)), names_(std::move(names)), id_(std::move(id)) {
    outputs_.resize(names_->outputs.size(), 0.0);
  }

  void start(double time, const double* parameters, const double* inputs) override {
    guarded("start", [&] {
      instance_ = shared((*type_)());
      take(instance_->attr("start")(time, named(names_->parameters, parameters),
                                    named(names_->inputs, inputs)));
    });
  }
  void step(double time, double length, const double* inputs) override {
    guarded("step",
            [&] { take(instance_->attr("step")(time, length, named(names_->inputs, inputs))); });
  }
  void outputs(double* values) override { std::copy(outputs_.begin(), outputs_.end(), values); }

  bool can_restore() const override { return true; }
  std::shared_ptr<const Memory> save() override {
    auto memory = std::make_shared<Copy>();
    guarded("copy", [&] { memory->instance = copied(*instance_); });
    memory->outputs = outputs_;
    return memory;
  }
  void restore(const Memory& memory) override {
    const auto& copy = dynamic_cast<const Copy&>(memory);
    guarded("copy", [&] { instance_ = copied(*copy.instance); });
    outputs_ = copy.outputs;
  }

 private:
  struct Copy final : Memory {
    std::shared_ptr<nb::object> instance;
    std::vector<double> outputs;
  };

  static std::shared_ptr<nb::object> copied(const nb::object& object) {
    return shared(nb::module_::import_("copy").attr("deepcopy")(object));
  }
  static nb::dict named(const std::vector<std::string>& names, const double* values) {
    nb::dict all;
    for (std::size_t i = 0; i < names.size(); ++i) all[names[i].c_str()] = values[i];
    return all;
  }

  /// Reads a dictionary with all outputs.
  void take(const nb::object& returned) {
    if (!nb::isinstance<nb::dict>(returned)) {
      throw SimulationError("python.outputs", {.component = id_},
                            "must return a dict with all outputs");
    }
    const auto values = nb::cast<nb::dict>(returned);
    for (std::size_t i = 0; i < names_->outputs.size(); ++i) {
      const char* name = names_->outputs[i].c_str();
      if (!values.contains(name)) {
        throw SimulationError("python.outputs", {.component = id_, .port = name},
                              "the returned dict does not contain this output");
      }
      outputs_[i] = nb::cast<double>(values[name]);
    }
  }

  /// Runs code of Python; an exception there ends the run and names the component.
  template <class Work>
  void guarded(const char* what, const Work& work) {
    const nb::gil_scoped_acquire held;
    try {
      work();
    } catch (nb::python_error& error) {
      if (!error.matches(PyExc_Exception)) throw;  // KeyboardInterrupt, SystemExit
      const std::string type = nb::cast<std::string>(nb::str(error.type().attr("__name__")));
      const std::string text = nb::cast<std::string>(nb::str(error.value()));
      throw SimulationError("python.exception", {.component = id_},
                            std::string("its ") + what + " raised " + type + ": " + text);
    } catch (const nb::cast_error&) {
      throw SimulationError("python.outputs", {.component = id_},
                            "a returned output is not a number");
    }
  }

  std::shared_ptr<nb::object> type_, instance_;
  std::shared_ptr<const PortNames> names_;
  std::string id_;
  std::vector<double> outputs_;
};

Unit unit_named(const std::string& symbol, const std::string& name) {
  const std::optional<Unit> unit = parse_unit(symbol);
  if (unit) return *unit;
  throw InputError("python.argument", {.port = name},
                   "unit '" + symbol + "' is not known" + did_you_mean(symbol, unit_symbols()));
}

/// Registries that were made; models and runs may refer to any of them.
struct Registries {
  std::mutex mutex;
  std::vector<ComponentType> own;
  std::deque<Registry> made;
};
Registries& registries() {
  static auto* const all = new Registries;  // Python objects in it outlive the interpreter
  return *all;
}

/// Makes a type of a class; ports are (name, unit, default or None).
void register_type(const std::string& name, const std::string& summary, nb::object type,
                   const nb::list& inputs, const nb::list& outputs, const nb::list& parameters) {
  auto names = std::make_shared<PortNames>();
  std::vector<StepperPort> ports;
  const auto add = [&](const nb::list& list, Role role, std::vector<std::string>& of_role) {
    for (const nb::handle entry : list) {
      const auto port = nb::cast<nb::tuple>(entry);
      StepperPort made;
      made.role = role;
      made.name = nb::cast<std::string>(port[0]);
      made.unit = unit_named(nb::cast<std::string>(port[1]), made.name);
      if (!port[2].is_none()) {
        made.open = role == Role::Input;
        made.range.value = nb::cast<double>(port[2]);
      }
      of_role.push_back(made.name);
      ports.push_back(std::move(made));
    }
  };
  add(inputs, Role::Input, names->inputs);
  add(outputs, Role::Output, names->outputs);
  add(parameters, Role::Parameter, names->parameters);
  const std::shared_ptr<nb::object> kept = shared(std::move(type));
  ComponentType made =
      stepping_type(name, summary, std::move(ports), [kept, names](const std::string& id) {
        return std::make_unique<PythonStepper>(kept, names, id);
      });
  Registries& all = registries();
  const std::lock_guard<std::mutex> lock(all.mutex);
  std::erase_if(all.own, [&](const ComponentType& old) { return old.name == name; });
  all.own.push_back(std::move(made));
  all.made.push_back(with_standard_components(all.own));
}

std::vector<std::string> type_names() { return component_registry().names(); }

}  // namespace

const Registry& component_registry() {
  Registries& all = registries();
  const std::lock_guard<std::mutex> lock(all.mutex);
  return all.made.empty() ? standard_components() : all.made.back();
}

void bind_components(nb::module_& module) {
  module.def("_register", &register_type, nb::arg("name"), nb::arg("summary"), nb::arg("type"),
             nb::arg("inputs"), nb::arg("outputs"), nb::arg("parameters"));
  module.def("component_types", &type_names, "Return the names of all component types.");
}

}  // namespace hearth::python
