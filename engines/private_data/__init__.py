"""Finds private data in lines of text: numbers and keys that users cover before they share a screenshot."""

from engines.private_data.finder import PrivateKind, find_private_data

__all__ = ["PrivateKind", "find_private_data"]
