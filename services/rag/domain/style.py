"""A style of the library: what it is called, how it is described, how it is painted; and reading one from outside."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NoReturn

from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.rag.domain.names import MAX_NAME_UNITS, has_han, normalize_name, units

MAX_NAME = 80
MAX_PROMPT = 1_000
MAX_ALIASES = 40
MAX_TAGS = 24
PALETTE_SIZES = range(4, 7)
MAX_IMPORT = 2_000
"""Styles in one import; it is one transaction, so its size is bounded."""

_KEY = re.compile(r"[a-z0-9][a-z0-9_]{0,63}")
_COLOUR = re.compile(r"#[0-9a-f]{6}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


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
    styles: dict[str, Style] = {}
    seen: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        style = parse_style(_object(line, number), line=number)
        if style.key in styles:
            first = seen[style.key]
            _refuse(number, "key", f"“{style.key}”在第 {first} 行已经有了", f'"{style.key}" is already on line {first}')
        if len(styles) == MAX_IMPORT:
            _refuse(number, "", f"一次最多导入 {MAX_IMPORT} 个风格", f"at most {MAX_IMPORT} styles in one import")
        styles[style.key], seen[style.key] = style, number
    if not styles:
        _refuse(None, "", "文件里没有风格，请每行写一个 JSON 对象", "nothing to import; write one JSON object a line")
    return tuple(styles.values())


def parse_style(mapping: Mapping[str, object], *, line: int | None = None) -> Style:
    """Return the style *mapping* describes; *line* is where it stood, for the error's text.

    Raises:
        ReflowError: INVALID_INPUT_FORMAT with `field` set (`styles[LINE].FIELD`, or FIELD without a line).

    """
    unknown = sorted(set(mapping) - _FIELDS)
    if unknown:
        fields = ", ".join(sorted(_FIELDS))
        _refuse(line, unknown[0], f"没有这个字段，可用的有 {fields}", f"no such field; there are {fields}")
    style = Style(
        key=_key(mapping, line),
        name_zh=_text(mapping, "name_zh", MAX_NAME, line),
        name_en=_text(mapping, "name_en", MAX_NAME, line),
        aliases=_texts(mapping, "aliases", MAX_ALIASES, line),
        prompt=_text(mapping, "prompt", MAX_PROMPT, line),
        prompt_zh=_text(mapping, "prompt_zh", MAX_PROMPT, line),
        medium=_medium(mapping, line),
        palette=_palette(mapping, line),
        tags=_texts(mapping, "tags", MAX_TAGS, line),
    )
    if not style.name_zh and not style.name_en:
        _refuse(line, "name_zh", "请给出中文名或英文名", "give a Chinese or an English name")
    if not style.prompt:
        _refuse(line, "prompt", "请写一段描述这种风格的提示词", "give a prompt that describes the style")
    _check_names(style, line)
    return style


_FIELDS = frozenset({"key", "name_zh", "name_en", "aliases", "prompt", "prompt_zh", "medium", "palette", "tags"})


def _object(line: str, number: int) -> Mapping[str, object]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        _refuse(number, "", f"不是 JSON（{error}）", f"not JSON ({error})")
    if not isinstance(value, dict):
        _refuse(number, "", "应是一个 JSON 对象", "should be a JSON object")
    return value


def _key(mapping: Mapping[str, object], line: int | None) -> str:
    key = _text(mapping, "key", 64, line)
    if not _KEY.fullmatch(key):
        _refuse(
            line,
            "key",
            f"“{key}”不行，请用小写字母、数字和下划线，如 ink_wash",
            f'"{key}" will not do; use lower case letters, digits and underscores, such as ink_wash',
        )
    return key


def _text(mapping: Mapping[str, object], field: str, longest: int, line: int | None) -> str:
    value = mapping.get(field, "")
    if not isinstance(value, str):
        _refuse(line, field, "应是文字", "should be text")
    return _clean(value, field, longest, line)


def _texts(mapping: Mapping[str, object], field: str, most: int, line: int | None) -> tuple[str, ...]:
    value = mapping.get(field, [])
    if not isinstance(value, list | tuple) or not all(isinstance(entry, str) for entry in value):
        _refuse(line, field, "应是文字的列表", "should be a list of texts")
    if len(value) > most:
        _refuse(line, field, f"最多 {most} 项，现有 {len(value)} 项", f"at most {most} entries, there are {len(value)}")
    return tuple(text for entry in value if (text := _clean(entry, field, MAX_NAME, line)))


def _clean(value: str, field: str, longest: int, line: int | None) -> str:
    """Return *value* trimmed; a control character or lone surrogate cannot be stored or shown, so it is refused."""
    text = value.strip()
    if _CONTROL.search(text) or any("\ud800" <= character <= "\udfff" for character in text):
        _refuse(line, field, "含有控制字符", "contains a control character")
    if len(text) > longest:
        length = len(text)
        _refuse(line, field, f"最多 {longest} 个字，现有 {length} 个", f"at most {longest} characters, it has {length}")
    return text


def _medium(mapping: Mapping[str, object], line: int | None) -> Medium:
    value = mapping.get("medium")
    if value not in list(Medium):
        media = ", ".join(Medium)
        _refuse(line, "medium", f"“{value}”不行，可用的有 {media}", f'"{value}" will not do; there are {media}')
    return Medium(str(value))


def _palette(mapping: Mapping[str, object], line: int | None) -> tuple[str, ...]:
    colours = tuple(colour.lower() for colour in _texts(mapping, "palette", MAX_TAGS, line))
    wrong = next((colour for colour in colours if not _COLOUR.fullmatch(colour)), None)
    if wrong is not None:
        _refuse(line, "palette", f"“{wrong}”不是颜色，请写成 #1d2b53", f'"{wrong}" is no colour; write it as #1d2b53')
    if len(colours) not in PALETTE_SIZES:
        _refuse(
            line,
            "palette",
            f"需要 4 到 6 种颜色，现有 {len(colours)} 种",
            f"needs 4 to 6 colours, there are {len(colours)}",
        )
    return colours


def _check_names(style: Style, line: int | None) -> None:
    """Refuse names that could never be looked up exactly: without a letter, or longer than a phrase."""
    for field, names in (("name_zh", (style.name_zh,)), ("name_en", (style.name_en,)), ("aliases", style.aliases)):
        for name in filter(None, names):
            if not 1 <= len(units(name)) <= MAX_NAME_UNITS or len(normalize_name(name)) < 2:
                _refuse(
                    line,
                    field,
                    f"“{name}”不能作名字：需要 2 个字以上、{MAX_NAME_UNITS} 个字或词以内",
                    f'"{name}" cannot be a name: it needs 2 letters or more and at most {MAX_NAME_UNITS} words',
                )


def _refuse(line: int | None, field: str, zh: str, en: str) -> NoReturn:
    """Raise the error that names line and field."""
    where_zh = "".join([f"第 {line} 行" if line else "风格", f"的 {field}" if field else ""])
    where_en = ", ".join(part for part in (f"line {line}" if line else "style", field) if part)
    path = ".".join(part for part in (f"styles[{line}]" if line else "", field) if part) or "styles"
    raise ReflowError(
        Code.INVALID_INPUT_FORMAT,
        Text(f"{where_zh}：{zh}。", f"{where_en[0].upper()}{where_en[1:]}: {en}."),
        field=path,
    )
