# SPDX-License-Identifier: MIT
"""Writes in_template.idf and areas.json for EnergyPlus 25.2: an office with 15 zones on three
storeys, each with a variable-air-volume air handling unit, hot-water reheat and an air-cooled
chiller. The argument is the folder of EnergyPlus."""
import json
import sys
PAYLOAD = sys.argv[1]
SCHEMA = json.load(open(PAYLOAD + '/Energy+.schema.epJSON'))['properties']
out = []
def add(cls, *extra, **f):
    names = SCHEMA[cls]['legacy_idd']['fields']
    bad = set(f) - set(names)
    assert not bad, (cls, bad)
    vals = [f.get(n, '') for n in names]
    if cls.startswith('HVACTemplate'):
        props = list(SCHEMA[cls]['patternProperties'].values())[0]['properties']
        vals = [f.get(n, props.get(n, {}).get('default', '')) for n in names]
    elif not extra:
        while vals and vals[-1] == '': vals.pop()
    vals += list(extra)
    out.append(cls + ',\n  ' + ',\n  '.join(str(v) for v in vals) + ';\n')

LX, LY, D, H = 30.0, 20.0, 4.5, 3.6
STEPS = 12
add('Version', version_identifier='25.2')
add('SimulationControl', do_zone_sizing_calculation='Yes', do_system_sizing_calculation='Yes', do_plant_sizing_calculation='Yes',
    run_simulation_for_sizing_periods='No', run_simulation_for_weather_file_run_periods='Yes')
add('Building', name='Office', north_axis=15, terrain='Suburbs', solar_distribution='FullExterior')
add('Timestep', number_of_timesteps_per_hour=STEPS)
add('GlobalGeometryRules', starting_vertex_position='UpperLeftCorner', vertex_entry_direction='Counterclockwise', coordinate_system='World')
for n, a, b in (('winter', (1, 1), (2, 28)), ('spring', (4, 1), (5, 31)), ('summer', (7, 1), (8, 31))):
    add('RunPeriod', name=n, begin_month=a[0], begin_day_of_month=a[1], begin_year=2023, end_month=b[0], end_day_of_month=b[1], end_year=2023,
        use_weather_file_holidays_and_special_days='No', use_weather_file_daylight_saving_period='No')
add('SizingPeriod:DesignDay', name='heating', month=12, day_of_month=21, day_type='WinterDesignDay', maximum_dry_bulb_temperature=-17.4,
    daily_dry_bulb_temperature_range=0, humidity_condition_type='WetBulb', wetbulb_or_dewpoint_at_maximum_dry_bulb=-17.4, barometric_pressure=83000,
    wind_speed=2.4, wind_direction=160, sky_clearness=0)
add('SizingPeriod:DesignDay', name='cooling', month=7, day_of_month=21, day_type='SummerDesignDay', maximum_dry_bulb_temperature=34.6,
    daily_dry_bulb_temperature_range=15.2, humidity_condition_type='WetBulb', wetbulb_or_dewpoint_at_maximum_dry_bulb=15.7, barometric_pressure=83000,
    wind_speed=4.2, wind_direction=80, sky_clearness=1)
# A cold spring afternoon with sun from the south determines the size of the south zones.
add('SizingPeriod:DesignDay', name='autumn', month=10, day_of_month=15, day_type='SummerDesignDay', maximum_dry_bulb_temperature=27,
    daily_dry_bulb_temperature_range=15.2, humidity_condition_type='WetBulb', wetbulb_or_dewpoint_at_maximum_dry_bulb=13, barometric_pressure=83000,
    wind_speed=3, wind_direction=80, sky_clearness=1)
add('Site:GroundTemperature:BuildingSurface', **{f'{m}_ground_temperature': 18 for m in 'january february march april may june july august september october november december'.split()})

