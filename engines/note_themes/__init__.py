"""Themes of notes, determined by the whole subject of a request."""

from engines.note_themes.classifier import find_all_themes, find_theme, is_theme_certain
from engines.note_themes.lexicon import Theme

__all__ = ["Theme", "find_all_themes", "find_theme", "is_theme_certain"]
