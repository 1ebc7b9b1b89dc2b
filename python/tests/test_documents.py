"""The code in the documents runs unchanged."""

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
def test_the_cells_of_a_notebook_run_one_after_the_other(notebook, checkout):
    pytest.importorskip("matplotlib")
    cells = json.loads(notebook.read_text())["cells"]
    names: dict = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), notebook.name, "exec"), names)
