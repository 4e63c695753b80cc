"""More words for the subjects: synonyms, and kinds, for which the report names the drawn subject as a substitute.

A kind is listed only if most people would accept the drawing for it; tests/unit/engines/painter/test_substitutes.py has
the list of nouns that this is measured on.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path


@cache
def list_synonyms() -> Mapping[str, str]:
    """Return the name of the drawing for each of its other names. Blocking: reads a file once in a process."""
    return _read_table("synonyms.tsv")


@cache
def list_kinds() -> Mapping[str, str]:
    """Return the name of the drawing for each kind that it stands for. Blocking: reads a file once in a process."""
    return _read_table("kinds.tsv")


def _read_table(name: str) -> Mapping[str, str]:
    lines = Path(__file__).with_name(name).read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return {word.replace("-", " "): drawing for drawing, words in rows for word in words.split()}
