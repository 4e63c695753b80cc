"""Limits of a note, and the clarity below which it needs a question."""

MIN_IMAGES, MAX_IMAGES = 1, 9
DEFAULT_IMAGES = 3
CLEAR_ENOUGH = 0.5
"""A brief of less clarity has a clarification, unless the user has answered it before."""
