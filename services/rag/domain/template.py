"""Templates of notes: parsing, validation and serialization."""

import re
from collections.abc import Iterable, Mapping, Sequence

from services.common.contract.note import NoteTemplate, TemplateSection
from services.rag.domain.record_parser import Fields, RecordKind, parse_lines

LOCALES = ("zh", "en")
CONTENT_TYPES = ("guide", "review", "tutorial", "list", "story", "recommendation")
PLACEHOLDERS = ("topic", "audience", "place", "count")
"""Placeholders of a template, written {topic}."""
MAX_NAME = 100
MAX_TOPIC = 50
MAX_TITLE = 100
MAX_HEADING = 100
MAX_SENTENCE = 300
MAX_PARAGRAPH = 600
MAX_ENTRIES = 50
MAX_SECTIONS = 20
MAX_CHARACTERS = 10_000
"""Maximum characters of a whole template: a list of a hundred in one message stays below the limit of 4 MiB."""
MAX_IMPORT = 100

TEMPLATE = RecordKind("templates", "模板", "个", "template", "guide-route")

_KEY = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
_PLACEHOLDER = re.compile("|".join(f"{{{place}}}" for place in PLACEHOLDERS))


def to_record(template: NoteTemplate) -> dict[str, object]:
    """Return the record that is stored and exported, and that `parse_template` reads."""
    return {
        "key": template.key,
        "locale": template.locale,
        "name": template.name,
        "content_type": template.content_type,
        "topics": list(template.topics),
        "titles": list(template.titles),
        "openings": list(template.openings),
        "sections": [{"heading": one.heading, "sentences": list(one.sentences)} for one in template.sections],
        "closings": list(template.closings),
    }


def parse_templates(lines: Iterable[str]) -> tuple[NoteTemplate, ...]:
    """Return the templates of a JSON Lines file, one object a line; blank lines are skipped.

    Raises:
        ReflowError: INVALID_INPUT_FORMAT naming the line and the field: not JSON, not a template, a key given twice
            in one language, nothing to import, or more than `MAX_IMPORT` templates.

    """
    return parse_lines(
        lines, TEMPLATE, lambda mapping, line: parse_template(mapping, line=line), MAX_IMPORT, lambda one: one.locale
    )


def parse_template(mapping: Mapping[str, object], *, revision: int = 0, line: int | None = None) -> NoteTemplate:
    """Return the template in *mapping*; *line* is its line in a file, for error messages.

    Raises:
        ReflowError: INVALID_INPUT_FORMAT with `field` set (`templates[LINE].FIELD`, or FIELD without a line).

    """
    fields = Fields(TEMPLATE, mapping, line)
    fields.reject_unknown(_FIELDS)
    template = NoteTemplate(
        key=_parse_key(fields),
        revision=revision,
        locale=_parse_choice(fields, "locale", LOCALES),
        name=_parse_name(fields),
        content_type=_parse_choice(fields, "content_type", (*CONTENT_TYPES, "")),
        topics=_parse_plain_texts(fields, "topics"),
        titles=_parse_texts(fields, "titles", MAX_TITLE),
        openings=_parse_texts(fields, "openings", MAX_PARAGRAPH),
        sections=_parse_sections(fields),
        closings=_parse_texts(fields, "closings", MAX_PARAGRAPH),
    )
    length = _count_characters(template)
    if length > MAX_CHARACTERS:
        fields.reject(
            "",
            f"全文最多 {MAX_CHARACTERS} 个字，现有 {length} 个",
            f"at most {MAX_CHARACTERS} characters in all, it has {length}",
        )
    return template


def parse_locale(value: str) -> str:
    """Return the locale *value*. Raises INVALID_INPUT_FORMAT for an unknown one."""
    return _parse_choice(Fields(TEMPLATE, {"locale": value}), "locale", LOCALES)


def parse_content_type(value: str) -> str:
    """Return the content type *value*, "" for any. Raises INVALID_INPUT_FORMAT for an unknown one."""
    return _parse_choice(Fields(TEMPLATE, {"content_type": value}), "content_type", (*CONTENT_TYPES, ""))


