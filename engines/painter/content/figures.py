"""Parser of figures: the subjects of a text, each with its own color, count, size, position and relation."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engines.language.scanner import Lexicon, Match
from engines.painter.content.actions import find_actions
from engines.painter.content.animal_activities import belongs_to_another, find_animal_activities
from engines.painter.content.attachments import Link, attach, find_links, find_section_start, select_drawable
from engines.painter.content.containers import find_unfilled, insert_containers, put_fish_in_glass
from engines.painter.content.exclusions import find_excluded
from engines.painter.content.included import add_name, drop_included, is_bare, is_same
from engines.painter.content.materials import refine_mentions
from engines.painter.content.mentions import MEASURES_ZH, Mention, find_mentions
from engines.painter.content.names import count_drawn, is_plural, load_names
from engines.painter.content.people import ShownPerson, find_activity, list_objects
from engines.painter.content.person_figures import show_activity, unseat
from engines.painter.content.relations import EVENTS_ZH, find_back_relation, reorder
from engines.painter.content.selection import find_blossoms, name_star, select_subjects
from engines.painter.content.sky_color import find_sky_color, is_of_background
from engines.painter.content.unknown import find_unknown
from engines.painter.content.words import (
    AFTER_PLACE,
    COLORS,
    COUNTS,
    POSITIONS,
    RELATIONS,
    SIZES,
    Position,
    Relation,
)
from engines.painter.scene import LANDSCAPES, Figure, Subject
from engines.painter.subjects.icons import PREFIX, load_icons
from engines.painter.subjects.nature import is_living
from engines.painter.subjects.people.keys import is_person
from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome

MAX_COUNT = 12
MAX_FIGURES = 4
_CLAUSE = re.compile(r"[,，;；、。.!！?？\n]")
_LINK_ZH = re.compile(
    r"^(?:[的色小大老胖瘦可爱个只条位座把张匹头辆艘朵棵株架间片群对双碗杯盘根块颗件枚盏口尊 ]|可爱的)*$"
)
_PART_ZH = re.compile("(?:枝头|枝|顶|身)?")
"""A part of the thing before the word of the place: 停在梅花枝上."""
_BETWEEN = re.compile("隔|夹")
"""Text after 中间 where it is the space between two things."""
_OTHER_PART = re.compile(
    r"'s (?:shoulder|arm|hand|lap|knee|mouth|leg|finger|nose|cheek|palm)s?\b|"
    r"的?(?:肩膀?|胳膊|手臂?|手心|腿|膝盖|嘴|怀)[上里中]"
)
"""A part of someone that nothing is put on."""
_ANOTHER_PLACE = re.compile("[上里下旁边中前后]|ing (?:an?|the|his|her|its) ")
"""Text between a preposition and the next subject by which that is not its object: 坐在藤椅上听收音机."""
_LEANS = re.compile(r"\blean(?:s|ing|ed)? $")
_MEASURED_ZH = re.compile(rf"$|[{MEASURES_ZH}]|[^\u4e00-\u9fff]")
_NUMERALS_ZH = frozenset("一二两俩三四五六七八九十")
_PLURAL_COUNT, _PAIR_COUNT = 3, 2
"""Number of figures drawn for a plural without a count, and for things worn in pairs."""
_GROUP_ZH = re.compile("[群队](?![员长])")
_SAME_PLURAL = frozenset(("fish", "sheep", "deer", "koi"))
"""Words whose plural is the same."""
_PAIR_WORDS = frozenset(["a pair of", "pair of", "一对", "一双"])
_PAIRS = frozenset(
    PREFIX + key
    for key in ("sunglasses", "glasses", "goggles", "scissors", "jeans", "shorts", "socks", "gloves", "chopsticks",
        "headphone", "ballet-shoes", "own/ice_skates", "own/rain_boots")
)  # fmt: skip
"""Icons that show a pair: its name counts as one, and six socks are three of them."""
_OF_PAIRS = re.compile("[双对]|[ -]pairs? of")
_DRAWN_SEVERAL = frozenset((
    *LANDSCAPES, Subject.TULIP, Subject.ROSE, Subject.SUNFLOWER, Subject.FLOWER, Subject.BLOSSOM, Subject.MUSHROOM,
    Subject.BAMBOO, Subject.LOTUS, Subject.VILLAGE, Subject.BOOK, Subject.FISH,
))  # fmt: skip
"""Subjects whose drawing shows several, or fills the image."""
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


@dataclass(frozen=True, slots=True)
class _Attribute:
    """A value with its position in the text."""

    start: int
    end: int
    value: object


@dataclass(frozen=True, slots=True)
class _Section:
    """The text that belongs to one subject: *start* to *end*."""

    text: str
    mention: Mention
    start: int
    end: int

    @property
    def clause_start(self) -> int:
        """Start of the clause that the subject is in."""
        before = self.text[self.start : self.mention.start]
        return self.start + max((match.end() for match in _CLAUSE.finditer(before)), default=0)

    @property
    def clause_end(self) -> int:
        """End of the clause that the subject is in."""
        match = re.compile(rf"{_CLAUSE.pattern}| and ").search(self.text, self.mention.end, self.end)
        return match.start() if match else self.end


def parse_figures(text: str) -> FigureText:
    """Return the figures that *text* names, in order, with their attributes."""
    mentions = tuple(
        name_star(mention, text) for mention in insert_containers(text, refine_mentions(find_mentions(text), text))
    )
    excluded = find_excluded(text, mentions)
    parts = [ContentPart(PartKind.EXCLUSION, _cut(text[m.start : m.end]), PartOutcome.SHOWN) for m in excluded]
    blossoms = find_blossoms(text, mentions)
    parts += [
        ContentPart(PartKind.ACTION, _cut(text[start:end]), PartOutcome.MISSING) for start, end in blossoms.values()
    ]
    subjects = [m for m in mentions if m.is_subject and m not in excluded and m not in blossoms]
    subjects = select_subjects(text, subjects)
    parts += [replace(_describe_subject(text, m), outcome=PartOutcome.MISSING) for m in subjects[MAX_FIGURES:]]
    subjects = subjects[:MAX_FIGURES]
    activities = _find_activities(text, subjects)
    links = find_links(text, subjects, activities)
    activities |= find_animal_activities(text, subjects, links) | find_actions(text, subjects, activities, links)
    objects = list_objects(activities)
    activities = {mention: shown for mention, shown in activities.items() if mention not in objects}
    done = [span for shown in activities.values() for span in shown.spans]
    subjects = [m for m in subjects if m in activities or not any(start <= m.start < end for start, end in done)]
    links = find_links(text, subjects, activities)
    figures, used = _parse_all(text, subjects, activities, links)
    links = select_drawable(links, figures)
    back = None if links else find_back_relation(text, [m for m, _ in figures], [figure for _, figure in figures])
    used += [(back.start, back.end)] if back is not None else []
    done += [(link.start, link.end) for link in links]
    sky = find_sky_color(text)
    if sky is not None:
        used.append((sky.start, sky.end))
        parts.append(ContentPart(PartKind.COLOR, text[sky.start : sky.end], PartOutcome.SHOWN))
    mentions = (*mentions, *(Mention(start, end, "") for start, end in done))
    parts += find_unknown(
        text, mentions, [*used, *done], knows_some=bool(subjects) or any(m.is_environment for m in mentions)
    )
    is_plain = sky is not None and is_of_background(text, sky)
    items = [link.item for link in links]
    owners = [mention for mention, _ in figures if mention not in items]
    shown = drop_included(put_fish_in_glass(reorder(text, owners, attach(text, figures, links), back)))
    parts += find_unfilled(text, [mention for mention, _ in figures])
    main = str(figures[0][1].subject) if back is not None else ""
    return FigureText(tuple(shown), tuple(parts), sky.value if sky else "", is_plain, main)


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
        figure, spans = _parse_figure(_Section(text, mention, start, end), following)
        if mention in activities:
            figure = show_activity(figure, activities[mention], text)
        elif is_person(str(figure.subject)):
            figure = replace(figure, words=tuple(unseat(part) for part in figure.words))
        same = next((at for at, (_, one) in enumerate(figures) if is_same(figure, one)), None)
        bare = next((at for at, (m, one) in enumerate(figures) if is_bare(text, m.start, one, figure)), None)
        if same is not None:
            figures[same] = figures[same][0], add_name(figures[same][1], figure)
        elif bare is not None:
            figures[bare] = figures[bare][0], add_name(figure, figures[bare][1])
        else:
            figures.append((mention, figure))
        used += spans
    return figures, used


def _find_activities(text: str, subjects: Sequence[Mention]) -> dict[Mention, ShownPerson]:
    """Return what the people among *subjects* do, as far as one drawing shows both."""
    found = {mention: find_activity(text, mention) for mention in subjects}
    return {
        mention: activity
        for mention, activity in found.items()
        if activity is not None and not belongs_to_another(text, subjects, mention, activity)
    }


def _parse_figure(section: _Section, following: Mention | None) -> tuple[Figure, list[tuple[int, int]]]:
    """Return the figure of *section* and the positions of the words that describe it."""
    text, mention = section.text, section.mention
    count = _find_count(section)
    color = _find_adjective(COLORS, section)
    size = _find_adjective(SIZES, section)
    if size is not None and _is_diminutive(section, size) and not _is_contrasted(section):
        size = None
    position = _find_position(section)
    relation = _find_relation(section, following) if following is not None else None
    number = int(str(count.value)) if count else _count_plural(section)
    words = [_describe_subject(text, mention)]
    if count is not None and number > 1:
        outcome = PartOutcome.SHOWN if number <= MAX_COUNT else PartOutcome.SUBSTITUTED
        substitute = str(MAX_COUNT) if number > MAX_COUNT else ""
        words.append(ContentPart(PartKind.COUNT, _cut(text[count.start : count.end]), outcome, substitute))
    for kind, attribute in ((PartKind.COLOR, color), (PartKind.POSITION, size), (PartKind.POSITION, position)):
        if attribute is not None:
            words.append(ContentPart(kind, _cut(text[attribute.start : attribute.end]), PartOutcome.SHOWN))
    if relation is not None and following is not None:
        words.append(_describe_relation(text, relation, following))
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
    return figure, used


def _describe_relation(text: str, relation: _Attribute, following: Mention) -> ContentPart:
    """Return the part for *relation* to *following*; no drawing puts a parrot on a shoulder."""
    other = _OTHER_PART.match(text, following.end)
    if other is None:
        return ContentPart(PartKind.RELATION, _cut(text[relation.start : relation.end]), PartOutcome.SHOWN)
    return ContentPart(PartKind.RELATION, _cut(text[relation.start : other.end()]), PartOutcome.MISSING)


def _is_diminutive(section: _Section, size: _Attribute) -> bool:
    """Return whether *size* only makes a name tender: 小狐狸 is no smaller than a fox."""
    written = section.text[size.start : size.end], section.text[size.end : section.mention.start]
    return written in (("小", ""), ("little", " ")) and is_living(str(section.mention.named))


def _is_contrasted(section: _Section) -> bool:
    """Return whether the text names a large one as well: 大恐龙和小恐龙."""
    name = re.escape(section.text[section.mention.start : section.mention.end].lstrip("小"))
    return re.search(rf"大{name}|(?:big|large|huge|giant) {name}", section.text) is not None


def _count_plural(section: _Section) -> int:
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


def _find_count(section: _Section) -> _Attribute | None:
    """Return the count nearest before the subject; a plain "a" or 一 is none. A pair of glasses is one thing."""
    counted = _find_number(section)
    if counted is None or section.mention.named not in _PAIRS:
        return counted
    if section.text[counted.start : counted.end] in _PAIR_WORDS:
        return replace(counted, value=1)
    number = counted.value
    if not isinstance(number, int) or number % 2 or _OF_PAIRS.match(section.text, counted.end):
        return counted
    return replace(counted, value=number // 2)


def _find_number(section: _Section) -> _Attribute | None:
    start, clause = section.clause_start, section.text[section.clause_start : section.mention.start]
    found = [
        _Attribute(start + match.start(), start + match.end(), max(1, int(match[1])))
        for match in re.finditer(r"(?<![\d.])(\d{1,3})(?![\d.]| ?[dk:x×%岁])", clause)
    ]
    found += [
        _Attribute(start + match.start, start + match.end, match.value)
        for match in COUNTS.find_all(clause)
        if clause[match.end : match.end + 1] not in tuple("点些起样直切会下定")
        # The numerals in 三轮车 and 十二生肖 are parts of a name, not counts.
        and (clause[match.start] not in _NUMERALS_ZH or _MEASURED_ZH.match(clause, match.end))
    ]
    return max(found, key=lambda one: one.start, default=None)


def _find_adjective(lexicon: Lexicon[str] | Lexicon[int], section: _Section) -> _Attribute | None:
    """Return the last word of *lexicon* that belongs to the noun: only adjectives lie between."""
    start, before = section.clause_start, section.text[section.clause_start : section.mention.start]
    found: list[Match[str] | Match[int]] = list(lexicon.find_all(before))
    for match in reversed(found):
        between = before[match.end :]
        if before[match.start].isascii():
            fits = len(between.split()) <= 2 and not any(True for _ in RELATIONS.find_all(between))
        else:
            fits = bool(_LINK_ZH.match(between))
        if fits:
            return _Attribute(start + match.start, start + match.end, match.value)
    return None


def _find_position(section: _Section) -> _Attribute | None:
    """Return the position before the subject ("左边一只猫") or after it in its clause ("a cat on the left")."""
    for start, end in ((section.clause_start, section.mention.start), (section.mention.end, section.clause_end)):
        found = POSITIONS.find_all(section.text[start:end])
        match = next((one for one in found if not _BETWEEN.match(section.text, start + one.end)), None)
        if match is not None and (section.text[start + match.start].isascii() or end == section.mention.start):
            return _Attribute(start + match.start, start + match.end, match.value)
    if section.end < len(section.text):
        return None
    match = next(POSITIONS.find_all(section.text[section.mention.end :]), None)
    if match is None or _BETWEEN.match(section.text, section.mention.end + match.end):
        return None
    return _Attribute(section.mention.end + match.start, section.mention.end + match.end, match.value)


def _find_relation(section: _Section, following: Mention) -> _Attribute | None:
    """Return how the figure relates to the next one."""
    text, start = section.text, section.mention.end
    between = text[start : following.start]
    part = _PART_ZH.match(text, following.end)
    end = part.end() if part else following.end
    tail = text[end : end + 2]
    place = AFTER_PLACE.get(tail) or AFTER_PLACE.get(tail[:1])
    if place is Relation.ON and text[end - 1] in EVENTS_ZH:
        place = None  # 灯会上, 集市上: at it, not on it.
    found = [
        match
        for match in RELATIONS.find_all(between)
        if not any(position.start <= match.start < position.end for position in POSITIONS.find_all(between))
        # What leans on a thing does not stand on top of it; nothing draws or measures that it leans.
        and not _LEANS.search(between[: match.start])
        and load_names().match_at(between[match.end :].strip(), 0) is None
        and not _ANOTHER_PLACE.search(between, match.end)
    ]
    if place is not None and ("在" in between or any(match.value is not Relation.NEXT_TO for match in found)):
        end += 2 if tail in AFTER_PLACE else 1
        first = following.start if following.word_start < 0 else following.word_start
        first -= text[first - 1] in "在于到"
        return _Attribute(max(start, first), end, place)
    if _CLAUSE.search(between) or not found or found[-1].value is Relation.NEXT_TO:
        return None
    return _Attribute(start + found[-1].start, start + found[-1].end, found[-1].value)


def _cut(word: str) -> str:
    return word.strip()[:_MAX_WORD]
