"""The things that a topic names, and whether a note is about the same ones."""

from engines.note_subject.matters import COMPLAINT, find_matters, find_symptoms, find_tasks, list_matter_words
from engines.note_subject.subject import Fit, NoteText, find_names, find_things, list_restatements, rate_fit

__all__ = [
    "COMPLAINT",
    "Fit",
    "NoteText",
    "find_matters",
    "find_names",
    "find_symptoms",
    "find_tasks",
    "find_things",
    "list_matter_words",
    "list_restatements",
    "rate_fit",
]
