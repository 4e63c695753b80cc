"""A note written from the beginning: a form filled in, as much of it as the length wants."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from services.common.language import Language
from services.executor.domain.writing.chance import shuffled
from services.executor.domain.writing.filling import Filling
from services.executor.domain.writing.measuring import Length, Unit, usual
from services.executor.domain.writing.naming import in_sentences, listed, readers_of
from services.executor.domain.writing.quoting import quotes_of
from services.executor.domain.writing.stock import aside, stock_form
from services.executor.domain.writing.tags import tags_of
from services.executor.domain.writing.titles import title_of
from services.executor.domain.writing.values import Assignment, Block, Draft, Form, body_of
from services.executor.domain.writing.wishes import Wishes, changes_of

# What such notes usually have: enough to be of use, short enough to be read.
USUAL_LENGTH = {Unit.CHARACTERS: 300, Unit.WORDS: 150}
_ITEMS = "• "
_LISTED = ("guide", "tutorial", "list", "recommendation", "")
_MOST_SECTIONS = 7


@dataclass(frozen=True, slots=True)
class Material:
    """All that a note can say.

    In `sections` the sentences that the seed prefers come first; `order` is that of the form, in which they are read.
    """

    opening: str
    sections: tuple[Block, ...]
    order: tuple[str, ...]
    quotes: Block | None
    asides: tuple[Block, ...]
    closing: str


def composed(assignment: Assignment, wishes: Wishes) -> Draft:
    """Return a draft; where there is a text before, one that says as little as possible of it again."""
    material = material_of(assignment, wishes)
    blocks = _grown(assignment, wishes, material)
    filling = filling_of(assignment, len(material.sections))
    title = title_of(assignment, forms_of(assignment)[0], filling, wishes)
    return Draft(title, blocks, tags_of(assignment, wishes))


def forms_of(assignment: Assignment) -> tuple[Form, ...]:
    """Return the forms to write in, the best first; one of the writer's own where the library sent none.

    Where the text before is to be written anew, the one that it is not written in comes first. A form in whose
    headings the text before is written comes last.
    """
    forms = assignment.forms or (own_form(assignment),)
    if assignment.before is None or changes_of(assignment.feedback).named:
        return forms
    body = assignment.before.body
    own, general = own_form(assignment), stock_form(assignment.language, "")
    # A form for the topic says more than one for anything; a story is told in none of the writer's own.
    told = (own,) if own is not general and assignment.content_type in _LISTED else ()
    rest = () if assignment.content_type == "story" and len(forms) > 1 else (general,)
    others = (*forms[:1], *told, *forms[1:], *rest) if assignment.feedback else forms
    return tuple(sorted(others, key=lambda form: sum(section.heading in body for section in form.sections)))


def own_form(assignment: Assignment) -> Form:
    """Return the writer's own form for the topic."""
    return stock_form(assignment.language, " ".join((assignment.topic, *assignment.keywords)))


def filling_of(assignment: Assignment, count: int) -> Filling:
    """Return what is known to fill places with; *count* is what the note counts: its sections."""
    topic = listed(assignment.topic) if assignment.content_type == "list" else assignment.topic
    spoken = in_sentences(topic, assignment.language)
    return Filling(topic, readers_of(assignment), assignment.place, count, spoken)


def material_of(assignment: Assignment, wishes: Wishes) -> Material:
    """Return what can be said; in each section first what the text before does not say yet."""
    form = forms_of(assignment)[0]
    said = assignment.before.body if assignment.before else ""
    filling = filling_of(assignment, min(len(form.sections), _MOST_SECTIONS))
    sections, order = list[Block](), list[str]()
    for number, section in enumerate(form.sections[:_MOST_SECTIONS]):
        sentences = filling.each(section.sentences)
        preferred = _fresh_first(shuffled(sentences, assignment.seed, f"section {number}"), said)
        if sentences:
            order += block_of("", sentences, assignment).items
            sections.append(block_of(filling.fill(section.heading), preferred, assignment))
    asides = tuple(_aside(assignment.language, word, sections) for word in wishes.mention)
    return Material(
        opening=_one_of(form.openings, assignment, filling, "opening", said),
        sections=tuple(sections),
        order=tuple(order),
        quotes=quotes_of(assignment),
        asides=asides,
        closing=_one_of(form.closings, assignment, filling, "closing", said),
    )


def block_of(heading: str, sentences: Sequence[str], assignment: Assignment) -> Block:
    """Return a section: a list where such notes have lists, else running text."""
    if assignment.content_type in _LISTED:
        return Block(heading, tuple(f"{_ITEMS}{sentence}" for sentence in sentences), "\n")
    return Block(heading, tuple(sentences), "" if assignment.language is Language.CHINESE else " ")


def paragraph(text: str) -> tuple[Block, ...]:
    """Return *text* as a paragraph without a heading; nothing for ""."""
    return (Block("", (text,)),) if text else ()


def wanted_length(assignment: Assignment, wishes: Wishes) -> Length:
    """Return the length to write towards, within what is asked for."""
    if wishes.least is not None:
        return wishes.least
    unit = wishes.most.unit if wishes.most is not None else usual(assignment.language)
    least = USUAL_LENGTH[unit]
    return Length(min(least, wishes.most.count) if wishes.most is not None else least, unit)


def _grown(assignment: Assignment, wishes: Wishes, material: Material) -> tuple[Block, ...]:
    """Return the paragraphs with as many sentences a section as the length wants, at least two."""
    wanted = wanted_length(assignment, wishes)
    longest = max((len(section.items) for section in material.sections), default=0)
    blocks = tuple[Block, ...]()
    for each in range(min(2, longest), longest + 1):
        blocks = _assembled(material, each)
        if wanted.of(body_of(blocks)) >= wanted.count:
            break
    return blocks or _assembled(material, 0)


def _assembled(material: Material, each: int) -> tuple[Block, ...]:
    sections = (
        replace(section, items=tuple(sorted(section.items[:each], key=material.order.index)))
        for section in material.sections
    )
    quotes = (material.quotes,) if material.quotes is not None else ()
    middle = (*sections, *quotes, *material.asides)
    return (*paragraph(material.opening), *middle, *paragraph(material.closing))


def _one_of(texts: Iterable[str], assignment: Assignment, filling: Filling, name: str, said: str) -> str:
    filled = _fresh_first(shuffled(filling.each(texts), assignment.seed, name), said)
    return filled[0] if filled else ""


def _fresh_first(sentences: Sequence[str], said: str) -> tuple[str, ...]:
    """Return *sentences*, those that *said* does not hold yet before the others."""
    return tuple(sorted(sentences, key=lambda sentence: sentence in said))


def _aside(language: Language, word: str, sections: Sequence[Block]) -> Block:
    """Return a paragraph on *word*."""
    heading = f"关于{word}" if language is Language.CHINESE else f"On {word}"
    joint = sections[0].joint if sections else ""
    said = aside(language, word)
    return Block(f"📝 {heading}", (f"{_ITEMS}{said}" if joint == "\n" else said,), joint)
