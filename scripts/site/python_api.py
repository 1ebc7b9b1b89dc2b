# SPDX-License-Identifier: MIT
"""The Python reference: a page from the docstrings of python/hearth, which is not imported.

Names that the compiled part defines are read from the calls of nanobind in python/src.
"""
import ast
import inspect
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PACKAGE = ROOT / "python" / "hearth"
# Modules in the order of the page. The first title is that of names of the compiled part.
MODULES = {
    "model": "Models",
    "run": "Runs",
    "results": "Results",
    "estimation": "Calibration, sampling, control",
    "studies": "Studies",
    "component": "Components in Python",
    "gym": "Environments",
    "commands": "The command",
    "errors": "Errors",
}


def markdown(doc):
    """A docstring as Markdown: roles and double backquotes as code, sections as lists."""
    doc = inspect.cleandoc(doc or "")
    doc = re.sub(r":\w+:`~?([\w.]+)`", r"`\1`", doc)
    doc = re.sub(r"``([^`]+)``", r"`\1`", doc)
    doc = re.sub(r"\bdocs/(\w+)\.md", r"[\1](../\1.md)", doc)
    out, section = [], None
    for line in doc.splitlines():
        if re.fullmatch(r"(Args|Attributes|Returns|Raises):", line):
            section = "list"
            out += ["", f"**{ {'Args': 'Arguments'}.get(line[:-1], line[:-1]) }**", ""]
        elif line.endswith("::"):
            section = "code"
            out += [line[:-1], ""]
        elif line.strip() and not line.startswith(" "):
            section = None
            if line.startswith(">>>"):
                line = "    " + line
            out.append(line)
        elif section == "list" and (item := re.match(r" {4}([\w, ]+): (.*)", line)):
            names = ", ".join(f"`{name.strip()}`" for name in item.group(1).split(","))
            out.append(f"- {names}: {item.group(2)}")
        else:
            out.append(line[4:] if section == "list" and line.startswith("        ") else line)
    return "\n".join(out)


def signature(node, name):
    arguments = ast.unparse(node.args)
    arguments = re.sub(r"^(self|cls)(, )?", "", arguments)
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    text = f"{name}({arguments}){result}"
    return text if len(text) < 90 else broken(name, node, result)


def broken(name, node, result):
    """A long signature, an argument per line."""
    arguments = node.args
    parts = []
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(positional) - len(arguments.defaults)) + list(arguments.defaults)
    for argument, default in zip(positional, defaults):
        if argument.arg not in ("self", "cls"):
            parts.append(ast.unparse(argument) + (f" = {ast.unparse(default)}" if default else ""))
    if arguments.vararg:
        parts.append("*" + ast.unparse(arguments.vararg))
    elif arguments.kwonlyargs:
        parts.append("*")
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults):
        parts.append(ast.unparse(argument) + (f" = {ast.unparse(default)}" if default else ""))
    if arguments.kwarg:
        parts.append("**" + ast.unparse(arguments.kwarg))
    return f"{name}(\n    " + ",\n    ".join(parts) + f",\n){result}"


def decorators(node):
    return {ast.unparse(item).split("(")[0] for item in node.decorator_list}


def block(text):
    return f"```python\n{text}\n```\n"


def function(node, prefix=""):
    return f"{block(signature(node, prefix + node.name))}\n{markdown(ast.get_docstring(node, clean=False))}\n"


def noted(node, source):
    """Methods of a class that comments `#: name(arguments): text` describe, because the compiled part
    defines them."""
    lines = source.splitlines()[node.lineno : node.end_lineno]
    text = " ".join(line.strip()[2:].strip() for line in lines if line.strip().startswith("#:"))
    for name, arguments, doc in re.findall(r"(\w+)\(([^)]*)\): (.*?)(?=\w+\([^)]*\): |$)", text):
        yield f"{block(f'{node.name}.{name}({arguments})')}\n{markdown(doc[:1].upper() + doc[1:])}\n"