def mat(name, t, k, rho, c): add('Material', name=name, roughness='MediumSmooth', thickness=t, conductivity=k, density=rho, specific_heat=c)
mat('brick', .1, .9, 1900, 790); mat('wool', .09, .04, 40, 840); mat('plaster', .013, .16, 800, 1090)
mat('concrete', .15, 1.7, 2240, 900); mat('wool roof', .16, .04, 40, 840); mat('foam', .06, .035, 30, 1400); mat('membrane', .01, .2, 1100, 1400)
mat('wood', .05, .12, 600, 1600)
add('Material:NoMass', name='carpet', roughness='Rough', thermal_resistance=.12)
add('Material:NoMass', name='ceiling gap', roughness='Rough', thermal_resistance=.4)
add('Material:AirGap', name='gap', thermal_resistance=.16)
add('WindowMaterial:SimpleGlazingSystem', name='double', u_factor=2.0, solar_heat_gain_coefficient=.38, visible_transmittance=.5)
def con(name, *layers): out.append('Construction,\n  ' + ',\n  '.join((name,) + layers) + ';\n')
con('wall', 'brick', 'wool', 'concrete', 'plaster'); con('roof', 'membrane', 'wool roof', 'concrete')
con('ground', 'foam', 'concrete', 'carpet'); con('slab up', 'ceiling gap', 'concrete', 'carpet'); con('slab down', 'carpet', 'concrete', 'ceiling gap')
con('partition', 'plaster', 'gap', 'plaster'); con('window', 'double'); con('furniture', 'wood')

ring = [(0, 0), (LX, 0), (LX, LY), (0, LY)]
inner = [(D, D), (LX - D, D), (LX - D, LY - D), (D, LY - D)]
PLAN = {}
for i, n in enumerate(('South', 'East', 'North', 'West')):
    j = (i + 1) % 4
    PLAN[n] = [ring[i], ring[j], inner[j], inner[i]]
PLAN['Core'] = inner
def area(p): return abs(sum(p[i][0] * p[(i + 1) % len(p)][1] - p[(i + 1) % len(p)][0] * p[i][1] for i in range(len(p)))) / 2
ZONES = [(s, n) for s in (1, 2, 3) for n in PLAN]
edge = {}
for n, p in PLAN.items():
    for i in range(len(p)): edge[p[i], p[(i + 1) % len(p)]] = n
def zn(s, n): return f'F{s}_{n}'
def surface(name, kind, cons, zone, bc, obj, verts):
    ext = bc == 'Outdoors'
    add('BuildingSurface:Detailed', *[f'{c:.4f}' for v in verts for c in v], name=name, surface_type=kind, construction_name=cons, zone_name=zone,
        outside_boundary_condition=bc, outside_boundary_condition_object=obj, sun_exposure='SunExposed' if ext else 'NoSun',
        wind_exposure='WindExposed' if ext else 'NoWind', number_of_vertices=len(verts))
def week(name, *days):
    """days: text of Compact fields."""
    out.append('Schedule:Compact,\n  ' + ',\n  '.join((name, 'Any') + days) + ';\n')
add('ScheduleTypeLimits', name='Any')
ALL = 'For: SummerDesignDay,', 
week('always', 'Through: 12/31', 'For: AllDays', 'Until: 24:00', '1')
week('activity', 'Through: 12/31', 'For: AllDays', 'Until: 24:00', '120')
week('running', 'Through: 12/31', 'For: Weekdays SummerDesignDay WinterDesignDay', 'Until: 06:00', '0', 'Until: 20:00', '1', 'Until: 24:00', '0', 'For: AllOtherDays', 'Until: 24:00', '0')
week('heating set', 'Through: 12/31', 'For: Weekdays SummerDesignDay WinterDesignDay', 'Until: 06:00', '16', 'Until: 20:00', '21', 'Until: 24:00', '16', 'For: AllOtherDays', 'Until: 24:00', '16')
week('cooling set', 'Through: 12/31', 'For: Weekdays SummerDesignDay WinterDesignDay', 'Until: 06:00', '30', 'Until: 20:00', '24', 'Until: 24:00', '30', 'For: AllOtherDays', 'Until: 24:00', '30')
add('HVACTemplate:Thermostat', name='thermostat', heating_setpoint_schedule_name='heating set', cooling_setpoint_schedule_name='cooling set')

def hm(x):
    h = int(x); m = int(round((x - h) * 60)); return f'Until: {h:02d}:{m:02d}'
