"""A template of notes: the frame a text of some kind is written into; and reading one from outside."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from services.rag.domain.reading import Fields, Kind, parse_lines

LOCALES = ("zh", "en")
CONTENT_TYPES = ("guide", "review", "tutorial", "list", "story", "recommendation")
PLACES = ("topic", "audience", "place", "count")
"""What a template leaves open, written {topic}."""
MAX_NAME = 100
MAX_TOPIC = 50
MAX_TITLE = 100
MAX_HEADING = 100
MAX_SENTENCE = 300
MAX_PARAGRAPH = 600
MAX_ENTRIES = 50
MAX_SECTIONS = 20
MAX_CHARACTERS = 10_000
"""Characters of a whole template: a list of a hundred, which is one message, stays below its limit of 4 MiB."""
MAX_IMPORT = 100

TEMPLATE = Kind("templates", "模板", "个", "template", "guide-route")

_KEY = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
_PLACE = re.compile("|".join(f"{{{place}}}" for place in PLACES))


@dataclass(frozen=True, slots=True)
class TemplateSection:
    """What a note goes through: its heading, and what it can say, each sentence standing by itself."""

    heading: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoteTemplate:
    """A frame for notes.

    Attributes:
        key: lower case letters, digits, hyphens; one template for each key and locale.
        revision: counts its changes, from 1; 0 for one that is not stored.
        locale: "zh" or "en".
        name: what people call it.
        content_type: one of `CONTENT_TYPES`, "" for any.
        topics: what notes of this form are about.
        titles, openings, closings: at least one each, with places such as {topic} to fill in.
        sections: at least one, in order, each with a heading and sentences that have places too.

    """

    key: str
    revision: int
    locale: str
    name: str
    content_type: str
    topics: tuple[str, ...]
    titles: tuple[str, ...]
    openings: tuple[str, ...]
    sections: tuple[TemplateSection, ...]
    closings: tuple[str, ...]

    def as_mapping(self) -> dict[str, object]:
        """Return the record as it is stored, exported and read back by `parse_template`."""
        return {
            "key": self.key,
            "locale": self.locale,
            "name": self.name,
            "content_type": self.content_type,
            "topics": list(self.topics),
            "titles": list(self.titles),
            "openings": list(self.openings),
            "sections": [{"heading": one.heading, "sentences": list(one.sentences)} for one in self.sections],
            "closings": list(self.closings),
        }


def parse_templates(lines: Iterable[str]) -> tuple[NoteTemplate, ...]:
    """Return the templates of a JSON Lines file, one object a line; blank lines are passed over.

    Raises:
        ReflowError: INVALID_INPUT_FORMAT naming the line and the field: not JSON, not a template, a key given twice
            in one language, nothing to import, or more than `MAX_IMPORT` templates.

    """
    return parse_lines(
        lines, TEMPLATE, lambda mapping, line: parse_template(mapping, line=line), MAX_IMPORT, lambda one: one.locale
    )


def parse_template(mapping: Mapping[str, object], *, revision: int = 0, line: int | None = None) -> NoteTemplate:
    """Return the template *mapping* describes; *line* is where it stood, for the error's text.

    Raises:
        ReflowError: INVALID_INPUT_FORMAT with `field` set (`templates[LINE].FIELD`, or FIELD without a line).

    """
    fields = Fields(TEMPLATE, mapping, line)
    fields.only(_FIELDS)
    template = NoteTemplate(
        key=_key(fields),
        revision=revision,
        locale=_one_of(fields, "locale", LOCALES),
        name=_name(fields),
        content_type=_one_of(fields, "content_type", (*CONTENT_TYPES, "")),
        topics=_plain(fields, "topics"),
        titles=_filled(fields, "titles", MAX_TITLE),
        openings=_filled(fields, "openings", MAX_PARAGRAPH),
        sections=_sections(fields),
        closings=_filled(fields, "closings", MAX_PARAGRAPH),
    )
    length = _length(template)
    if length > MAX_CHARACTERS:
        fields.refuse(
            "",
            f"全文最多 {MAX_CHARACTERS} 个字，现有 {length} 个",
            f"at most {MAX_CHARACTERS} characters in all, it has {length}",
        )
    return template


def locale_of(written: str) -> str:
    """Return the locale *written*. Raises INVALID_INPUT_FORMAT for one that no template has."""
    return _one_of(Fields(TEMPLATE, {"locale": written}), "locale", LOCALES)


def type_of(written: str) -> str:
    """Return the content type *written*, "" for any. Raises INVALID_INPUT_FORMAT for one that there is not."""
    return _one_of(Fields(TEMPLATE, {"content_type": written}), "content_type", (*CONTENT_TYPES, ""))


_FIELDS = frozenset(NoteTemplate.__dataclass_fields__) - {"revision"}
_SECTION_FIELDS = frozenset(TemplateSection.__dataclass_fields__)


def _key(fields: Fields) -> str:
    key = fields.text("key", 64)
    if not _KEY.fullmatch(key):
        fields.refuse(
            "key",
            f"“{key}”不行，请用小写字母、数字和连字符，如 {TEMPLATE.example}",
            f'"{key}" will not do; use lower case letters, digits and hyphens, such as {TEMPLATE.example}',
        )
    return key


def _name(fields: Fields) -> str:
    name = fields.text("name", MAX_NAME)
    if not name:
        fields.refuse("name", "请起个名字", "give it a name")
    _refuse_braces(fields, "name", name)
    return name


def _one_of(fields: Fields, field: str, known: Sequence[str]) -> str:
    value = fields.text(field, 32)
    if value not in known:
        some = [one for one in known if one]
        zh, en = "、".join(some), ", ".join(some)
        fields.refuse(field, f"“{value}”不行，可用 {zh}", f'"{value}" will not do; there are {en}')
    return value


def _plain(fields: Fields, field: str) -> tuple[str, ...]:
    """Return texts that leave nothing open, each once."""
    texts = fields.texts(field, MAX_ENTRIES, MAX_TOPIC)
    for text in texts:
        _refuse_braces(fields, field, text)
    return tuple(dict.fromkeys(texts))


def _filled(fields: Fields, field: str, longest: int, path: str = "") -> tuple[str, ...]:
    """Return at least one text with places; *path* is what an error calls the field."""
    texts = fields.texts(field, MAX_ENTRIES, longest)
    if not texts:
        fields.refuse(path or field, "请至少写一条", "write at least one")
    for text in texts:
        _check_places(fields, path or field, text)
    return texts


def _sections(fields: Fields) -> tuple[TemplateSection, ...]:
    written = fields.mapping.get("sections", [])
    if not isinstance(written, list | tuple) or not all(isinstance(one, Mapping) for one in written):
        fields.refuse("sections", "应是对象的列表", "should be a list of objects")
    if not 1 <= len(written) <= MAX_SECTIONS:
        count = len(written)
        fields.refuse(
            "sections", f"应有 1 到 {MAX_SECTIONS} 节，现有 {count} 节", f"from 1 to {MAX_SECTIONS}, there are {count}"
        )
    return tuple(_section(fields, one, place) for place, one in enumerate(written, start=1))


def _section(fields: Fields, written: Mapping[str, object], place: int) -> TemplateSection:
    """Return the section at *place*, from 1; an error names it as sections[PLACE]."""
    path = f"sections[{place}]"
    named = {f"{path}.{name}": value for name, value in written.items()}
    inner = Fields(fields.kind, named, fields.line)
    inner.only({f"{path}.{name}" for name in _SECTION_FIELDS})
    heading = inner.text(f"{path}.heading", MAX_HEADING)
    if not heading:
        inner.refuse(f"{path}.heading", "请写小标题", "give it a heading")
    _check_places(inner, f"{path}.heading", heading)
    return TemplateSection(heading, _filled(inner, f"{path}.sentences", MAX_SENTENCE))


def _check_places(fields: Fields, field: str, text: str) -> None:
    """Refuse any brace that is not part of a place."""
    if re.search("[{}]", _PLACE.sub("", text)):
        places = " ".join(f"{{{place}}}" for place in PLACES)
        fields.refuse(field, f"花括号里只能是 {places}：“{text}”", f'braces may only stand in {places}: "{text}"')


def _refuse_braces(fields: Fields, field: str, text: str) -> None:
    if re.search("[{}]", text):
        fields.refuse(field, f"这里不能有花括号：“{text}”", f'no braces here: "{text}"')


def _length(template: NoteTemplate) -> int:
    sections = [text for one in template.sections for text in (one.heading, *one.sentences)]
    texts = (*template.topics, *template.titles, *template.openings, *sections, *template.closings)
    return len(template.name) + sum(map(len, texts))
