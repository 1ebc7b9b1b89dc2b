"""Studies with files, run by the command: sets of scenarios, KPIs, reports."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from .commands import command


def scenarios(set_file: str | os.PathLike, output: str | os.PathLike, *options: str):
    """Run a set of scenarios, write it to a folder and return its table, a pandas DataFrame.

    If the folder contains part of the runs, it is completed (docs/scenarios.md). ``options``: those
    of ``hearth scenarios``.
    """
    import pandas

    command("scenarios", set_file, "-o", output, "--progress", "none", *options)
    return pandas.read_csv(Path(output) / "results.csv")


def kpis(results: str | os.PathLike, *options: str) -> dict[str, Any]:
    """Return the KPIs of a file of results with its record, as ``hearth kpi --json`` does."""
    return json.loads(command("kpi", results, "--json", *options).output)


def report(results: str | os.PathLike, output: str | os.PathLike, *options: str) -> Path:
    """Write the report of results, a calibration or a folder of scenarios; return its path."""
    command("report", results, "-o", output, *options)
    return Path(output)
