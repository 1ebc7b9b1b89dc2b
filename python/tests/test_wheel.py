"""The package contains everything that its command loads."""

import zipfile

import hearth


def test_results_are_written_as_netcdf_by_python_and_by_the_command(examples, tmp_path):
    model = examples / "solar_room" / "room.hearth.json"
    hearth.simulate(model).save(tmp_path / "python.nc")
    hearth.command("simulate", model, "-o", tmp_path / "command.nc", "--progress", "none")
    content = (tmp_path / "command.nc").read_bytes()
    assert content.startswith(b"CDF\x02")  # classic format with 64-bit offsets
    assert (tmp_path / "python.nc").read_bytes() == content


def test_the_command_exports_an_fmu_and_runs_it_in_a_process_of_its_own(examples, tmp_path):
    fmu = tmp_path / "room.fmu"
    hearth.command("export", examples / "solar_room" / "room.hearth.json", "-o", fmu)
    with zipfile.ZipFile(fmu) as archive:
        assert any(name.startswith("binaries/") for name in archive.namelist())
    model = hearth.Model("an FMU")
    model.add("room", "Fmu", config={"file": str(fmu), "process": "own", "startTime": "year"})
    results = hearth.simulate(
        model, start="2024-01-15T00:00Z", end="2024-01-16T00:00Z", step=3600, record="all"
    )
    assert len(results.times) == 25
