# SPDX-License-Identifier: MIT
"""Trend data as a building management system exports them, from results of EnergyPlus."""
import datetime as dt
import json
import os

MEANS = ('-reheat', '-heat', '-cool', '-fan', '-power')  # over 15 minutes; other points are sampled


# The first month, the last month with its last day, and the day of the week on which the season begins in 2023.
SEASONS = {'winter': (1, 2, 28, 'Sunday'), 'spring': (4, 5, 31, 'Saturday'), 'summer': (7, 8, 31, 'Saturday')}


def write_input(model, outputs):
    """Writes in.epJSON for EnergyPlus 25.2: the model with the run periods of SEASONS and these outputs."""
    model['Version'] = {'Version 1': {'version_identifier': '25.2'}}
    model['Timestep'] = {'Timestep 1': {'number_of_timesteps_per_hour': 12}}
    model['RunPeriod'] = {
        name: {'begin_month': first, 'begin_day_of_month': 1, 'end_month': last, 'end_day_of_month': day,
               'day_of_week_for_start_day': weekday, 'apply_weekend_holiday_rule': 'No',
               'use_weather_file_daylight_saving_period': 'No',
               'use_weather_file_holidays_and_special_days': 'No', 'use_weather_file_rain_indicators': 'Yes',
               'use_weather_file_snow_indicators': 'Yes', 'begin_year': 2023, 'end_year': 2023}
        for name, (first, last, day, weekday) in SEASONS.items()}
    model.pop('RunPeriodControl:DaylightSavingTime', None)
    for key in [key for key in model if key.startswith('Output:')]:
        model.pop(key)
    model['Output:Variable'] = {
        f'output {i}': {'key_value': '*', 'variable_name': name, 'reporting_frequency': 'Timestep'}
        for i, name in enumerate(outputs)}
    for people in model.get('People', {}).values():  # renamed since version 23.1
        if people.get('mean_radiant_temperature_calculation_type') == 'ZoneAveraged':
            people['mean_radiant_temperature_calculation_type'] = 'EnclosureAveraged'
    with open('in.epJSON', 'w') as file:
        json.dump(model, file)


def read_areas(path):
    """Returns the floor area of each zone that is not a plenum, m2, from a file eplusout.eio."""
    areas = {}
    with open(path) as file:
        for line in file:
            fields = line.split(',')
            if fields[0].strip() == 'Zone Information' and 'PLENUM' not in fields[1]:
                areas[fields[1].strip()] = round(float(fields[22]), 1)
    return areas


def read_eso(path):
    """Returns the values of each output, `KEY|Variable`, and the times of a file of EnergyPlus, by run period."""
    names, seasons, values = {}, {}, None
    with open(path) as file:
        for line in file:
            if line.startswith('End of Data Dictionary'):
                break
            head, _, unit = line.partition(' [')
            fields = head.split(',', 3)
            if unit and len(fields) == 4:
                names[int(fields[0])] = f'{fields[2]}|{fields[3]}'
        for line in file:
            if line.startswith('End of Data'):
                break
            fields = line.rstrip('\n').split(',')
            key = int(fields[0])
            if key == 1:
                values = seasons.setdefault(fields[1].strip().lower(), {'time': []})
            elif key == 2:
                values['time'].append(dt.datetime(2023, int(fields[2]), int(fields[3])) +
                                      dt.timedelta(hours=int(fields[5]) - 1, minutes=float(fields[7])))
            elif key in names:
                values.setdefault(names[key], []).append(float(fields[1]))
    return seasons


def point_name(zone):
    return zone.lower().replace('_', '-')


def columns_of_zone(zone, outlet, reheat, temperature_decimals, flow_decimals):
    """Returns the output and the decimals of each point of a zone of a reference building, by id; `outlet` is the node
    after its box and `reheat` the rate of the coil."""
    name, t, f = point_name(zone), temperature_decimals, flow_decimals
    return {name + '-t': (zone + '|Zone Mean Air Temperature', t),
            name + '-hsp': (zone + '|Zone Thermostat Heating Setpoint Temperature', 1),
            name + '-csp': (zone + '|Zone Thermostat Cooling Setpoint Temperature', 1),
            name + '-dat': (outlet + '|System Node Temperature', t),
            name + '-flow': (outlet + '|System Node Mass Flow Rate', f),
            name + '-reheat': (zone + ' VAV BOX REHEAT COIL|' + reheat, 0)}


