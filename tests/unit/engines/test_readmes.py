"""Each engine has a README that shows how to try it, and the output in its sessions is the real output."""

import doctest
import re
from pathlib import Path

import pytest

import engines

FOLDERS = sorted(path.parent for path in Path(engines.__path__[0]).glob("*/__init__.py"))
SESSION = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)

WITHOUT_SESSION = frozenset(
    {"graph", "image_editing", "image_metrics", "note_writer", "painter", "typesetting", "vision"}
)
"""Engines whose READMEs show a script: what they make is a file or too long to print."""


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_readme_of_an_engine_shows_how_to_try_it(folder: Path) -> None:
    text = (folder / "README.md").read_text("utf-8")
    assert f"from engines.{folder.name}" in text
    example = doctest.DocTestParser().get_doctest("".join(SESSION.findall(text)), {}, folder.name, "README.md", 0)
    assert bool(example.examples) == (folder.name not in WITHOUT_SESSION)
    report: list[str] = []
    assert not doctest.DocTestRunner().run(example, out=report.append).failed, "".join(report)
