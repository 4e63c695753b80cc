"""The slots of a graph that a request fills in, found by the titles of nodes. Pure.

A title names the values of its node: `reflow:prompt`, or several, `reflow:width reflow:height`; other words in it are
ignored. `reflow:prompt.text_g` also names the input, if it is not the default one.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any


class SlotName(StrEnum):
    """The values that a request fills in; RESULT has no value, it names the node of the result image."""

    PROMPT = "prompt"
    NEGATIVE = "negative"
    SEED = "seed"
    STEPS = "steps"
    WIDTH = "width"
    HEIGHT = "height"
    CHECKPOINT = "checkpoint"
    IMAGE = "image"
    MASK = "mask"
    DENOISE = "denoise"
    RESULT = "picture"


INPUT_NAMES: Mapping[SlotName, tuple[str, ...]] = MappingProxyType(
    {
        SlotName.PROMPT: ("text", "prompt", "value", "string"),
        SlotName.NEGATIVE: ("text", "prompt", "value", "string"),
        SlotName.SEED: ("seed", "noise_seed", "value"),
        SlotName.STEPS: ("steps", "value"),
        SlotName.WIDTH: ("width", "value"),
        SlotName.HEIGHT: ("height", "value"),
        SlotName.CHECKPOINT: ("ckpt_name", "unet_name", "value"),
        SlotName.IMAGE: ("image",),
        SlotName.MASK: ("image", "mask"),
        SlotName.DENOISE: ("denoise", "value"),
    }
)
"""The inputs of each slot; the first that the node has is filled, unless the title names one."""

NUMERIC_SLOTS = frozenset({SlotName.SEED, SlotName.STEPS, SlotName.WIDTH, SlotName.HEIGHT, SlotName.DENOISE})

_TITLE_PATTERN = re.compile(r"reflow:(\w+)(?:\.(\w+))?")


@dataclass(frozen=True, slots=True)
class Slot:
    """One input of one node; no input for RESULT."""

    name: SlotName
    node: str
    input: str = ""


def find_slots(node_id: str, node: Mapping[str, Any]) -> tuple[tuple[Slot, ...], tuple[str, ...]]:
    """Return the slots that the title of *node* names, and the problems of the title."""
    slots, problems = [], []
    for name, named_input in _TITLE_PATTERN.findall(_get_title(node)):
        try:
            slots.append(_parse_slot(name, named_input, node_id, node["inputs"]))
        except ValueError as error:
            problems.append(f"node {node_id!r} ({node['class_type']}), title reflow:{name}: {error}")
    return tuple(slots), tuple(problems)


def _get_title(node: Mapping[str, Any]) -> str:
    meta = node.get("_meta")
    title = meta.get("title") if isinstance(meta, Mapping) else None
    return title if isinstance(title, str) else ""


def _parse_slot(name: str, named_input: str, node_id: str, inputs: Mapping[str, Any]) -> Slot:
    if name not in tuple(SlotName):
        raise ValueError(f"there is no such slot; there are {', '.join(SlotName)}")
    slot_name = SlotName(name)
    if slot_name is SlotName.RESULT:
        return Slot(slot_name, node_id)
    candidates = (named_input,) if named_input else INPUT_NAMES[slot_name]
    chosen = next((candidate for candidate in candidates if candidate in inputs), None)
    if chosen is None:
        raise ValueError(f"the node has no input {' or '.join(candidates)}; name it: reflow:{name}.INPUT")
    if isinstance(inputs[chosen], list):
        raise ValueError(f"its input {chosen} comes from another node; put the title onto that one")  # noqa: TRY004
    if not _is_valid_value(slot_name, inputs[chosen]):
        expected = "number" if slot_name in NUMERIC_SLOTS else "text"
        raise ValueError(f"its input {chosen} contains no {expected}")
    return Slot(slot_name, node_id, chosen)


def _is_valid_value(name: SlotName, value: Any) -> bool:
    if name in NUMERIC_SLOTS:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, str)
