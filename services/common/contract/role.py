"""Roles of the services that execute steps."""

from enum import StrEnum


class Role(StrEnum):
    """The service that executes a step."""

    PLANNER = "planner"
    RAG = "rag"
    EXECUTOR = "executor"
    CRITIC = "critic"
