"""Models: load, build, edit, check, save; graphs of buildings."""

from __future__ import annotations

import html
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import _core


class Model:
    """Components and connections; a value that can be copied, compared and saved.

    An empty model is built with :meth:`add` and :meth:`connect`. Data files that components name
    are looked for in ``folder``.

    Example::

        model = hearth.Model("room", folder=".")
        model.add("weather", "OutdoorEnvironment", config={"outdoorTemperature": "-5 degC"})
        model.add("room", "BuildingSpace")
        model.connect("weather.outdoorTemperature -> room.outdoorTemperature")
    """

    def __init__(self, name: str = "model", *, folder: str | os.PathLike = ".", timezone: str = ""):
        text = json.dumps({"hearth": 1, "name": name, "components": {}, "connections": []})
        self._core = _core.Model._from_json(text, Path(folder), timezone)

    @classmethod
    def _of(cls, core) -> Model:
        made = cls.__new__(cls)
        made._core = core
        return made

    @classmethod
    def from_dict(
        cls, content: dict[str, Any], *, folder: str | os.PathLike = ".", timezone: str = ""
    ) -> Model:
        """Make a model from the content of a model file (docs/files.md)."""
        return cls._of(_core.Model._from_json(json.dumps(content), Path(folder), timezone))

    def to_dict(self) -> dict[str, Any]:
        """Return the content of a model file, to be edited and passed to :meth:`from_dict`."""
        return json.loads(self._core.to_json())

    def save(self, path: str | os.PathLike) -> None:
        """Write a model file."""
        text = self._core.to_json()
        path = Path(path)
        part = path.with_name(path.name + ".part")
        part.write_text(text, encoding="utf-8")
        os.replace(part, path)

    def copy(self) -> Model:
        """Return an independent copy."""
        return Model._of(self._core.copy())

    def __eq__(self, other) -> bool:
        return isinstance(other, Model) and self._core == other._core

    __hash__ = None

    def __reduce__(self):
        return _from_text, (self._core.to_json(), *self._core._origin)

    @property
    def name(self) -> str:
        return self._core.name

    @name.setter
    def name(self, name: str) -> None:
        self._core.name = name

    @property
    def timezone(self) -> str:
        """IANA name of the site's time zone, '' if none is known."""
        return self._core.timezone

    @property
    def components(self) -> dict[str, str]:
        """Type of each component, by its id."""
        return self._core.components

    @property
    def connections(self) -> list[str]:
        """Connections as ``'a.out -> b.in'``, sorted."""
        return self._core.connections

    @property
    def inputs(self) -> list[str]:
        """Inputs ``'id.in.port'`` that :meth:`Run.set` sets."""
        return self._core.inputs

    def add(
        self,
        id: str,
        type: str,
        *,
        parameters: dict[str, Any] | None = None,
        config: dict[str, Any] | None = None,
        initial: dict[str, Any] | None = None,
        **more: Any,
    ) -> None:
        """Add a component, with the keys of a model file.

        Numbers may carry units: ``parameters={"UA": "120 W/K"}``. Raises InputError or ModelError.
        """
        content: dict[str, Any] = {"type": type, **more}
        for key, value in (("parameters", parameters), ("config", config), ("initial", initial)):
            if value:
                content[key] = value
        self._core._add(json.dumps({"hearth": 1, "name": "component", "components": {id: content}}))

    def remove(self, id: str) -> None:
        """Remove a component with its connections and measurements."""
        self._core.remove(id)

    def connect(self, connection: str) -> None:
        """Add a connection ``'damper.airFlowRate -> room.supplyAirFlowRate'``."""
        self._core.connect(connection)

    def disconnect(self, connection: str) -> None:
        """Remove a connection."""
        self._core.disconnect(connection)

    def open(self, input: str) -> None:
        """Allow :meth:`Run.set` to set an input ``'id.in.port'``."""
        self._core.open(input)

    def set(self, path: str, value: float, unit: str = "") -> None:
        """Set a parameter or configured number ``'id.name'``, or an initial value ``'id@name'``.

        Without a unit, the number is in the unit that the component declares.
        """
        self._core.set(path, value, unit)

    def check(self) -> list[_core.Diagnostic]:
        """Return the errors of the model; an empty list if there are none."""
        return self._core.check()

    def __repr__(self) -> str:
        return (
            f"<hearth.Model {self.name!r}: {len(self.components)} components, "
            f"{len(self.connections)} connections>"
        )

    def _repr_html_(self) -> str:
        counts: dict[str, int] = {}
        for type in self.components.values():
            counts[type] = counts.get(type, 0) + 1
        rows = "".join(
            f"<tr><td>{html.escape(type)}</td><td style='text-align:right'>{count}</td></tr>"
            for type, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        )
        return (
            f"<b>{html.escape(self.name)}</b>: {len(self.components)} components, "
            f"{len(self.connections)} connections"
            f"<table><tr><th>type</th><th>number</th></tr>{rows}</table>"
        )


def _from_text(text: str, folder: Path, timezone: str, data_dir: Path | None) -> Model:
    return Model._of(_core.Model._from_json(text, folder, timezone, data_dir))


def load(
    path: str | os.PathLike,
    *,
    timezone: str = "",
    data_dir: str | os.PathLike | None = None,
    weather: str | os.PathLike | None = None,
    side_file: str | os.PathLike | None = None,
) -> Model:
    """Read a model: a model file (JSON), or a graph of a building in Turtle, which is translated.

    Args:
        timezone: zone of naive times if the site has none, such as ``Europe/Rome``.
        data_dir: folder in which data files are searched by name.
        weather: file (EPW, TMY or CSV) that replaces the model's weather.
        side_file: sizes and hours for a graph (docs/translate.md).

    Raises InputError with all errors; warnings are of class HearthWarning.
    """
    return Model._of(_core.Model._load(Path(path), timezone, data_dir, weather, side_file))


@dataclass
class Translation:
    """A model that was made from a graph, with the translation of each node (docs/translate.md)."""

    model: Model
    report: dict[str, Any]


def translate(
    path: str | os.PathLike,
    *,
    weather: str | os.PathLike | None = None,
    side_file: str | os.PathLike | None = None,
    data_dir: str | os.PathLike | None = None,
    mappings: list[str | os.PathLike] = (),
    timezone: str = "",
) -> Translation:
    """Translate the graph of a building (Brick, ASHRAE 223P, SAREF; Turtle) into a model."""
    model, report = _core._translate(
        Path(path), weather, side_file, data_dir, [Path(file) for file in mappings], timezone
    )
    return Translation(Model._of(model), json.loads(report))
