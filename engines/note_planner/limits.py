"""Limits of a note, and the clarity below which it needs a question."""

MIN_IMAGES, MAX_IMAGES = 1, 9
DEFAULT_IMAGES = 3
CLEAR_ENOUGH = 0.5
"""Minimum clarity of a brief without a question, unless the user has answered it before."""
