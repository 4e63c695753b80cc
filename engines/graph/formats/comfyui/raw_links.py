"""Links of ComfyUI's workflow JSON: arrays (0.4) or objects (1.0 and subgraphs), and the native reroutes on them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engines.graph.formats.values import as_list, as_object


@dataclass(frozen=True, slots=True)
class RawLink:
    """A link between slots, by their indices."""

    id: int
    origin: int | str
    origin_slot: int
    target: int | str
    target_slot: int
    kind: Any = "*"


def read_link(raw: object) -> RawLink | None:
    """Return the link of *raw*; None if it cannot be parsed."""
    if isinstance(raw, Mapping):
        members = ("id", "origin_id", "origin_slot", "target_id", "target_slot", "type")
        parts: list[Any] = [raw.get(member) for member in members]
    else:
        parts = list(as_list(raw))[:6]
    if len(parts) < 5 or not all(_is_index(parts[index]) for index in (0, 2, 4)):
        return None
    if not all(isinstance(parts[index], int | str) and not isinstance(parts[index], bool) for index in (1, 3)):
        return None
    link_id, origin, origin_slot, target, target_slot, *kind = parts
    return RawLink(link_id, origin, origin_slot, target, target_slot, kind[0] if kind else "*")


def write_link(link: RawLink, *, as_object: bool) -> Any:
    """Return *link* in the form that the document uses."""
    if as_object:
        return {
            "id": link.id,
            "origin_id": link.origin,
            "origin_slot": link.origin_slot,
            "target_id": link.target,
            "target_slot": link.target_slot,
            "type": link.kind,
        }
    return [link.id, link.origin, link.origin_slot, link.target, link.target_slot, link.kind]


def drop_from_reroutes(document: dict[str, Any], link_ids: set[int]) -> None:
    """Remove links from the native reroutes, and reroutes that have no more links."""
    extra = document.get("extra")
    if isinstance(extra, dict) and isinstance(extra.get("linkExtensions"), list):
        extra["linkExtensions"] = [entry for entry in extra["linkExtensions"] if as_object_id(entry) not in link_ids]
    for holder in (document, extra):
        if isinstance(holder, dict) and isinstance(holder.get("reroutes"), list):
            holder["reroutes"] = [reroute for reroute in holder["reroutes"] if _remains(reroute, link_ids)]


def as_object_id(entry: object) -> object:
    """Return the `id` of a JSON object."""
    return as_object(entry).get("id")


def _remains(reroute: object, link_ids: set[int]) -> bool:
    if not isinstance(reroute, dict) or not isinstance(reroute.get("linkIds"), list):
        return True
    former = reroute["linkIds"]
    left = [link_id for link_id in former if not isinstance(link_id, int) or link_id not in link_ids]
    if len(left) == len(former):
        return True
    reroute["linkIds"] = left
    return bool(left)


def _is_index(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
