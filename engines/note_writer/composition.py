"""A new note: a template with its placeholders filled in, up to the requested length."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engines.language.words import contains_any
from engines.note_planner.request.completeness import REFERRING, is_complete, list_content
from engines.note_planner.request.statements import name_beyond, split_phrases
from engines.note_subject import COMPLAINT, find_matters, find_tasks
from engines.note_themes import is_theme_certain
from engines.note_writer.details import (
    build_detail_block,
    find_details,
    list_unused,
    match_details,
    remark_on_excluded,
    remark_on_unused,
)
from engines.note_writer.lengths import Length, Unit, default_unit
from engines.note_writer.noun_phrases import (
    MAX_TOPIC_LENGTH,
    add_article,
    is_clause,
    name_for,
    select_audience,
    strip_item_noun,
)
from engines.note_writer.parsers.requirements import Requirements
from engines.note_writer.phrases import find_known_aside, list_subjects, select_template
from engines.note_writer.phrases.frames import CITATIONS, REPORT
from engines.note_writer.placeholders import Placeholders
from engines.note_writer.quotations import (
    build_quotation_blocks,
    select_quotations,
)
from engines.note_writer.rng import shuffle
from engines.note_writer.source_selection.exclusions import list_excluded
from engines.note_writer.tags import select_tags
from engines.note_writer.titles import select_title
from engines.note_writer.values import Block, Draft, NoteRequest, Template, join_blocks
from services.common.contract.note import Closeness
from services.common.text.language import Language, Text

# A length that is useful and still read to the end.
DEFAULT_LENGTH = {Unit.CHARACTERS: 300, Unit.WORDS: 150}
_BULLET = "• "
_NO_SOURCES = Text(
    "资料库里没有可以引用的内容，这篇没有引用来源：中间几段是这一类主题的一般建议。",
    "The library has nothing to cite on this topic: this note cites no source, and its sections are general advice on "
    "its theme.",
)
_CITES_NOTHING = Text(
    "资料库里没有可以引用的内容，这篇没有引用来源。",
    "The library has nothing to cite on this topic: this note cites no source.",
)
_NOTHING = Text(
    "没有这个主题的模板，资料库里也没有可以引用的内容：这里只有开头和结尾。请导入相关笔记，或配置写作模型。",
    "There is neither a template for this theme nor a source on it, so the note has only an opening and a closing. "
    "Import notes on this theme, or configure a writing model.",
)
_OWN_WORDS = Text(
    "资料库里没有可以引用的内容：正文是你自己写的话，没有添加别的。要更完整的文字，请导入相关笔记，或配置写作模型。",
    "The library has nothing to cite on this topic: the text is what you wrote, with nothing added. For a fuller text, "
    "import notes on this theme, or configure a writing model.",
)
_CLOSE = Text(
    "资料库里有相近的《{title}》，里面没有可以直接引用的句子，这篇没有引用来源。",
    "The library has “{title}”, which is close to this topic, but no sentence of it could be cited: this note cites no "
    "source.",
)
_LIST_TYPES = ("guide", "tutorial", "list", "recommendation", "")
MAX_DETAILS_OF_TEMPLATE = 1
"""With more details, a request is not answered by the general advice of a template."""
_LONGEST_PARAGRAPH = 3
"""Sentences of the user in one paragraph."""
_STEM = 5
"""Letters by which two forms of an English word are the same."""
_SEASONS = frozenset(("spring", "summer", "autumn", "fall", "winter", "春天", "夏天", "秋天", "冬天", "秋冬", "春夏"))
_FILLERS = re.compile(r"怎么|如何|入门|新手|初学者?|零基础|技巧|方法|攻略|指南|推荐|日常|周末|[的和与去做来]")
"""Chinese words of a topic that name nothing."""
_MAX_SECTIONS, _EDGES = 7, 2
"""Maximum number of sections; paragraphs around them: the opening and the closing."""


@dataclass(frozen=True, slots=True)
class Material:
    """The text that a note can be composed of.

    In `sections`, the sentences that the seed prefers come first; `reading_order` has all of them in the order of the
    template. `own` is the opening with the user's sentences, without items if there are none. `unused` are the details
    of the request that the text lacks.
    """

    own: Block
    opening: str
    sections: tuple[Block, ...]
    reading_order: tuple[str, ...]
    details: Block | None
    unused: tuple[str, ...]
    quotations: tuple[Block, ...]
    asides: tuple[Block, ...]
    closing: str


def compose(request: NoteRequest, requirements: Requirements) -> Draft:
    """Return a draft that repeats as little as possible of the previous one, if any."""
    material = collect_material(request, requirements)
    blocks = _build_blocks(request, requirements, material)
    template = rank_templates(request)[0]
    placeholders = build_placeholders(request, len(material.sections), for_whom=not template.sections)
    titled = replace(placeholders, topic=request.topic) if request.statements else placeholders
    draft = Draft(select_title(request, template, titled, requirements), blocks, select_tags(request, requirements))
    lost = (one for one in split_phrases(request.topic) if one.lower() not in f"{draft.title}\n{draft.body}".lower())
    unused = (*material.unused, *lost)
    return replace(draft, remarks=_remark_on_sources(request, replace(material, unused=unused)))


def _remark_on_sources(request: NoteRequest, material: Material) -> tuple[str, ...]:
    """Return remarks for the user: the draft has no sources, or does not use some details."""
    has_sources = material.quotations or material.details is not None
    if not has_sources:
        return (_describe_absence(request), *remark_on_unused(material.unused, request.language))
    excluding = [one for one in material.unused if one in request.constraints and list_excluded(one)]
    others = [one for one in material.unused if one not in excluding]
    return (*remark_on_excluded(excluding, request.language), *remark_on_unused(others, request.language))


def _describe_absence(request: NoteRequest) -> str:
    """Return why the note has no source: the library has none, only a close one, or the note is the user's report."""
    close = next((one.title for one in request.sources if one.closeness is Closeness.CLOSE), "")
    if close:
        text = _CLOSE
    elif not request.is_story and _has_own_template(request):
        text = _NO_SOURCES
    else:
        text = _OWN_WORDS if request.statements or request.is_solemn else _NOTHING
    return text.pick(request.language).format(title=close.strip("《》"))


