"""The table of what the drawings of people do not show among the words for them (`undrawn_objects.tsv`).

A row names an activity, a thing in hand or an outfit, and the words for another object or another deed than the drawn
one: a car of which only the wrench is drawn, a sweater for which a shirt is, a cat that is stroked and drawn in arms.
"""

import re
from collections.abc import Mapping
from functools import cache

from engines.painter.subjects.people.table_reader import read_rows


@cache
def load_undrawn() -> Mapping[str, re.Pattern[str]]:
    """Return the words that each drawing does not show, by its key."""
    return {row["drawing"]: re.compile(row["words"]) for row in read_rows("undrawn_objects")}
