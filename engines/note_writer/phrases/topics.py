"""Themes with a template."""

from dataclasses import dataclass

from engines.note_themes import Theme
from engines.note_writer.values import Template


@dataclass(frozen=True, slots=True)
class TopicPhrases:
    """The *template* for topics of *themes*."""

    themes: frozenset[Theme]
    template: Template
