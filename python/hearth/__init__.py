"""Hearth: building-energy digital twins.

>>> import hearth
>>> model = hearth.load("room.hearth.json")
>>> results = hearth.simulate(model)
>>> results["room.indoorTemperature"].mean()

Times are ISO 8601 stamps, ``datetime`` or ``pandas.Timestamp``; one without an offset is civil
time of the model's site. Durations are seconds, ``timedelta`` or ISO 8601 (``"PT10M"``).
"""

from ._core import Diagnostic, Snapshot, __version__, component_types
from .commands import CompletedCommand, command
from .component import Component, register
from .errors import Error, HearthWarning, InputError, ModelError, SimulationError
from .estimation import (
    Calibration,
    Optimization,
    Posterior,
    calibrate,
    optimize,
    sample,
    sensitivity,
)
from .model import Model, Translation, load, translate
from .results import Results
from .run import Linearization, Run, simulate
from .studies import kpis, report, scenarios

__all__ = [
    "Calibration",
    "CompletedCommand",
    "Component",
    "Diagnostic",
    "Error",
    "HearthWarning",
    "InputError",
    "Linearization",
    "Model",
    "ModelError",
    "Optimization",
    "Posterior",
    "Results",
    "Run",
    "SimulationError",
    "Snapshot",
    "Translation",
    "__version__",
    "calibrate",
    "command",
    "component_types",
    "kpis",
    "load",
    "optimize",
    "register",
    "report",
    "sample",
    "scenarios",
    "sensitivity",
    "simulate",
    "translate",
]
