"""The code in the documents runs unchanged."""

import importlib.util
import json
import re
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = ["README.md", "docs/python.md"]


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A folder with the examples, so that nothing is written into the project."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    return tmp_path


@pytest.mark.parametrize("document", DOCUMENTS)
@pytest.mark.filterwarnings("default::hearth.HearthWarning")
def test_the_blocks_of_a_document_run_one_after_the_other(document, checkout):
    pytest.importorskip("pandas")
    pytest.importorskip("gymnasium")
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / document).read_text(), re.S)
    assert blocks
    names: dict = {}
    for block in blocks:
        exec(compile(block, document, "exec"), names)


@pytest.mark.parametrize("notebook", sorted((ROOT / "docs").rglob("*.ipynb")))
@pytest.mark.filterwarnings("default::hearth.HearthWarning")
def test_the_cells_of_a_notebook_run_and_print_what_it_shows(notebook, checkout):
    pytest.importorskip("matplotlib")
    pytest.importorskip("pandas")
    script = ROOT / "scripts/site/notebook_outputs.py"
    spec = importlib.util.spec_from_file_location(script.stem, script)
    outputs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(outputs)
    shown = json.loads(notebook.read_text())
    now = outputs.texts(outputs.run(json.loads(notebook.read_text())))
    assert now == outputs.texts(shown), f"out of date: scripts/site/notebook_outputs.py {notebook}"
