"""Problems defined in files: calibration, sensitivity, sampling, optimal control."""

from __future__ import annotations

import io
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import _core
from .model import Model


def _threads(threads: int | None) -> int:
    return threads or os.cpu_count() or 1


@dataclass
class Calibration:
    """A calibration: the content of its result file (docs/files.md) and the calibrated model."""

    result: dict[str, Any]
    model: Model

    @property
    def status(self) -> str:
        """``'converged'``, ``'stopped'``, ``'interrupted'`` or ``'failed'``."""
        return self.result["status"]

    @property
    def parameters(self):
        """DataFrame of the estimated numbers: value, sd, 95 % interval, unit, bounds."""
        import pandas

        return pandas.DataFrame.from_dict(self.result["parameters"], orient="index")

    def __repr__(self) -> str:
        return f"<hearth.Calibration: {self.status}, {len(self.result['parameters'])} parameters>"

    def _repr_html_(self) -> str:
        return f"{self.status}{self.parameters._repr_html_()}"


def calibrate(
    problem: str | os.PathLike,
    *,
    data_dir: str | os.PathLike | None = None,
    timezone: str = "",
    weather: str | os.PathLike | None = None,
    threads: int | None = None,
) -> Calibration:
    """Estimate the parameters of a calibration file (docs/files.md).

    A search that does not converge raises no exception: check ``status``.
    """
    text, model = _core._calibrate(Path(problem), data_dir, timezone, weather, _threads(threads))
    return Calibration(json.loads(text), Model._of(model))


def sensitivity(
    problem: str | os.PathLike,
    *,
    method: str = "morris",
    runs: int | None = None,
    seed: int = 1,
    data_dir: str | os.PathLike | None = None,
    timezone: str = "",
    weather: str | os.PathLike | None = None,
    threads: int | None = None,
) -> dict[str, Any]:
    """Return the effects of the parameters of a calibration file on the fit.

    The dictionary is the content of the result file of ``hearth sensitivity`` (docs/files.md).

    ``runs``: trajectories for ``"morris"``, points (a power of 2) for ``"sobol"``.
    """
    return json.loads(
        _core._sensitivity(
            Path(problem), data_dir, timezone, weather, method, runs, seed, _threads(threads)
        )
    )


@dataclass
class Posterior:
    """Draws from the posterior of a calibration's parameters, with their summary."""

    result: dict[str, Any]
    chains_csv: str

    @property
    def draws(self):
        """DataFrame of all draws: chain, draw, log_posterior, parameters."""
        import pandas

        return pandas.read_csv(io.StringIO(self.chains_csv), comment="#")


def sample(
    problem: str | os.PathLike,
    *,
    sampler: str | None = None,
    chains: int = 4,
    draws: int | None = None,
    warmup: int | None = None,
    seed: int = 1,
    data_dir: str | os.PathLike | None = None,
    timezone: str = "",
    weather: str | os.PathLike | None = None,
    threads: int | None = None,
) -> Posterior:
    """Draw the parameters of a calibration file from their posterior (docs/files.md)."""
    text, csv = _core._sample(
        Path(problem),
        data_dir,
        timezone,
        weather,
        sampler,
        chains,
        draws,
        warmup,
        seed,
        _threads(threads),
    )
    return Posterior(json.loads(text), csv)


@dataclass
class Optimization:
    """Optimal decisions (docs/optimal_control.md) and the model with them as schedules."""

    result: dict[str, Any]
    model: Model


def optimize(
    problem: str | os.PathLike,
    *,
    data_dir: str | os.PathLike | None = None,
    timezone: str = "",
    weather: str | os.PathLike | None = None,
) -> Optimization:
    """Find the decisions of an optimal-control file, once or with a receding horizon."""
    text, model = _core._optimize(Path(problem), data_dir, timezone, weather)
    return Optimization(json.loads(text), Model._of(model))
