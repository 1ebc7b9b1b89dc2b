#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks documents, messages, help texts and comments for phrases that docs/style.md replaces.

    scripts/check_words.py            checks all files of the project
    scripts/check_words.py FILE...    checks these files only

The list is the table "Phrases that are not used" of docs/style.md. A phrase consists of words;
`a/b` is one of several words, `~` is any word. The column "except" contains longer phrases in which
the phrase is permitted. Code in documents and in backquotes is ignored, and so are words in
capitals in literals and comments, such as those of SQL.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
STYLE = "docs/style.md"

# Never checked, because these files are data or third-party text.
DATA = re.compile(r"^(tests/fuzz/corpus|tests/.*/(data|golden)|ontology/digests)/")


def words(text):
    return r"\s+".join(
        r"[\w'-]+" if word == "~" else "(?:" + "|".join(map(re.escape, word.split("/"))) + ")"
        for word in text.split()
    )


def phrases():
    """The table as pairs of a pattern and its replacement."""
    section = (ROOT / STYLE).read_text().split("\n## Phrases that are not used\n")[1].split("\n## ")[0]
    rows = []
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != 3 or not cells[0].startswith("`"):
            continue
        code = re.compile("`([^`]+)`")
        found = "|".join(words(text) for text in code.findall(cells[0]))
        fine = "|".join(words(text) for text in code.findall(cells[2]))
        rows.append(
            (
                re.compile(rf"(?<![\w'/-])(?:{found})(?![\w'/-])", re.I),
                re.compile(rf"(?<![\w'/-])(?:{fine})(?![\w'/-])", re.I) if fine else None,
                cells[1].replace("`", ""),
            )
        )
    if len(rows) < 10:
        sys.exit(f"{STYLE}: the table of phrases was not found")
    return rows


def blank(match):
    """Returns spaces of the same length, with the same line ends."""
    return re.sub(r"[^\n]", " ", match.group())


def code_word(match):
    """Returns a word of the same length that occurs in no phrase."""
    return re.sub(r"[^\n]", "x", match.group())


def prose(text):
    """Returns Markdown without code and targets of links, as one piece."""
    text = re.sub(r"^( *)```.*?^\1```$", blank, text, flags=re.M | re.S)
    text = re.sub(r"<!--.*?-->", blank, text, flags=re.S)
    text = re.sub(r"`[^`\n]+`", code_word, text)
    text = re.sub(r"(?<=\])\([^)\n]*\)", blank, text)
    # The end of a paragraph, an item or a row of a table ends a sentence.
    pieces, at = [], 0
    for part in re.split(r"(\n\s*\n|\n(?=[-|#0-9])|\|)", text):
        pieces.append((at, part))
        at += len(part)
    return pieces


CPP = re.compile(
    r"""(?P<raw>R"(?P<mark>[^()\s\\]{0,16})\((?P<raw_text>.*?)\)(?P=mark)")
      | (?P<string>"(?P<string_text>(?:[^"\\\n]|\\.)*)")
      | (?P<char>'(?:[^'\\\n]|\\.)+')
      | (?P<line>//[^\n]*(?:\n[ \t]*//[^\n]*)*)
      | (?P<block>/\*.*?\*/)""",
    re.S | re.X,
)
PYTHON = re.compile(
    r"""(?P<raw>(?P<mark>\"\"\"|''')(?P<raw_text>.*?)(?P=mark))
      | (?P<string>"(?P<string_text>(?:[^"\\\n]|\\.)*)"|'(?:[^'\\\n]|\\.)*')
      | (?P<line>\#[^\n]*(?:\n[ \t]*\#[^\n]*)*)""",
    re.S | re.X,
)
CODE = r"`[^`\n]+`|\b[A-Z]{3,}\b"
# In other files, only comments without code before them are read.
SHELL = re.compile(r"^(?P<line>[ \t]*#[^\n]*(?:\n[ \t]*#[^\n]*)*)", re.M)
JAVASCRIPT = re.compile(
    r"^(?:(?P<line>[ \t]*//[^\n]*(?:\n[ \t]*//[^\n]*)*)|(?P<block>[ \t]*/\*.*?\*/))", re.M | re.S
)
LANGUAGES = {
    **dict.fromkeys((".hpp", ".cpp", ".in"), CPP),
    **dict.fromkeys((".js", ".mjs"), JAVASCRIPT),
    ".py": PYTHON,
}


def literals(text, language):
    """Returns pieces (offset, text): the string literals, with adjacent ones joined, and the
    comments."""
    strings, comments, end = [], [], None
    for match in language.finditer(text):
        group = match.groupdict()
        if group.get("line") or group.get("block"):
            body = re.sub(r"(?m)^([ \t]*)(//[/!]?|#|\*)", blank, match.group())
            comments.append((match.start(), re.sub(CODE, code_word, body)))
        elif group.get("raw") or group.get("string"):
            name = "raw_text" if group.get("raw") else "string_text"
            if group.get(name) is None or " " not in group[name]:
                continue
            body = re.sub(r"\\n|\{[^{} ]*\}", code_word, group[name])
            body = re.sub(CODE, code_word, body)
            if strings and end is not None and not text[end : match.start()].strip():
                at, before = strings[-1]
                gap = match.start(name) - at - len(before)
                strings[-1] = (at, before + "\1" * gap + body)
            else:
                strings.append((match.start(name), body))
            end = match.end()
    return strings + comments


def findings(path, table):
    text = (ROOT / path).read_text(errors="replace")
    suffix = pathlib.Path(path).suffix
    pieces = prose(text) if suffix == ".md" else literals(text, LANGUAGES.get(suffix, SHELL))
    for at, part in pieces:
        plain = part.replace("\1", "")  # in joined literals
        places = [i for i, c in enumerate(part) if c != "\1"] if plain != part else None
        for found, fine, instead in table:
            good = [m.span() for m in fine.finditer(plain)] if fine else []
            for match in found.finditer(plain):
                if any(a < match.end() and match.start() < b for a, b in good):
                    continue
                start = places[match.start()] if places else match.start()
                line = text.count("\n", 0, at + start) + 1
                yield line, " ".join(match.group().split()), instead


def tracked():
    kinds = "*.md *.hpp *.cpp *.py *.sh *.js *.mjs *.cmake *CMakeLists.txt".split()
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", *kinds],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split("\n")
    return [name for name in names if name and (ROOT / name).is_file() and not DATA.match(name)]


def main():
    files = [str(pathlib.Path(a).resolve()) for a in sys.argv[1:]]
    table = phrases()
    wrong = 0
    for path in files or tracked():
        if path == STYLE:
            continue  # it quotes the phrases
        for line, phrase, instead in findings(path, table):
            wrong += 1
            print(f'{path}:{line}: "{phrase}": {instead}')
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
