"""Results of runs as arrays and tables."""

from __future__ import annotations

import html
import os
from pathlib import Path

import numpy as np

from ._times import zone
from .errors import InputError


class Results:
    """Rows of a run. NumPy arrays share the numbers; nothing is copied.

    Attributes:
        names: column names ``'id.port'``.
        units: symbols of their units, such as ``'degC'``.
        values: read-only array, rows x columns.
        times: ``datetime64[ms]`` of the rows, UTC.
        timezone: zone in which tables show times.
    """

    def __init__(self, core):
        self._core = core
        self.names: list[str] = core.names
        self.units: list[str] = core.units
        self.timezone: str = core.timezone
        self.values: np.ndarray = core.values
        self.times: np.ndarray = core.instants.view("datetime64[ms]")
        self._columns = {name: i for i, name in reversed(list(enumerate(self.names)))}

    def __len__(self) -> int:
        return len(self.times)

    def __contains__(self, name: str) -> bool:
        return name in self._columns

    def __getitem__(self, name: str) -> np.ndarray:
        """Return the column of a signal ``'id.port'``."""
        return self.values[:, self._column(name)]

    def unit(self, name: str) -> str:
        """Return the symbol of a column's unit."""
        return self.units[self._column(name)]

    def _column(self, name: str) -> int:
        if name in self._columns:
            return self._columns[name]
        import difflib

        near = difflib.get_close_matches(name, self._columns, 1)
        hint = f"did you mean '{near[0]}'?" if near else "record it: record=['all'] or its name"
        raise InputError(f"'{name}' was not recorded; {hint}")

    def to_dataframe(self):
        """Return a pandas DataFrame with a time index in the zone of the site.

        ``frame.attrs["units"]`` contains the unit of each column.
        """
        import pandas

        index = pandas.DatetimeIndex(self.times, name="time").tz_localize("UTC")
        frame = pandas.DataFrame(
            self.values, index=index.tz_convert(zone(self.timezone)), columns=self.names, copy=False
        )
        frame.attrs["units"] = dict(zip(self.names, self.units))
        return frame

    def to_xarray(self):
        """Return an xarray Dataset: a variable for each signal with its attribute ``units``.

        The coordinate ``time`` is UTC, since datetime64 has no zone.
        """
        import xarray

        return xarray.Dataset(
            {
                name: ("time", self.values[:, i], {"units": self.units[i]})
                for i, name in enumerate(self.names)
            },
            coords={"time": self.times.astype("datetime64[ns]")},
            attrs={"timezone": self.timezone},
        )

    def save(self, path: str | os.PathLike) -> None:
        """Write a file in the format of its extension: CSV, SQLite or NetCDF (docs/files.md)."""
        self._core.save(Path(path))

    def plot(self, names: list[str] | str | None = None, **settings):
        """Draw signals with matplotlib, one plot per unit; return the axes."""
        import matplotlib.pyplot as plt

        chosen = [names] if isinstance(names, str) else list(names or self.names)
        units = list(dict.fromkeys(self.unit(name) for name in chosen))
        figure, axes = plt.subplots(
            len(units), 1, sharex=True, squeeze=False, figsize=(9, 1 + 2.5 * len(units))
        )
        frame = self.to_dataframe()
        for axis, unit in zip(axes[:, 0], units):
            for name in chosen:
                if self.unit(name) == unit:
                    axis.plot(frame.index, self[name], label=name, **settings)
            axis.set_ylabel(unit)
            axis.legend(loc="best", fontsize="small")
        figure.autofmt_xdate()
        return axes[:, 0]

    def __repr__(self) -> str:
        if not len(self):
            return f"<hearth.Results: no rows, {len(self.names)} signals>"
        return (
            f"<hearth.Results: {len(self)} rows from {self.times[0]}Z to {self.times[-1]}Z, "
            f"{len(self.names)} signals>"
        )

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{html.escape(name)}</td><td>{html.escape(unit)}</td>"
            + "".join(f"<td style='text-align:right'>{value:.4g}</td>" for value in numbers)
            + "</tr>"
            for name, unit, numbers in zip(
                self.names,
                self.units,
                np.transpose([self.values.min(0), self.values.mean(0), self.values.max(0)])
                if len(self)
                else np.full((len(self.names), 3), np.nan),
            )
        )
        return (
            f"{html.escape(repr(self)[1:-1])}<table><tr><th>signal</th><th>unit</th><th>min</th>"
            f"<th>mean</th><th>max</th></tr>{rows}</table>"
        )
