"""Dialects: each renders the events of a run for one protocol, as a pure fold."""
