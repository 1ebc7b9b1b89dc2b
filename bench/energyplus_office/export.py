# SPDX-License-Identifier: MIT
"""Converts run/out/eplusout.eso into trend data as exported by a building management system:
winter/trends and spring/trends (15 minutes, stamps in UTC), truth.npz with all values at 5 minutes,
and Brick graphs with all points (graph.ttl) and with fewer points."""
import json
import numpy as np
from trends import BrickGraph, read_eso, write_trends
areas = json.load(open('areas.json'))
def points():
    """Returns id -> (series key, decimals)."""
    r = {}
    for z in areas:
        Z = z.upper(); i = z.lower().replace('_', '-')
        r[i + '-t'] = (Z + '|Zone Mean Air Temperature', 2)
        r[i + '-hsp'] = (Z + '|Zone Thermostat Heating Setpoint Temperature', 1)
        r[i + '-csp'] = (Z + '|Zone Thermostat Cooling Setpoint Temperature', 1)
        r[i + '-dat'] = (Z + ' SUPPLY INLET|System Node Temperature', 2)
        r[i + '-flow'] = (Z + ' SUPPLY INLET|System Node Mass Flow Rate', 4)
        r[i + '-reheat'] = (Z + ' REHEAT COIL|Heating Coil Heating Rate', 0)
    for s in (1, 2, 3):
        a, A = f'ahu{s}', f'AHU{s}'
        r[a + '-sat'] = (A + ' SUPPLY FAN OUTLET|System Node Temperature', 2)
        r[a + '-saf'] = (A + ' SUPPLY FAN OUTLET|System Node Mass Flow Rate', 4)
        r[a + '-mat'] = (A + ' MIXED AIR OUTLET|System Node Temperature', 2)
        r[a + '-rat'] = (A + ' RETURN AIR OUTLET|System Node Temperature', 2)
        r[a + '-oaf'] = (A + ' OUTSIDE AIR INLET|System Node Mass Flow Rate', 4)
        r[a + '-fan'] = (A + ' SUPPLY FAN|Fan Electricity Rate', 0)
        r[a + '-heat'] = (A + ' HEATING COIL|Heating Coil Heating Rate', 0)
        r[a + '-cool'] = (A + ' COOLING COIL|Cooling Coil Total Cooling Rate', 0)
    r['boiler-heat'] = ('BOILER|Boiler Heating Rate', 0); r['chiller-cool'] = ('CHILLER|Chiller Evaporator Cooling Rate', 0)
    r['chiller-power'] = ('CHILLER|Chiller Electricity Rate', 0)
    r['oat'] = ('Environment|Site Outdoor Air Drybulb Temperature', 2)
    return r
P = points()
for season, values in read_eso('run/out/eplusout.eso').items():
    if season not in ('winter', 'spring', 'summer'): continue
    write_trends(season + '/trends', values, P)
    np.savez_compressed(season + '/truth.npz', t=np.array([x.isoformat() for x in values['time']]), **{k.replace('/', '_'): np.array(v) for k, v in values.items() if k != 'time'})

def graph(flows=True, dat=True, ahu=True, reheat=True, sp=True):
    brick = BrickGraph('urn:example:office#')
    g, pt = brick.lines, brick.point
    g.append('b:office a brick:Building ; brick:hasPart b:storey1, b:storey2, b:storey3 .')
    g.append('b:Boiler a brick:Boiler . b:Chiller a brick:Chiller .')
    for s in (1, 2, 3):
        A = f'b:AHU{s}'; a = f'ahu{s}'
        g.append(f'b:storey{s} a brick:Floor .')
        g.append(f'{A} a brick:AHU ; brick:hasPart {A}_fan, {A}_hc, {A}_cc, {A}_damper ; brick:feeds ' + ', '.join('b:VAV_' + z for z in areas if z.startswith(f'F{s}')) + ' .')
        g.append(f'{A}_fan a brick:Supply_Fan . {A}_hc a brick:Hot_Water_Coil . {A}_cc a brick:Chilled_Water_Coil . {A}_damper a brick:Economizer_Damper .')
        g.append(f'b:Boiler brick:feeds {A}_hc . b:Chiller brick:feeds {A}_cc .')
        if ahu:
            brick.points_of_unit(A, a)
            pt(A + '_fan', 'Electric_Power_Sensor', 'W', a + '-fan')
            pt(A + '_hc', 'Thermal_Power_Sensor', 'W', a + '-heat'); pt(A + '_cc', 'Thermal_Power_Sensor', 'W', a + '-cool')
    for z, m in areas.items():
        s = z[1]; i = z.lower().replace('_', '-'); V = 'b:VAV_' + z
        g.append(f'b:{z} a brick:HVAC_Zone ; brick:isPartOf b:storey{s} ; brick:area [ brick:value {m} ; brick:hasUnit unit:M2 ] .')
        g.append(f'{V} a brick:RVAV ; brick:feeds b:{z} ; brick:hasPart {V}_coil . {V}_coil a brick:Hot_Water_Coil . b:Boiler brick:feeds {V}_coil .')
        pt('b:' + z, 'Zone_Air_Temperature_Sensor', 'DEG_C', i + '-t')
        if sp: pt(V, 'Zone_Air_Heating_Temperature_Setpoint', 'DEG_C', i + '-hsp'); pt(V, 'Zone_Air_Cooling_Temperature_Setpoint', 'DEG_C', i + '-csp')
        if dat: pt(V, 'Discharge_Air_Temperature_Sensor', 'DEG_C', i + '-dat')
        if flows: pt(V, 'Discharge_Air_Flow_Sensor', 'KiloGM-PER-SEC', i + '-flow')
        if reheat: pt(V + '_coil', 'Thermal_Power_Sensor', 'W', i + '-reheat')
    pt('b:Boiler', 'Thermal_Power_Sensor', 'W', 'boiler-heat'); pt('b:Chiller', 'Thermal_Power_Sensor', 'W', 'chiller-cool'); pt('b:Chiller', 'Electric_Power_Sensor', 'W', 'chiller-power')
    return brick.text()
open('graph.ttl', 'w').write(graph())
open('graph_noflow.ttl', 'w').write(graph(flows=False))
open('graph_nodat.ttl', 'w').write(graph(dat=False, reheat=False))
open('graph_zonesonly.ttl', 'w').write(graph(flows=False, dat=False, ahu=False, reheat=False))
