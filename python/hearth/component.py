"""Component types as Python classes."""

from __future__ import annotations

import inspect

from . import _core
from .errors import InputError


class Component:
    """Base class of component types in Python.

    A type declares its ports as class attributes and its behaviour in two methods. Instances keep
    what any data in attributes; a run copies them (``copy.deepcopy``) to return to a point. Ports
    hold over a step, and such a component has no derivatives: calibrations use
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
        """Go to the start (s since the start of the clocks); return all outputs by name."""
        raise NotImplementedError

    def step(self, time: float, length: float, inputs: dict) -> dict:
        """Advance from ``time`` by ``length`` s; return all outputs by name."""
        raise NotImplementedError


def register(cls: type[Component]) -> type[Component]:
    """Let models use a class by its name, replacing one of that name; usable as a decorator.

    Raises InputError for a class that is not a component, a name that a type of Hearth has, and
    ports that cannot be read.
    """
    if not (inspect.isclass(cls) and issubclass(cls, Component)):
        raise InputError(f"{cls!r} is not a subclass of hearth.Component")
    if cls.__name__ in _core.component_types() and cls.__name__ not in _registered:
        raise InputError(f"'{cls.__name__}' is a component type of Hearth; rename the class")
    if not cls.outputs:
        raise InputError(f"{cls.__name__} has no outputs; declare at least one")
    summary = (cls.__doc__ or cls.__name__).strip().splitlines()[0].rstrip(".")
    _core._register(
        cls.__name__,
        summary,
        cls,
        _ports(cls, "inputs"),
        _ports(cls, "outputs"),
        _ports(cls, "parameters"),
    )
    _registered.add(cls.__name__)
    return cls


_registered: set[str] = set()


def _ports(cls: type[Component], role: str) -> list[tuple[str, str, float | None]]:
    """Return name, unit and default of the ports of a role."""
    given = getattr(cls, role)
    if not isinstance(given, dict):
        raise InputError(f"'{role}' of {cls.__name__} must be a dict of names")
    ports = []
    for name, value in given.items():
        default, unit = value if isinstance(value, tuple) and len(value) == 2 else (None, value)
        if not (isinstance(name, str) and name.isidentifier()):
            raise InputError(f"'{name}' in '{role}' of {cls.__name__} is not a name")
        if not isinstance(unit, str) or not isinstance(default, (int, float, type(None))):
            raise InputError(f"'{name}' of {cls.__name__} needs a unit, or (default, unit)")
        if role == "parameters" and default is None:
            raise InputError(f"parameter '{name}' of {cls.__name__} needs (default, unit)")
        if role == "outputs" and default is not None:
            raise InputError(f"output '{name}' of {cls.__name__} takes only a unit")
        ports.append((name, unit, None if default is None else float(default)))
    return ports
