"""Limits of a working folder and of what its tools return."""

from dataclasses import dataclass

MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class WorkspaceLimits:
    """Sizes in bytes, other lengths in characters, times in seconds."""

    files: int = 2_000
    directories: int = 2_000
    file_bytes: int = 8 * MEGABYTE
    total_bytes: int = 64 * MEGABYTE
    archive_bytes: int = 64 * MEGABYTE
    depth: int = 16
    name_bytes: int = 200
    path_bytes: int = 1_000
    read_lines: int = 2_000
    read_characters: int = 60_000
    line_characters: int = 2_000
    pattern_characters: int = 500
    grep_matches: int = 200
    grep_seconds: float = 5.0
    glob_paths: int = 500
    reported_paths: int = 20


DEFAULT_LIMITS = WorkspaceLimits()
