"""The table of verbs of actions (`verbs.tsv`), in both languages and inflected.

`item` is the only drawing that a row is about, `undrawn` the forms of verbs whose deed the drawing does not show.
`who` acts: a *person*; *upright*: a person, or an animal on two legs;
an animal on *four* legs; a *bird*; *any*: a person or an animal on four legs; *alone*: an animal without a thing.
"""

import csv
import re
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from pathlib import Path

from engines.language.scanner import Lexicon

_TABLE = Path(__file__).with_name("verbs.tsv")
_DOUBLED = frozenset(("hug", "pet", "pat", "cut", "chop", "hop", "drag", "sit", "run", "swim",
    "grab", "lap", "dig"))  # fmt: skip
_IRREGULAR = {"be": ("being", "is"), "lie": ("lying", "lies"), "asleep": ("asleep", "asleep")}


class Who(StrEnum):
    """Who can do an action."""

    PERSON = "person"
    UPRIGHT = "upright"
    FOUR = "four"
    BIRD = "bird"
    ANY = "any"
    ALONE = "alone"


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb: the action that it names, who can do it, and the only kind of thing it is about ("" for any)."""

    action: str
    who: Who
    item: str
    is_undrawn: bool = False
    """Whether the drawing shows another deed, of the same thing: who assembles it is drawn with a wrench."""


@cache
def load_verbs() -> Lexicon[tuple[Verb, ...]]:
    """Return the verbs of every form; a form that several rows have names all of them."""
    found: dict[str, tuple[Verb, ...]] = {}
    with _TABLE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            undrawn = re.compile(row["undrawn"]) if row["undrawn"] else None
            verb = Verb(row["name"], Who(row["who"]), row["item"] or "")
            english = [form for base in _split(row["en"]) for form in inflect(base)]
            for form in (*english, *_split(row["zh"])):
                is_undrawn = undrawn is not None and undrawn.search(form) is not None
                found[form] = (*found.get(form, ()), replace(verb, is_undrawn=is_undrawn))
    return Lexicon(found)


def inflect(base: str) -> tuple[str, ...]:
    """Return the forms of an English verb, of whose phrase only the first word changes."""
    verb, _, rest = base.partition(" ")
    gerund, third = _IRREGULAR.get(verb) or (_to_gerund(verb), _to_third(verb))
    return tuple(f"{form} {rest}".strip() for form in (verb, gerund, third))


def _to_gerund(verb: str) -> str:
    if verb.endswith("e") and not verb.endswith("ee"):
        return f"{verb[:-1]}ing"
    return f"{verb}{verb[-1] if verb in _DOUBLED else ''}ing"


def _to_third(verb: str) -> str:
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "x", "ch", "sh")) else f"{verb}s"


def _split(words: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in words.split(",") if word.strip())
