"""The built-in image planner: subjects, placements and texts of the images of a note, by rules."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engines.note_planner.cover_text import (
    MAX_CAPTION_WIDTH,
    MAX_SUBTITLE_WIDTH,
    MAX_TITLE_WIDTH,
    capitalize,
    choose_cover_text,
    fit_line,
    name_topic,
)
from engines.note_planner.image_plan_set import Draft, DraftText, assemble, normalize_palette
from engines.note_planner.limits import MAX_IMAGES, MIN_IMAGES
from engines.note_planner.objects import Thing, find_things
from engines.note_planner.paragraphs import find_heading
from engines.note_planner.plan_feedback import apply_plan_feedback
from engines.note_planner.request.preferences import (
    ALTERNATING,
    BIG_COVER,
    GRID,
    MOODS_IN_ENGLISH,
    Preferences,
    parse_preferences,
)
from engines.note_planner.scenes import choose_scene, depicts, find_scenes
from engines.note_planner.sections import spread_evenly
from engines.note_planner.text_width import shorten, strip_emoji
from services.common.contract.note import (
    ContentType,
    ImagePlanSet,
    OverlayKind,
    OverlayPosition,
    ReferenceAnalysis,
    SectionRole,
)
from services.common.contract.requests import PlanImages
from services.common.text.language import Language, Text

PORTRAIT, LARGE_PORTRAIT, SQUARE, LANDSCAPE = (768, 1024), (960, 1280), (768, 768), (1024, 768)
MAX_IMAGES_PER_PARAGRAPH = 3
_MAX_GIST_WIDTH = 48
_INNER_SIZES = {GRID: SQUARE, ALTERNATING: LANDSCAPE}
_ORDINAL = re.compile(
    r"第 ?([一二三四五六七八九\d]) ?[张幅]|图 ?([一二三四五六七八九\d])|(?:image|picture|photo) (?:no\. ?)?(\d)\b"
)
_CHANGE_REQUEST = re.compile(
    r"换成|改成|改为|画|要有|加上|加一|出现|展示|change|show|should (?:be|have)|with a|replace|use a|add a",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[。！？!?；;\n]|\.(?=\s|$)")

# Styles on which texts are legible, by content type.
STYLES: dict[str, Text] = {
    ContentType.GUIDE: Text("清新水彩", "fresh watercolor"),
    ContentType.REVIEW: Text("干净的扁平插画", "clean flat illustration"),
    ContentType.TUTORIAL: Text("干净的扁平插画", "clean flat illustration"),
    ContentType.LIST: Text("干净的扁平插画", "clean flat illustration"),
    ContentType.STORY: Text("温柔的水彩", "gentle watercolor"),
    ContentType.RECOMMENDATION: Text("明快的动漫插画", "bright anime illustration"),
}
# The place is part of the scene; other words name nothing that can be painted.
_COVER_PROMPT = Text(
    "{scene}，{style}。“{topic}”的封面，主体突出，上方留白，画面里没有文字{moods}",
    '{scene}, {style}. The cover of "{topic}": one clear subject, a calm upper third, no lettering{moods}',
)
_INNER_PROMPT = Text(
    "{scene}，{style}。“{topic}”的配图：{gist}，主体突出，画面里没有文字{moods}",
    '{scene}, {style}. For "{topic}": {gist}; one clear subject, no lettering{moods}',
)
# It is also the alternative text: the visible content comes first.
_COVER_PURPOSE = Text("{scene}（封面，主题：{topic}）", "{scene} (the cover, on {topic})")
_OTHER_COVER_PURPOSE = Text(
    "{scene}（封面，主题：{topic}；画的是相近的场景，不是主题本身）",
    "{scene} (the cover, on {topic}; a scene that suits it, not the thing itself)",
)
_INNER_PURPOSE = Text("{scene}（第 {number} 段的配图：{gist}）", "{scene} (for paragraph {number}: {gist})")


@dataclass(frozen=True, slots=True)
class _Placement:
    """Place of an image: its paragraph, the heading of its section, and the text of the paragraph."""

    paragraph: int
    heading: str
    text: str


def plan_images(request: PlanImages, language: Language = Language.CHINESE) -> ImagePlanSet:
    """Return the images of a note: as many as requested, the cover first, each bound to one paragraph.

    Feedback on previous plans changes only the parts that it names.
    """
    if request.previous_plans is not None and request.previous_plans.plans and request.feedback.strip():
        bare = replace(request, feedback="", previous_plans=None)

        def draft(count: int) -> ImagePlanSet:
            drafts = draft_images(bare, Preferences(), count, language)
            return assemble(drafts, len(request.content.paragraphs))

        return apply_plan_feedback(request.previous_plans, request.feedback, draft, language)
    preferences = parse_image_preferences(request)
    count = choose_image_count(request, preferences)
    return assemble(draft_images(request, preferences, count, language), len(request.content.paragraphs))


def parse_image_preferences(request: PlanImages) -> Preferences:
    """Return the preferences about images in the feedback and answers of *request*."""
    return parse_preferences("，".join((request.feedback, *(one.answer for one in request.clarification_answers))))


def choose_image_count(request: PlanImages, preferences: Preferences) -> int:
    """Return the number of images: 1 to 9, and at most 3 for each paragraph."""
    requested = (preferences.count or request.brief.image_count) + preferences.more
    sensible = max(MIN_IMAGES, MAX_IMAGES_PER_PARAGRAPH * len(request.content.paragraphs))
    return min(MAX_IMAGES, sensible, max(MIN_IMAGES, requested))


def draft_images(request: PlanImages, preferences: Preferences, count: int, language: Language) -> list[Draft]:
    """Return the drafts of *count* images, the cover first; scenes repeat only if there are no others."""
    style = choose_style(request, preferences, language)
    cover, *scenes = _choose_scenes(request, count)
    drafts = [_draft_cover(request, preferences, cover, style, language)]
    placements = choose_placements(request, count - 1)
    for number, (placement, scene) in enumerate(zip(placements, scenes, strict=True), 1):
        drafts.append(_draft_inner(request, preferences, placement, scene, style, number, language))
    return drafts


def choose_style(request: PlanImages, preferences: Preferences, language: Language) -> str:
    """Return the style of all images: the requested one, that of the references, or one for the content type."""
    requested = preferences.style or parse_preferences("，".join(request.brief.constraints)).style
    of_references = next((reference.style for reference in _list_references(request) if reference.style), "")
    return requested or of_references or STYLES[request.brief.content_type].pick(language)


def choose_placements(request: PlanImages, count: int) -> list[_Placement]:
    """Return the places of *count* images in addition to the cover: sections that need one first."""
    paragraphs = request.content.paragraphs
    sections = request.layout.sections
    headings = {number: section.heading for section in sections for number in section.paragraphs}
    in_sections = [
        _choose_paragraph(section.paragraphs, paragraphs)
        for section in sections
        if section.has_image and section.role != SectionRole.COVER and section.paragraphs
    ]
    in_sections = [number for number in dict.fromkeys(in_sections) if number < len(paragraphs)]
    chosen = [in_sections[index] for index in spread_evenly(count, len(in_sections))] if count > 0 else []
    others = [number for number in range(len(paragraphs)) if number not in chosen]
    missing = count - len(chosen)
    chosen += [others[index] for index in spread_evenly(missing, len(others))] if missing > 0 else []
    while len(chosen) < count:
        chosen.append(chosen[len(chosen) % len(paragraphs)] if paragraphs and chosen else 0)
    return [_build_placement(number, headings.get(number, ""), paragraphs) for number in sorted(chosen)]


def draft_cover_texts(request: PlanImages, preferences: Preferences, language: Language) -> tuple[DraftText, ...]:
    """Return the texts on the cover: its title, and the subtitle if there is one."""
    if preferences.no_text:
        return ()
    title, subtitle = request.layout.cover_title, request.layout.cover_subtitle
    if not title:
        title, subtitle = choose_cover_text(request.brief, request.content, language)
    title = fit_line(preferences.title or title, MAX_TITLE_WIDTH)
    texts = [DraftText(title, OverlayPosition.TOP, OverlayKind.TITLE)]
    if subtitle:
        line = fit_line(subtitle, MAX_SUBTITLE_WIDTH)
        texts.append(DraftText(line, OverlayPosition.TOP, OverlayKind.SUBTITLE))
    return tuple(texts)


def choose_size(request: PlanImages, preferences: Preferences, *, cover: bool) -> tuple[int, int]:
    """Return width and height of an image: the requested ones, or those that suit the layout."""
    if preferences.size and (not cover or preferences.cover or preferences.size != LANDSCAPE):
        return preferences.size
    if cover:
        return LARGE_PORTRAIT if request.layout.name == BIG_COVER else PORTRAIT
    return _INNER_SIZES.get(request.layout.name, PORTRAIT)


def choose_reference(request: PlanImages, number: int) -> ReferenceAnalysis | None:
    """Return the reference image for image *number*, from 0: references are used in rotation."""
    references = _list_references(request)
    return references[number % len(references)] if references else None


def _list_references(request: PlanImages) -> tuple[ReferenceAnalysis, ...]:
    return request.references.references if request.references else ()


def _choose_scenes(request: PlanImages, count: int) -> list[Text]:
    """Return the scene of each image. Feedback without known words changes all of them."""
    scenes = _choose_default_scenes(request, count, skip=0)
    requested = find_scenes([request.feedback]) if _CHANGE_REQUEST.search(request.feedback) else ()
    new = [scene for scene in requested if scene not in scenes]
    if new:
        scenes[min(_parse_image_index(request.feedback), count - 1)] = new[0]
        return scenes
    is_general = bool(request.feedback.strip()) and not _has_preferences(parse_preferences(request.feedback))
    return _choose_default_scenes(request, count, skip=1) if is_general else scenes


def _choose_default_scenes(request: PlanImages, count: int, *, skip: int) -> list[Text]:
    brief = request.brief
    topics = (brief.topic, *brief.keywords, request.content.title)
    things = find_things(brief.topic)
    if things:
        return _show_things(request, things, count, skip=skip)
    # The last word of a topic determines its subject: "spring picnics" are picnics.
    named = find_scenes([brief.topic])[::-1]
    scenes = [choose_scene(topics, brief.content_type, (), topics=topics, named=named, skip=skip)]
    for placement in choose_placements(request, count - 1):
        texts = [placement.heading, placement.text]
        scenes.append(choose_scene(texts, brief.content_type, scenes, topics=topics, skip=skip))
    return scenes


def _show_things(request: PlanImages, things: Sequence[Thing], count: int, *, skip: int) -> list[Text]:
    """Return *count* scenes with *things*: the first one on the cover, then in rotation, each time in another place.

    With *skip*, scenes that result without it are omitted.
    """
    scenes = list[Text]()
    before = _show_things(request, things, count, skip=0) if skip else []
    placements = choose_placements(request, count - 1)
    for number in range(count):
        texts = [placements[number - 1].heading, placements[number - 1].text] if number else [request.brief.topic]
        scenes.append(things[number % len(things)].show([*before, *scenes], texts))
    return scenes


def _has_preferences(preferences: Preferences) -> bool:
    """Return whether *preferences* contain more than a reference to the cover."""
    return replace(preferences, cover=False) != Preferences()


def _parse_image_index(feedback: str) -> int:
    """Return the index of the image that *feedback* is about: the cover unless it names another."""
    match = _ORDINAL.search(feedback.lower())
    if match is None:
        return 0
    number = match[1] or match[2] or match[3]
    return max(0, (int(number) if number.isdigit() else "一二三四五六七八九".index(number) + 1) - 1)


def _draft_cover(request: PlanImages, preferences: Preferences, scene: Text, style: str, language: Language) -> Draft:
    reference = choose_reference(request, 0)
    purpose = _COVER_PURPOSE if depicts(scene.pick(language), request.brief.topic) else _OTHER_COVER_PURPOSE
    prompt = _COVER_PROMPT.pick(language).format(
        scene=scene.pick(language),
        style=style,
        topic=name_topic(request.brief, language),
        moods=_format_moods(preferences, language),
    )
    return Draft(
        0,
        capitalize(purpose.pick(language).format(scene=scene.pick(language), topic=request.brief.topic)),
        prompt,
        scene.pick(language),
        style,
        normalize_palette(reference.palette) if reference else (),
        choose_size(request, preferences, cover=True),
        reference.asset_id if reference else "",
        draft_cover_texts(request, preferences, language),
    )


def _draft_inner(
    request: PlanImages,
    preferences: Preferences,
    placement: _Placement,
    scene: Text,
    style: str,
    number: int,
    language: Language,
) -> Draft:
    reference = choose_reference(request, number)
    gist = placement.heading or _summarize(placement.text)
    prompt = _INNER_PROMPT.pick(language).format(
        scene=scene.pick(language),
        style=style,
        topic=request.brief.topic,
        gist=gist,
        moods=_format_moods(preferences, language),
    )
    has_caption = placement.heading and not preferences.no_text
    caption = fit_line(placement.heading, MAX_CAPTION_WIDTH) if has_caption else ""
    return Draft(
        placement.paragraph,
        capitalize(
            _INNER_PURPOSE.pick(language).format(
                scene=scene.pick(language), number=placement.paragraph + 1, gist=strip_emoji(gist).strip()
            )
        ),
        prompt,
        scene.pick(language),
        style,
        normalize_palette(reference.palette) if reference else (),
        choose_size(request, preferences, cover=False),
        reference.asset_id if reference else "",
        (DraftText(caption, OverlayPosition.BOTTOM, OverlayKind.CAPTION),) if caption else (),
    )


def _format_moods(preferences: Preferences, language: Language) -> str:
    if language is Language.CHINESE:
        return "".join(f"，{mood}" for mood in preferences.moods)
    return "".join(f", {MOODS_IN_ENGLISH[mood]}" for mood in preferences.moods)


def _build_placement(number: int, heading: str, paragraphs: Sequence[str]) -> _Placement:
    text = paragraphs[number] if number < len(paragraphs) else ""
    return _Placement(number, find_heading(text).text or heading, text)


def _choose_paragraph(numbers: Sequence[int], paragraphs: Sequence[str]) -> int:
    """Return the paragraph of a section with the most content: the longest of its first three."""
    existing = [number for number in numbers[:3] if number < len(paragraphs)]
    return max(existing, key=lambda number: len(paragraphs[number])) if existing else numbers[0]


def _summarize(text: str) -> str:
    """Return the start of a paragraph, shortened."""
    sentence = next((part for part in _SENTENCE_END.split(strip_emoji(text)) if part.strip()), "")
    return shorten(sentence.strip(), _MAX_GIST_WIDTH)
