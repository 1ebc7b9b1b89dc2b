import datetime
import pickle
import threading
import time
import tracemalloc

import numpy as np
import pytest

import hearth


def test_results_are_those_of_the_command(examples, tmp_path):
    pandas = pytest.importorskip("pandas")
    model = examples / "solar_room" / "room.hearth.json"
    hearth.command("simulate", model, "-o", tmp_path / "command.csv", "--progress", "none")
    of_command = pandas.read_csv(tmp_path / "command.csv")
    results = hearth.simulate(model)
    columns = [f"{name} [{unit}]" for name, unit in zip(results.names, results.units)]
    assert list(of_command.columns[1:]) == columns
    assert np.array_equal(of_command[columns].to_numpy(), results.values)
    results.save(tmp_path / "python.csv")
    assert (tmp_path / "python.csv").read_bytes() == (tmp_path / "command.csv").read_bytes()


def test_arrays_share_the_numbers_and_outlive_the_results(cooling_room, day):
    results = hearth.simulate(cooling_room, **day)
    column = results["room.indoorTemperature"]
    assert np.shares_memory(column, results.values)
    with pytest.raises(ValueError):
        column[0] = 0.0
    kept = column.copy()
    del results
    assert np.array_equal(column, kept)


def test_times_have_the_zone_of_the_site(examples):
    pytest.importorskip("pandas")
    results = hearth.simulate(examples / "solar_room" / "room.hearth.json")
    frame = results.to_dataframe()
    assert frame.index[0].utcoffset() == datetime.timedelta(hours=2)  # in summer time
    assert frame.index[0].tz_convert("UTC").tz_localize(None) == results.times[0]
    assert frame.attrs["units"]["beam.scheduleValue"] == "W/m2"


def test_a_dataframe_of_a_year_takes_less_than_50_ms(cooling_room):
    pytest.importorskip("pandas")
    year = hearth.simulate(cooling_room, "2023-01-01T00:00Z", "2024-01-01T00:00Z", 600)
    assert len(year) == 52561
    year.to_dataframe()  # imports
    took = []
    for _ in range(5):
        began = time.perf_counter()
        year.to_dataframe()
        took.append(time.perf_counter() - began)
    assert min(took) < 0.05


def test_xarray_has_units(cooling_room, day):
    pytest.importorskip("xarray")
    data = hearth.simulate(cooling_room, **day).to_xarray()
    assert data["room.indoorTemperature"].attrs["units"] == "degC"
    assert data.sizes["time"] == 145


def test_steps_equal_a_run_to_the_end(cooling_room, day):
    whole = hearth.simulate(cooling_room, **day)
    run = hearth.Run(cooling_room, **day)
    read = run.reader(["room.indoorTemperature"])
    for k in range(run.rows + 1):
        if k:
            run.step()
        else:
            run.start()
        assert run["room.indoorTemperature"] == whole["room.indoorTemperature"][k]
        assert read()[0] == run["room.indoorTemperature"]
    assert run.finished
    with pytest.raises(hearth.InputError, match="ends at row 144"):
        run.step()


def test_what_is_set_acts_in_the_step_that_follows_and_not_before(cooling_room, day):
    run = hearth.Run(cooling_room, **day)
    plain = hearth.simulate(cooling_room, **day)["room.indoorTemperature"]
    run.step(10)
    assert run["room.indoorTemperature"] == plain[10]
    run.set("heater.in.u", 200.0)
    assert run["room.indoorTemperature"] == plain[10]
    run.step()
    assert run["room.indoorTemperature"] > plain[11] + 0.01


def test_a_run_goes_back_to_a_point_and_is_cloned(cooling_room, day):
    run = hearth.Run(cooling_room, **day)
    run.step(20)
    point = run.snapshot()
    other = run.clone()
    run.step(20)
    there = run["room.indoorTemperature"]
    run.restore(point)
    assert run.row == 20 == point.row
    other.step(20)
    assert other["room.indoorTemperature"] == there
    run.step(20)
    assert run["room.indoorTemperature"] == there


