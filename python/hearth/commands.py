"""The command ``hearth``, which comes with the package."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from .errors import Error

PROGRAM = Path(__file__).parent / "bin" / "hearth"


@dataclass
class CompletedCommand:
    """Output of a command, and its exit code (docs/command.md)."""

    exit_code: int
    output: str
    messages: str


def command(*arguments: str | os.PathLike, check: bool = True) -> CompletedCommand:
    """Run ``hearth`` with these arguments: ``hearth.command("info", "room.hearth.json")``.

    Raises Error with its messages if the exit code is not 0, unless ``check`` is False.
    """
    done = subprocess.run(
        [str(PROGRAM), *map(str, arguments)], capture_output=True, text=True, encoding="utf-8"
    )
    if check and done.returncode != 0:
        raise Error(f"exit code {done.returncode}: {done.stderr.strip()}")
    return CompletedCommand(done.returncode, done.stdout, done.stderr)


def main() -> None:
    """Run the command; the entry point of the script ``hearth``."""
    os.execv(PROGRAM, [str(PROGRAM), *sys.argv[1:]])
