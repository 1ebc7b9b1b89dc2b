# SPDX-License-Identifier: MIT
"""Hooks for MkDocs, which make a site from the documents in the repository.

- README, CONTRIBUTING, CHANGELOG, the READMEs of examples and the notebook become pages.
- docs/components.md becomes a page per folder of components/, with the equations above each type.
- The headers and the Python package become a reference: api.py, python_api.py.
- `hearth VERB --help` becomes a page, if the command is built (HEARTH_COMMAND).
- Links to files of the repository lead to pages with their text. A broken link is a warning, which
  `--strict` makes an error.
"""
import html
import json
import os
import pathlib
import posixpath
import re
import subprocess
import sys
import textwrap

from mkdocs.structure.files import File

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import api  # noqa: E402
import equations  # noqa: E402
import python_api  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent

# Documents outside docs/ and their pages.
PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
PAGES |= {
    f"examples/{path.parent.name}/README.md": f"examples/{path.parent.name}.md"
    for path in sorted(ROOT.glob("examples/*/README.md"))
}
NOTEBOOK = "docs/tutorials/room_in_python.ipynb"
PAGES[NOTEBOOK] = "tutorials/room_in_python.md"
FOLDERS = {"docs/decisions": "decisions/index.md"}

LANGUAGES = {
    ".hpp": "cpp", ".cpp": "cpp", ".py": "python", ".sh": "sh", ".json": "json", ".yaml": "yaml",
    ".ttl": "turtle", ".txt": "cmake",
}

anchors = {}  # of component types: the page with the anchor
drawings = {}  # SVG in outputs of the notebook, by its place
navigation = {}  # pages instead of words of the navigation
origins = {}  # page: the document of the repository from which it is made


def read(path):
    return (ROOT / path).read_text()


# --- pages ---------------------------------------------------------------------------------------


def notebook():
    """The notebook as Markdown, with the outputs that scripts/site/notebook_outputs.py wrote to it."""
    parts = []
    for cell in json.loads(read(NOTEBOOK))["cells"]:
        text = "".join(cell["source"])
        parts.append(text if cell["cell_type"] == "markdown" else f"```python\n{text.rstrip(';')}\n```")
        parts += [output_of_cell(output) for output in cell.get("outputs", [])]
    return "\n\n".join(parts) + "\n"


def output_of_cell(output):
    data = {kind: "".join(text) for kind, text in output.get("data", {}).items()}
    if drawing := data.get("image/svg+xml"):
        name = f"{pathlib.Path(NOTEBOOK).stem}_{len(drawings) + 1}.svg"
        drawings[f"tutorials/{name}"] = drawing
        return f"![Output of the cell]({name})"
    if table := data.get("text/html"):
        table = re.sub(r"<style.*?</style>|\n", "", table, flags=re.S)
        return '<div class="output">' + re.sub(r"<table[^>]*>", "<table>", table) + "</div>"
    return "```text\n" + ("".join(output.get("text", [])) or data["text/plain"]).rstrip() + "\n```"


def decisions():
    """The list of decisions, by number."""
    lines = ["# Decisions", "", "Why the design is as it is: context, decision and consequence, each with its measurement.", ""]
    for path in sorted(ROOT.glob("docs/decisions/0*.md")):
        title = path.read_text().split("\n")[0].lstrip("# ")
        lines.append(f"- [{title}]({path.name})")
    return "\n".join(lines) + "\n"


def folders_of_types():
    """Component types by the folder of their header, and titles of the folders."""
    folders, titles, title = {}, {}, ""
    for line in read("components/CMakeLists.txt").splitlines():
        if match := re.match(r"# (.+)\.$", line):
            title = match.group(1)
        elif match := re.match(r"hearth_component\((\w+) (\w+)/(\w+\.hpp)\)", line):
            name, folder, header = match.groups()
            folders[name] = (folder, f"components/{folder}/{header}")
            titles.setdefault(folder, title)
        elif match := re.match(r"hearth_component_type\(hearth::(\w+?)(?:_component)?_type\)", line):
            # A type that is not a template: its header declares the function that makes it.
            word = match.group(1)
            for path in sorted(ROOT.glob("components/**/*.hpp")):
                if re.search(rf"^ComponentType {word}(_component)?_type\(\);", path.read_text(), re.M):
                    path = path.relative_to(ROOT)
                    folders["".join(part.capitalize() for part in word.split("_"))] = (path.parts[1], str(path))
    titles |= {"linear": "Linear systems and delays", "fmi": "FMUs", "formulas": "Equations in the model file"}
    return folders, titles


