"""The built-in image planner: which pictures a note gets, where, and what is written on them, told by rules."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from services.common.language import Language, Text
from services.planner.domain.note.arranging import spread
from services.planner.domain.note.cover_words import WIDEST_SUBTITLE, WIDEST_TITLE, cover_words, fitted, named_topic
from services.planner.domain.note.depictions import depicted, scenes_in
from services.planner.domain.note.measure import shortened, without_emoji
from services.planner.domain.note.paragraphs import headed
from services.planner.domain.note.plan_sets import Draft, DraftText, assembled, colours
from services.planner.domain.note.preferences import (
    ALTERNATING,
    BIG_COVER,
    GRID,
    MOODS_IN_ENGLISH,
    Preferences,
    preferences,
)
from services.planner.domain.note.tasks import ImagesTask
from services.planner.domain.note.values import (
    LEAST_PICTURES,
    MOST_PICTURES,
    ContentType,
    ImagePlans,
    Kind,
    Position,
    Reference,
    Role,
)

PORTRAIT, LARGE_PORTRAIT, SQUARE, LANDSCAPE = (768, 1024), (960, 1280), (768, 768), (1024, 768)
MOST_PER_PARAGRAPH = 3
WIDEST_CAPTION, _WIDEST_GIST = 24, 48
_INNER_SIZES = {GRID: SQUARE, ALTERNATING: LANDSCAPE}
_ORDINAL = re.compile(
    r"第 ?([一二三四五六七八九\d]) ?[张幅]|图 ?([一二三四五六七八九\d])|(?:image|picture|photo) (?:no\. ?)?(\d)\b"
)
_CHANGE = re.compile(
    r"换成|改成|改为|画|要有|加上|加一|出现|展示|change|show|should (?:be|have)|with a|replace|use a|add a",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[。！？!?；;\n]|\.(?=\s|$)")

# Looks that the words of a note stand well on, by its kind.
STYLES = {
    ContentType.GUIDE: Text("清新水彩", "fresh watercolour"),
    ContentType.REVIEW: Text("干净的扁平插画", "clean flat illustration"),
    ContentType.TUTORIAL: Text("干净的扁平插画", "clean flat illustration"),
    ContentType.LIST: Text("干净的扁平插画", "clean flat illustration"),
    ContentType.STORY: Text("温柔的水彩", "gentle watercolour"),
    ContentType.RECOMMENDATION: Text("明快的动漫插画", "bright anime illustration"),
}
# What surroundings a scene has comes from the scene itself: the words here name nothing that can be painted.
_COVER_PROMPT = Text(
    "{scene}，{style}。“{topic}”的封面，主体突出，上方留白，画面里没有文字{moods}",
    '{scene}, {style}. The cover of "{topic}": one clear subject, a calm upper third, no lettering{moods}',
)
_INNER_PROMPT = Text(
    "{scene}，{style}。“{topic}”的配图：{gist}，主体突出，画面里没有文字{moods}",
    '{scene}, {style}. For "{topic}": {gist}; one clear subject, no lettering{moods}',
)
_COVER_PURPOSE = Text("封面：一眼看出讲的是{topic}", "The cover: shows at a glance that it is about {topic}")
_INNER_PURPOSE = Text("配合第 {number} 段：{gist}", "Goes with paragraph {number}: {gist}")


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a picture goes: its paragraph, the heading of its section, and what is said there."""

    paragraph: int
    heading: str
    text: str


def plan_images(task: ImagesTask) -> ImagePlans:
    """Return the pictures of *task*: as many as are wanted, the cover first, each with one paragraph."""
    paragraphs = task.note.paragraphs
    wanted = wanted_of(task)
    return assembled(drafts(task, wanted, wanted_count(task, wanted)), len(paragraphs))


def wanted_of(task: ImagesTask) -> Preferences:
    """Return what people and reviewers want of the pictures, by their feedback and answers."""
    return preferences("，".join((task.feedback, *(one.answer for one in task.clarified))))


