"""Themes of notes: what a request is about, decided by its whole subject."""

from engines.note_themes.classifier import find_all_themes, find_theme, is_theme_certain
from engines.note_themes.lexicon import Theme

__all__ = ["Theme", "find_all_themes", "find_theme", "is_theme_certain"]
