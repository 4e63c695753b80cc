"""Entity tags of conditional requests."""


def matches_etag(if_none_match: str, etag: str) -> bool:
    """Return whether *etag* is among those that the client has (RFC 9110, 13.1.2: weak comparison)."""
    return etag in (known.strip().removeprefix("W/") for known in if_none_match.split(","))
