"""Changes of what a text states: words and sentences that it has to have, or must not have."""

import re
from collections.abc import Callable
from dataclasses import replace

from engines.language.characters import is_chinese
from engines.note_writer.expansion import insert_before_closing
from engines.note_writer.feedback import edges, titles
from engines.note_writer.feedback.changes import Change, Kind, Part
from engines.note_writer.feedback.context import BULLET, Context
from engines.note_writer.feedback.elaboration import MORE
from engines.note_writer.feedback.names import exceeds_word, is_torn_phrase, list_names, mentions, split_names
from engines.note_writer.feedback.scope import split_paragraphs
from engines.note_writer.feedback.statements import states
from engines.note_writer.feedback.words import ADVERB
from engines.note_writer.lengths import split_sentences
from engines.note_writer.phrases import find_known_aside
from engines.note_writer.postprocess import remove_words
from engines.note_writer.quotations import build_quotation_blocks, find_quotation_about, select_quotations
from engines.note_writer.values import Block, Draft
from services.common.text.citation import ANY_SOURCE, NAMED_SOURCE, SAME_SOURCE
from services.common.text.language import Language


def add_text(draft: Draft, change: Change, context: Context) -> Draft:
    """Return the draft with a sentence of the reviewer as a separate paragraph."""
    added = Block("", (edges.end_sentence(change.value, context),))
    if split_paragraphs(draft).closing:
        return replace(draft, blocks=insert_before_closing(draft.blocks, (added,)))
    return replace(draft, blocks=(*draft.blocks, added))


def warn(draft: Draft, change: Change, context: Context) -> Draft:
    """Return the draft with a sentence that warns its readers in the reviewer's words."""
    value = _CONNECTED.sub("", change.value)
    if context.language is Language.CHINESE:
        text = value if _ADVISES.search(value) else f"注意：{value}"
    elif (connected := _CONNECTED.match(change.value)) is None or connected[1].lower() == "that":
        text = value
    else:
        text = f"Do not {value}" if connected[1].lower() == "not to" else f"Be careful about {value}"
    return add_text(draft, replace(change, value=text), context)