def remark_on_revision(request: NoteRequest, requirements: Requirements, draft: Draft) -> tuple[str, ...]:
    """Return remarks for the user on a revised *draft*: what the first one lacked, unless the revision added it."""
    material = collect_material(request, requirements)
    matches = match_details(find_details(request), request, requirements.excluded_words)
    sources = tuple(one.title for one in select_quotations(request))
    written = "\n".join((request.topic, draft.title, draft.body, *sources))
    remarks = _remark_on_sources(request, replace(material, unused=list_unused(matches, written)))
    has_content = len(draft.blocks) > _EDGES
    untrue = tuple(one.pick(request.language) for one in (_NOTHING, _OWN_WORDS)) if has_content else ()
    return tuple(_CITES_NOTHING.pick(request.language) if one in untrue else one for one in remarks)


def rank_templates(request: NoteRequest) -> tuple[Template, ...]:
    """Return the usable templates, best first.

    Facts replace the sections of templates, which would also fit other topics. Without facts, only
    templates for the theme are used: one of the request, else a built-in one. For a rewrite,
    templates whose headings the previous draft has come last.
    """
    own = select_own_template(request)
    if select_quotations(request):
        return (CITATIONS[request.language],)
    if request.is_story:
        return (REPORT[request.language],)
    is_detailed = len(find_details(request)) > MAX_DETAILS_OF_TEMPLATE
    themed = () if is_detailed else tuple(template for template in request.templates if template.is_specific)
    if not themed and not own.sections:
        return (REPORT[request.language] if request.statements or request.is_solemn else own,)
    if request.previous is None or not request.feedback:
        return themed or (own,)
    body = request.previous.body
    # No built-in template suits a story; other content types may use the built-in one of the theme.
    others = (*themed[:1], *((own,) if own.sections else ()), *themed[1:])
    return tuple(sorted(others, key=lambda template: sum(section.heading in body for section in template.sections)))


def select_own_template(request: NoteRequest) -> Template:
    """Return the built-in template for the theme of the topic; one without sections if the theme is uncertain."""
    is_certain = suits_template(request.topic) and not is_clause(request.topic, request.language)
    is_certain = is_certain and len(find_details(request)) <= MAX_DETAILS_OF_TEMPLATE
    template = select_template(request.language, request.topic if is_certain else "")
    subjects = list_subjects(request.language, request.topic)
    suits = has_matters_of(request.topic, template) and names_subject_of(request.topic, template, subjects)
    return template if suits else select_template(request.language, "")


def suits_template(topic: str) -> bool:
    """Return whether the general advice of a template answers *topic*: its theme is certain, and it is no complaint."""
    return is_theme_certain(topic) and not COMPLAINT.search(topic)