def wanted_count(task: ImagesTask, wanted: Preferences) -> int:
    """Return how many pictures there are to be: 1 to 9, and no more than 3 a paragraph."""
    asked = (wanted.count or task.brief.picture_count) + wanted.more
    sensible = max(LEAST_PICTURES, MOST_PER_PARAGRAPH * len(task.note.paragraphs))
    return min(MOST_PICTURES, sensible, max(LEAST_PICTURES, asked))


def drafts(task: ImagesTask, wanted: Preferences, count: int) -> list[Draft]:
    """Return the drafts of *count* pictures, the cover first, no two of one scene while there are others."""
    style = style_of(task, wanted)
    scenes = _scenes(task, wanted, count)
    made = [_cover(task, wanted, scenes[0], style)]
    for number, (place, scene) in enumerate(zip(places(task, count - 1), scenes[1:], strict=True), 1):
        made.append(_inner(task, wanted, place, scene, style, number))
    return made


def style_of(task: ImagesTask, wanted: Preferences) -> str:
    """Return the style of all pictures: the one wanted, the references', or the one that suits the kind of note."""
    said = wanted.style or preferences("，".join(task.brief.constraints)).style
    shown = next((reference.style for reference in task.references if reference.style), "")
    return said or shown or STYLES[task.brief.content_type].pick(task.language)


def places(task: ImagesTask, count: int) -> list[_Place]:
    """Return where *count* pictures beside the cover go: sections that want one first, then other paragraphs."""
    paragraphs = task.note.paragraphs
    headings = {number: section.heading for section in task.layout.sections for number in section.paragraphs}
    wanting = [
        _telling(section.paragraphs, paragraphs)
        for section in task.layout.sections
        if section.picture and section.role is not Role.COVER and section.paragraphs
    ]
    wanting = [number for number in dict.fromkeys(wanting) if number < len(paragraphs)]
    chosen = [wanting[place] for place in spread(count, len(wanting))] if count > 0 else []
    others = [number for number in range(len(paragraphs)) if number not in chosen]
    chosen += [others[place] for place in spread(count - len(chosen), len(others))] if count > len(chosen) else []
    while len(chosen) < count:
        chosen.append(chosen[len(chosen) % len(paragraphs)] if paragraphs and chosen else 0)
    return [_place(number, headings.get(number, ""), paragraphs) for number in sorted(chosen)]


def cover_texts(task: ImagesTask, wanted: Preferences) -> tuple[DraftText, ...]:
    """Return the texts on the cover: its title, and the line under it where there is one."""
    if wanted.no_text:
        return ()
    title, subtitle = task.layout.cover_title, task.layout.cover_subtitle
    if not title:
        title, subtitle = cover_words(task.brief, task.note, task.language)
    shown = [DraftText(fitted(wanted.title or title, WIDEST_TITLE), Position.TOP, Kind.TITLE)]
    if subtitle:
        shown.append(DraftText(fitted(subtitle, WIDEST_SUBTITLE), Position.TOP, Kind.SUBTITLE))
    return tuple(shown)


def size_of(task: ImagesTask, wanted: Preferences, *, cover: bool) -> tuple[int, int]:
    """Return width and height of a picture, by what is wanted, else by the kind of page."""
    if wanted.size and (not cover or wanted.cover or wanted.size != LANDSCAPE):
        return wanted.size
    if cover:
        return LARGE_PORTRAIT if task.layout.name == BIG_COVER else PORTRAIT
    return _INNER_SIZES.get(task.layout.name, PORTRAIT)


def reference_of(task: ImagesTask, number: int) -> Reference | None:
    """Return the reference picture that picture *number*, from 0, is to resemble: they take turns."""
    return task.references[number % len(task.references)] if task.references else None


def _scenes(task: ImagesTask, wanted: Preferences, count: int) -> list[Text]:
    """Return the scene of each picture. Feedback that says nothing known has them all changed."""
    usual = _usual_scenes(task, count, skip=0)
    asked = scenes_in([task.feedback]) if _CHANGE.search(task.feedback) else ()
    others = [scene for scene in asked if scene not in usual]
    if others:
        usual[min(_picture_meant(task.feedback), count - 1)] = others[0]
        return usual
    otherwise = bool(task.feedback.strip()) and not _says_something(preferences(task.feedback))
    return _usual_scenes(task, count, skip=1) if otherwise else usual


