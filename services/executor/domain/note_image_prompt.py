"""The prompt of a note's image: the planned prompt and additions for the image engine.

Each addition is a separate line within markers, like retrieved text: remote engines strip the markers, and drop lines
if a model accepts fewer characters (the last line is dropped last); the built-in painter, which receives style, colors
and seed as values, ignores them.
"""

import hashlib
from dataclasses import dataclass

from services.common.text.language import Language, Text

MAX_FEEDBACK = 300
MAX_STYLE = 200
# JavaScript's maximum safe integer; web pages display seeds.
SEED_COUNT = 2**53

_ROOM = Text(
    "构图：主体清楚，{places}留出干净、少细节的空间，之后会在那里排文字。",
    "Composition: a clear subject, and calm, plain space {places}, where text will be set later.",
)
_NO_TEXT = Text(
    "画面里不要出现任何文字、字母、水印或边框。", "No text, letters, watermark or frame anywhere in the image."
)
_COLORS = Text("主色：{colors}。", "Main colors: {colors}.")
_STYLE = Text("风格：{style}。", "Style: {style}.")
_FEEDBACK = Text("这次要改进：{feedback}", "Improve: {feedback}")
_POSITIONS = {
    "top": Text("上方", "at the top"),
    "middle": Text("中间", "in the middle"),
    "bottom": Text("下方", "at the bottom"),
}


@dataclass(frozen=True, slots=True)
class PlannedImage:
    """A planned image; *text_positions* are the thirds ("top", "middle", "bottom") of its texts."""

    prompt: str
    style: str
    palette: tuple[str, ...]
    text_positions: tuple[str, ...]
    feedback: str


def build_prompt(image: PlannedImage, language: Language) -> str:
    """Return the prompt of *image* with its additions in *language*, within markers."""
    lines = [_NO_TEXT.pick(language)]
    if image.text_positions:
        join = Text("、", " and ").pick(language)
        places = join.join(_POSITIONS[place].pick(language) for place in image.text_positions)
        lines.append(_ROOM.pick(language).format(places=places))
    if image.palette:
        lines.append(_COLORS.pick(language).format(colors=", ".join(image.palette)))
    style = _to_one_line(image.style)[:MAX_STYLE]
    if style and style not in image.prompt:
        lines.append(_STYLE.pick(language).format(style=style))
    if feedback := _to_one_line(image.feedback)[:MAX_FEEDBACK]:
        lines.append(_FEEDBACK.pick(language).format(feedback=feedback))
    return "\n".join([_replace_markers(image.prompt), *(f"⟦{_replace_markers(line)}⟧" for line in lines)])


def derive_seed(seed: int, feedback: str) -> int:
    """Return *seed*, changed by *feedback*, so that a revision is a different image."""
    if not feedback.strip():
        return seed
    digest = hashlib.sha256(f"{seed}\n{feedback.strip()}".encode()).digest()
    return int.from_bytes(digest[:8]) % SEED_COUNT


def _to_one_line(text: str) -> str:
    return " ".join(text.split())


def _replace_markers(text: str) -> str:
    return text.replace("⟦", "[").replace("⟧", "]")
