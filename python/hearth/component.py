"""Component types of one's own, as classes of Python."""

from __future__ import annotations

from . import _core
from .errors import InputError


class Component:
    """Base of component types in Python.

    A type says its ports as class attributes and what it does in two methods. Instances keep what
    they like in attributes; a run copies them (``copy.deepcopy``) to go back to a point. Ports
    hold over a step, and nothing is differentiated through such a component: calibrations take
    differences. A step takes some microseconds, a hundred times that of a compiled component.

    Example::

        class Tank(hearth.Component):
            \"\"\"A stirred tank\"\"\"
            inputs = {"inflow": "kg/s"}
            outputs = {"level": "m"}
            parameters = {"area": (2.0, "m2")}

            def start(self, time, parameters, inputs):
                self.area, self.mass = parameters["area"], 0.0
                return {"level": 0.0}

            def step(self, time, length, inputs):
                self.mass += length * inputs["inflow"]
                return {"level": self.mass / 1000.0 / self.area}

        hearth.register(Tank)
    """

    #: name: unit, or name: (default, unit) for an input that may stay open
    inputs: dict[str, str | tuple[float, str]] = {}
    outputs: dict[str, str] = {}
    #: name: (default, unit)
    parameters: dict[str, tuple[float, str]] = {}

    def start(self, time: float, parameters: dict, inputs: dict) -> dict:
        """Go to the start (s since the start of clocks); return all outputs by name."""
        raise NotImplementedError

    def step(self, time: float, length: float, inputs: dict) -> dict:
        """Advance from ``time`` by ``length`` s; return all outputs by name."""
        raise NotImplementedError


def register(type: type[Component]) -> type[Component]:
    """Let models use a class by its name; usable as a decorator. The last of a name counts."""
    if not (isinstance(type, type.__class__) and issubclass(type, Component)):
        raise InputError(f"{type!r} is not a subclass of hearth.Component")

    def ports(given, role):
        listed = []
        for name, value in given.items():
            default, unit = value if isinstance(value, tuple) else (None, value)
            if role == "parameters" and default is None:
                raise InputError(f"parameter '{name}' of {type.__name__} needs (default, unit)")
            listed.append((name, unit, default))
        return listed

    if not type.outputs:
        raise InputError(f"{type.__name__} has no outputs")
    summary = (type.__doc__ or type.__name__).strip().splitlines()[0].rstrip(".")
    _core._register(
        type.__name__,
        summary,
        type,
        ports(type.inputs, "inputs"),
        ports(type.outputs, "outputs"),
        ports(type.parameters, "parameters"),
    )
    return type
