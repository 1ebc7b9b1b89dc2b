# SPDX-License-Identifier: MIT
"""rdflib compared with `hearth query`: reads a graph in Turtle and finds all its triples with one
property.

    rdflib_graph.py HEARTH GRAPH.ttl REPEATS
"""
import os
import sys

import interleaved
import rdflib

PROPERTY = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
QUERY = f'SELECT ?s ?o WHERE {{ ?s <{PROPERTY}> ?o }}'


def main(hearth, graph, repeats):
    sizes = []

    def read():
        made = rdflib.Graph()
        made.parse(graph, format='turtle')
        sizes.append((len(made), sum(1 for _ in made.query(QUERY))))

    interleaved.compare('rdflib', rdflib.__version__,
                        f'reading {os.path.basename(graph)} and one query', lambda: interleaved.seconds_of_call(read),
                        lambda: interleaved.seconds_of_command([hearth, 'query', graph, QUERY, '--no-inference', '--csv']),
                        repeats, lambda: f'{sizes[-1][0]} triples, {sizes[-1][1]} answers')


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
