# SPDX-License-Identifier: MIT
"""The room with heating and ventilation that Hearth and Twin4Build simulate, as a model of Hearth.
The control laws and the effective size of the radiator are those of Twin4Build 1.1.2."""
import datetime as dt

START = dt.datetime(2024, 1, 1, tzinfo=dt.timezone.utc)
STEP = 600

# Hours from which values apply, and the values; the last one applies until midnight.
DAILY = {'outdoors': [(0, -6.0), (6, -4.0), (9, 1.0), (12, 4.0), (17, -1.0), (21, -5.0)],
         'heating_setpoint': [(0, 17.0), (6, 21.0), (20, 17.0)],
         'people': [(0, 0.0), (8, 3.0), (12, 1.0), (13, 3.0), (17, 0.0)],
         'co2_setpoint': [(0, 700.0)], 'supply_air': [(0, 19.0)], 'supply_water': [(0, 60.0)],
         'outdoor_co2': [(0, 400.0)], 'sun': [(0, 0.0)]}
LINKS = [('outdoors.scheduleValue', 'room.outdoorTemperature'), ('outdoor_co2.scheduleValue', 'room.outdoorCO2'),
         ('sun.scheduleValue', 'room.globalIrradiation'), ('people.scheduleValue', 'room.numberOfPeople'),
         ('supply_air.scheduleValue', 'room.supplyAirTemperature'),
         ('supply.airFlowRate', 'room.supplyAirFlowRate'), ('exhaust.airFlowRate', 'room.exhaustAirFlowRate'),
         ('heater.Power', 'room.heatGain'), ('room.indoorTemperature', 'thermometer.measuredValue'),
         ('room.indoorCO2', 'co2.measuredValue'), ('room.indoorTemperature', 'heater.indoorTemperature'),
         ('supply_water.scheduleValue', 'heater.supplyWaterTemperature'),
         ('valve.waterFlowRate', 'heater.waterFlowRate'), ('thermometer.measuredValue', 'heating.actualValue'),
         ('heating_setpoint.scheduleValue', 'heating.setpointValue'), ('heating.inputSignal', 'valve.valvePosition'),
         ('co2.measuredValue', 'ventilation.actualValue'), ('co2_setpoint.scheduleValue', 'ventilation.setpointValue'),
         ('ventilation.inputSignal', 'supply.damperPosition'), ('ventilation.inputSignal', 'exhaust.damperPosition')]
SPACE = {'C_air': 1e6, 'C_wall': 1e6, 'R_out': 0.05, 'R_in': 0.05, 'f_wall': 0.3, 'f_air': 0.1, 'Q_occ_gain': 100.0}
AIR = {'V': 100.0, 'G_occ': 6.2e-6, 'm_inf': 0.001}
HEATING, VENTILATION = {'kp': 0.05, 'Ti': 3600.0, 'Td': 0.0}, {'kp': 0.001, 'Ti': 3600.0, 'Td': 0.0}
FLOW, WATER = 0.034, 0.016  # kg/s
# Nominal 1000 W at 60/45/21 degC, three elements; in its first run, Twin4Build uses ten times the
# conductance.
CONDUCTANCE = 10 * 3 * 1000.0 / 15.0 * ((39.0 / 24.0) ** (1 / 3) - 1)


def rules(parts):
    hours = [hour for hour, _ in parts] + [24]
    return {'default': parts[0][1],
            'rules': [{'from': f'{begin:02}:00', 'to': f'{end:02}:00', 'value': value}
                      for (begin, value), end in zip(parts, hours[1:])]}


def model(days):
    def part(kind, parameters=None, config=None):
        return {'type': kind, 'parameters': parameters or {}, 'config': config or {}}
    controller = {'form': 'velocity', 'saturation': 'smooth'}
    components = {name: part('Schedule', config={'value': rules(parts) if len(parts) > 1 else parts[0][1]})
                  for name, parts in DAILY.items()}
    components |= {'room': part('BuildingSpace', SPACE | AIR),
                   'heater': part('SpaceHeater', {'UA': CONDUCTANCE}),
                   'valve': part('Valve', {'waterFlowRateMax': WATER}),
                   'supply': part('Damper', {'nominalAirFlowRate': FLOW}),
                   'exhaust': part('Damper', {'nominalAirFlowRate': FLOW}),
                   'thermometer': part('Sensor'), 'co2': part('Sensor'),
                   'heating': part('PidController', HEATING, controller | {'isReverse': True}),
                   'ventilation': part('PidController', VENTILATION, controller)}
    components['heater']['initial'] = {'Power': 0}
    end = START + dt.timedelta(days=days)
    return {'hearth': 1, 'name': 'one room', 'components': components,
            'connections': [f'{a} -> {b}' for a, b in LINKS],
            'simulation': {'start': START.isoformat(), 'end': end.isoformat(), 'step': STEP}}
