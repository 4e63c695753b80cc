"""Steps after writing: register, emoji, excluded words, length limits."""

import re
from dataclasses import replace

from engines.language.words import take_words
from engines.note_writer.lengths import Length, Unit, has_emoji, remove_emoji, split_sentences
from engines.note_writer.parsers.requirements import Register, Requirements
from engines.note_writer.sources import find_sources, name_sources
from engines.note_writer.truncation import truncate_blocks
from engines.note_writer.values import MAX_BODY_LENGTH, MAX_TAGS, MAX_TITLE_LENGTH, Block, Draft
from services.common.text.citation import SAME_SOURCE
from services.common.text.language import Language

_TITLE_EMOJI, _SPARE_HEADING_EMOJI, _CLOSING_EMOJI = "✨", ("📌", "💡", "✅", "🌟", "🍀"), "💛"
# Words of headings and the emoji for them.
_HEADING_EMOJI_BY_WORD = (
    (re.compile(r"准备|带什么|装备|清单|行李|包里|pack|\bbags?\b|before|ready|bring", re.IGNORECASE), "🎒"),
    (re.compile(r"路线|行程|怎么走|交通|地图|route|plan|itinerary|way", re.IGNORECASE), "🗺️"),
    (re.compile(r"拍|照片|出片|镜头|photo|picture|camera", re.IGNORECASE), "📷"),
    (re.compile(r"吃|美食|食材|餐|味|食谱|food|eat|ingredient|taste", re.IGNORECASE), "🍱"),
    (re.compile(r"时间|几点|日程|时段|time|when|schedule", re.IGNORECASE), "⏰"),
    (re.compile(r"预算|花费|省|价格|钱|budget|cost|money", re.IGNORECASE), "💰"),
    (re.compile(r"避坑|注意|提醒|别|误区|踩|warn|avoid|careful|mistake", re.IGNORECASE), "⚠️"),
    (re.compile(r"步骤|做法|怎么做|第一步|\bstep", re.IGNORECASE), "👣"),
    (re.compile(r"适合|推荐|选|who|choose|pick|recommend", re.IGNORECASE), "👍"),
    (re.compile(r"总结|小结|最后|sum|final", re.IGNORECASE), "📝"),
)
_FORMAL_ZH = (
    (re.compile(r"[！!]+"), "。"),
    (re.compile(r"[～~]+(?=[。！？])"), ""),
    (re.compile(r"[～~]+"), "。"),
    (re.compile(r"(?:姐妹们|宝子们|家人们|宝宝们|集美们)"), "大家"),
    (re.compile(r"(?:超级|巨|贼)(?=[好多简方实])"), "非常"),
    (re.compile(r"[呀哦哈啦噢嘛](?=[，。？])"), ""),
    (re.compile(r"。。+"), "。"),
)
_FORMAL_EN = (
    (re.compile(r"!+"), "."),
    (re.compile(r"\b(do|does|is|are|was|were|has|have|had|would|could|should)n['’]t\b", re.IGNORECASE), r"\1 not"),
    (re.compile(r"\bcan['’]t\b", re.IGNORECASE), "cannot"),
    (re.compile(r"\bwon['’]t\b", re.IGNORECASE), "will not"),
    (re.compile(r"\b(it|that|here|there)['’]s\b", re.IGNORECASE), r"\1 is"),
    (re.compile(r"\b(you|they|we)['’]re\b", re.IGNORECASE), r"\1 are"),
    (re.compile(r"\b(you|they|we|I|it)['’]ll\b", re.IGNORECASE), r"\1 will"),
    (re.compile(r"\blet['’]s\b", re.IGNORECASE), "let us"),
)
_BULLET = "• "


def postprocess(draft: Draft, requirements: Requirements, language: Language, *, style: bool = True) -> Draft:
    """Return *draft* according to *requirements* and within the limits; its register changes only if *style* is set."""
    draft = remove_words(draft, requirements.excluded_words, language)
    if style:
        draft = _apply_register(draft, requirements, language)
    if requirements.emoji is False or (
        style and requirements.register is Register.FORMAL and requirements.emoji is None
    ):
        draft = remove_all_emoji(draft)
    blocks = (
        truncate_blocks(draft.blocks, requirements.max_length) if requirements.max_length is not None else draft.blocks
    )
    blocks = _limit_length(blocks)
    return replace(
        draft,
        title=take_words(draft.title, MAX_TITLE_LENGTH),
        blocks=blocks,
        tags=draft.tags[: MAX_TAGS if requirements.max_tags is None else requirements.max_tags],
    )


def remove_words(draft: Draft, words: tuple[str, ...], language: Language, *, in_sources: bool = False) -> Draft:
    """Return *draft* without sentences that contain one of *words*; a title loses the words themselves.

    With *in_sources*, a line that only refers to a source with one of them is also removed.
    """
    if not words:
        return draft
    remaining = tuple(
        block
        for block in (_remove_words_from_block(block, words, language, in_sources) for block in draft.blocks)
        if block.items
    )
    title = draft.title
    for word in words:
        title = re.sub(re.escape(word), "", title, flags=re.IGNORECASE).strip(" ，,：:｜|、")
    tags = tuple(tag for tag in draft.tags if not _contains_any(tag, words))
    return replace(draft, title=title or draft.title, blocks=remaining or draft.blocks, tags=tags)