def has_warning(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether the text has the words of the warning."""
    return _CONNECTED.sub("", change.value).lower() in draft.body.lower()


_CONNECTED = re.compile(r"^(about|against|on|of|for|that|not to) ", re.IGNORECASE)
"""Joins a warning and its words."""
_ADVISES = re.compile(r"别|不[要能可会]|要|会|得|先|记得|小心|注意|千万|一定")
"""A Chinese sentence that warns by itself."""


def correct(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with the right word in place of the wrong one; if it has neither, with the right one added."""
    replaced = replace_word(draft, change, context)
    if replaced is not None or _UNWANTED.search(change.text) or _USE.match(change.text):
        return replaced
    return mention(draft, replace(change, value=change.other), context)


_USE = re.compile(r"(?:please |just )?use\b|用", re.IGNORECASE)
"""Requests other units or words for what the text states, and nothing about them."""


def add_quotations(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with further quotations; as it is if there are none and it has sources."""
    quotations = tuple(
        quotation for quotation in select_quotations(context.request) if quotation.sentence not in draft.body
    )
    blocks = build_quotation_blocks(quotations, context.language)
    if not blocks:
        return draft if NAMED_SOURCE.search(draft.body) else None
    return replace(draft, blocks=insert_before_closing(draft.blocks, blocks))


def drop_sources(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft without the names of its sources."""
    revised = map_items(draft, lambda text: ANY_SOURCE.sub("", text))
    return revised if revised != draft else None


def mention(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Add a section about a word: from a quotation, a sentence of the phrase bank, or the reviewer's own detail."""
    word = change.value
    if not word:
        return None
    is_mentioned = word.lower() in draft.body.lower()
    if is_mentioned and not MORE.search(change.text):
        return draft
    chinese = context.language is Language.CHINESE
    quotation = find_quotation_about(word, context.request)
    if quotation is not None and quotation.sentence not in draft.body:
        sentence = quotation.format(context.language)
    elif is_mentioned or _QUESTION.search(word) or _FORM.search(word):
        return None
    elif _OWN_DETAIL.search(word) and states(word):
        return add_text(draft, change, context)
    elif aside := find_aside(word, context.language, context.request.topic):
        sentence = aside
    elif _STATES.search(word) and states(word):
        return add_text(draft, change, context)
    else:
        return None
    heading = f"📝 关于{word}" if chinese else f"📝 On {word}"
    listed = any(item.startswith(BULLET) for block in draft.blocks for item in block.items)
    block = Block(heading, (f"{BULLET}{sentence}" if listed else sentence,), "\n" if listed else "")
    return replace(draft, blocks=insert_before_closing(draft.blocks, (block,)))


def find_aside(word: str, language: Language, subject: str | None = None) -> str:
    """Return the general sentence about *word*; none for a precise one, or for more than its name: 索道时间.

    With a *subject* it is one that holds for subjects of that theme: how to save on a trip is nothing on gifts.
    """
    return "" if _PRECISE.match(word) else find_known_aside(language, word, max_others=_MAX_OTHERS, subject=subject)


def is_aside(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether the text has of the word only its name, or a general sentence of the phrase bank."""
    if (change.kind, change.part) == (Kind.CONTAIN, Part.BODY) and re.fullmatch(r"[A-Za-z'’-]+", change.value):
        # A name alone, as a line of its own.
        return f"{change.value}.".lower() in (line.lower() for line in draft.body.splitlines())
    language = Language.CHINESE if is_chinese(change.value) else Language.ENGLISH
    aside = find_aside(change.value, language) if (change.kind, change.part) == (Kind.CONTAIN, Part.BODY) else ""
    return bool(aside) and aside in draft.body and aside not in previous.body


_MAX_OTHERS = 1
_QUESTION = re.compile(
    r"怎么|怎样|如何|多久|几[次天个月时点]|多少|什么|哪|\b(?:how|what|when|which|why|where|who|whether)\b",
    re.IGNORECASE,
)
"""A question, which a general sentence does not answer."""
_FORM = re.compile(
    r"清单|表格|列表|例子|步骤|做法|攻略|时间表|行程|对比|总结|故事"
    r"|\b(?:list|table|schedule|itinerary|recipe|steps|examples?|section|explanation|comparison|summary|checklist|map|quotes?|story|anecdote)\b",
    re.IGNORECASE,
)
"""A form of text, which its name is not."""
_OWN_DETAIL = re.compile(r"\d|[一二两三四五六七八九十百千][块百千元天小分]")
_PRECISE = re.compile(r"(?:具体|详细|准确|真实)的?|(?:specific|exact|concrete|real)\b", re.IGNORECASE)
"""Asks for facts, which a general sentence is not."""
_STATES = re.compile(
    r"(?<!最)[要是在有](?!趣|关键)|可以|不[能可会用]|别|[开关]门|开业|停车|停业|搬[到家]|[\u4e00-\u9fff]{2,}(?:路|街|号|店|馆)|\b(?:is|are|has|have|must|should|can|opens?|closes?|needs?)\b|(?-i:\b[A-Z]\w+)",
    re.IGNORECASE,
)
"""What a word has that stands as a line of its own: a verb, or a name. 加上预算 needs a source that states what."""


def exclude(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft without the sentences, headings and tags that have the words of the change.

    None if its title cannot lack them, or if they are more than words and the text has none of them.
    """
    words, body = split_names(change.value, draft.body), draft.body.lower()
    if (
        re.fullmatch(r"[A-Za-z]", change.value)
        or SAME_SOURCE.search(f"({change.value})")
        or SAME_SOURCE.search(f"（{change.value}）")
        or not words
        or any(exceeds_word(word) and word.lower() not in body for word in words)
    ):
        return None
    if change.value in _DEGREES:
        return map_items(draft, lambda text: text.replace(change.value, ""))
    if ADVERB.fullmatch(change.value):
        pattern = re.compile(rf"(?<![A-Za-z]){re.escape(change.value)}(?![A-Za-z]) ?", re.IGNORECASE)
        return map_items(draft, lambda text: pattern.sub("", text))
    title, text = draft.title, "\n".join((draft.title, draft.body, *draft.tags))
    words = tuple(word for word in words if any(mentions(text, name) for name in list_names(word, draft.body)))
    if not words:
        # A letter, or several words that the text lacks: it may be about the thing in others.
        is_word = _QUOTED.search(change.text) or (len(change.value) > 1 and not re.search(r"[ -]", change.value))
        return draft if is_word else None
    for word in words:
        title = titles.lack(title, replace(change, value=word), context.request, draft)
        if not title:
            return None
    names = tuple(name for word in words for name in list_names(word, draft.body))
    revised = remove_words(_renew_edges(draft, words, context), names, context.language, in_sources=True)
    tags = tuple(tag for tag in draft.tags if not any(word.lower() in tag.lower() for word in words))
    return replace(revised, title=title, tags=tags)


def _renew_edges(draft: Draft, unwanted: tuple[str, ...], context: Context) -> Draft:
    """Return *draft* with another opening and closing where all of their sentences have *unwanted* words."""
    paragraphs = split_paragraphs(draft)
    for part, blocks in ((Part.OPENING, paragraphs.opening), (Part.CLOSING, paragraphs.closing)):
        sentences = [sentence.lower() for block in blocks for item in block.items for sentence in split_sentences(item)]
        is_lost = bool(sentences) and all(any(word.lower() in one for word in unwanted) for one in sentences)
        if is_lost and (text := edges.select_edge(draft, part, context, unwanted)):
            index = 0 if part is Part.OPENING else len(draft.blocks) - 1
            draft = replace(draft, blocks=(*draft.blocks[:index], Block("", (text,)), *draft.blocks[index + 1 :]))
    return draft


_QUOTED = re.compile(r"[“”\"「」『』‘'’]")
_DEGREES = frozenset("最很太更超极")
"""Words of degree, without which the sentence is still complete; so are those of `ADVERB`."""


def replace_word(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with another word in its title and text, and in its tags where the first one is unwanted.

    The names of sources stay as they are.
    """
    if not change.other or change.value in ("", *"的了是得地个"):
        # A particle of the reviewer's sentence is no word to replace.
        return None
    pattern = re.compile(f"(?P<source>{ANY_SOURCE.pattern})|{re.escape(change.value)}", re.IGNORECASE)

    def convert(text: str) -> str:
        return pattern.sub(lambda found: found["source"] or change.other, text)

    if is_torn_phrase(f"{draft.title}\n{draft.body}", change.value, change.other):
        return None
    tags = draft.tags
    if _UNWANTED.search(change.text):
        tags = tuple(dict.fromkeys(convert(tag).replace(" ", "") if pattern.search(tag) else tag for tag in tags))
    revised = replace(map_items(draft, convert), title=convert(draft.title), tags=tags)
    return revised if revised != draft else None


_UNWANTED = re.compile(r"不要|别|不用|\b(?:don['’]t|stop|never|the word|hate|cringe)\b", re.IGNORECASE)


def map_items(draft: Draft, convert: Callable[[str], str]) -> Draft:
    """Return *draft* with its headings and lines converted."""
    blocks = (
        replace(block, heading=convert(block.heading), items=tuple(map(convert, block.items))) for block in draft.blocks
    )
    return replace(draft, blocks=tuple(blocks))
