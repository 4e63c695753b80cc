"""A style of the library: its names, prompt and rendering; parsing and serialization."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from services.common.contract.image_chat import Medium
from services.common.images.color_codes import is_color
from services.rag.domain.names import MAX_NAME_UNITS, has_han, normalize_name, units
from services.rag.domain.record_parser import Fields, RecordKind, parse_lines

MAX_NAME = 80
MAX_PROMPT = 1_000
MAX_ALIASES = 40
MAX_TAGS = 24
PALETTE_SIZES = range(4, 7)
MAX_IMPORT = 2_000
"""Styles in one import, which is one transaction."""

STYLE = RecordKind("styles", "风格", "个", "style", "ink_wash")


@dataclass(frozen=True, slots=True)
class Style:
    """One style.

    Attributes:
        key: stable name in a scope: lower case letters, digits, underscores.
        name_zh, name_en: its names; one of the two may be empty.
        aliases: other names in either language; each matches the style exactly.
        prompt: its description for an image model.
        prompt_zh: the same in Chinese, or empty.
        medium: how the built-in painter renders it.
        palette: 4 to 6 colors '#rrggbb' by role: ground, second ground, main subject, second subject, accents.
        tags: related words, used by the search.

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
        """All names and aliases, normalized for exact look-up, without duplicates."""
        names = (self.name_zh, self.name_en, *self.aliases)
        return tuple(dict.fromkeys(normalize_name(name) for name in names if name))

    @property
    def embedded_text(self) -> str:
        """The embedded text: names and tags, or the prompt if there are no tags.

        Names with tags separate best on the labeled queries (docs/retrieval.md has the comparison).
        """
        return " ".join(part for part in (self.name_zh, self.name_en, *(self.tags or (self.prompt,))) if part)

    def pick_prompt(self, text: str) -> str:
        """Return the prompt in the language of *text*, if there is one."""
        return self.prompt_zh if self.prompt_zh and has_han(text) else self.prompt

    def to_record(self) -> dict[str, object]:
        """Return the record that is stored and exported, and that `parse_style` reads."""
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
    """Return the styles of a JSON Lines file, one object a line; blank lines are skipped.

    Raises:
        ReflowError: INVALID_INPUT_FORMAT naming the line and the field: not JSON, not a style, a key given
            twice, nothing to import, or more than `MAX_IMPORT` styles.

    """
    return parse_lines(lines, STYLE, lambda mapping, line: parse_style(mapping, line=line), MAX_IMPORT)


def parse_style(mapping: Mapping[str, object], *, line: int | None = None) -> Style:
    """Return the style in *mapping*; *line* is its line in a file, for error messages.

    Raises:
        ReflowError: INVALID_INPUT_FORMAT with `field` set (`styles[LINE].FIELD`, or FIELD without a line).

    """
    fields = Fields(STYLE, mapping, line)
    fields.reject_unknown(_FIELDS)
    style = Style(
        key=fields.key(),
        name_zh=fields.text("name_zh", MAX_NAME),
        name_en=fields.text("name_en", MAX_NAME),
        aliases=fields.texts("aliases", MAX_ALIASES, MAX_NAME),
        prompt=fields.text("prompt", MAX_PROMPT),
        prompt_zh=fields.text("prompt_zh", MAX_PROMPT),
        medium=_parse_medium(fields),
        palette=_parse_palette(fields),
        tags=fields.texts("tags", MAX_TAGS, MAX_NAME),
    )
    if not style.name_zh and not style.name_en:
        fields.reject("name_zh", "请给出中文名或英文名", "give a Chinese or an English name")
    if not style.prompt:
        fields.reject("prompt", "请写一段描述这种风格的提示词", "give a prompt that describes the style")
    _validate_names(style, fields)
    return style


_FIELDS = frozenset({"key", "name_zh", "name_en", "aliases", "prompt", "prompt_zh", "medium", "palette", "tags"})


def _parse_medium(fields: Fields) -> Medium:
    value = fields.mapping.get("medium")
    if value not in list(Medium):
        media = ", ".join(Medium)
        fields.reject("medium", f"“{value}”无效，可用的有 {media}", f'"{value}" is not valid; there are {media}')
    return Medium(str(value))


def _parse_palette(fields: Fields) -> tuple[str, ...]:
    colors = tuple(color.lower() for color in fields.texts("palette", MAX_TAGS, MAX_NAME))
    invalid = next((color for color in colors if not is_color(color)), None)
    if invalid is not None:
        fields.reject(
            "palette", f"“{invalid}”不是颜色，请写成 #1d2b53", f'"{invalid}" is not a color; write it as #1d2b53'
        )
    if len(colors) not in PALETTE_SIZES:
        count = len(colors)
        fields.reject("palette", f"需要 4 到 6 种颜色，现有 {count} 种", f"needs 4 to 6 colors, there are {count}")
    return colors


def _validate_names(style: Style, fields: Fields) -> None:
    """Reject names that can never match exactly: without a letter, or longer than a phrase."""
    for field, names in (("name_zh", (style.name_zh,)), ("name_en", (style.name_en,)), ("aliases", style.aliases)):
        for name in filter(None, names):
            if not 1 <= len(units(name)) <= MAX_NAME_UNITS or len(normalize_name(name)) < 2:
                fields.reject(
                    field,
                    f"“{name}”不能作名字：需要 2 个字以上、{MAX_NAME_UNITS} 个字或词以内",
                    f'"{name}" cannot be a name: it needs 2 letters or more and at most {MAX_NAME_UNITS} words',
                )
