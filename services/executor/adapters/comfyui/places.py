"""The places of a graph that an order fills in, found by the titles of nodes. Pure.

A title names what goes into its node: `reflow:prompt`, or several, `reflow:width reflow:height`; other words beside
them do not matter. `reflow:prompt.text_g` names the input too, where it is not the usual one.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any


class Place(StrEnum):
    """What an order fills in; PICTURE fills nothing, it marks the node whose picture is the result."""

    PROMPT = "prompt"
    NEGATIVE = "negative"
    SEED = "seed"
    STEPS = "steps"
    WIDTH = "width"
    HEIGHT = "height"
    CHECKPOINT = "checkpoint"
    IMAGE = "image"
    MASK = "mask"
    PICTURE = "picture"


INPUTS: Mapping[Place, tuple[str, ...]] = MappingProxyType(
    {
        Place.PROMPT: ("text", "prompt", "value", "string"),
        Place.NEGATIVE: ("text", "prompt", "value", "string"),
        Place.SEED: ("seed", "noise_seed", "value"),
        Place.STEPS: ("steps", "value"),
        Place.WIDTH: ("width", "value"),
        Place.HEIGHT: ("height", "value"),
        Place.CHECKPOINT: ("ckpt_name", "unet_name", "value"),
        Place.IMAGE: ("image",),
        Place.MASK: ("image", "mask"),
    }
)
"""The inputs that a place fills, the first that the node has, unless the title names one."""

NUMBERS = frozenset({Place.SEED, Place.STEPS, Place.WIDTH, Place.HEIGHT})

_NAMED = re.compile(r"reflow:(\w+)(?:\.(\w+))?")


@dataclass(frozen=True, slots=True)
class Slot:
    """One input of one node that a place fills; no input for PICTURE."""

    place: Place
    node: str
    input: str = ""


def find_slots(node_id: str, node: Mapping[str, Any]) -> tuple[tuple[Slot, ...], tuple[str, ...]]:
    """Return the slots that the title of *node* names, and what is wrong with it."""
    slots, problems = [], []
    for name, named_input in _NAMED.findall(_title(node)):
        try:
            slots.append(_slot(name, named_input, node_id, node["inputs"]))
        except ValueError as error:
            problems.append(f"node {node_id!r} ({node['class_type']}), title reflow:{name}: {error}")
    return tuple(slots), tuple(problems)


def _title(node: Mapping[str, Any]) -> str:
    meta = node.get("_meta")
    title = meta.get("title") if isinstance(meta, Mapping) else None
    return title if isinstance(title, str) else ""


def _slot(name: str, named_input: str, node_id: str, inputs: Mapping[str, Any]) -> Slot:
    if name not in tuple(Place):
        raise ValueError(f"there is no such place; there are {', '.join(Place)}")
    place = Place(name)
    if place is Place.PICTURE:
        return Slot(place, node_id)
    candidates = (named_input,) if named_input else INPUTS[place]
    chosen = next((candidate for candidate in candidates if candidate in inputs), None)
    if chosen is None:
        raise ValueError(f"the node has no input {' or '.join(candidates)}; name it: reflow:{name}.INPUT")
    if isinstance(inputs[chosen], list):
        raise ValueError(f"its input {chosen} comes from another node; put the title onto that one")  # noqa: TRY004
    if not _fits(place, inputs[chosen]):
        wanted = "number" if place in NUMBERS else "text"
        raise ValueError(f"its input {chosen} holds no {wanted}")
    return Slot(place, node_id, chosen)


def _fits(place: Place, value: Any) -> bool:
    if place in NUMBERS:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, str)
