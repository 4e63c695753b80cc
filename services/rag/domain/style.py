"""A style of the library: what it is called, how it is described, how it is painted; and reading one from outside."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from services.rag.domain.names import MAX_NAME_UNITS, has_han, normalize_name, units
from services.rag.domain.reading import Fields, Kind, parse_lines

MAX_NAME = 80
MAX_PROMPT = 1_000
MAX_ALIASES = 40
MAX_TAGS = 24
PALETTE_SIZES = range(4, 7)
MAX_IMPORT = 2_000
"""Styles in one import; it is one transaction, so its size is bounded."""

STYLE = Kind("styles", "风格", "个", "style", "ink_wash")

_COLOUR = re.compile(r"#[0-9a-f]{6}")


class Medium(StrEnum):
    """A rendering technique of the built-in painter."""

    NEON = "neon"
    INK_WASH = "ink_wash"
    WATERCOLOR = "watercolor"
    OIL = "oil"
    PIXEL = "pixel"
    FLAT = "flat"
    LINE_ART = "line_art"
    ANIME = "anime"
    CRAYON = "crayon"
    PAPER_CUT = "paper_cut"
    MOSAIC = "mosaic"
    WOODBLOCK = "woodblock"
    PHOTO = "photo"
    LOW_POLY = "low_poly"
    POINTILLISM = "pointillism"
    POP_ART = "pop_art"


@dataclass(frozen=True, slots=True)
class Style:
    """One style.

    Attributes:
        key: stable name in a scope: lower case letters, digits, underscores.
        name_zh, name_en: what people call it; one of the two may be empty.
        aliases: other names in either language; each finds the style exactly.
        prompt: its description for an image model.
        prompt_zh: the same in Chinese, or empty.
        medium: how the built-in painter renders it.
        palette: 4 to 6 colours '#rrggbb' by role: ground, second ground, main subject, second subject, accents.
        tags: words that go with it; they widen what finds it.

    """

    key: str
    name_zh: str
    name_en: str
    aliases: tuple[str, ...]
    prompt: str
    prompt_zh: str
    medium: Medium
    palette: tuple[str, ...]
    tags: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Return every name and alias, normalised for exact look-up, without repeats."""
        names = (self.name_zh, self.name_en, *self.aliases)
        return tuple(dict.fromkeys(normalize_name(name) for name in names if name))

    @property
    def embedded_text(self) -> str:
        """Return what is embedded: names and tags; the prompt stands in where there are no tags.

        Names with tags separated best on the labelled queries (docs/retrieval.md has the comparison).
        """
        return " ".join(part for part in (self.name_zh, self.name_en, *(self.tags or (self.prompt,))) if part)

    def prompt_like(self, text: str) -> str:
        """Return the prompt in the language *text* is written in, where there is one."""
        return self.prompt_zh if self.prompt_zh and has_han(text) else self.prompt

    def as_mapping(self) -> dict[str, object]:
        """Return the record as it is stored, exported and read back by `parse_style`."""
        return {
            "key": self.key,
            "name_zh": self.name_zh,
            "name_en": self.name_en,
            "aliases": list(self.aliases),
            "prompt_zh": self.prompt_zh,
            "prompt": self.prompt,
            "medium": self.medium.value,
            "palette": list(self.palette),
            "tags": list(self.tags),
        }


def parse_styles(lines: Iterable[str]) -> tuple[Style, ...]:
    """Return the styles of a JSON Lines file, one object a line; blank lines are passed over.

    Raises:
        ReflowError: INVALID_INPUT_FORMAT naming the line and the field: not JSON, not a style, a key given
            twice, nothing to import, or more than `MAX_IMPORT` styles.

    """
    return parse_lines(lines, STYLE, lambda mapping, line: parse_style(mapping, line=line), MAX_IMPORT)


def parse_style(mapping: Mapping[str, object], *, line: int | None = None) -> Style:
    """Return the style *mapping* describes; *line* is where it stood, for the error's text.

    Raises:
        ReflowError: INVALID_INPUT_FORMAT with `field` set (`styles[LINE].FIELD`, or FIELD without a line).

    """
    fields = Fields(STYLE, mapping, line)
    fields.only(_FIELDS)
    style = Style(
        key=fields.key(),
        name_zh=fields.text("name_zh", MAX_NAME),
        name_en=fields.text("name_en", MAX_NAME),
        aliases=fields.texts("aliases", MAX_ALIASES, MAX_NAME),
        prompt=fields.text("prompt", MAX_PROMPT),
        prompt_zh=fields.text("prompt_zh", MAX_PROMPT),
        medium=_medium(fields),
        palette=_palette(fields),
        tags=fields.texts("tags", MAX_TAGS, MAX_NAME),
    )
    if not style.name_zh and not style.name_en:
        fields.refuse("name_zh", "请给出中文名或英文名", "give a Chinese or an English name")
    if not style.prompt:
        fields.refuse("prompt", "请写一段描述这种风格的提示词", "give a prompt that describes the style")
    _check_names(style, fields)
    return style


_FIELDS = frozenset({"key", "name_zh", "name_en", "aliases", "prompt", "prompt_zh", "medium", "palette", "tags"})


def _medium(fields: Fields) -> Medium:
    value = fields.mapping.get("medium")
    if value not in list(Medium):
        media = ", ".join(Medium)
        fields.refuse("medium", f"“{value}”不行，可用的有 {media}", f'"{value}" will not do; there are {media}')
    return Medium(str(value))


def _palette(fields: Fields) -> tuple[str, ...]:
    colours = tuple(colour.lower() for colour in fields.texts("palette", MAX_TAGS, MAX_NAME))
    wrong = next((colour for colour in colours if not _COLOUR.fullmatch(colour)), None)
    if wrong is not None:
        fields.refuse("palette", f"“{wrong}”不是颜色，请写成 #1d2b53", f'"{wrong}" is no colour; write it as #1d2b53')
    if len(colours) not in PALETTE_SIZES:
        count = len(colours)
        fields.refuse("palette", f"需要 4 到 6 种颜色，现有 {count} 种", f"needs 4 to 6 colours, there are {count}")
    return colours


def _check_names(style: Style, fields: Fields) -> None:
    """Refuse names that could never be looked up exactly: without a letter, or longer than a phrase."""
    for field, names in (("name_zh", (style.name_zh,)), ("name_en", (style.name_en,)), ("aliases", style.aliases)):
        for name in filter(None, names):
            if not 1 <= len(units(name)) <= MAX_NAME_UNITS or len(normalize_name(name)) < 2:
                fields.refuse(
                    field,
                    f"“{name}”不能作名字：需要 2 个字以上、{MAX_NAME_UNITS} 个字或词以内",
                    f'"{name}" cannot be a name: it needs 2 letters or more and at most {MAX_NAME_UNITS} words',
                )
