"""Themes with a template."""

from dataclasses import dataclass

from engines.note_themes import Theme
from engines.note_writer.values import Template

TRIPS = frozenset((Theme.TRAVEL, Theme.OUTDOORS))
SPENDING = TRIPS | {Theme.HOME, Theme.MONEY}
ACTIVITIES = TRIPS | {Theme.FITNESS, Theme.CRAFT, Theme.PHOTO}
PHOTOS = TRIPS | {Theme.PHOTO, Theme.FASHION}
"""Themes for whose notes a general sentence holds."""


@dataclass(frozen=True, slots=True)
class TopicPhrases:
    """The *template* for topics of *themes* that have no word next to its own and *subjects*, separated by spaces."""

    themes: frozenset[Theme]
    template: Template
    subjects: str
