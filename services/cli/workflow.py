"""What `reflow run` can make."""

from enum import StrEnum


class Workflow(StrEnum):
    """A workflow, by the name typed for it."""

    IMAGE_CHAT = "image"
    NOTE = "note"
    GRAPH = "graph"
    TEAM = "team"