def columns_of_unit(name, unit, fan, cooling_coil, temperature_decimals, flow_decimals):
    """Returns the output and the decimals of each point of an air handling unit of a reference building, by id."""
    t, f = temperature_decimals, flow_decimals
    return {name + '-sat': (unit + ' SUPPLY EQUIPMENT OUTLET NODE|System Node Temperature', t),
            name + '-saf': (unit + ' SUPPLY EQUIPMENT OUTLET NODE|System Node Mass Flow Rate', f),
            name + '-mat': (f'{unit}_OA-{unit}_COOLCNODE|System Node Temperature', t),
            name + '-rat': (unit + ' SUPPLY EQUIPMENT INLET NODE|System Node Temperature', t),
            name + '-oaf': (unit + '_OAINLET NODE|System Node Mass Flow Rate', f),
            name + '-fan': (fan + '|Fan Electricity Rate', 0),
            name + '-heat': (unit + '_HEATC|Heating Coil Heating Rate', 0),
            name + '-cool': (cooling_coil + '|Cooling Coil Total Cooling Rate', 0)}


def export_seasons(points, graph, hours_behind_utc=7, units={}):
    """Reads out/eplusout.eso, and writes SEASON/trends and graph.ttl. `points(areas)` returns the columns and
    `graph(areas)` the text of the graph, of the zones with these areas."""
    areas = read_areas('out/eplusout.eio')
    columns = points(areas)
    for season, values in read_eso('out/eplusout.eso').items():
        if season in SEASONS:
            write_trends(season + '/trends', values, columns, hours_behind_utc, units)
    with open('graph.ttl', 'w') as file:
        file.write(graph(areas))


def write_trends(folder, values, points, hours_behind_utc=7, units={}):
    """Writes values every 15 minutes, stamped in UTC, from those every 5 minutes. `points` contains the output and the
    decimals of each point, by id; `units` contains functions that convert the values of ids with an ending."""
    os.makedirs(folder, exist_ok=True)
    with open(folder + '/trends.csv', 'w') as file:
        file.write('time,' + ','.join(points) + '\n')
        for row, time in enumerate(values['time']):
            if time.minute % 15 != 0 or row < 2:
                continue
            cells = [(time + dt.timedelta(hours=hours_behind_utc)).strftime('%Y-%m-%dT%H:%M:%SZ')]
            for name, (output, decimals) in points.items():
                own = values[output][row - 2:row + 1] if name.endswith(MEANS) else [values[output][row]]
                value = sum(own) / len(own)
                if '-' in name:
                    value = units.get(name.rsplit('-', 1)[1], float)(value)
                cells.append(f'{value:.{decimals}f}')
            file.write(','.join(cells) + '\n')


class BrickGraph:
    """A Brick graph whose points name their series."""

    def __init__(self, namespace, temperature='DEG_C', flow='KiloGM-PER-SEC'):
        self.temperature, self.flow = temperature, flow
        self.lines = [f'@prefix b: <{namespace}> .', '@prefix brick: <https://brickschema.org/schema/Brick#> .',
                      '@prefix ref: <https://brickschema.org/schema/Brick/ref#> .',
                      '@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .',
                      '@prefix unit: <http://qudt.org/vocab/unit/> .', '']

    def add(self, line):
        self.lines.append(line)

    def point(self, owner, kind, unit, name):
        node = 'b:' + name.replace('-', '_')
        self.add(f'{owner} brick:hasPoint {node} . {node} a brick:{kind} ; brick:hasUnit unit:{unit} ;')
        self.add(f'  ref:hasExternalReference [ a ref:TimeseriesReference ; ref:hasTimeseriesId "{name}" ] .')

    def points_of_unit(self, owner, name):
        """Adds the points of temperature and flow of an air handling unit."""
        for kind, unit, end in (('Supply_Air_Temperature_Sensor', self.temperature, 'sat'),
                                ('Supply_Air_Flow_Sensor', self.flow, 'saf'),
                                ('Mixed_Air_Temperature_Sensor', self.temperature, 'mat'),
                                ('Return_Air_Temperature_Sensor', self.temperature, 'rat'),
                                ('Outside_Air_Flow_Sensor', self.flow, 'oaf')):
            self.point(owner, kind, unit, f'{name}-{end}')

    def points_of_box(self, zone, box, name, reheat):
        """Adds the points of a zone, of its box and of the reheat coil of the box, whose power is of the kind `reheat`."""
        for owner, kind, unit, end in ((zone, 'Zone_Air_Temperature_Sensor', self.temperature, 't'),
                                       (box, 'Zone_Air_Heating_Temperature_Setpoint', self.temperature, 'hsp'),
                                       (box, 'Zone_Air_Cooling_Temperature_Setpoint', self.temperature, 'csp'),
                                       (box, 'Discharge_Air_Temperature_Sensor', self.temperature, 'dat'),
                                       (box, 'Discharge_Air_Flow_Sensor', self.flow, 'flow'),
                                       (box + '_coil', reheat, 'W', 'reheat')):
            self.point(owner, kind, unit, f'{name}-{end}')

    def text(self):
        return '\n'.join(self.lines) + '\n'
