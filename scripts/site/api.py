# SPDX-License-Identifier: MIT
"""The C++ reference: pages from what Doxygen reads in the installed headers.

    api.py doxygen FOLDER    runs Doxygen, writes its XML below FOLDER, counts what is not documented

Each folder of headers is a page. Headers of component types are left out: their reference is that of
the component types.
"""
import collections
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LIBRARIES = {
    "framework": "models of components, their execution plans, and runs of both engines",
    "data": "series, local time, weather, results",
    "components": "registries of component types, plug-ins, shared laws",
    "ontology": "models from files and from graphs of buildings",
    "estimation": "calibrations, posteriors, optimal control, scenario sets, KPIs",
}
LEFT_OUT = re.compile(r"/internal/|^components/(?!physics/|plugins/|[^/]+$)")
SETTINGS = """
PROJECT_NAME = Hearth
INPUT = {input}
OUTPUT_DIRECTORY = {output}
STRIP_FROM_PATH = {root}
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
XML_PROGRAMLISTING = NO
JAVADOC_AUTOBRIEF = YES
BUILTIN_STL_SUPPORT = YES
MAX_INITIALIZER_LINES = 1
QUIET = YES
WARN_LOGFILE = {output}/warnings
"""


def headers():
    """Headers of the reference, by library."""
    for library in LIBRARIES:
        for path in sorted((ROOT / library).rglob("*.hpp")):
            name = str(path.relative_to(ROOT))
            if not LEFT_OUT.search(name):
                yield name


def doxygen(folder):
    names = list(headers())
    settings = SETTINGS.format(
        input=" ".join(f'"{ROOT / name}"' for name in names), output=folder, root=ROOT
    )
    subprocess.run(["doxygen", "-"], input=settings, text=True, check=True, stdout=subprocess.DEVNULL)
    lines = (pathlib.Path(folder) / "warnings").read_text().splitlines()
    missing = {line for line in lines if "is not documented" in line}
    kinds = collections.Counter(
        found.group(1) if (found := re.search(r"\((\w+)\) of ", line)) else "type" for line in missing
    )
    members = ", ".join(f"{number} of kind {kind}" for kind, number in kinds.most_common())
    print(f"C++ reference: {len(names)} headers; {len(missing)} entities without documentation ({members})")


# --- from XML to Markdown ------------------------------------------------------------------------


def escape(text):
    text = re.sub(r"([\\*_\[\]`])", r"\\\1", text or "")
    return text.replace("<", "&lt;").replace(">", "&gt;")


def plain(node):
    """The text of a node without markup, as in code."""
    return " ".join("".join(node.itertext()).split()) if node is not None else ""


def code(text, language="cpp"):
    """A piece of code in a line; backticks do not occur in declarations."""
    return f"`#!{language} {text}`" if text else ""


