"""Stored graphs: their revisions, changes by runs and by users, undo and redo, and their watchers."""
