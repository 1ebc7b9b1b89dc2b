"""Runs of models: to the end, step by step, and back to earlier points."""

from __future__ import annotations

import datetime
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from . import _core
from ._times import duration, stamp, zone
from .model import Model
from .results import Results


@dataclass
class Linearization:
    """dx/dt = A x + B u, y = C x + D u around a point, with exact derivatives."""

    states: list[str]
    inputs: list[str]
    outputs: list[str]
    A: np.ndarray
    B: np.ndarray
    C: np.ndarray
    D: np.ndarray


class Run:
    """One run of a model, from its start to its end.

    Arguments that are not set come from the model. Row k is at start + k step; it contains means
    over the step before it of powers and flows, and values at its instant of all other outputs.

    Args:
        model: a Model, or the path of one.
        start, end: times. step: duration.
        every: interval of a row of the results, such as ``"PT1H"`` or ``"P1D"``; default: a step.
        record: outputs to keep, names or patterns such as ``"room*.indoorTemperature"`` or
            ``"all"``; ``[]`` keeps nothing; default: measured outputs and those of KPIs, all
            of a model without measurements.
        engine: ``"stepwise"`` or ``"continuous"``.
        coupling, substeps: as in model files (docs/files.md).
        state: file of :meth:`save_state` or of the command, from which the run continues with the
            step that it had.
        threads: number for the stepwise engine; results do not depend on it.
        locate_events: the stepwise engine divides steps where events happen; otherwise they happen
            at the ends of steps.
    """

    def __init__(
        self,
        model: Model | str | os.PathLike,
        start=None,
        end=None,
        step=None,
        *,
        every=None,
        record: list[str] | str | None = None,
        engine: str | None = None,
        coupling: str | None = None,
        substeps: int | None = None,
        state: str | os.PathLike | None = None,
        threads: int = 1,
        locate_events: bool = False,
    ):
        if not isinstance(model, Model):
            from .model import load

            model = load(model)
        if isinstance(record, str):
            record = [record]
        self._take(
            _core._Run._make(
                model._core,
                stamp(start),
                stamp(end),
                duration(step),
                duration(every),
                engine,
                coupling,
                substeps,
                record,
                None if state is None else Path(state).read_text(encoding="utf-8"),
                threads,
                locate_events,
            )
        )

    def _take(self, core) -> None:
        self._core = core
        # Functions that loops call often are those of the compiled part.
        self.step = core.step
        self.set = core.set
        self.value = core.__getitem__
        self.snapshot = core.snapshot
        self.restore = core.restore

    #: step(rows=1): advance by some rows. Raises InputError past the end of the run.
    #: set(path, value, unit=""): set a parameter ``id.name``, an initial value ``id@name`` (both
    #: from the next start on) or an unconnected input ``id.in.port`` (at once).
    #: value(name): return what the present row holds of an output.
    #: snapshot(): keep the present point. restore(point): return to it.

    def __getitem__(self, name: str) -> float:
        """Return the value of an output ``'id.port'`` in the present row."""
        return self._core[name]

    def reader(self, names: list[str]):
        """Return a function that reads all these outputs into a NumPy array."""
        return _core.Reader(self._core, names)

    def start(self) -> None:
        """Go to row 0, with all values that were set."""
        self._core.start()

    def reset(self) -> None:
        """Discard all values that were set."""
        self._core.reset()

    def advance_to(self, time) -> None:
        """Advance to the last row that is not later than a time."""
        self._core._advance_to(stamp(time))

    def to_end(self) -> Results:
        """Run to the end and return the recorded rows."""
        return Results(self._core._to_end())

    def results(self) -> Results:
        """Return a copy of the rows that were recorded so far."""
        return Results(self._core._results())

    def clone(self) -> Run:
        """Return an independent run in the same state."""
        made = Run.__new__(Run)
        made._take(self._core.clone())
        return made

    def save_state(self, path: str | os.PathLike) -> None:
        """Write the present point; ``Run(model, state=path)`` or the command can continue there."""
        Path(path).write_text(self._core._save(), encoding="utf-8")

    def balance(self) -> dict[str, Any]:
        """Return the balance of heat, water and air so far (docs/files.md, record of a run)."""
        return json.loads(self._core._balance())

    def linearize(self, outputs: list[str], inputs: list[str] | None = None) -> Linearization:
        """Linearise at the present point (continuous engine only).

        Default of ``inputs``: all unconnected inputs.
        """
        found = self._core._linearize(list(inputs or []), list(outputs))

        def matrix(name: str, rows: int, columns: int) -> np.ndarray:
            return np.array(found[name], dtype=float).reshape(rows, columns)

        n, m, k = len(found["states"]), len(found["inputs"]), len(found["outputs"])
        return Linearization(
            found["states"],
            found["inputs"],
            found["outputs"],
            matrix("A", n, n),
            matrix("B", n, m),
            matrix("C", k, n),
            matrix("D", k, m),
        )

    @property
    def row(self) -> int:
        """Number of the present row, -1 before the start."""
        return self._core.row

    @property
    def rows(self) -> int:
        """Number of the last row."""
        return self._core.rows

    @property
    def finished(self) -> bool:
        return self._core.finished

    @property
    def time(self) -> datetime.datetime:
        """The present time, in the zone of the site."""
        since = datetime.timedelta(milliseconds=self._core._time)
        epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
        return (epoch + since).astimezone(zone(self._core.timezone))

    @property
    def step_seconds(self) -> float:
        """Length of a step, s."""
        return self._core._step

    @property
    def outputs(self) -> list[str]:
        """Names of all outputs."""
        return self._core.outputs

    @property
    def inputs(self) -> list[str]:
        """Inputs that :meth:`set` can set."""
        return self._core.inputs

    def unit(self, name: str) -> str:
        """Return the symbol of an output's unit."""
        return self._core.unit(name)

    def __repr__(self) -> str:
        return f"<hearth.Run: row {self.row} of {self.rows}>"


def simulate(
    model: Model | str | os.PathLike, start=None, end=None, step=None, **settings
) -> Results:
    """Run a model from start to end and return its results; arguments as for :class:`Run`."""
    return Run(model, start, end, step, **settings).to_end()
