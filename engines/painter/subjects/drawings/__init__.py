"""Drawings of this project written as data: one text file for each theme, read by `drawing_text`."""
