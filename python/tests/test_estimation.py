import json
import shutil

import pytest

import hearth


@pytest.mark.filterwarnings("default::hearth.HearthWarning")
def test_a_calibration_gives_what_the_command_gives(examples, tmp_path):
    problem = examples / "one_room" / "calibration.json"
    found = hearth.calibrate(problem)
    hearth.command("calibrate", problem, "-o", tmp_path / "result.json", "--progress", "none")
    of_command = json.loads((tmp_path / "result.json").read_text())
    assert found.status == of_command["status"] == "converged"
    for name, parameter in of_command["parameters"].items():
        assert found.result["parameters"][name]["value"] == parameter["value"]
    period = of_command["periods"][0]
    assert len(hearth.simulate(found.model, period["start"], period["end"], 600)) > 1
    pytest.importorskip("pandas")
    assert set(found.parameters.index) == set(of_command["parameters"])
    assert "value" in found.parameters.columns


def test_a_problem_that_is_wrong_names_the_place(examples, tmp_path):
    folder = tmp_path / "one_room"
    shutil.copytree(examples / "one_room", folder)
    content = json.loads((folder / "calibration.json").read_text())
    content["step"] = -1
    (folder / "calibration.json").write_text(json.dumps(content))
    with pytest.raises(hearth.InputError) as raised:
        hearth.calibrate(folder / "calibration.json")
    assert any(item.pointer.startswith("/step") for item in raised.value.diagnostics)


@pytest.mark.filterwarnings("default::hearth.HearthWarning")
def test_parameters_are_ranked(examples):
    found = hearth.sensitivity(examples / "one_room" / "calibration.json", runs=4)
    assert found["parameters"]


@pytest.mark.filterwarnings("default::hearth.HearthWarning")
def test_draws_are_a_table(examples):
    pytest.importorskip("pandas")
    posterior = hearth.sample(
        examples / "one_room" / "posterior.json", chains=2, draws=20, warmup=20
    )
    assert len(posterior.draws) == 40
    assert posterior.result["parameters"]


def test_scenarios_are_a_table(examples, tmp_path):
    pytest.importorskip("pandas")
    table = hearth.scenarios(examples / "one_room" / "scenarios.json", tmp_path / "runs")
    assert (table["status"] == "ok").all() or len(table)


def test_a_command_that_fails_raises_what_it_said():
    with pytest.raises(hearth.Error, match="absent.json"):
        hearth.command("info", "absent.json")
    assert hearth.command("info", "absent.json", check=False).exit_code == 3
