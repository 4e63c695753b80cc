"""Numbers with their English noun."""


def count_noun(count: int, singular: str, plural: str = "") -> str:
    """Return *count* with the noun in its number: "1 file", "2 files"; *plural* where it is not *singular* and an s."""
    return f"{count} {singular if count == 1 else plural or f'{singular}s'}"
