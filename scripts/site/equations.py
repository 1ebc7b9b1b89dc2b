# SPDX-License-Identifier: MIT
"""Converts the equations in comments above component types to MathML, which needs no script and no
font.

Only the typography changes: subscripts, exponents, upright words and symbols. Terms are not
rearranged, and a quotient keeps its slash.
"""
import html
import re

FUNCTIONS = {"max", "min", "exp", "ln", "log", "sqrt", "cos", "sin", "tan", "cot", "clamp"}
GREEK = "Α-Ωα-ωϑϕ"
TOKEN = re.compile(
    rf"""(?P<space>[ ]+)
      | (?P<number>\d+(?:\.\d+)?(?:e[+-]?\d+)?)
      | (?P<word>(?:[A-Za-z]|[{GREEK}])[A-Za-z{GREEK}]*'?)
      | (?P<sub>_(?:\{{[^{{}}]*\}}|\([^()]*\)|on/off|[\w]+(?:,[A-Za-z0-9]+(?:-1(?!\d))?)*))
      | (?P<sup>\^(?:-?[\d.]+|[A-Za-z{GREEK}]|\((?:[^()]|\([^()]*\))*\)))
      | (?P<other>.)""",
    re.X,
)


def is_equations(lines):
    """Whether the lines of an indented block in a comment are equations, not a table or names of
    ports."""
    text = "\n".join(lines)
    columns = sum(1 for line in lines if "=" not in line and len(re.findall(r"\S {3,}\S", line)) >= 1)
    return "=" in text and "->" not in text and ":=" not in text and "`" not in text and columns < 2


def letters(word):
    """A word: symbols of one letter are italic; names of several letters and functions are
    upright."""
    if word in FUNCTIONS:
        return f"<mi>{word}</mi><mo>&#x2061;</mo>"
    parts = []
    while word:
        if match := re.match(rf"d(?=[{GREEK}]|[a-zA-Z]$)", word):  # in a derivative
            parts.append('<mi mathvariant="normal">d</mi>')
        elif match := re.match(rf"[{GREEK}]", word):
            big = word[0] in "ΣΔΠ"
            parts.append(f"<mo>{word[0]}</mo>" if big else f"<mi>{word[0]}</mi>")
        else:
            match = re.match(rf"[^{GREEK}]+", word)
            tag = "mtext" if match.group().islower() and len(match.group()) > 2 else "mi"
            parts.append(f"<{tag}>{match.group()}</{tag}>")
        word = word[match.end() :]
    return parts


def row(line):
    done, depth = [], []
    for match in TOKEN.finditer(line.rstrip()):
        kind, text = match.lastgroup, match.group()
        if kind == "space":
            done.append('<mspace width="%gem"/>' % (0.22 if len(text) == 1 else 1.2))
        elif kind == "number":
            done.append(f"<mn>{text}</mn>")
        elif kind == "word":
            made = letters(text)
            done += made if isinstance(made, list) else [made]
        elif kind == "sub":
            inner = text[1:].strip("{}") if text[1] == "{" else text[1:]
            if text[1] == "(":
                inner = text[2:-1]
            base = done.pop() if done else "<mrow/>"
            tag = "mi" if re.fullmatch(r"[A-Za-z]", inner) else "mtext"
            if re.fullmatch(r"\d+", inner):
                tag = "mn"
            done.append(f"<msub>{base}<{tag}>{html.escape(inner)}</{tag}></msub>")
        elif kind == "sup":
            inner = text[1:]
            if inner[0] == "(":
                inner = inner[1:-1]
            base = done.pop() if done else "<mrow/>"
            done.append(f"<msup>{base}<mrow>{row(inner)}</mrow></msup>")
        else:
            done.append(f'<mo stretchy="false">{html.escape(text.replace("-", "−"))}</mo>')
    return "".join(done)


def mathml(lines):
    """A table with a row for each line, aligned at the first `=` of each line."""
    lines = [line for line in lines if line.strip()]
    least = min(len(line) - len(line.lstrip()) for line in lines)
    rows = []
    for line in lines:
        left, equals, right = line.partition(" = ")
        if line[least : least + 2] == "  ":  # continues the previous line
            cells = "<mtd></mtd><mtd>" + row(line.strip()) + "</mtd>"
        elif equals:
            cells = f"<mtd>{row(left.strip())}</mtd><mtd>{row(' = ' + right.strip())}</mtd>"
        else:
            cells = f'<mtd columnspan="2">{row(line.strip())}</mtd>'
        rows.append(f"<mtr>{cells}</mtr>")
    return f'<div class="equations"><math><mtable>{"".join(rows)}</mtable></math></div>'


def inline(text):
    """Symbols with subscripts in a sentence, as HTML."""
    symbol = rf"(?<![\w`])([A-Z]{{2,4}}|[A-Za-z{GREEK}]{{1,2}})_([A-Za-z0-9]+(?:,[A-Za-z0-9]+)*)"
    return re.sub(symbol, r"<i>\1</i><sub>\2</sub>", text)
