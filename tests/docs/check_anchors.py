# SPDX-License-Identifier: MIT
"""Checks that every link to a heading of a document leads to one: check_anchors.py SOURCE_DIR.

Anchors are those of GitHub and of MkDocs: the heading in lower case, without punctuation, with
hyphens for spaces, and with a number if the document repeats it; or an explicit id."""
import glob
import os
import re
import sys

os.chdir(sys.argv[1])
DOCUMENTS = sorted({f for p in ('*.md', 'docs/*.md', 'docs/*/*.md', 'examples/*/*.md') for f in glob.glob(p)})


def prose(path):
    with open(path, encoding='utf-8') as file:
        return re.sub(r'^```.*?^```', '', file.read(), flags=re.S | re.M)


def anchors(path):
    found, count = set(), {}
    text = prose(path)
    for heading in re.findall(r'^#{1,6} +(.*?) *#*$', text, flags=re.M):
        heading = re.sub(r'\[([^\]]*)\]\([^)]*\)', r'\1', heading)
        slug = re.sub(r'[^\w\- ]', '', heading.lower()).replace(' ', '-')
        number = count.get(slug, 0)
        count[slug] = number + 1
        found.add(slug if number == 0 else f'{slug}-{number}')
    found.update(re.findall(r'<a (?:id|name)="([^"]+)"', text))
    found.update(re.findall(r'\{ *#([\w-]+) *\}', text))
    return found


known, broken = {}, 0
for document in DOCUMENTS:
    for target, anchor in re.findall(r'\]\(([^)#: ]*)#([^) ]+)\)', prose(document)):
        path = os.path.normpath(os.path.join(os.path.dirname(document), target)) if target else document
        if not path.endswith('.md') or not os.path.exists(path):
            continue
        if path not in known:
            known[path] = anchors(path)
        if anchor not in known[path]:
            print(f"{document}: '{path}' has no heading '{anchor}'")
            broken = 1
sys.exit(broken)
