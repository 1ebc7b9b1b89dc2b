# SPDX-License-Identifier: MIT
"""Makes trend data of the reference building of a large office (U.S. DOE, ASHRAE 90.1-2004): 16 zones, one of them a
basement, on four air handling units with hot-water reheat, a boiler, and two water-cooled chillers with a tower.

  large_office.py prepare OFFICE.epJSON   writes in.epJSON for EnergyPlus 25.2
  large_office.py export                  reads out/eplusout.eso, writes SEASON/trends and graph.ttl

The middle storey is simulated once instead of ten times. Temperatures are in degF and air flows in cubic feet per
minute, as in many buildings of that country. Neither the names nor the graph contain the orientation of zones."""
import json
import sys

from trends import BrickGraph, columns_of_unit, columns_of_zone, export_seasons, point_name, write_input

UNITS = {'VAV_1': 'BOT', 'VAV_2': 'MID', 'VAV_3': 'TOP', 'VAV_5': 'BASEMENT'}
OUTPUTS = ('Zone Mean Air Temperature', 'Zone Thermostat Heating Setpoint Temperature',
           'Zone Thermostat Cooling Setpoint Temperature', 'System Node Temperature', 'System Node Mass Flow Rate',
           'Heating Coil Heating Rate', 'Cooling Coil Total Cooling Rate', 'Fan Electricity Rate',
           'Boiler Heating Rate', 'Chiller Evaporator Cooling Rate', 'Chiller Electricity Rate',
           'Site Outdoor Air Drybulb Temperature')
HOURS_BEHIND_UTC = 5
AIR = 1.204  # kg/m3, of the flow meters


def fahrenheit(value):
    return 1.8 * value + 32


def cubic_feet(value):
    return value / AIR * 2118.88


CONVERTED = {**dict.fromkeys(('oat', 't', 'hsp', 'csp', 'dat', 'sat', 'mat', 'rat'), fahrenheit),
             **dict.fromkeys(('flow', 'saf', 'oaf'), cubic_feet)}


def prepare(path):
    with open(path) as file:
        model = json.load(file)
    for zone in model['Zone'].values():
        zone['multiplier'] = 1
    write_input(model, OUTPUTS)


def points(zones):
    """Returns the output and the decimals of each point, by id."""
    found = {'site-oat': ('Environment|Site Outdoor Air Drybulb Temperature', 1)}
    for zone in zones:
        found.update(columns_of_zone(zone, zone + ' VAV BOX OUTLET NODE NAME', 'Heating Coil Heating Rate', 1, 0))
    for unit in UNITS:
        name = unit.lower().replace('vav_', 'ahu-')
        found.update(columns_of_unit(name, unit, unit + '_FAN', unit + '_COOLC', 1, 0))
    found['boiler-heat'] = ('HEATSYS1 BOILER|Boiler Heating Rate', 0)
    for chiller in ('1', '2'):
        found[f'chiller-{chiller}-cool'] = (f'COOLSYS1 CHILLER {chiller}|Chiller Evaporator Cooling Rate', 0)
        found[f'chiller-{chiller}-power'] = (f'COOLSYS1 CHILLER {chiller}|Chiller Electricity Rate', 0)
    return found


def graph(areas):
    brick = BrickGraph('urn:example:large#', temperature='DEG_F', flow='FT3-PER-MIN')
    add, point = brick.add, brick.point
    add('b:office a brick:Building ; rdfs:label "Large office" .')
    add('b:Boiler a brick:Boiler . b:Tower a brick:Cooling_Tower ; brick:feeds b:Chiller_1, b:Chiller_2 .')
    point('b:Boiler', 'Thermal_Power_Sensor', 'W', 'boiler-heat')
    for chiller in ('1', '2'):
        add(f'b:Chiller_{chiller} a brick:Chiller .')
        point('b:Chiller_' + chiller, 'Thermal_Power_Sensor', 'W', f'chiller-{chiller}-cool')
        point('b:Chiller_' + chiller, 'Electric_Power_Sensor', 'W', f'chiller-{chiller}-power')
    for unit, storey in UNITS.items():
        node, name = unit.replace('VAV', 'b:AHU'), unit.lower().replace('vav_', 'ahu-')
        fed = ', '.join('b:VAV_' + zone for zone in areas if storey in zone)
        add(f'{node} a brick:Air_Handling_Unit ; brick:feeds {fed} ; brick:hasPart {node}_fan, {node}_hc, {node}_cc, '
            f'{node}_damper .')
        add(f'{node}_fan a brick:Supply_Fan . {node}_damper a brick:Economizer_Damper .')
        add(f'{node}_hc a brick:Hot_Water_Coil . {node}_cc a brick:Chilled_Water_Coil .')
        add(f'b:Boiler brick:feeds {node}_hc . b:Chiller_1 brick:feeds {node}_cc . b:Chiller_2 brick:feeds {node}_cc .')
        brick.points_of_unit(node, name)
        point(node + '_fan', 'Electric_Power_Sensor', 'W', name + '-fan')
        point(node + '_hc', 'Thermal_Power_Sensor', 'W', name + '-heat')
        point(node + '_cc', 'Thermal_Power_Sensor', 'W', name + '-cool')
    for zone, area in areas.items():
        box = 'b:VAV_' + zone
        add(f'b:{zone} a brick:HVAC_Zone ; brick:isPartOf b:office ;')
        add(f'  brick:area [ brick:value {area / 0.09290304:.0f} ; brick:hasUnit unit:FT2 ] .')
        add(f'{box} a brick:RVAV ; brick:feeds b:{zone} ; brick:hasPart {box}_coil .')
        add(f'{box}_coil a brick:Hot_Water_Coil . b:Boiler brick:feeds {box}_coil .')
        brick.points_of_box('b:' + zone, box, point_name(zone), 'Thermal_Power_Sensor')
    return brick.text()


if sys.argv[1] == 'prepare':
    prepare(sys.argv[2])
else:
    export_seasons(points, graph, HOURS_BEHIND_UTC, CONVERTED)