def has_matters_of(topic: str, template: Template) -> bool:
    """Return whether *template* is for the matters and tasks of *topic*; one that names none is for all of its theme.

    One on tidying is not about moving, and one on talks at work not about a side job.
    """
    text = _join_text(template)
    pairs = ((find(topic), find(text)) for find in (find_matters, find_tasks))
    return all(not expected or not named or expected & named for expected, named in pairs)


def names_subject_of(topic: str, template: Template, subjects: Sequence[str]) -> bool:
    """Return whether *template* for *subjects* has every word of *topic* but its season.

    Its sentences fit each subject of its theme, and are none on a narrower one: on hand cream, of those on clothes.
    """
    folded, text = topic.lower(), "\n".join((*subjects, _join_text(template))).lower()
    if folded in subjects:
        return True
    words = [word for word in list_content(topic) if word not in _SEASONS]
    # A part of a compound names another thing: 垫 of 瑜伽垫.
    rest = _FILLERS.sub("", folded)
    for word in (*words, *subjects, *_SEASONS):
        rest = rest if word.isascii() else rest.replace(word, "")
    is_whole = not any("\u4e00" <= letter <= "\u9fff" for letter in rest)
    named = (
        re.search(rf"\b{re.escape(word[:_STEM])}", text) is not None if word.isascii() else word in text
        for word in words
    )
    return bool(words) and is_whole and all(named)


def _join_text(template: Template) -> str:
    sentences = (sentence for section in template.sections for sentence in (section.heading, *section.sentences))
    return "\n".join((*template.titles, *template.openings, *sentences)).replace("{topic}", " ")


def _has_own_template(request: NoteRequest) -> bool:
    """Return whether a template is for the theme: one of the request with topics, or a built-in one."""
    is_detailed = len(find_details(request)) > MAX_DETAILS_OF_TEMPLATE
    is_specific = any(template.is_specific for template in request.templates) and not is_detailed
    return is_specific or bool(select_own_template(request).sections)


def build_placeholders(request: NoteRequest, count: int, *, for_whom: bool = False) -> Placeholders:
    """Return the values of the placeholders; *count* is the number of sections, *for_whom* adds the audience."""
    beyond = name_beyond(request.topic, request.statements)
    topic = beyond if is_complete(beyond) and not REFERRING.search(beyond) else request.topic
    topic = strip_item_noun(topic) if request.content_type == "list" and not for_whom else topic
    audience = select_audience(request)
    if for_whom and audience and not is_clause(topic, request.language):
        named = name_for(audience, topic, request.language)
        topic = named if len(named) <= MAX_TOPIC_LENGTH[request.language] else topic
    return Placeholders(topic, audience, request.place, count, add_article(topic, request.language))


def collect_material(request: NoteRequest, requirements: Requirements, own: Template | None = None) -> Material:
    """Return the available text, with the sections of the template *own*, by default the best one.

    In each section, sentences that the previous draft does not contain come first.
    """
    template = own or rank_templates(request)[0]
    used = request.previous.body if request.previous else ""
    count = min(len(template.sections), _MAX_SECTIONS)
    placeholders = build_placeholders(request, count, for_whom=not template.sections)
    sections, order = list[Block](), list[str]()
    for number, section in enumerate(template.sections[:_MAX_SECTIONS]):
        sentences = placeholders.fill_all(section.sentences)
        preferred = _sort_unused_first(shuffle(sentences, request.seed, f"section {number}"), used)
        if sentences:
            order += build_block("", sentences, request).items
            sections.append(build_block(placeholders.fill(section.heading), preferred, request))
    excluded = requirements.excluded_words
    matches = match_details(_list_details(request, placeholders), request, excluded)
    matched_sentences = {match.sentence for match in matches.values() if match is not None}
    quotations = tuple(
        one
        for one in select_quotations(request)
        if one.sentence not in matched_sentences and not contains_any(one.sentence, excluded)
    )
    known = (
        (word, find_known_aside(request.language, word, subject=request.topic)) for word in requirements.required_words
    )
    asides = tuple(_build_aside(request.language, word, sentence, sections) for word, sentence in known if sentence)
    stated = tuple(one for one in request.statements if not contains_any(one, excluded)) or request.statements
    # The user's sentences are the opening and the whole of a story: a frame around them would repeat them.
    is_named = bool(request.statements) and not name_beyond(request.topic, request.statements)
    openings, closings = ((), ()) if is_named and request.is_story else (template.openings, template.closings)
    opening = _select_text(openings, request, placeholders, "opening", used)
    return Material(
        own=_build_report(request, stated, opening),
        opening=opening,
        sections=tuple(sections),
        reading_order=tuple(order),
        details=build_detail_block(matches, request.language),
        unused=list_unused(matches, "\n".join((request.topic, *stated, *(one.title for one in quotations)))),
        quotations=build_quotation_blocks(quotations, request.language),
        asides=asides,
        closing=_select_text(closings, request, placeholders, "closing", used),
    )