def _remove_words_from_block(block: Block, words: tuple[str, ...], language: Language, in_sources: bool) -> Block:
    separator = "" if language is Language.CHINESE else " "
    items, sources = list[str](), find_sources(block.items)
    for item in block.items:
        if in_sources and SAME_SOURCE.search(item) and _contains_any(sources[item], words):
            continue
        bullet = _BULLET if item.startswith(_BULLET) else ""
        remaining = separator.join(
            sentence for sentence in split_sentences(item.removeprefix(bullet)) if not _contains_any(sentence, words)
        )
        if remaining:
            items.append(bullet + remaining)
    heading = "" if _contains_any(block.heading, words) else block.heading
    return replace(block, heading=heading, items=name_sources(block.items, items))


def _contains_any(text: str, words: tuple[str, ...]) -> bool:
    lowered = text.lower()
    return any(word.lower() in lowered for word in words)


def _apply_register(draft: Draft, requirements: Requirements, language: Language) -> Draft:
    match requirements.register:
        case Register.FORMAL:
            return replace(
                draft,
                title=_formalize(draft.title, language),
                blocks=tuple(_formalize_block(block, language) for block in draft.blocks),
            )
        case Register.LIVELY:
            return _enliven(draft, language, requirements.max_title_length or MAX_TITLE_LENGTH)
        case Register.PLAIN:
            return _add_heading_emoji(draft)


def _formalize_block(block: Block, language: Language) -> Block:
    return replace(block, items=tuple(_formalize(item, language) for item in block.items))


def _formalize(text: str, language: Language) -> str:
    for pattern, replacement in _FORMAL_ZH if language is Language.CHINESE else _FORMAL_EN:
        text = pattern.sub(replacement, text)
    return text


def _enliven(draft: Draft, language: Language, max_title_length: int) -> Draft:
    """Return *draft* with emoji at its title and headings, and exclamation marks at its opening and closing.

    The user's own sentences stay as they are, and so does a draft that has nothing else.
    """
    if draft.blocks and all(block.is_own for block in draft.blocks):
        return draft
    title = (
        draft.title
        if has_emoji(draft.title) or len(draft.title) >= max_title_length - 1
        else draft.title + _TITLE_EMOJI
    )
    blocks = list(_add_heading_emoji(draft).blocks)
    for index in {0, len(blocks) - 1} if blocks else ():
        if not blocks[index].heading and not blocks[index].is_own:
            blocks[index] = _add_exclamation(blocks[index], language, end=index > 0)
    return replace(draft, title=title, blocks=tuple(blocks))


def _add_exclamation(block: Block, language: Language, *, end: bool) -> Block:
    *others, last = block.items
    full_stop, exclamation = ("。", "！") if language is Language.CHINESE else (".", "!")
    last = last.removesuffix(full_stop) + exclamation if last.endswith(full_stop) else last
    if end and not has_emoji(last):
        last += _CLOSING_EMOJI if language is Language.CHINESE else f" {_CLOSING_EMOJI}"
    return replace(block, items=(*others, last))


def add_emoji(draft: Draft) -> Draft:
    """Return *draft* with one more emoji at a free position: at its headings, else its opening and closing."""
    blocks = list(_add_heading_emoji(draft).blocks)
    for index in {0, len(blocks) - 1} if blocks else ():
        if blocks[index].items and not has_emoji(blocks[index].items[-1]):
            *others, last = blocks[index].items
            blocks[index] = replace(
                blocks[index], items=(*others, f"{last} {_CLOSING_EMOJI if index else _TITLE_EMOJI}")
            )
    return replace(draft, blocks=tuple(blocks))


def _add_heading_emoji(draft: Draft) -> Draft:
    """Return *draft* with a different emoji before each heading that has none."""
    spare, blocks = list(_SPARE_HEADING_EMOJI), list[Block]()
    used = {
        emoji for _, emoji in _HEADING_EMOJI_BY_WORD if any(block.heading.startswith(emoji) for block in draft.blocks)
    }
    for block in draft.blocks:
        if block.heading and not has_emoji(block.heading):
            candidates = [
                emoji
                for pattern, emoji in _HEADING_EMOJI_BY_WORD
                if pattern.search(block.heading) and emoji not in used
            ]
            emoji = candidates[0] if candidates else spare.pop(0) if spare else ""
            used.add(emoji)
            block = replace(block, heading=f"{emoji} {block.heading}".strip())
        blocks.append(block)
    return replace(draft, blocks=tuple(blocks))


def remove_all_emoji(draft: Draft) -> Draft:
    """Return *draft* without emoji."""

    def bare(block: Block) -> Block:
        items = tuple(item for item in map(remove_emoji, block.items) if item)
        return replace(block, heading=remove_emoji(block.heading), items=items)

    blocks = tuple(block for block in map(bare, draft.blocks) if block.items)
    return replace(draft, title=remove_emoji(draft.title) or draft.title, blocks=blocks or draft.blocks)


def _limit_length(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    # The limit of the contract includes whitespace, which is always less than a tenth of a text.
    return truncate_blocks(blocks, Length(MAX_BODY_LENGTH * 9 // 10, Unit.CHARACTERS))
