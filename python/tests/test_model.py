import pytest

import hearth


def test_a_model_is_built_checked_and_compared(cooling_room):
    assert cooling_room.components == {
        "heater": "Gain",
        "room": "BuildingSpace",
        "weather": "OutdoorEnvironment",
    }
    assert not [item for item in cooling_room.check() if item.severity == "error"]
    other = cooling_room.copy()
    assert other == cooling_room
    other.set("heater.k", 2.0)
    assert other != cooling_room


def test_a_model_survives_its_file(cooling_room, tmp_path):
    cooling_room.save(tmp_path / "room.hearth.json")
    assert hearth.load(tmp_path / "room.hearth.json") == cooling_room
    assert hearth.Model.from_dict(cooling_room.to_dict()) == cooling_room


def test_errors_carry_code_place_and_the_nearest_name(cooling_room):
    with pytest.raises(hearth.InputError, match="did you mean 'BuildingSpace'") as raised:
        cooling_room.add("attic", "BuildingSpase")
    assert raised.value.code == "model.type_unknown"
    assert raised.value.diagnostics[0].pointer == "/components/attic/type"
    with pytest.raises(hearth.ModelError) as raised:
        cooling_room.remove("rom")
    assert "room" in str(raised.value)
    with pytest.raises(ValueError):  # InputError is a ValueError, too
        hearth.load("absent.hearth.json")
    with pytest.raises(hearth.InputError, match="not known"):
        cooling_room.set("heater.k", 1.0, "Wattt")


def test_a_number_may_carry_a_unit():
    model = hearth.Model()
    model.add("weather", "OutdoorEnvironment", config={"outdoorTemperature": "50 degF"})
    assert "degF" in str(model.to_dict())
    results = hearth.simulate(model, "2024-01-01T00:00Z", "2024-01-01T01:00Z", "PT10M")
    assert results["weather.outdoorTemperature"][-1] == pytest.approx(10.0)


def test_a_graph_is_translated_with_a_report(examples):
    made = hearth.translate(examples / "brick_floor" / "floor.ttl")
    assert "BuildingSpace" in made.model.components.values()
    assert made.report


def test_a_model_shows_itself_in_notebooks(cooling_room):
    assert "BuildingSpace" in cooling_room._repr_html_()
    cooling_room.name = "<script>"
    assert "<script>" not in cooling_room._repr_html_()