def test_a_saved_state_goes_on(cooling_room, day, tmp_path):
    run = hearth.Run(cooling_room, **day)
    run.step(72)
    run.save_state(tmp_path / "noon.json")
    run.step(72)
    rest = hearth.Run(cooling_room, end=day["end"], state=tmp_path / "noon.json")
    assert rest.rows == 72
    rest.step(72)
    assert rest["room.indoorTemperature"] == run["room.indoorTemperature"]
    with pytest.raises(hearth.InputError, match="remove the argument"):
        hearth.Run(cooling_room, **day, state=tmp_path / "noon.json")


def test_times_are_read_in_every_form(cooling_room):
    pandas = pytest.importorskip("pandas")
    utc = datetime.UTC
    forms = [
        ("2024-01-01T00:00Z", "2024-01-01T06:00Z", "PT10M"),
        (
            datetime.datetime(2024, 1, 1, tzinfo=utc),
            datetime.datetime(2024, 1, 1, 6, tzinfo=utc),
            datetime.timedelta(minutes=10),
        ),
        (pandas.Timestamp("2024-01-01T00:00Z"), pandas.Timestamp("2024-01-01T06:00Z"), 600.0),
    ]
    ends = [hearth.simulate(cooling_room, *form)["room.indoorTemperature"][-1] for form in forms]
    assert ends[0] == ends[1] == ends[2]
    with pytest.raises(hearth.InputError):
        hearth.simulate(cooling_room, 5, 6, 7)
    with pytest.raises(hearth.InputError, match="step"):
        hearth.simulate(cooling_room, "2024-01-01T00:00Z", "2024-01-02T00:00Z")


def test_what_was_not_recorded_is_named(cooling_room, day):
    results = hearth.simulate(cooling_room, **day, record="room.indoor*")
    assert "room.indoorTemperature" in results
    with pytest.raises(hearth.InputError, match="did you mean 'room.indoorTemperature'"):
        results["room.indoorTemprature"]


def test_hourly_rows_are_means_of_rates(cooling_room, day):
    hourly = hearth.simulate(cooling_room, **day, every="PT1H")
    assert len(hourly) == 25
    steps = hearth.simulate(cooling_room, **day)
    assert hourly["room.indoorTemperature"][1] == steps["room.indoorTemperature"][6]


def test_other_threads_run_while_hearth_computes(cooling_room):
    counted = 0
    ended = threading.Event()

    def work():
        hearth.simulate(cooling_room, "2020-01-01T00:00Z", "2024-01-01T00:00Z", 60)
        ended.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not ended.is_set():
        counted += 1
        time.sleep(0.001)
    thread.join()
    assert counted > 50


def test_stepping_takes_no_memory(cooling_room):
    run = hearth.Run(
        cooling_room,
        "2020-01-01T00:00Z",
        "2024-01-01T00:00Z",
        600,
        record=["room.indoorTemperature"],
    )
    run.step(1000)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(20000):
        run.step()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert after - before < 10_000


def test_a_linearisation_agrees_with_differences(cooling_room, day):
    run = hearth.Run(cooling_room, **day, engine="continuous")
    run.start()
    linear = run.linearize(["room.indoorTemperature"])
    assert linear.inputs == ["heater.in.u"]
    assert linear.A.shape == (len(linear.states), len(linear.states))
    assert (np.linalg.eigvals(linear.A).real < 0).all()
    with pytest.raises(hearth.InputError, match="continuous"):
        hearth.Run(cooling_room, **day).linearize(["room.indoorTemperature"])


def test_the_balance_closes(cooling_room, day):
    run = hearth.Run(cooling_room, **day)
    run.step(run.rows)
    heat = next(a for a in run.balance()["model"] if a["quantity"] == "heat")
    assert abs(heat["lost"]) < 1e-6 * max(heat["supplied"], heat["delivered"])


