# SPDX-License-Identifier: MIT
"""Makes trend data of the prototype of a medium office (U.S. DOE, ASHRAE 90.1-2019): 15 zones on three
packaged rooftop units with compressors, gas furnaces and electric reheat.

  medium_office.py prepare OFFICE.epJSON   writes in.epJSON for EnergyPlus 25.2
  medium_office.py export                  reads out/eplusout.eso, writes SEASON/trends and graph.ttl

The names of zones do not contain their orientation, and the graph does not state it."""
import json
import sys

from trends import BrickGraph, columns_of_unit, columns_of_zone, export_seasons, point_name, write_input

STOREYS = ('bot', 'mid', 'top')
OUTPUTS = ('Zone Mean Air Temperature', 'Zone Thermostat Heating Setpoint Temperature',
           'Zone Thermostat Cooling Setpoint Temperature', 'System Node Temperature', 'System Node Mass Flow Rate',
           'Heating Coil Heating Rate', 'Heating Coil Electricity Rate', 'Cooling Coil Total Cooling Rate',
           'Cooling Coil Electricity Rate', 'Fan Electricity Rate', 'Site Outdoor Air Drybulb Temperature')


def prepare(path):
    with open(path) as file:
        write_input(json.load(file), OUTPUTS)


def points(zones):
    """Returns the output and the decimals of each point, by id."""
    found = {'oat': ('Environment|Site Outdoor Air Drybulb Temperature', 2)}
    for zone in zones:
        found.update(columns_of_zone(zone, zone + ' VAV BOX OUTLET NODE', 'Heating Coil Electricity Rate', 2, 4))
    for storey in STOREYS:
        name, unit = 'rtu-' + storey, 'PACU_VAV_' + storey.upper()
        found.update(columns_of_unit(name, unit, unit + ' FAN', unit + '_COOLC DXCOIL', 2, 4))
        found[name + '-dx-power'] = (unit + '_COOLC DXCOIL|Cooling Coil Electricity Rate', 0)
    return found


def graph(areas):
    brick = BrickGraph('urn:example:medium#')
    add, point = brick.add, brick.point
    add('b:office a brick:Building ; rdfs:label "Medium office" ; brick:hasPart b:bot, b:mid, b:top .')
    for storey in STOREYS:
        unit, name = 'b:RTU_' + storey, 'rtu-' + storey
        fed = ', '.join('b:VAV_' + zone for zone in areas if f'_{storey.upper()}' in zone)
        add(f'b:{storey} a brick:Floor .')
        add(f'{unit} a brick:Rooftop_Unit ; brick:feeds {fed} ;')
        add(f'  brick:hasPart {unit}_fan, {unit}_gas, {unit}_dx, {unit}_damper .')
        add(f'{unit}_fan a brick:Supply_Fan . {unit}_damper a brick:Economizer_Damper .')
        add(f'{unit}_gas a brick:Heating_Coil ; rdfs:label "gas heating coil" .')
        add(f'{unit}_dx a brick:Direct_Expansion_Cooling_Coil .')
        brick.points_of_unit(unit, name)
        point(unit + '_fan', 'Electric_Power_Sensor', 'W', name + '-fan')
        point(unit + '_gas', 'Thermal_Power_Sensor', 'W', name + '-heat')
        point(unit + '_dx', 'Thermal_Power_Sensor', 'W', name + '-cool')
        point(unit + '_dx', 'Electric_Power_Sensor', 'W', name + '-dx-power')
    for zone, area in areas.items():
        box = 'b:VAV_' + zone
        storey = next(s for s in STOREYS if f'_{s.upper()}' in zone)
        add(f'b:{zone} a brick:HVAC_Zone ; brick:isPartOf b:{storey} ;')
        add(f'  brick:area [ brick:value {area} ; brick:hasUnit unit:M2 ] .')
        add(f'{box} a brick:RVAV ; brick:feeds b:{zone} ; brick:hasPart {box}_coil .')
        add(f'{box}_coil a brick:Heating_Coil ; rdfs:label "electric reheat coil" .')
        brick.points_of_box('b:' + zone, box, point_name(zone), 'Electric_Power_Sensor')
    return brick.text()


if sys.argv[1] == 'prepare':
    prepare(sys.argv[2])
else:
    export_seasons(points, graph)
