"""Parser of figures: the subjects of a text, each with its own color, count, size, position and relation."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engines.painter.content.actions import find_actions, shows_thing
from engines.painter.content.actor_choice import give_to_nearer
from engines.painter.content.adjacency import relate_adjacent
from engines.painter.content.animal_activities import belongs_to_another, find_animal_activities, is_task_of_another
from engines.painter.content.attachments import (
    Link,
    attach,
    find_links,
    find_section_start,
    find_unworn,
    select_drawable,
)
from engines.painter.content.containers import find_unfilled, insert_containers, open_container
from engines.painter.content.cut_food import counts_parts
from engines.painter.content.deeds import find_deeds
from engines.painter.content.exclusions import find_excluded, is_own_part, shows_face
from engines.painter.content.included import PARTS, add_name, drop_included, drop_parts, is_bare, is_same
from engines.painter.content.looks import draw_single, find_shown_look, find_uncounted, hides_sex, is_human
from engines.painter.content.materials import refine_mentions
from engines.painter.content.mentions import Mention, find_mentions
from engines.painter.content.names import count_drawn, is_plural
from engines.painter.content.people import ShownPerson, find_activity, is_recipient, list_objects
from engines.painter.content.person_figures import join_objects, show_activity, stand_aside, unseat
from engines.painter.content.prepositions import describe_relation, find_relation
from engines.painter.content.referents import describe_referent, drop_carried, find_crew, find_referent, shows_excluded
from engines.painter.content.relations import find_back_relation, find_place, reorder, starts_place
from engines.painter.content.sections import (
    Attribute,
    Section,
    find_adjective,
    find_color,
    find_count,
    find_position,
    find_relative_position,
)
from engines.painter.content.selection import (
    find_blossoms,
    name_in_context,
    select_subjects,
    split_color,
)
from engines.painter.content.sky_color import find_background_end, find_sky_color, is_of_background
from engines.painter.content.unknown import find_unknown
from engines.painter.content.words import (
    SIZES,
    Position,
    Relation,
)
from engines.painter.content.young import draw_young, find_young
from engines.painter.scene import LANDSCAPES, Figure, Subject
from engines.painter.subjects.icons import is_flower, load_icons
from engines.painter.subjects.nature import is_immovable, is_living
from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome

MAX_COUNT = 12
MAX_FIGURES = 4
_PLURAL_COUNT, _PAIR_COUNT = 3, 2
"""Number of figures drawn for a plural without a count, and for things worn in pairs."""
_GROUP_ZH = re.compile("[群队](?![员长])")
_SAME_PLURAL = frozenset(("fish", "sheep", "deer", "koi"))
"""Words whose plural is the same."""
_DRAWN_SEVERAL = frozenset((
    *LANDSCAPES, Subject.TULIP, Subject.ROSE, Subject.SUNFLOWER, Subject.FLOWER, Subject.BLOSSOM, Subject.MUSHROOM,
    Subject.BAMBOO, Subject.LOTUS, Subject.VILLAGE, Subject.BOOK, Subject.FISH, "icon/own/rock_pile",
))  # fmt: skip
"""Subjects whose drawing shows several, or fills the image."""
_SHADE = re.compile(r" (?:colou?red )?(?:background|backdrop)\b|色的?(?:背景|底)")
"""Text after a thing whose color alone is meant: a peach background. A wall is a background of its own."""
_ONES = ("one", "single", "1")
"""Words by which one is a number, not an article."""
_MAX_WORD = 40


@dataclass(frozen=True, slots=True)
class FigureText:
    """The figures of a text, and the parts that belong to none of them."""

    figures: tuple[Figure, ...]
    parts: tuple[ContentPart, ...]
    sky_color: str = ""
    is_plain: bool = False
    """Whether `sky_color` is the color of the whole background, not only of the sky."""
    main: str = ""
    """The subject that is at home in the setting, if that is not the first figure."""


def parse_figures(text: str) -> FigureText:
    """Return the figures that *text* names, in order, with their attributes."""
    mentions = tuple(
        draw_young(
            text,
            draw_single(text, split_color(name_in_context(mention, text), text)),
        )
        for mention in insert_containers(text, refine_mentions(find_mentions(text), text))
    )
    excluded = find_excluded(text, mentions)
    parts = [
        # No drawing is without a part of its own: a car has its wheels.
        ContentPart(
            PartKind.EXCLUSION,
            _cut(text[m.start : m.end]),
            PartOutcome.MISSING if m.named in PARTS or is_own_part(text[m.start : m.end]) else PartOutcome.SHOWN,
        )
        for m in excluded
    ]
    blossoms = find_blossoms(text, mentions)
    parts += [
        ContentPart(PartKind.ACTION, _cut(text[start:end]), PartOutcome.MISSING) for start, end in blossoms.values()
    ]
    sky = find_sky_color(text)
    colored = range(sky.start, sky.end) if sky is not None else range(0)
    subjects = [
        m for m in mentions if m.is_subject and m not in excluded and m not in blossoms and m.start not in colored
    ]
    shades = [m for m in subjects if _SHADE.match(text, m.end) and not is_immovable(str(m.named))]
    parts += [ContentPart(PartKind.COLOR, _cut(text[m.start : m.end]), PartOutcome.MISSING) for m in shades]
    subjects = [m for m in subjects if m not in shades]
    deeds = find_deeds(text, subjects)
    subjects = select_subjects(text, [m for m in subjects if m not in deeds or shows_thing(m)])
    parts += [replace(_describe_subject(text, m), outcome=PartOutcome.MISSING) for m in subjects[MAX_FIGURES:]]
    subjects = subjects[:MAX_FIGURES]
    activities = give_to_nearer(text, subjects, _find_activities(text, subjects))
    links = find_links(text, subjects, activities)
    activities |= find_animal_activities(text, subjects, links) | find_actions(text, subjects, activities, links)
    activities = give_to_nearer(text, subjects, activities)
    objects = list_objects(activities)
    activities = {mention: shown for mention, shown in activities.items() if mention not in objects}
    done = [span for shown in activities.values() for span in shown.spans]
    parts += [
        ContentPart(PartKind.ACTION, _cut(words), PartOutcome.MISSING)
        for deed, words in deeds.items()
        if not any(start <= deed.start < end for start, end in done)
    ]
    subjects = [m for m in subjects if m not in deeds]
    subjects = [m for m in subjects if m in activities or not any(start <= m.start < end for start, end in done)]
    activities = join_objects(text, subjects, activities)
    links = find_links(text, subjects, activities)
    figures, used = _parse_all(text, subjects, activities, links)
    links = select_drawable(links, figures)
    back = None if links else find_back_relation(text, [m for m, _ in figures], [figure for _, figure in figures])
    used += [(back.start, back.end)] if back is not None else []
    used += find_place(text, figures)
    items = [link.item for link in links]
    owners = [mention for mention, _ in figures if mention not in items]
    adjacency = relate_adjacent(text, list(zip(owners, attach(text, figures, links), strict=True)))
    used, parts = [*used, *adjacency.used], [*parts, *adjacency.parts]
    done += [(link.start, link.end) for link in links]
    if sky is not None:
        used.append((sky.start, sky.end))
        end = find_background_end(text, sky)
        parts.append(ContentPart(PartKind.COLOR, text[sky.start : end], PartOutcome.SHOWN))
    mentions = (*mentions, *(Mention(start, end, "") for start, end in done))
    parts += find_unknown(
        text, mentions, [*used, *done], knows_some=bool(subjects) or any(m.is_environment for m in mentions)
    )
    is_plain = sky is not None and is_of_background(text, sky)
    unworn = find_unworn(text, adjacency.figures)
    parts += [
        replace(one, outcome=PartOutcome.MISSING, substitute="")
        for mention, figure in adjacency.figures
        if mention in unworn
        for one in figure.words
    ]
    left = [(mention, figure) for mention, figure in adjacency.figures if mention not in unworn]
    owners, attached = [mention for mention, _ in left], [figure for _, figure in left]
    shown = drop_included(drop_carried(open_container(drop_parts(reorder(text, owners, attached, back)))))
    shown = _drop_stated(shown)
    seen = {
        _cut(text[m.start : m.end])
        for m in excluded
        if any(shows_excluded(str(f.subject), str(m.named)) for f in shown) or shows_face(text[m.start : m.end], shown)
    }
    parts = [
        replace(one, outcome=PartOutcome.MISSING) if one.kind is PartKind.EXCLUSION and one.requested in seen else one
        for one in parts
    ]
    parts += [ContentPart(PartKind.COUNT, text[a:b], PartOutcome.MISSING) for a, b in find_uncounted(text, subjects)]
    parts += find_unfilled(text, [mention for mention, _ in figures])
    main = str(figures[0][1].subject) if back is not None or adjacency.is_swapped else ""
    return FigureText(tuple(shown), tuple(parts), sky.value if sky else "", is_plain, main)


def _drop_stated(figures: Sequence[Figure]) -> list[Figure]:
    """Return *figures* without the positions that are those of a relation: "to the left" of "to the left of"."""
    stated = [part.requested for one in figures for part in one.words if part.kind is PartKind.RELATION]
    return [
        replace(
            one,
            words=tuple(
                part
                for part in one.words
                if part.kind is not PartKind.POSITION
                or part.outcome is not PartOutcome.MISSING
                or not any(part.requested in words for words in stated)
            ),
        )
        for one in figures
    ]


def _parse_all(
    text: str, subjects: Sequence[Mention], activities: Mapping[Mention, ShownPerson], links: Sequence[Link]
) -> tuple[list[tuple[Mention, Figure]], list[tuple[int, int]]]:
    """Return the figures of *subjects*, and the positions of the words that describe them."""
    figures: list[tuple[Mention, Figure]] = []
    used: list[tuple[int, int]] = []
    for number, mention in enumerate(subjects):
        start = find_section_start(subjects, number, links)
        end = subjects[number + 1].start if number + 1 < len(subjects) else len(text)
        following = subjects[number + 1] if number + 1 < len(subjects) else None
        figure, spans = _parse_figure(Section(text, mention, start, end), following)
        if mention in activities:
            figure = show_activity(figure, activities[mention], text)
        elif is_human(str(figure.subject)):
            figure = replace(figure, words=tuple(unseat(part) for part in figure.words))
        figure = stand_aside(figure, following)
        same = next((at for at, (_, one) in enumerate(figures) if is_same(figure, one)), None)
        bare = next((at for at, (m, one) in enumerate(figures) if is_bare(text, m.start, one, figure)), None)
        if same is not None:
            # In 一叶小舟停在雾里，船上有个老人, the later name has the word of the place.
            named = mention if starts_place(text, mention.end) else figures[same][0]
            figures[same] = named, add_name(figures[same][1], figure)
        elif bare is not None:
            figures[bare] = figures[bare][0], add_name(figure, figures[bare][1])
        elif (crew := find_crew(text, mention, figure, figures)) is not None:
            figures[crew] = mention, describe_referent(figure, figures[crew][1])
        elif (referent := find_referent(text, mention, figure, figures)) is not None:
            figures[referent] = figures[referent][0], describe_referent(figures[referent][1], figure)
        else:
            figures.append((mention, figure))
        used += spans
    return figures, used


def _find_activities(text: str, subjects: Sequence[Mention]) -> dict[Mention, ShownPerson]:
    """Return what the people among *subjects* do, as far as one drawing shows both."""
    found = {mention: find_activity(text, mention) for mention in subjects if not is_recipient(text, mention)}
    return {
        mention: activity
        for mention, activity in found.items()
        if activity is not None
        and not belongs_to_another(text, subjects, mention, activity)
        and not is_task_of_another(text, subjects, mention, activity)
    }


def _parse_figure(section: Section, following: Mention | None) -> tuple[Figure, list[tuple[int, int]]]:
    """Return the figure of *section* and the positions of the words that describe it."""
    text, mention = section.text, section.mention
    count = find_count(section)
    color = find_color(section)
    size = find_adjective(SIZES, section)
    if size is not None and _is_diminutive(section, size) and not _is_contrasted(section):
        size = None
    position = find_position(section)
    relation = find_relation(section, following) if following is not None else None
    number = int(str(count.value)) if count else _count_plural(section)
    words = [_describe_subject(text, mention)]
    if hides_sex(str(mention.named), words[0].requested):
        words.append(ContentPart(PartKind.ACTION, words[0].requested.split()[0][:_MAX_WORD], PartOutcome.MISSING))
    young = find_young(text, mention) if size is None else None
    if young is not None:
        words.append(ContentPart(PartKind.ACTION, young, PartOutcome.MISSING))
    if count is not None and number > 1:
        outcome = PartOutcome.SHOWN if number <= MAX_COUNT else PartOutcome.SUBSTITUTED
        outcome = PartOutcome.MISSING if counts_parts(section, count) else outcome
        substitute = str(MAX_COUNT) if outcome is PartOutcome.SUBSTITUTED else ""
        words.append(ContentPart(PartKind.COUNT, _cut(text[count.start : count.end]), outcome, substitute))
    elif count is not None and text[count.start : count.end] in _ONES and mention.named not in _DRAWN_SEVERAL:
        # A drawing of flowers may have several of them.
        is_spray = is_flower(str(mention.named)) and str(mention.named).startswith("icon/own/")
        outcome = PartOutcome.MISSING if is_spray or counts_parts(section, count) else PartOutcome.SHOWN
        words.append(ContentPart(PartKind.COUNT, text[count.start : count.end], outcome))
    for kind, attribute in ((PartKind.COLOR, color), (PartKind.POSITION, size), (PartKind.POSITION, position)):
        if attribute is not None:
            words.append(ContentPart(kind, _cut(text[attribute.start : attribute.end]), PartOutcome.SHOWN))
    look = find_shown_look(text, mention)
    if look is not None:
        words.append(ContentPart(PartKind.ACTION, look, PartOutcome.SHOWN))
    relative = find_relative_position(section) if relation is None else None
    if relative is not None:
        words.append(ContentPart(PartKind.POSITION, _cut(text[slice(*relative)]), PartOutcome.MISSING))
    if relation is not None and following is not None:
        words.append(describe_relation(section, relation, following))
    copies = min(MAX_COUNT, number)
    each = count_drawn(mention.named)
    if each > 1 and count is not None and number > 1:
        copies = -(-copies // each)
        if copies * each != number:
            words[1] = replace(words[1], outcome=PartOutcome.SUBSTITUTED, substitute=str(copies * each))
    figure = Figure(
        mention.named if isinstance(mention.named, Subject) else str(mention.named),
        copies,
        str(color.value) if color else "",
        int(str(size.value)) if size else 0,
        Position(str(position.value)) if position else None,
        Relation(str(relation.value)) if relation else None,
        tuple(words),
    )
    used = [(one.start, one.end) for one in (count, color, size, position, relation) if one is not None]
    used += [relative] if relative is not None else []
    return figure, used


def _is_diminutive(section: Section, size: Attribute) -> bool:
    """Return whether *size* only makes a name tender: 小狐狸 is no smaller than a fox."""
    written = section.text[size.start : size.end], section.text[size.end : section.mention.start]
    return written in (("小", ""), ("little", " ")) and is_living(str(section.mention.named))


def _is_contrasted(section: Section) -> bool:
    """Return whether the text names a large one as well: 大恐龙和小恐龙."""
    name = re.escape(section.text[section.mention.start : section.mention.end].lstrip("小"))
    return re.search(rf"大{name}|(?:big|large|huge|giant) {name}", section.text) is not None


def _count_plural(section: Section) -> int:
    """Return how many to draw of a plural without a count; 1 for a singular, and for drawings of several."""
    text, mention = section.text, section.mention
    word = text[mention.start : mention.end]
    icon = load_icons().get(str(mention.named))
    is_bare = word in _SAME_PLURAL and text[: mention.start].endswith((" with ", " and ", " of "))
    if _GROUP_ZH.match(text, mention.end) or is_bare:
        return _PLURAL_COUNT
    if not is_plural(word) or mention.named in _DRAWN_SEVERAL or (icon is not None and word in icon.en):
        return 1
    return _PAIR_COUNT if icon is not None and icon.group == "clothing" else _PLURAL_COUNT


def _describe_subject(text: str, mention: Mention) -> ContentPart:
    outcome = PartOutcome.SUBSTITUTED if mention.is_similar else PartOutcome.SHOWN
    start = mention.start if mention.word_start < 0 else mention.word_start
    return ContentPart(PartKind.SUBJECT, _cut(text[start : mention.end]), outcome)


def _cut(word: str) -> str:
    return word.strip()[:_MAX_WORD]
