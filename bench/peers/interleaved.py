# SPDX-License-Identifier: MIT
"""CPU time of a peer and of Hearth, measured alternately: the peer within this process, Hearth as
the command that users call, including its start and the writing of results. The ratio is therefore
conservative for Hearth."""
import csv
import json
import os
import resource
import subprocess
import time


def seconds_of_command(words):
    """Returns the CPU seconds of a command and of the processes that it started."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def seconds_of_call(work):
    """Returns the CPU seconds of all threads of this process during a call."""
    before = time.process_time()
    work()
    return time.process_time() - before


def compare(peer, version, work, peer_seconds, hearth_seconds, repeats, note=''):
    """Alternately calls two functions that return their CPU seconds, and prints the result as a
    line of JSON."""
    times = {'peer': [], 'hearth': []}
    for _ in range(repeats):
        times['peer'].append(peer_seconds())
        times['hearth'].append(hearth_seconds())
    print(json.dumps({'peer': peer, 'version': version, 'work': work, 'peer_seconds': times['peer'],
                      'hearth_seconds': times['hearth'], 'note': note() if callable(note) else note}), flush=True)


def write_model(folder, name, model):
    """Writes a model file and returns its path."""
    path = os.path.join(folder, name)
    with open(path, 'w', encoding='utf-8') as file:
        json.dump(model, file, indent=1)
    return path


def column(results, name):
    """Returns a column of results of `hearth simulate`, whose header has units."""
    with open(results, encoding='utf-8') as file:
        rows = csv.reader(file)
        number = [title.split(' ')[0] for title in next(rows)].index(name)
        return [float(row[number]) for row in rows]