def _usual_scenes(task: ImagesTask, count: int, *, skip: int) -> list[Text]:
    brief = task.brief
    topics = (brief.topic, *brief.keywords, task.note.title)
    # What a topic is about stands at its end: "spring picnics" are picnics.
    named = scenes_in([brief.topic])[::-1]
    first = depicted(topics, brief.content_type, (), topics=topics, named=named, skip=skip)
    shown = [first]
    for place in places(task, count - 1):
        shown.append(depicted([place.heading, place.text], brief.content_type, shown, topics=topics, skip=skip))
    return shown


def _says_something(wanted: Preferences) -> bool:
    """Return whether feedback wants more than that "the cover" be looked at."""
    return replace(wanted, cover=False) != Preferences()


def _picture_meant(feedback: str) -> int:
    """Return which picture, from 0, feedback is about: the cover unless it says another."""
    match = _ORDINAL.search(feedback.lower())
    if match is None:
        return 0
    number = match[1] or match[2] or match[3]
    return max(0, (int(number) if number.isdigit() else "一二三四五六七八九".index(number) + 1) - 1)


def _cover(task: ImagesTask, wanted: Preferences, scene: Text, style: str) -> Draft:
    language, topic = task.language, task.brief.topic
    reference = reference_of(task, 0)
    prompt = _COVER_PROMPT.pick(language).format(
        scene=scene.pick(language), style=style, topic=named_topic(task.brief, language), moods=_moods(wanted, language)
    )
    return Draft(
        0,
        _COVER_PURPOSE.pick(language).format(topic=topic),
        prompt,
        scene.pick(language),
        style,
        colours(reference.palette) if reference else (),
        size_of(task, wanted, cover=True),
        reference.asset_id if reference else "",
        cover_texts(task, wanted),
    )


def _inner(task: ImagesTask, wanted: Preferences, place: _Place, scene: Text, style: str, number: int) -> Draft:
    language = task.language
    reference = reference_of(task, number)
    gist = place.heading or _gist(place.text)
    prompt = _INNER_PROMPT.pick(language).format(
        scene=scene.pick(language), style=style, topic=task.brief.topic, gist=gist, moods=_moods(wanted, language)
    )
    caption = fitted(place.heading, WIDEST_CAPTION) if place.heading and not wanted.no_text else ""
    return Draft(
        place.paragraph,
        _INNER_PURPOSE.pick(language).format(number=place.paragraph + 1, gist=gist),
        prompt,
        scene.pick(language),
        style,
        colours(reference.palette) if reference else (),
        size_of(task, wanted, cover=False),
        reference.asset_id if reference else "",
        (DraftText(caption, Position.BOTTOM, Kind.CAPTION),) if caption else (),
    )


def _moods(wanted: Preferences, language: Language) -> str:
    if language is Language.CHINESE:
        return "".join(f"，{mood}" for mood in wanted.moods)
    return "".join(f", {MOODS_IN_ENGLISH[mood]}" for mood in wanted.moods)


def _place(number: int, heading: str, paragraphs: Sequence[str]) -> _Place:
    text = paragraphs[number] if number < len(paragraphs) else ""
    return _Place(number, headed(text).heading or heading, text)


def _telling(held: Sequence[int], paragraphs: Sequence[str]) -> int:
    """Return the paragraph of a section that says most: the longest of its first three."""
    there = [number for number in held[:3] if number < len(paragraphs)]
    return max(there, key=lambda number: len(paragraphs[number])) if there else held[0]


def _gist(text: str) -> str:
    """Return the beginning of a paragraph, short."""
    sentence = next((part for part in _SENTENCE_END.split(without_emoji(text)) if part.strip()), "")
    return shortened(sentence.strip(), _WIDEST_GIST)
