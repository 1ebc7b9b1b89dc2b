# SPDX-License-Identifier: MIT
"""Validates exported FMUs with FMPy and simulates them there; the rows are those of Hearth.

    fmpy_check.py HEARTH MODEL FOLDER

Prints a line that it was skipped if FMPy is not installed (pip install fmpy).
"""

import csv
import pathlib
import subprocess
import sys

try:
    from fmpy import read_model_description, simulate_fmu
    from fmpy.validation import validate_fmu
except ImportError:
    print("skipped: FMPy is not installed (pip install fmpy)")
    sys.exit(0)


def main(hearth: str, model: str, folder: str) -> None:
    work = pathlib.Path(folder)
    work.mkdir(parents=True, exist_ok=True)
    results = work / "model.csv"
    subprocess.run([hearth, "simulate", "-q", model, "--record", "all", "-o", results], check=True)
    with results.open() as lines:
        rows = list(csv.reader(line for line in lines if not line.startswith("#")))
    names = [name.split(" [")[0] for name in rows[0]]

    for version in ("2", "3"):
        fmu = str(work / f"model{version}.fmu")
        subprocess.run([hearth, "export", "-q", model, "--fmi", version, "-o", fmu], check=True)
        problems = validate_fmu(fmu)
        assert not problems, problems
        experiment = read_model_description(fmu).defaultExperiment
        step = float(experiment.stepSize)
        recorded = simulate_fmu(fmu, output_interval=step, step_size=step)
        compared = 0
        for at, name in enumerate(names):
            if at == 0 or name not in recorded.dtype.names:
                continue
            compared += 1
            for row, value in enumerate(recorded[name]):
                expected = float(rows[row + 1][at])
                assert value == expected, (version, name, row, value, expected)
        assert compared > 10, compared
        assert len(recorded) == len(rows) - 1, (len(recorded), len(rows))
        print(f"FMI {version}: {compared} outputs have the same bits in {len(recorded)} rows")


main(*sys.argv[1:])
