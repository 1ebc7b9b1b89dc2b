# SPDX-License-Identifier: MIT
"""Converts run/out/eplusout.eso into trend data as exported by a building management system:
winter/trends and spring/trends (15 minutes, stamps in UTC), truth.npz with all values at 5 minutes,
and Brick graphs with all points (graph.ttl) and with fewer points."""
import datetime as dt, json, os, re
import numpy as np
names, envs, cur, t = {}, {}, None, None
with open('run/out/eplusout.eso') as f:
    f.readline()
    for line in f:
        if line.startswith('End of Data Dictionary'): break
        m = re.match(r'(\d+),\d+,(.*?),(.*?) \[(.*?)\] !', line)
        if m: names[int(m[1])] = (m[2] + '|' + m[3])
    for line in f:
        if line.startswith('End of Data'): break
        p = line.rstrip('\n').split(',')
        k = int(p[0])
        if k == 1: cur = envs.setdefault(p[1].strip().lower(), {'t': []})
        elif k == 2:
            cur['t'].append(dt.datetime(2023, int(p[2]), int(p[3])) + dt.timedelta(hours=int(p[5]) - 1, minutes=float(p[7])))
        elif k > 6: cur.setdefault(names[k], []).append(float(p[1]))
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
for e, d in envs.items():
    if e not in ('winter', 'spring', 'summer'): continue
    os.makedirs(e + '/trends', exist_ok=True)
    n = len(d['t'])
    miss = [k for k, (s, _) in P.items() if len(d.get(s, [])) != n]
    print(e, n, d['t'][0], d['t'][-1], 'missing', miss)
    keep = [j for j in range(n) if d['t'][j].minute % 15 == 0]
    with open(e + '/trends/trends.csv', 'w') as f:
        f.write('time,' + ','.join(P) + '\n')
        for j in keep:
            u = d['t'][j] + dt.timedelta(hours=7)
            # rates of power are means over the 15 minutes, other values are sampled (the last 5
            # minutes)
            f.write(u.strftime('%Y-%m-%dT%H:%M:%SZ') + ',' + ','.join(
                f'{(np.mean(d[s][j - 2:j + 1]) if k.endswith(("-reheat", "-heat", "-cool", "-fan", "-power")) else d[s][j]):.{q}f}' for k, (s, q) in P.items()) + '\n')
    np.savez_compressed(e + '/truth.npz', t=np.array([x.isoformat() for x in d['t']]), **{k.replace('/', '_'): np.array(v) for k, v in d.items() if k != 't'})

def graph(flows=True, dat=True, ahu=True, reheat=True, sp=True):
    g = ['@prefix b: <urn:example:office#> .', '@prefix brick: <https://brickschema.org/schema/Brick#> .', '@prefix ref: <https://brickschema.org/schema/Brick/ref#> .',
         '@prefix unit: <http://qudt.org/vocab/unit/> .', '']
    def pt(owner, cls, u, i):
        n = 'b:' + i.replace('-', '_')
        g.append(f'{owner} brick:hasPoint {n} .\n{n} a brick:{cls} ; brick:hasUnit unit:{u} ; ref:hasExternalReference [ a ref:TimeseriesReference ; ref:hasTimeseriesId "{i}" ] .')
    g.append('b:office a brick:Building ; brick:hasPart b:storey1, b:storey2, b:storey3 .')
    g.append('b:Boiler a brick:Boiler . b:Chiller a brick:Chiller .')
    for s in (1, 2, 3):
        A = f'b:AHU{s}'; a = f'ahu{s}'
        g.append(f'b:storey{s} a brick:Floor .')
        g.append(f'{A} a brick:AHU ; brick:hasPart {A}_fan, {A}_hc, {A}_cc, {A}_damper ; brick:feeds ' + ', '.join('b:VAV_' + z for z in areas if z.startswith(f'F{s}')) + ' .')
        g.append(f'{A}_fan a brick:Supply_Fan . {A}_hc a brick:Hot_Water_Coil . {A}_cc a brick:Chilled_Water_Coil . {A}_damper a brick:Economizer_Damper .')
        g.append(f'b:Boiler brick:feeds {A}_hc . b:Chiller brick:feeds {A}_cc .')
        if ahu:
            for c, u, i in (('Supply_Air_Temperature_Sensor', 'DEG_C', 'sat'), ('Supply_Air_Flow_Sensor', 'KiloGM-PER-SEC', 'saf'), ('Mixed_Air_Temperature_Sensor', 'DEG_C', 'mat'),
                            ('Return_Air_Temperature_Sensor', 'DEG_C', 'rat'), ('Outside_Air_Flow_Sensor', 'KiloGM-PER-SEC', 'oaf')): pt(A, c, u, f'{a}-{i}')
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
    return '\n'.join(g) + '\n'
open('graph.ttl', 'w').write(graph())
open('graph_noflow.ttl', 'w').write(graph(flows=False))
open('graph_nodat.ttl', 'w').write(graph(dat=False, reheat=False))
open('graph_zonesonly.ttl', 'w').write(graph(flows=False, dat=False, ahu=False, reheat=False))
