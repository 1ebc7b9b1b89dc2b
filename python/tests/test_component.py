import pytest

import hearth


@hearth.register
class Tank(hearth.Component):
    """A stirred tank."""

    inputs = {"inflow": "kg/s"}
    outputs = {"level": "m"}
    parameters = {"area": (2.0, "m2")}

    def start(self, time, parameters, inputs):
        self.area, self.mass = parameters["area"], 0.0
        return {"level": 0.0}

    def step(self, time, length, inputs):
        self.mass += length * inputs["inflow"]
        return {"level": self.mass / 1000.0 / self.area}


@hearth.register
class Broken(hearth.Component):
    outputs = {"y": "1"}

    def start(self, time, parameters, inputs):
        return {"y": 0.0}

    def step(self, time, length, inputs):
        return {"y": 1 / 0}


def tank(area=2.0):
    model = hearth.Model("tank")
    model.add("source", "Schedule", config={"value": 1.0})
    model.add("tank", "Tank", parameters={"area": area})
    model.connect("source.scheduleValue -> tank.inflow")
    return model


HOUR = ("2024-01-01T00:00Z", "2024-01-01T01:00Z", 60)


def test_a_class_is_a_component_type():
    assert "Tank" in hearth.component_types()
    results = hearth.simulate(tank(4.0), *HOUR)
    assert results["tank.level"][-1] == pytest.approx(3600 / 1000 / 4.0)


def test_it_goes_back_with_the_run():
    run = hearth.Run(tank(), *HOUR)
    run.step(10)
    point = run.snapshot()
    run.step(10)
    level = run["tank.level"]
    run.restore(point)
    run.step(10)
    assert run["tank.level"] == level


def test_an_exception_names_the_component():
    model = hearth.Model("broken")
    model.add("bad", "Broken")
    with pytest.raises(hearth.SimulationError, match="ZeroDivisionError") as raised:
        hearth.simulate(model, *HOUR)
    assert raised.value.diagnostics[0].component == "bad"


def test_a_class_that_is_none_is_refused():
    with pytest.raises(hearth.InputError):
        hearth.register(dict)
    with pytest.raises(hearth.InputError, match="has no outputs"):
        hearth.register(type("Empty", (hearth.Component,), {}))
    with pytest.raises(hearth.InputError, match="unit 'furlongg'"):
        hearth.register(type("Odd", (hearth.Component,), {"outputs": {"y": "furlongg"}}))


def test_a_class_may_not_take_the_place_of_a_type_of_hearth():
    with pytest.raises(hearth.InputError, match="is a component type of Hearth"):
        hearth.register(type("Gain", (hearth.Component,), {"outputs": {"y": "1"}}))
    for outputs in ({"y y": "1"}, {"": "1"}, ["y"], {"y": 1}, {"y": ("1", 2.0)}):
        with pytest.raises(hearth.InputError):
            hearth.register(type("Odd", (hearth.Component,), {"outputs": outputs}))
    with pytest.raises(hearth.InputError, match="is not a subclass"):
        hearth.register(Tank())


def test_an_interruption_inside_a_component_is_no_error_of_the_model():
    @hearth.register
    class Interrupted(hearth.Component):
        outputs = {"y": "1"}

        def start(self, time, parameters, inputs):
            return {"y": 0.0}

        def step(self, time, length, inputs):
            raise KeyboardInterrupt

    model = hearth.Model("interrupted")
    model.add("bad", "Interrupted")
    with pytest.raises(KeyboardInterrupt):
        hearth.simulate(model, *HOUR)
