# SPDX-License-Identifier: MIT
"""Twin4Build compared with `hearth simulate`: the same room with the same steps.

    twin4build_room.py HEARTH FOLDER DAYS REPEATS
"""
import datetime as dt
import importlib.metadata
import sys

import interleaved
import one_room
import twin4build as tb


def schedule(name, parts):
    # A rule of Twin4Build also holds during the minute that begins at its end.
    hours = [hour for hour, _ in parts] + [24]
    return tb.ScheduleSystem(id=name, weekDayRulesetDict={
        'ruleset_default_value': parts[-1][1],
        'ruleset_start_minute': [0] * len(parts), 'ruleset_end_minute': [59] * len(parts),
        'ruleset_start_hour': hours[:-1], 'ruleset_end_hour': [hour - 1 for hour in hours[1:]],
        'ruleset_value': [value for _, value in parts]})


def model():
    parts = {name: schedule(name, parts) for name, parts in one_room.DAILY.items()}
    for name, kind, values in (
            ('room', tb.BuildingSpaceTorchSystem, {'thermal_kwargs': dict(one_room.SPACE), 'mass_kwargs': dict(one_room.AIR)}),
            ('heater', tb.SpaceHeaterTorchSystem, {}),
            ('valve', tb.ValveTorchSystem, {'waterFlowRateMax': one_room.WATER}),
            ('supply', tb.DamperTorchSystem, {'nominalAirFlowRate': one_room.FLOW}),
            ('exhaust', tb.DamperTorchSystem, {'nominalAirFlowRate': one_room.FLOW}),
            ('thermometer', tb.SensorSystem, {}), ('co2', tb.SensorSystem, {}),
            ('heating', tb.PIDControllerSystem, one_room.HEATING | {'isReverse': True}),
            ('ventilation', tb.PIDControllerSystem, one_room.VENTILATION | {'isReverse': False})):
        parts[name] = kind(**values, id=name)
    made = tb.Model(id='one_room')
    for source, target in one_room.LINKS:
        (a, from_port), (b, to_port) = source.split('.'), target.split('.')
        made.add_connection(parts[a], parts[b], from_port, to_port)
    made.load(draw_semantic_model=False, draw_simulation_model=False)
    return made, parts


def main(hearth, folder, days, repeats):
    made, parts = model()
    simulator = tb.Simulator(made)
    path = interleaved.write_model(folder, 'one_room.hearth.json', one_room.model(days))
    results = path.replace('.hearth.json', '.csv')
    end = one_room.START + dt.timedelta(days=days)

    def simulate(until=end):
        simulator.simulate(start_time=one_room.START, end_time=until, step_size=one_room.STEP, show_progress_bar=False)

    def deviation():
        theirs = parts['room'].output['indoorTemperature'].history
        theirs = [float(value) for value in theirs.detach().flatten()] if hasattr(theirs, 'detach') else list(theirs)
        # A row of Twin4Build is the state at the end of a step; rows of Hearth begin with the
        # start.
        worst = [max(abs(a - b) for a, b in zip(theirs, interleaved.column(results, 'room.indoorTemperature')[1:]))]
        interleaved.seconds_of_command([hearth, 'simulate', path, '--coupling', 'gauss-seidel', '-o', results])
        worst += [max(abs(a - b) for a, b in zip(theirs, interleaved.column(results, 'room.indoorTemperature')[1:]))]
        return f'room temperature differs by up to {worst[0]:.2g} K; with `--coupling gauss-seidel` by {worst[1]:.2g} K'

    simulate(one_room.START + dt.timedelta(hours=2))
    interleaved.compare('Twin4Build', importlib.metadata.version('twin4build'),
                        f'one room of 9 components and 8 schedules, {days} days of steps of 600 s',
                        lambda: interleaved.seconds_of_call(simulate),
                        lambda: interleaved.seconds_of_command([hearth, 'simulate', path, '-o', results]),
                        repeats, deviation)


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