def type_of(node, source):
    """A class: its constructor, then attributes, then methods."""
    methods = [item for item in node.body if isinstance(item, ast.FunctionDef)]
    fields = [item for item in node.body if isinstance(item, ast.AnnAssign) and not item.target.id.startswith("_")]
    init = next((item for item in methods if item.name == "__init__"), None)
    bases = ", ".join(ast.unparse(base) for base in node.bases)
    head = signature(init, node.name) if init else f"class {node.name}" + (f"({bases})" if bases else "")
    out = [block(head), markdown(ast.get_docstring(node, clean=False)), ""]
    attributes = [(item.target.id, ast.unparse(item.annotation), "") for item in fields]
    for item in methods:
        if "property" in decorators(item) and not item.name.startswith("_"):
            kind = ast.unparse(item.returns) if item.returns else ""
            attributes.append((item.name, kind, markdown(ast.get_docstring(item, clean=False))))
    if attributes:
        out += ["| attribute | type | |", "|---|---|---|"]
        for name, kind, doc in attributes:
            kind = kind.replace("|", "\\|")
            kind = f"`{kind}`" if kind else ""
            out.append(f"| `{name}` | {kind} | {' '.join(doc.split())} |")
        out.append("")
    out += noted(node, source)
    for item in methods:
        special = item.name.startswith("_") and item.name not in ("__getitem__", "__len__", "__contains__")
        hidden = decorators(item) & {"property"} or any(name.endswith(".setter") for name in decorators(item))
        if not special and not hidden:
            out += [function(item, "" if item.name.startswith("__") else f"{node.name}."), ""]
    return "\n".join(out)


def compiled(name):
    """A name of the compiled part: its docstring, and the attributes of a class."""
    sources = "\n".join(path.read_text() for path in sorted((ROOT / "python/src").glob("*.cpp")))
    text = r'((?:\s*"(?:[^"\\]|\\.)*")+)'

    def joined(literals):
        return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals))

    if match := re.search(rf'module\.def\("{name}", [^"]*{text}', sources):
        return block(f"{name}()") + "\n" + joined(match.group(1)) + "\n"
    match = re.search(rf'nb::class_<\w+>\(module, "{name}",{text}\)(.*?);\n\n', sources, re.S)
    if not match:
        raise ValueError(f"{name} is not defined in python/src")
    out = [block(f"class {name}"), joined(match.group(1)), "", "| attribute | |", "|---|---|"]
    for field in re.finditer(rf'\.def(?:_prop)?_ro\(\s*"(\w+)",(.*?)(?=\.def|\Z)', match.group(2), re.S):
        doc = re.search(rf"{text}\s*\)\s*$", field.group(2))
        text_of_field = joined(doc.group(1)) if doc else ""
        out.append(f"| `{field.group(1)}` | {text_of_field} |")
    return "\n".join(out) + "\n"


def page():
    root = ast.parse((PACKAGE / "__init__.py").read_text())
    origin = {}
    for item in root.body:
        if isinstance(item, ast.ImportFrom):
            origin |= {alias.name: item.module for alias in item.names}
    exported = next(ast.literal_eval(item.value) for item in root.body if isinstance(item, ast.Assign) and item.targets[0].id == "__all__")
    out = [
        "# Python reference",
        "",
        "Generated from the docstrings of the package. [Python](../python.md) explains it by examples.",
        "",
        markdown(ast.get_docstring(root, clean=False)),
        "",
    ]
    for module, title in MODULES.items():
        source = (PACKAGE / f"{module}.py").read_text()
        tree = ast.parse(source)
        own = [name for name in exported if origin.get(name) == module]
        if module not in origin.values():  # imported by its users, such as hearth.gym
            own = [item.name for item in tree.body if isinstance(item, (ast.ClassDef, ast.FunctionDef)) and not item.name.startswith("_")]
        out += [f"## {title}", ""]
        if module not in origin.values():
            out += [markdown(ast.get_docstring(tree, clean=False)), ""]
        for item in tree.body:
            if isinstance(item, (ast.ClassDef, ast.FunctionDef)) and item.name in own:
                entry = type_of(item, source) if isinstance(item, ast.ClassDef) else function(item)
                out += [f"### {item.name}", "", entry]
    out += ["## The compiled part", ""]
    for name in exported:
        if origin.get(name) == "_core" and not name.startswith("__"):
            out += [f"### {name}", "", compiled(name)]
    return "\n".join(out)
