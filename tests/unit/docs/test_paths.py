"""Every file and folder that a page names exists. Paths may be short (`domain/run.py`); NAME matches any name."""

import re
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
TREES = (".ci", "benchmarks", "deploy", "docs", "engines", "gen", "protos", "scripts", "services", "tests")
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("*.md", "docs/**/*.md", "engines/**/README.md")
    for path in ROOT.glob(pattern)
)
SPAN = re.compile(r"`([\w./*-]+)`")
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
OF_USERS = {"deploy/.env"}
"""What a user creates."""


def list_paths() -> list[str]:
    """Return all files, and all folders with a slash at their end, each after a slash."""
    trees = [path for tree in TREES for path in (ROOT / tree, *(ROOT / tree).rglob("*"))]
    return [
        f"/{path.relative_to(ROOT).as_posix()}{'/' * path.is_dir()}"
        for path in (*ROOT.iterdir(), *trees)
        if "node_modules" not in path.parts and "__pycache__" not in path.parts
    ]


PATHS = list_paths()


def find_names(page: str) -> set[str]:
    """Return the names of modules, of paths from the root and, on the architecture map, of folders."""
    spans = set(SPAN.findall((ROOT / page).read_text("utf-8"))) - OF_USERS
    of_map = page == "docs/architecture.md"
    return {
        span
        for span in spans
        if span.endswith(".py") or span.partition("/")[0] in TREES or (of_map and span.endswith("/"))
    }


def exists(name: str) -> bool:
    """Return whether a file or folder of the tree is, or ends in, *name*."""
    pattern = "*/" + name.replace("NAME", "*")
    return any(fnmatchcase(path, pattern) or fnmatchcase(path, pattern + "/") for path in PATHS)


@pytest.mark.parametrize("page", PAGES)
def test_every_path_of_a_page_exists(page: str) -> None:
    assert [name for name in sorted(find_names(page)) if not exists(name)] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_link_to_a_file_has_an_existing_target(page: str) -> None:
    links = LINK.findall((ROOT / page).read_text("utf-8"))
    assert [link for link in links if not (ROOT / page).parent.joinpath(link).exists()] == []


@pytest.mark.parametrize("name", ["services/planner/nowhere.py", "domain/nowhere/", "engines/note_writer/NAME.rs"])
def test_a_path_that_does_not_exist_is_reported_as_missing(name: str) -> None:
    assert not exists(name)