def snake(name):
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def comment_above(header, name):
    """The comment above a type in its header, divided into pieces of Markdown and of equations."""
    match = re.search(rf"((?:^///[^\n]*\n)+)(?:template [^\n]*\n)?(?:struct {name}\b|ComponentType {snake(name)}(?:_component)?_type)", read(header), re.M)
    if not match:
        return ""
    lines = [line[3:].removeprefix(" ") for line in match.group(1).splitlines()]
    out, block = [], []
    for line in lines + [""]:
        if line.startswith("    "):
            block.append(line[4:])
            continue
        if block:
            made = equations.mathml(block) if equations.is_equations(block) else "```text\n" + "\n".join(block) + "\n```"
            out += ["", made, ""]
            block = []
        out.append(line)
    return outside_code("\n".join(out), prose_of_comment).strip() + "\n"


def prose_of_comment(text):
    """Returns symbols and names of a comment as Markdown; equations are HTML already."""
    if "<math" in text:
        return "".join(
            part if part.startswith("<div") else prose_of_comment(part)
            for part in re.split(r"(<div.*?</div>)", text, flags=re.S)
        )
    text = text.replace("<", "&lt;").replace("*", r"\*")
    text = re.sub(r"docs/decisions/(0\d+)[\w-]*\.md", lambda m: f"[decision {int(m.group(1))}](../../{m.group()})", text)
    return equations.inline(text).replace("_", r"\_") if "](" not in text else equations.inline(text)


def components():
    """Pages of docs/components.md by folder, and their list."""
    folders, titles = folders_of_types()
    sections = re.split(r"^## (\w+)\n", read("docs/components.md"), flags=re.M)
    pages, lines = {}, {}
    for name, body in zip(sections[1::2], sections[2::2]):
        folder, header = folders.get(name, ("other", None))
        short, _, tables = body.strip().partition("\n\n")
        # Columns that are empty in all rows of a table are left out.
        tables = re.sub(r"(?:^\|.*\n?)+", lambda m: without_empty_columns(m.group()), tables, flags=re.M)
        text = [f"## {name}", ""]
        comment = comment_above(header, name) if header else ""
        text += [comment or short + ".", ""]
        if header:
            text += [f"Source: [`{header}`](../../{header})", ""]
        text += [re.sub(r"^### (.+)$", r"**\1**", tables.strip(), flags=re.M), ""]
        pages.setdefault(folder, []).append("\n".join(text))
        lines.setdefault(folder, []).append(f"| [{name}](components/{folder}.md#{name.lower()}) | {short} |")
        anchors[name.lower()] = f"components/{folder}.md"
    made, contents, index = {}, [], ["# Component types", "", f"{len(sections) // 2} types, by the folder of their headers. `hearth components` prints the same for the terminal.", ""]
    for folder in sorted(pages, key=lambda f: list(titles).index(f) if f in titles else 99):
        title = titles.get(folder, folder)
        made[f"components/{folder}.md"] = f"# {title}\n\n" + "\n".join(pages[folder])
        contents.append(f"[{title}](#{api.slug(title)}) ({len(lines[folder])})")
        index += [f"## {title}", "", "| type | |", "|---|---|", *lines[folder], ""]
    index.insert(4, " · ".join(contents) + "\n")
    made["components.md"] = "\n".join(index)
    return made


def without_empty_columns(table):
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in table.strip().splitlines()]
    full = [i for i in range(len(rows[0])) if i == len(rows[0]) - 1 or any(len(r) > i and r[i].strip() for r in rows[2:])]
    return "\n".join("|" + "|".join(r[i] for i in full if i < len(r)) + "|" for r in rows) + "\n"


def fold(line, width=82):
    """Wraps a line of help at that width, with the indentation of its description."""
    option = re.match(r" +\S.*? {2,}(?=\S)", line)
    return "\n".join(textwrap.wrap(line, width, subsequent_indent=" " * (option.end() if option else 0), break_long_words=False, break_on_hyphens=False, drop_whitespace=True)) or line


def options():
    """A page of `hearth --help` and of the help of every verb."""
    command = os.environ.get("HEARTH_COMMAND")
    if not command:
        return None

    def run(*arguments):
        text = subprocess.run([command, *arguments], capture_output=True, text=True, check=True).stdout
        return "\n".join(fold(line) for line in text.rstrip().split("\n"))

    lines = ["# Options of the verbs", "", "What `hearth VERB --help` prints. [The command](command.md) explains it.", ""]
    for verb in re.findall(r"^\| `(\w+)`(?:, `(\w+)`)?", read("docs/command.md").split("\nEvery verb accepts")[0], re.M):
        for name in filter(None, verb):
            lines += [f"## {name}", "", "```text", run(name, "--help"), "```", ""]
    return "\n".join(lines)


