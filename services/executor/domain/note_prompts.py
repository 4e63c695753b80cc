"""What an image engine is told of a note's picture beyond the planned prompt.

Each addition stands in a line of its own, marked as what retrieval adds is: remote engines read the words without the
marks, and leave lines out where a model takes fewer characters (the last added is kept the longest); the built-in
painter, which has style, colours and chance as values, passes them over.
"""

import hashlib
from dataclasses import dataclass

from services.common.language import Language, Text

LONGEST_FEEDBACK = 300
LONGEST_STYLE = 200
# JavaScript's whole numbers end there; seeds are shown on web pages.
SEEDS = 2**53

_ROOM = Text(
    "构图：主体清楚，{places}留出干净、少细节的空间，之后会在那里排文字。",
    "Composition: a clear subject, and calm, plain space {places}, where text will be set later.",
)
_NO_TEXT = Text(
    "画面里不要出现任何文字、字母、水印或边框。", "No text, letters, watermark or frame anywhere in the picture."
)
_COLOURS = Text("主色：{colours}。", "Main colours: {colours}.")
_STYLE = Text("风格：{style}。", "Style: {style}.")
_FEEDBACK = Text("这次要改进：{feedback}", "To be improved this time: {feedback}")
_PLACES = {
    "top": Text("上方", "at the top"),
    "middle": Text("中间", "in the middle"),
    "bottom": Text("下方", "at the bottom"),
}


@dataclass(frozen=True, slots=True)
class Picture:
    """A planned picture; *text_places* are the thirds ("top", "middle", "bottom") where texts will stand."""

    prompt: str
    style: str
    palette: tuple[str, ...]
    text_places: tuple[str, ...]
    feedback: str


def told(picture: Picture, language: Language) -> str:
    """Return the prompt of *picture*, its additions marked, in *language*."""
    lines = [_NO_TEXT.pick(language)]
    if picture.text_places:
        join = Text("、", " and ").pick(language)
        places = join.join(_PLACES[place].pick(language) for place in picture.text_places)
        lines.append(_ROOM.pick(language).format(places=places))
    if picture.palette:
        lines.append(_COLOURS.pick(language).format(colours=", ".join(picture.palette)))
    style = _one_line(picture.style)[:LONGEST_STYLE]
    if style and style not in picture.prompt:
        lines.append(_STYLE.pick(language).format(style=style))
    if feedback := _one_line(picture.feedback)[:LONGEST_FEEDBACK]:
        lines.append(_FEEDBACK.pick(language).format(feedback=feedback))
    return "\n".join([_unmarked(picture.prompt), *(f"⟦{_unmarked(line)}⟧" for line in lines)])


def seed_after(seed: int, feedback: str) -> int:
    """Return *seed*, another one for each *feedback*: who wants it otherwise must not get the same picture again."""
    if not feedback.strip():
        return seed
    digest = hashlib.sha256(f"{seed}\n{feedback.strip()}".encode()).digest()
    return int.from_bytes(digest[:8]) % SEEDS


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _unmarked(text: str) -> str:
    return text.replace("⟦", "[").replace("⟧", "]")
