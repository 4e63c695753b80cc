"""The text of analyzed images in reading order, and its private parts. Pure: the data is validated, never trusted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, get_args

from engines.private_data import PrivateKind, find_private_data
from services.common.contract.agent_team.team import AgentTask
from services.executor.domain.annotation import parse_json

MAX_IMAGES = 100
# Two texts are on one line if this share of the smaller one's height overlaps; a gap of this many heights is a tab.
_SAME_LINE, _WIDE_GAP = 0.5, 1.5
# The box of a text that is covered grows by this share of its height: OCR draws boxes tightly.
_MARGIN = 0.2


@dataclass(frozen=True, slots=True)
class TextBox:
    """A text of an image with its box in pixels."""

    text: str
    x: int
    y: int
    width: int
    height: int
    private: tuple[str, ...] = ()
    """Kinds of the private data in a text that `hide_private_texts` has removed."""


@dataclass(frozen=True, slots=True)
class ImageText:
    """The texts of an image. `is_truncated`: the analysis lists only a part of them."""

    path: str
    width: int
    height: int
    texts: tuple[TextBox, ...]
    is_truncated: bool

    @property
    def lines(self) -> list[str]:
        """The texts in reading order, a line each: from top to bottom, within a line from left to right."""
        rows = list[list[TextBox]]()
        for text in sorted(self.texts, key=lambda one: one.y + one.height / 2):
            if rows and _is_same_line(rows[-1][-1], text):
                rows[-1].append(text)
            else:
                rows.append([text])
        return [_join(sorted(row, key=lambda one: one.x)) for row in rows]

    def to_covers(self) -> tuple[list[Mapping[str, Any]], dict[str, int]]:
        """Return the regions that cover its private texts, and the number of regions of each kind."""
        covers, kinds = list[Mapping[str, Any]](), dict[str, int]()
        for text in self.texts:
            found = text.private or find_private_data(text.text)
            for kind in found:
                kinds[kind] = kinds.get(kind, 0) + 1
            if found:
                covers.append(_cover(text))
        return covers, kinds


def list_image_texts(task: AgentTask) -> list[ImageText]:
    """Return the texts of the images that the input stages of *task* have read."""
    images = list[ImageText]()
    for stage in task.workflow.stages:
        data = parse_json(stage.structured_data, "task.workflow") if stage.structured_data else None
        analyses = data if isinstance(data, list) else [data]
        images += [_parse_image(one) for one in analyses if isinstance(one, dict) and "textRegions" in one]
    return images[:MAX_IMAGES]


def hide_private_texts(analysis: Mapping[str, Any]) -> dict[str, Any]:
    """Return *analysis* with the kinds of private data in place of each text that contains some."""
    hidden = list[Any]()
    for one in analysis.get("textRegions") or ():
        kinds = list(find_private_data(str(one.get("text", ""))))
        hidden.append({**one, "text": f"[{', '.join(kinds)}]", "private": kinds} if kinds else one)
    return {**analysis, "textRegions": hidden}


def _parse_image(analysis: Mapping[str, Any]) -> ImageText:
    size, regions = analysis.get("imageSize"), analysis.get("textRegions")
    width, height = (_to_int(size.get(name)) if isinstance(size, dict) else 0 for name in ("width", "height"))
    texts = tuple(
        TextBox(
            str(one.get("text", "")),
            x=_to_int(box.get("x")),
            y=_to_int(box.get("y")),
            width=_to_int(box.get("width")),
            height=_to_int(box.get("height")),
            private=_list_kinds(one.get("private")),
        )
        for one in (regions if isinstance(regions, list) else [])
        if isinstance(one, dict) and isinstance(box := one.get("boundingBox"), dict)
    )
    return ImageText(str(analysis.get("imagePath", "")), width, height, texts, bool(analysis.get("truncated")))


def _list_kinds(value: Any) -> tuple[str, ...]:
    return tuple(kind for kind in get_args(PrivateKind) if kind in value) if isinstance(value, list) else ()


def _to_int(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _is_same_line(above: TextBox, below: TextBox) -> bool:
    overlap = min(above.y + above.height, below.y + below.height) - max(above.y, below.y)
    return overlap > _SAME_LINE * min(above.height, below.height)


def _join(row: Sequence[TextBox]) -> str:
    line = row[0].text
    for before, text in pairwise(row):
        gap = text.x - before.x - before.width
        line += ("\t" if gap > _WIDE_GAP * text.height else " ") + text.text
    return line


def _cover(text: TextBox) -> Mapping[str, Any]:
    margin = max(2, round(_MARGIN * text.height))
    left, top = max(0, text.x - margin), max(0, text.y - margin)
    return {
        "type": "cover",
        "x": left,
        "y": top,
        "width": text.x + text.width + margin - left,
        "height": text.y + text.height + margin - top,
        "label": "",
    }
