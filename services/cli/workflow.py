"""Workflows of `reflow run`."""

from enum import StrEnum


class Workflow(StrEnum):
    """A workflow, by its name on the command line."""

    IMAGE_CHAT = "image"
    NOTE = "note"
    GRAPH = "graph"
    TEAM = "team"