def generated():
    """Pages by their place on the site; `origins` contains the documents from which they are
    made."""
    pages = {}
    for document, page in PAGES.items():
        pages[page] = notebook() if document == NOTEBOOK else read(document)
        origins[page] = document
    pages["decisions/index.md"] = decisions()
    pages |= components()
    if text := options():
        pages["options.md"] = text
    pages["api/python.md"] = python_api.page()
    if folder := os.environ.get("HEARTH_API"):
        made, navigation["API"] = api.make(folder)
        pages.update(made)
    return pages


# --- MkDocs calls these ---------------------------------------------------------------------------

pages = {}


def on_config(config):
    pages.update(generated())
    navigation["EXAMPLES"] = [page for page in pages if page.startswith("examples/")]
    navigation["COMPONENTS"] = ["components.md"] + [page for page in pages if page.startswith("components/")]
    navigation["DECISIONS"] = ["decisions/index.md"] + [f"decisions/{p.name}" for p in sorted(ROOT.glob("docs/decisions/0*.md"))]
    if "options.md" in pages:
        navigation["OPTIONS"] = "options.md"

    def is_known(item):
        word = list(item.values())[0] if isinstance(item, dict) else item
        return not isinstance(word, str) or not word.isupper() or word in navigation

    def fill(item):
        if isinstance(item, dict):
            return {key: fill(value) for key, value in item.items()}
        if isinstance(item, list):
            return [fill(one) for one in item if is_known(one)]
        return navigation.get(item, item)

    config.nav = fill(config.nav)
    return config


def on_files(files, config):
    for name, text in pages.items():
        if old := files.get_file_from_path(name):
            files.remove(old)
        files.append(File.generated(config, name, content=text))
    for name, text in drawings.items():
        files.append(File.generated(config, name, content=text))
    for name in ("extra.css", "flame.svg"):
        files.append(File.generated(config, f"site/{name}", abs_src_path=str(HERE / name)))
    if shim := os.environ.get("HEARTH_SITE_SHIM"):
        files.append(File.generated(config, "site/iframe-worker.js", abs_src_path=shim))
    # Files that pages link to, as pages of source text.
    linked = set()
    for file in list(files):
        if file.src_uri.endswith(".md"):
            for target, _ in links(file.content_string):
                path = repository_path(file.src_uri, target)
                if path and page_of(path) is None and (ROOT / path).is_file():
                    linked.add(path)
    for path in sorted(linked):
        if path.startswith("docs/"):
            continue
        text = read(path)
        ticks = "`" * (max([2, *(len(t) for t in re.findall("`+", text))]) + 1)
        language = LANGUAGES.get(pathlib.Path(path).suffix, "text")
        content = f"---\nsearch:\n  exclude: true\nhide: [toc]\n---\n# {posixpath.basename(path)}\n\n`{path}`\n\n{ticks}{language}\n{text}\n{ticks}\n"
        files.append(File.generated(config, f"source/{path}.md", content=content))
    return files


# --- figures -------------------------------------------------------------------------------------

IMAGE = r'<img alt="([^"]*)" src="([^"]*)" ?/?>'


def verdicts(markdown):
    """Captions of the standard cases by the text of their figure: "suite case" if the suite has a
    figure for each case, otherwise "suite"."""
    found, cases, suite = {}, {}, ""
    for line in markdown.splitlines():
        if line.startswith("## "):
            suite = line[3:].strip()
        elif match := re.match(r"\| (.+?) \| \**(inside|outside)\** \| (.+) \|$", line):
            case, result, values = match.groups()
            found[f"{suite} {case}"] = f"<b>{html.escape(case)}</b>, {result}: {html.escape(values)}"
            cases.setdefault(suite, []).append(result)
    for suite, results in cases.items():
        found[suite] = f"<b>{suite}</b>: {results.count('inside')} of {len(results)} cases are inside their tolerances"
    return found


def on_page_content(content, page, config, files):
    """An image that is a paragraph becomes a figure: a card with its text below, which leads to the
    drawing in its full size."""
    captions = verdicts(read("docs/validation/standard_cases.md")) if page.file.src_uri == "validation/standard_cases.md" else {}

    def card(match):
        link, text, source = match.groups()
        caption = captions.get(html.unescape(text), text)
        kind, style = "picture", ""
        if source.endswith(".svg"):  # not smaller than its text can be read
            file = files.get_file_from_path(posixpath.normpath(posixpath.join(posixpath.dirname(page.file.src_uri), source)))
            number, unit = re.search(r'<svg[^>]* width="([\d.]+)(pt)?"', file.content_string).groups()
            width = float(number) * (4 / 3 if unit else 1)
            kind, style = "drawing wide" if width > 800 else "drawing", f' style="min-width: {0.9 * width:.0f}px"'
        image = f'<a href="{link or source}"><img alt="{text}" src="{source}"{style} loading="lazy"></a>'
        figure = f'<figure class="{kind}"><div>{image}</div>'
        if not link:
            stop = "" if caption.endswith(".") else "."
            figure += f'<figcaption>{caption}{stop} <a href="{source}">Full size</a></figcaption>'
        return figure + "</figure>"

    return re.sub(rf'<p>(?:<a href="([^"]*)">)?{IMAGE}(?:</a>)?</p>', card, content)