for k, (s, n) in enumerate(ZONES):
    z, p = zn(s, n), PLAN[n]
    z0, z1 = (s - 1) * H, s * H
    add('Zone', name=z, ceiling_height=H, volume=f'{area(p) * H:.3f}', floor_area=f'{area(p):.3f}')
    for i in range(len(p)):
        a, b = p[i], p[(i + 1) % len(p)]
        v = [(*a, z1), (*a, z0), (*b, z0), (*b, z1)]
        other = edge.get((b, a))
        w = f'{z} wall {i}'
        if other:
            q = PLAN[other]; j = next(j for j in range(len(q)) if q[j] == b and q[(j + 1) % len(q)] == a)
            surface(w, 'Wall', 'partition', z, 'Surface', f'{zn(s, other)} wall {j}', v)
        else:
            surface(w, 'Wall', 'wall', z, 'Outdoors', '', v)
            # a band of windows that covers 30 % of the wall
            L = ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** .5
            e = .025; wh = .30 * H / (1 - 2 * e)
            at = lambda t: (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
            c, d = at(e), at(1 - e); lo, hi = z0 + 1.0, z0 + 1.0 + wh
            vv = [(*c, hi), (*c, lo), (*d, lo), (*d, hi)]
            add('FenestrationSurface:Detailed', name=w + ' window', surface_type='Window', construction_name='window', building_surface_name=w,
                number_of_vertices=4, **{f'vertex_{m + 1}_{ax}_coordinate': f'{vv[m][t]:.4f}' for m in range(4) for t, ax in enumerate('xyz')})
    up = [(*x, z1) for x in p]; down = [(*x, z0) for x in reversed(p)]
    if s == 1: surface(f'{z} floor', 'Floor', 'ground', z, 'Ground', '', down)
    else: surface(f'{z} floor', 'Floor', 'slab up', z, 'Surface', f'{zn(s - 1, n)} ceiling', down)
    if s == 3: surface(f'{z} ceiling', 'Roof', 'roof', z, 'Outdoors', '', up)
    else: surface(f'{z} ceiling', 'Ceiling', 'slab down', z, 'Surface', f'{zn(s + 1, n)} floor', up)
    add('InternalMass', name=f'{z} furniture', construction_name='furniture', zone_or_zonelist_name=z, surface_area=f'{area(p) * .6:.2f}')
    # schedules differ between zones
    come = 7.5 + .25 * (k * 7 % 5); go = 16.5 + .25 * (k * 3 % 7); lunch = .4 + .1 * (k % 4)
    week(f'{z} people', 'Through: 12/31', 'For: Weekdays SummerDesignDay', hm(come), '0', hm(come + .5), '.5', hm(12), '.95', hm(13), f'{lunch:.2f}', hm(go), '.9', hm(go + 1), '.3', 'Until: 24:00', '0',
         'For: WinterDesignDay', 'Until: 24:00', '0', 'For: AllOtherDays', 'Until: 24:00', '0')
    week(f'{z} lights', 'Through: 12/31', 'For: Weekdays SummerDesignDay', hm(come - .5), '.05', hm(go + .75), '.9', hm(go + 2.5), '.4', 'Until: 24:00', '.05',
         'For: WinterDesignDay', 'Until: 24:00', '0', 'For: AllOtherDays', 'Until: 24:00', '.05')
    week(f'{z} equipment', 'Through: 12/31', 'For: Weekdays SummerDesignDay', hm(come), '.3', hm(12), '.9', hm(13), '.7', hm(go), '.9', hm(go + 1), '.5', 'Until: 24:00', '.3',
         'For: WinterDesignDay', 'Until: 24:00', '0', 'For: AllOtherDays', 'Until: 24:00', '.3')
    ppl, lit, eqp = .06 + .01 * (k % 3), 8 + .5 * (k % 4), 7 + 1.0 * (k * 2 % 5)
    add('People', name=f'{z} people', zone_or_zonelist_or_space_or_spacelist_name=z, number_of_people_schedule_name=f'{z} people', number_of_people_calculation_method='People/Area',
        people_per_floor_area=f'{ppl:.3f}', fraction_radiant=.3, activity_level_schedule_name='activity')
    add('Lights', name=f'{z} lights', zone_or_zonelist_or_space_or_spacelist_name=z, schedule_name=f'{z} lights', design_level_calculation_method='Watts/Area', watts_per_floor_area=lit, fraction_radiant=.42, fraction_visible=.18)
    add('ElectricEquipment', name=f'{z} equipment', zone_or_zonelist_or_space_or_spacelist_name=z, schedule_name=f'{z} equipment', design_level_calculation_method='Watts/Area', watts_per_floor_area=eqp, fraction_radiant=.3)
    add('ZoneInfiltration:DesignFlowRate', name=f'{z} infiltration', zone_or_zonelist_or_space_or_spacelist_name=z, schedule_name='always',
        design_flow_rate_calculation_method='AirChanges/Hour', air_changes_per_hour=.25 if n != 'Core' else .05,
        constant_term_coefficient=.6, temperature_term_coefficient=.01, velocity_term_coefficient=.06)
    add('HVACTemplate:Zone:VAV', zone_name=z, template_vav_system_name=f'AHU{s}', template_thermostat_name='thermostat',
        zone_minimum_air_flow_input_method='Constant', constant_minimum_air_flow_fraction=.3, reheat_coil_type='HotWater', damper_heating_action='Normal',
        maximum_reheat_air_temperature=40, zone_heating_design_supply_air_temperature=38, baseboard_heating_type='None')
for s in (1, 2, 3):
    add('HVACTemplate:System:VAV', name=f'AHU{s}', system_availability_schedule_name='running', supply_fan_total_efficiency=.65, supply_fan_delta_pressure=900,
        cooling_coil_type='ChilledWater', cooling_coil_design_setpoint=13, heating_coil_type='HotWater', heating_coil_design_setpoint=12, economizer_type='DifferentialDryBulb',
        night_cycle_control='CycleOnAny', supply_fan_placement='DrawThrough', supply_fan_part_load_power_coefficients='VariableSpeedMotor', minimum_outdoor_air_control_type='FixedMinimum', minimum_outdoor_air_schedule_name='running')
add('HVACTemplate:Plant:HotWaterLoop', name='HW', hot_water_design_setpoint=70, hot_water_pump_configuration='VariableFlow')
add('HVACTemplate:Plant:Boiler', name='Boiler', boiler_type='HotWaterBoiler', efficiency=.88, fuel_type='NaturalGas')
add('HVACTemplate:Plant:ChilledWaterLoop', name='CHW', chilled_water_pump_configuration='VariablePrimaryNoSecondary')
add('HVACTemplate:Plant:Chiller', name='Chiller', chiller_type='ElectricReciprocatingChiller', nominal_cop=3.2, condenser_type='AirCooled')
def var(v, key='*'): out.append(f'Output:Variable,{key},{v},Timestep;\n')
for v in ('Zone Mean Air Temperature', 'Zone Thermostat Heating Setpoint Temperature', 'Zone Thermostat Cooling Setpoint Temperature', 'Heating Coil Heating Rate',
          'Cooling Coil Total Cooling Rate', 'Fan Electricity Rate', 'Boiler Heating Rate', 'Boiler NaturalGas Rate', 'Chiller Evaporator Cooling Rate', 'Chiller Electricity Rate',
          'Site Outdoor Air Drybulb Temperature', 'Site Direct Solar Radiation Rate per Area', 'Site Diffuse Solar Radiation Rate per Area', 'Surface Outside Face Incident Solar Radiation Rate per Area',
          'Enclosure Windows Total Transmitted Solar Radiation Rate', 'Zone Total Internal Total Heating Rate', 'Zone Infiltration Sensible Heat Gain Energy', 'Zone Infiltration Sensible Heat Loss Energy'):
    if v.startswith('Surface'):
        for i, n in ((0, 'South'), (0, 'East'), (0, 'North'), (0, 'West')): var(v, f'F2_{n} wall 0')
    else: var(v)
for s, n in ZONES:
    z = zn(s, n)
    for v in ('System Node Temperature', 'System Node Mass Flow Rate'): var(v, f'{z} Supply Inlet')
for s in (1, 2, 3):
    for v in ('System Node Temperature', 'System Node Mass Flow Rate'):
        for nd in ('Supply Fan Outlet', 'Mixed Air Outlet', 'Return Air Outlet', 'Outside Air Inlet'): var(v, f'AHU{s} {nd}')
if __name__ == '__main__':
    import sys
    open('in_template.idf', 'w').write('\n'.join(out))
    json.dump({zn(s, n): round(area(PLAN[n]), 3) for s, n in ZONES}, open('areas.json', 'w'), indent=1)