def test_plots_have_an_axis_for_each_unit(cooling_room, day):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    axes = hearth.simulate(cooling_room, **day).plot(["room.indoorTemperature", "heater.y"])
    assert len(axes) == 2
    assert axes[0].get_ylabel() == "degC"


def test_a_point_of_another_run_is_refused(cooling_room, day):
    run, other = (hearth.Run(cooling_room, **day) for _ in range(2))
    run.step(5)
    with pytest.raises(hearth.InputError, match="belongs to another run"):
        other.restore(run.snapshot())
    clone = run.clone()
    clone.restore(run.snapshot())


def test_a_run_has_one_user_at_a_time(cooling_room):
    run = hearth.Run(cooling_room, "2020-01-01T00:00Z", "2024-01-01T00:00Z", 60)
    thread = threading.Thread(target=run.to_end)
    thread.start()
    refused = 0
    while thread.is_alive():
        try:
            run.value("room.indoorTemperature")
        except hearth.InputError as error:
            assert error.code == "python.run_busy"
            refused += 1
        time.sleep(0.001)
    thread.join()
    assert refused > 0
    assert run.finished


def test_open_inputs_take_units(cooling_room, day):
    watts, kilowatts = (hearth.Run(cooling_room, **day) for _ in range(2))
    cooling_room.open("room.in.supplyAirTemperature")
    flow = hearth.Run(cooling_room, **day)
    flow.set("room.in.supplyAirTemperature", 50.0, "degF")
    with pytest.raises(hearth.InputError, match=r"the value is in \[W\], expected \[degC\]"):
        flow.set("room.in.supplyAirTemperature", 5.0, "W")
    watts.set("heater.in.u", 200.0)
    kilowatts.set("heater.in.u", 200.0, "W")
    watts.step(10)
    kilowatts.step(10)
    assert watts["room.indoorTemperature"] == kilowatts["room.indoorTemperature"]


def test_what_is_read_before_the_first_step_is_row_0(cooling_room, day):
    assert hearth.Run(cooling_room, **day)["room.indoorTemperature"] == 20.0


def test_times_of_results_are_utc_where_they_are_given_back(examples):
    results = hearth.simulate(examples / "solar_room" / "room.hearth.json")
    run = hearth.Run(examples / "solar_room" / "room.hearth.json")
    run.advance_to(results.times[60])
    assert run.row == 60
    hours = np.timedelta64(1, "h")
    again = hearth.Run(examples / "solar_room" / "room.hearth.json", step=hours)
    assert again.step_seconds == 3600.0
    with pytest.raises(hearth.InputError, match="milliseconds"):
        hearth.Run(examples / "solar_room" / "room.hearth.json", step=1 / 3)


def test_a_model_goes_to_other_processes(examples):
    model = hearth.load(examples / "solar_room" / "room.hearth.json")
    other = pickle.loads(pickle.dumps(model))
    assert other == model
    assert np.array_equal(hearth.simulate(other).values, hearth.simulate(model).values)


def test_events_are_located_if_that_is_asked_for():
    tank = hearth.Model("tank")
    tank.add(
        "tank",
        "Expression",
        config={
            "states": {"mass": "0 kg"},
            "held": {"flow": "10 kg/s"},
            "derivatives": {"mass": "flow"},
            "guards": {"full": "mass - 5000"},
            "actions": {"full -> flow": "0"},
        },
    )
    hours = ("2024-01-01T00:00Z", "2024-01-01T01:00Z", 600)
    late = hearth.simulate(tank, *hours, record="all")["tank.mass"][-1]
    located = hearth.simulate(tank, *hours, record="all", locate_events=True)["tank.mass"][-1]
    assert late == pytest.approx(6000.0)
    assert located == pytest.approx(5000.0, abs=1e-6)
