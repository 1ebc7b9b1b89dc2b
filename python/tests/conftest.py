from pathlib import Path

import pytest

import hearth

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def examples() -> Path:
    return ROOT / "examples"


@pytest.fixture
def cooling_room() -> hearth.Model:
    """A room in winter with a heater that is set from outside."""
    model = hearth.Model("cooling room")
    model.add("weather", "OutdoorEnvironment", config={"outdoorTemperature": "-5 degC"})
    model.add("room", "BuildingSpace")
    model.add("heater", "Gain")
    model.connect("weather.outdoorTemperature -> room.outdoorTemperature")
    model.connect("heater.y -> room.heatGain")
    model.open("heater.in.u")
    return model


DAY = dict(start="2024-01-01T00:00Z", end="2024-01-02T00:00Z", step=600)


@pytest.fixture
def day() -> dict:
    return dict(DAY)