SHIM = re.compile(r'<script src="?https://unpkg.com/iframe-worker/shim"?></script>')


def on_post_page(output, page, config):
    """Search in files needs a script, which is taken from the site instead of the network."""
    if not os.environ.get("HEARTH_SITE_SHIM"):
        return SHIM.sub("", output)
    up = "../" * page.file.dest_uri.count("/")
    return SHIM.sub(f'<script src="{up}site/iframe-worker.js"></script>', output)


def on_post_template(output_content, template_name, config):
    return SHIM.sub("", output_content)


FENCE = re.compile(r"^( *)(`{3,})[^\n]*\n.*?^\1\2$", re.M | re.S)
LINK = re.compile(r"(?<=\])\(([^)\s#]*)(#[^)\s]*)?\)")


def outside_code(text, change):
    """Returns the text with `change` applied outside code blocks and spans."""
    out, at = [], 0
    for match in re.finditer(rf"{FENCE.pattern}|`[^`\n]+`", text, re.M | re.S):
        out += [change(text[at : match.start()]), match.group()]
        at = match.end()
    return "".join(out) + change(text[at:])


def links(text):
    """Pairs of target and anchor of the links outside code. Labels may be code."""
    found = []
    outside_code(text, lambda part: found.extend(LINK.findall(part)) or part)
    return found


def repository_path(page, target):
    """The path in the repository to which a link of a page leads; None if it leads elsewhere."""
    if not target or re.match(r"[a-z]+:", target):
        return None
    document = origins.get(page, f"docs/{page}")
    return posixpath.normpath(posixpath.join(posixpath.dirname(document), target))


def page_of(path):
    """The page of a file or folder of the repository."""
    if path in FOLDERS:
        return FOLDERS[path]
    if path in PAGES:
        return PAGES[path]
    return path.removeprefix("docs/") if path.startswith("docs/") else None


def on_page_markdown(markdown, page, config, files):
    own = page.file.src_uri
    if own.startswith(("api/", "decisions/", "changelog")):  # found after pages that explain
        page.meta["search"] = {"boost": 0.5}
    if own.startswith(("source/", "api/")):
        return markdown

    def change(match):
        target, anchor = match.groups()
        path = repository_path(own, target)
        if path is None:
            return match.group()
        place = page_of(path) or f"source/{path}.md"
        if place == "components.md" and anchor and anchor[1:] in anchors:
            place = anchors[anchor[1:]]
        relative = posixpath.relpath(place, posixpath.dirname(own) or ".")
        return f"({relative}{anchor or ''})"

    text = outside_code(markdown, lambda part: LINK.sub(change, part))
    if "API" in navigation and own == "index.md":  # headers of the libraries
        text = re.sub(r"(?<=\| )`(\w+)/\1\.hpp`", r"[`\1/\1.hpp`](api/\1/index.md)", text)
    return for_python_markdown(typeset(text))


def typeset(text):
    """Indented blocks that are equations, outside of lists, as MathML."""

    def change(match):
        lines = match.group(2).rstrip("\n").split("\n")
        if re.match(r" *([-*]|\d+\.) ", match.group(1)) or not equations.is_equations(lines):
            return match.group()
        return match.group(1) + "\n" + equations.mathml([line[4:] for line in lines]) + "\n"

    return re.sub(r"(^[^\n]*\S[^\n]*\n\n)((?:^ {4}\S[^\n]*\n)+)", change, text, flags=re.M)


def for_python_markdown(text):
    """Formats lists in the way GitHub reads them: a blank line before, and nested ones by four
    spaces."""
    out, fence = [], None
    for line in text.split("\n"):
        if line.startswith("|"):  # a bar in code needs no escape there
            line = re.sub(r"`[^`]+`", lambda code: code.group().replace("\\|", "|"), line)
        marker = re.match(r" *(`{3,})", line)
        if marker:
            fence = None if fence == marker.group(1) else (fence or marker.group(1))
        elif fence is None:
            item = re.match(r"( *)([-*]|\d+\.) ", line)
            before = out[-1] if out else ""
            inside = re.match(r"( *)([-*]|\d+\.) ", before) or before.startswith("  ")
            if indent := re.match(r" {2,3}(?=\S)", line):
                line = "    " + line[indent.end() :]
            if item and before.strip() and not inside and not item.group(1):
                out.append("")
        out.append(line)
    return "\n".join(out)