class Pages:
    """What the XML contains, by header, and the page with the heading of each type."""

    def __init__(self, folder):
        self.headers = set(headers())
        self.types = collections.defaultdict(list)  # by header: compounds
        self.members = collections.defaultdict(list)  # by header: members of namespaces
        self.places = {}  # by id of a type: page and anchor
        for path in sorted((pathlib.Path(folder) / "xml").glob("*.xml")):
            compound = ElementTree.parse(path).getroot().find("compounddef")
            if compound is None:
                continue
            name = compound.findtext("compoundname")
            kind = compound.get("kind")
            if re.search(r"detail\b|@|<|^std|^ceres", name):
                continue
            if kind == "namespace":
                for member in compound.iter("memberdef"):
                    self.members[header_of(member)].append(member)
            elif kind in ("struct", "class") and compound.get("prot") == "public":
                self.types[header_of(compound)].append(compound)
                self.places[compound.get("id")] = (page_of(header_of(compound)), slug(title(compound)))
        for entities in (*self.types.values(), *self.members.values()):
            entities.sort(key=line_of)

    def description(self, node, page):
        """Both descriptions of an entity as Markdown."""
        parts = [self.blocks(node.find(tag), page) for tag in ("briefdescription", "detaileddescription")]
        return "\n\n".join(part for part in parts if part)

    def blocks(self, node, page):
        out = []
        for para in node if node is not None else ():
            line = self.span(para, page, out)
            if line.strip():
                out.append(" ".join(line.split()))
        return "\n\n".join(out)

    def span(self, node, page, out):
        """The text of a paragraph; blocks inside it are appended to `out`."""
        text = escape(node.text)
        for child in node:
            if child.tag in ("verbatim", "itemizedlist", "orderedlist"):
                if text.strip():
                    out.append(" ".join(text.split()))
                text = ""
                if child.tag == "verbatim":
                    out.append("```text\n" + "\n".join(child.text.strip("\n").splitlines()) + "\n```")
                else:
                    out.append("\n".join("- " + self.blocks(item, page).replace("\n", "\n    ") for item in child))
            elif child.tag == "computeroutput":
                text += "`" + plain(child) + "`"
            elif child.tag == "ref":
                text += self.link(child, page)
            elif child.tag in ("lsquo", "rsquo"):
                text += "'"
            else:
                text += self.span(child, page, out)
            text += escape(child.tail)
        return text

    def link(self, node, page):
        place = self.places.get(node.get("refid"))
        if not place:
            return escape(plain(node))
        target, anchor = place
        path = "" if target == page else "../" * page.count("/") + target
        return f"[{escape(plain(node))}]({path}#{anchor})"


def line_of(node):
    return int(node.find("location").get("line"))


def header_of(node):
    return node.find("location").get("file")


def page_of(header):
    folder = str(pathlib.PurePosixPath(header).parent)
    return f"api/{folder}.md" if "/" in folder else f"api/{folder}/index.md"


def title(compound):
    return compound.findtext("compoundname").removeprefix("hearth::")


def slug(text):
    """The anchor that MkDocs gives to a heading."""
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", text).strip().lower())


def template_of(node):
    parts = []
    for param in node.findall("templateparamlist/param"):
        default = plain(param.find("defval"))
        name = param.findtext("declname") or ""
        parts.append(" ".join(filter(None, [plain(param.find("type")), name])) + (f" = {default}" if default else ""))
    return tidy(f"template <{', '.join(parts)}> ") if parts else ""


def tidy(text):
    """Declarations as the sources write them."""
    text = re.sub(r"<\s+", "<", re.sub(r"\s+>", ">", text))
    return re.sub(r"\s+([&*]+)\s*", r"\1 ", text).replace("( ", "(").replace(" )", ")").replace("hearth::", "").strip() + (" " if text.endswith("> ") and text.startswith("template") else "")


def declaration(member):
    kind, name = member.get("kind"), member.findtext("name")
    kind_of_type = plain(member.find("type"))
    if kind == "typedef":
        return f"using {name} = {tidy(kind_of_type)}"
    if kind == "enum":
        values = ", ".join(value.findtext("name") for value in member.findall("enumvalue"))
        scoped = "class " if member.get("strong") == "yes" else ""
        return f"enum {scoped}{name} {{ {values} }}"
    static = "static " if member.get("static") == "yes" and kind == "function" else ""
    arguments = re.sub(r"(?<=\w)=(?!=)", " = ", plain(member.find("argsstring")))
    text = template_of(member) + static + tidy(f"{kind_of_type} {name}{arguments}")
    if kind == "variable" and (value := plain(member.find("initializer"))) and len(value) < 60:
        text += " " + value if value.startswith("=") else value if value != "{}" else ""
    return text


KINDS = ("variable", "function", "typedef", "enum", "friend")