def _build_report(request: NoteRequest, stated: Sequence[str], opening: str) -> Block:
    """Return the user's sentences before the *opening*, or after what they lack of the topic where there is none."""
    is_chinese = request.language is Language.CHINESE
    lacking = "" if opening else name_beyond(request.topic, stated)
    named = f"{lacking[:1].upper()}{lacking[1:]}{'。' if is_chinese else '.'}" if lacking else ""
    is_report = stated or request.is_solemn
    sentences = (named, *stated, opening) if is_report else ()
    return Block("", tuple(one for one in sentences if one), "" if is_chinese else " ", is_own=True)


def _list_details(request: NoteRequest, placeholders: Placeholders) -> tuple[str, ...]:
    """Return the details of *request*, and its readers where neither the topic nor a detail names them."""
    details = find_details(request)
    named = "\n".join((placeholders.topic, request.topic, *request.constraints)).lower()
    readers = request.audience if request.has_explicit_audience else ""
    return (*details, readers) if readers and readers.lower() not in named else details


def build_block(heading: str, sentences: Sequence[str], request: NoteRequest) -> Block:
    """Return a section: a list for content types that use lists, else running text."""
    if request.content_type in _LIST_TYPES:
        return Block(heading, tuple(f"{_BULLET}{sentence}" for sentence in sentences), "\n")
    return Block(heading, tuple(sentences), "" if request.language is Language.CHINESE else " ")


def to_blocks(text: str) -> tuple[Block, ...]:
    """Return *text* as a block without a heading; no block for ""."""
    return (Block("", (text,)),) if text else ()


def resolve_length(request: NoteRequest, requirements: Requirements) -> Length:
    """Return the target length within the required limits."""
    if requirements.min_length is not None:
        return requirements.min_length
    unit = requirements.max_length.unit if requirements.max_length is not None else default_unit(request.language)
    least = DEFAULT_LENGTH[unit]
    return Length(min(least, requirements.max_length.count) if requirements.max_length is not None else least, unit)


def _build_blocks(request: NoteRequest, requirements: Requirements, material: Material) -> tuple[Block, ...]:
    """Return the blocks with as many sentences per section as the length requires, at least two."""
    target = resolve_length(request, requirements)
    longest = max((len(section.items) for section in material.sections), default=0)
    blocks = tuple[Block, ...]()
    for count in range(min(2, longest), longest + 1):
        blocks = _assemble(material, count)
        if target.measure(join_blocks(blocks)) >= target.count:
            break
    return blocks or _assemble(material, 0)


def _assemble(material: Material, count: int) -> tuple[Block, ...]:
    sections = (
        replace(section, items=tuple(sorted(section.items[:count], key=material.reading_order.index)))
        for section in material.sections
    )
    before = (*(() if material.details is None else (material.details,)), *material.quotations)
    middle = (*before, *sections, *material.asides)
    is_whole = not middle and not material.closing
    opening = _open(material, is_whole=is_whole) or to_blocks(material.opening)
    return (*opening, *middle, *to_blocks(material.closing))


def _open(material: Material, *, is_whole: bool) -> tuple[Block, ...]:
    """Return the opening, with the user's sentences; in two paragraphs if they are the whole text, and many."""
    own = material.own
    half = (len(own.items) + 1) // 2 if is_whole and len(own.items) > _LONGEST_PARAGRAPH else len(own.items)
    return tuple(replace(own, items=part) for part in (own.items[:half], own.items[half:]) if part)


def _select_text(texts: Iterable[str], request: NoteRequest, placeholders: Placeholders, name: str, used: str) -> str:
    filled = _sort_unused_first(shuffle(placeholders.fill_all(texts), request.seed, name), used)
    return filled[0] if filled else ""


def _sort_unused_first(sentences: Sequence[str], used: str) -> tuple[str, ...]:
    """Return *sentences*, first those that the text *used* does not contain."""
    return tuple(sorted(sentences, key=lambda sentence: sentence in used))


def _build_aside(language: Language, word: str, sentence: str, sections: Sequence[Block]) -> Block:
    """Return a section about *word*."""
    heading = f"关于{word}" if language is Language.CHINESE else f"On {word}"
    separator = sections[0].separator if sections else ""
    return Block(f"📝 {heading}", (f"{_BULLET}{sentence}" if separator == "\n" else sentence,), separator)
