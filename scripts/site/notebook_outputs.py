#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the cells of a notebook and writes their outputs to it, for the site and for GitHub.

    scripts/site/notebook_outputs.py [NOTEBOOK]    default: docs/tutorials/room_in_python.ipynb

Needs the Python package, matplotlib and pandas, such as those that scripts/test_python.sh installs:
out/python/bare/bin/python scripts/site/notebook_outputs.py. python/tests/test_documents.py compares
the text of the outputs.
"""
import ast
import contextlib
import io
import json
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
NOTEBOOK = ROOT / "docs/tutorials/room_in_python.ipynb"


def lines(text):
    """A text as notebooks keep it: a list of lines with their ends."""
    return text.splitlines(keepends=True)


def value_of(code, names):
    """Runs a cell; returns the value of its last expression, unless a semicolon follows it."""
    tree = ast.parse(code)
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr) or code.rstrip().endswith(";"):
        exec(compile(tree, "cell", "exec"), names)
        return None
    exec(compile(ast.Module(tree.body[:-1], []), "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def figures():
    """The open figures of matplotlib as SVG, in the same form at each run."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is None:
        return []
    made = []
    with pyplot.rc_context({"svg.fonttype": "none", "svg.hashsalt": "hearth"}):
        for number in pyplot.get_fignums():
            file = io.StringIO()
            settings = {"format": "svg", "bbox_inches": "tight", "metadata": {"Date": None, "Creator": None}}
            pyplot.figure(number).savefig(file, **settings)
            text = file.getvalue()
            made.append(re.sub(r"[ \t]+$", "", text[text.index("<svg") :], flags=re.M))
    pyplot.close("all")
    return made


def outputs_of(code, names, number):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        value = value_of(code, names)
    found = []
    if printed.getvalue():
        found.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())})
    if value is not None:
        data = {"text/plain": lines(repr(value))}
        if hasattr(value, "_repr_html_"):
            data["text/html"] = lines(value._repr_html_())
        kind = {"execution_count": number, "metadata": {}, "output_type": "execute_result"}
        found.append({"data": data} | kind)
    for drawing in figures():
        data = {"image/svg+xml": lines(drawing), "text/plain": ["<Figure>"]}
        found.append({"data": data, "metadata": {}, "output_type": "display_data"})
    return found


def run(notebook):
    """Returns the notebook with the outputs of its cells, which run in the current folder."""
    os.environ["MPLBACKEND"] = "Agg"
    names, number = {}, 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            cell["execution_count"] = number
            cell["outputs"] = outputs_of("".join(cell["source"]), names, number)
    return notebook


def texts(notebook):
    """The outputs of each cell without drawings and HTML, which depend on versions of libraries."""
    found = []
    for cell in notebook["cells"]:
        for output in cell.get("outputs", []):
            text = output.get("text") or output["data"]["text/plain"]
            found.append("".join(text))
    return found


def main():
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else NOTEBOOK
    os.chdir(ROOT)
    notebook = run(json.loads(path.read_text(encoding="utf-8")))
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