_FIELDS = frozenset(NoteTemplate.__dataclass_fields__) - {"revision"}
_SECTION_FIELDS = frozenset(TemplateSection.__dataclass_fields__)


def _parse_key(fields: Fields) -> str:
    key = fields.text("key", 64)
    if not _KEY.fullmatch(key):
        fields.reject(
            "key",
            f"“{key}”无效，请使用小写字母、数字和连字符，如 {TEMPLATE.example}",
            f'"{key}" is not valid; use lower case letters, digits and hyphens, such as {TEMPLATE.example}',
        )
    return key


def _parse_name(fields: Fields) -> str:
    name = fields.text("name", MAX_NAME)
    if not name:
        fields.reject("name", "请填写名称", "give it a name")
    _reject_braces(fields, "name", name)
    return name


def _parse_choice(fields: Fields, field: str, known: Sequence[str]) -> str:
    value = fields.text(field, 32)
    if value not in known:
        some = [one for one in known if one]
        zh, en = "、".join(some), ", ".join(some)
        fields.reject(field, f"“{value}”无效，可用的有 {zh}", f'"{value}" is not valid; there are {en}')
    return value


def _parse_plain_texts(fields: Fields, field: str) -> tuple[str, ...]:
    """Return texts without placeholders, each once."""
    texts = fields.texts(field, MAX_ENTRIES, MAX_TOPIC)
    for text in texts:
        _reject_braces(fields, field, text)
    return tuple(dict.fromkeys(texts))


def _parse_texts(fields: Fields, field: str, max_length: int, path: str = "") -> tuple[str, ...]:
    """Return at least one text that may have placeholders; *path* is the name of the field in errors."""
    texts = fields.texts(field, MAX_ENTRIES, max_length)
    if not texts:
        fields.reject(path or field, "请至少写一条", "write at least one")
    for text in texts:
        _validate_placeholders(fields, path or field, text)
    return texts


def _parse_sections(fields: Fields) -> tuple[TemplateSection, ...]:
    sections = fields.mapping.get("sections", [])
    if not isinstance(sections, list | tuple) or not all(isinstance(one, Mapping) for one in sections):
        fields.reject("sections", "应是对象的列表", "should be a list of objects")
    if not 1 <= len(sections) <= MAX_SECTIONS:
        count = len(sections)
        fields.reject(
            "sections", f"应有 1 到 {MAX_SECTIONS} 节，现有 {count} 节", f"from 1 to {MAX_SECTIONS}, there are {count}"
        )
    return tuple(_parse_section(fields, one, number) for number, one in enumerate(sections, start=1))


def _parse_section(fields: Fields, section: Mapping[str, object], number: int) -> TemplateSection:
    """Return section *number*, from 1; errors name it sections[NUMBER]."""
    path = f"sections[{number}]"
    named = {f"{path}.{name}": value for name, value in section.items()}
    inner = Fields(fields.kind, named, fields.line)
    inner.reject_unknown({f"{path}.{name}" for name in _SECTION_FIELDS})
    heading = inner.text(f"{path}.heading", MAX_HEADING)
    if not heading:
        inner.reject(f"{path}.heading", "请写小标题", "give it a heading")
    _validate_placeholders(inner, f"{path}.heading", heading)
    return TemplateSection(heading, _parse_texts(inner, f"{path}.sentences", MAX_SENTENCE))


def _validate_placeholders(fields: Fields, field: str, text: str) -> None:
    """Reject any brace that is not part of a placeholder."""
    if re.search("[{}]", _PLACEHOLDER.sub("", text)):
        places = " ".join(f"{{{place}}}" for place in PLACEHOLDERS)
        fields.reject(field, f"花括号里只能是 {places}：“{text}”", f'braces may only stand in {places}: "{text}"')


def _reject_braces(fields: Fields, field: str, text: str) -> None:
    if re.search("[{}]", text):
        fields.reject(field, f"这里不能有花括号：“{text}”", f'no braces here: "{text}"')


def _count_characters(template: NoteTemplate) -> int:
    sections = [text for one in template.sections for text in (one.heading, *one.sentences)]
    texts = (*template.topics, *template.titles, *template.openings, *sections, *template.closings)
    return len(template.name) + sum(map(len, texts))