def entries(pages, members, page):
    """Members with their documentation as a definition list, then those without as one block."""
    documented, bare = [], []
    for member in members:
        if member.get("kind") not in KINDS or member.get("prot") != "public" or member.get("kind") == "friend":
            continue
        text = pages.description(member, page)
        for value in member.findall("enumvalue"):
            if note := pages.description(value, page):
                text += f"\n\n- `{value.findtext('name')}`: {note}"
        if text.strip():
            body = text.strip().replace("\n", "\n    ")
            documented.append(f"{code(declaration(member))}\n:   {body}\n")
        elif "= delete" not in declaration(member):
            bare.append(declaration(member) + ";")
    out = "\n".join(documented)
    if bare:
        out += ("\n" if out else "") + "```cpp\n" + "\n".join(bare) + "\n```\n"
    return out


def type_entry(pages, compound, page):
    name = title(compound)
    bases = ", ".join(tidy(plain(base)) for base in compound.findall("basecompoundref"))
    sign = template_of(compound) + f"{compound.get('kind')} {name.rsplit('::', 1)[-1]}" + (f" : {bases}" if bases else "")
    members = sorted((m for m in compound.findall("sectiondef/memberdef")), key=line_of)
    return "\n\n".join(
        filter(None, [f"### {name}", code(sign), pages.description(compound, page), entries(pages, members, page)])
    )


def introduction(library, known):
    """The comment at the beginning of the header of a library, with links to the headers it names."""
    lines = (ROOT / library / f"{library}.hpp").read_text().split("\n#include")[0].splitlines()
    text = "\n".join(line[3:].removeprefix(" ") for line in lines if line.startswith("///"))

    def link(match):
        page = page_of(f"{library}/{match.group()}")
        target = page.removeprefix(f"api/{library}/")
        return f"[{match.group()}]({target})" if f"{library}/{match.group()}" in known else match.group()

    return re.sub(r"\b(?:\w+/)+\w+\.hpp", link, text)


def make(folder):
    """Pages of the reference by their place, and the entries of the navigation."""
    pages = Pages(folder)
    by_page = collections.defaultdict(list)
    for header in sorted(pages.headers):
        by_page[page_of(header)].append(header)
    made, nav = {}, ["api/index.md"]
    index = [
        "# C++ reference",
        "",
        "Generated from the comments in the installed headers. Folders `internal` and other details are left out, and so are the structs of [component types](../components.md). Entities without a comment are listed by their declaration. The first example is in [Use it from C++](../index.md#use-it-from-c), more are in [analysis](../analysis.md) and [plug-ins](../plugins.md).",
        "",
    ]
    for library, purpose in LIBRARIES.items():
        own = [page for page in by_page if page.startswith(f"api/{library}/")]
        own.sort(key=lambda page: (not page.endswith("/index.md"), page))
        index += [f"## {library}", "", f"`hearth::{library}`: {purpose}.", "", "| folder | headers |", "|---|---|"]
        for page in own:
            name = page.removeprefix("api/").removesuffix(".md").removesuffix("/index")
            text = [f"# {name}", ""]
            if page.endswith("/index.md"):
                text += [introduction(library, pages.headers), ""]
            for header in by_page[page]:
                body = [type_entry(pages, compound, page) for compound in pages.types[header]]
                if functions := entries(pages, pages.members[header], page):
                    body.append(functions)
                if body:
                    text += [f"## {pathlib.PurePosixPath(header).name}", "", f'`#!cpp #include "hearth/{header}"`', "", "\n\n".join(body), ""]
            made[page] = "\n".join(text)
            names = ", ".join(f"`{pathlib.PurePosixPath(header).name}`" for header in by_page[page])
            index.append(f"| [{name}]({page.removeprefix('api/')}) | {names} |")
        index.append("")
        nav.append({library: own})
    made["api/index.md"] = "\n".join(index)
    return made, nav


if __name__ == "__main__":
    if sys.argv[1:2] != ["doxygen"] or len(sys.argv) != 3:
        sys.exit(__doc__)
    doxygen(pathlib.Path(sys.argv[2]).resolve())
