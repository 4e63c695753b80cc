"""The last hand: how a text sounds, its emoji, the words it must not hold, its bounds."""

import re
from dataclasses import replace

from services.common.language import Language
from services.executor.domain.writing.fitting import fitted_to
from services.executor.domain.writing.measuring import Length, Unit, has_emoji, sentences, without_emoji
from services.executor.domain.writing.values import LONGEST_BODY, LONGEST_TITLE, MOST_TAGS, Block, Draft
from services.executor.domain.writing.wishes import Register, Wishes

_TITLE_EMOJI, _HEADING_EMOJI, _CLOSING_EMOJI = "✨", ("📌", "💡", "✅", "🌟", "🍀"), "💛"
# A heading's word, and the emoji that shows it.
_SHOWN = (
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
_SOBER_ZH = (
    (re.compile(r"[！!]+"), "。"),
    (re.compile(r"[～~]+(?=[。！？])"), ""),
    (re.compile(r"[～~]+"), "。"),
    (re.compile(r"(?:姐妹们|宝子们|家人们|宝宝们|集美们)"), "大家"),
    (re.compile(r"(?:超级|巨|贼)(?=[好多简方实])"), "非常"),
    (re.compile(r"[呀哦哈啦噢嘛](?=[，。？])"), ""),
    (re.compile(r"。。+"), "。"),
)
_SOBER_EN = (
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


def finished(draft: Draft, wishes: Wishes, language: Language, *, sound: bool = True) -> Draft:
    """Return *draft* as *wishes* have it, within the contract's bounds; how it sounds stays where *sound* is False."""
    draft = _without(draft, wishes.without, language)
    if sound:
        draft = _sounding(draft, wishes, language)
    if wishes.emoji is False or (sound and wishes.register is Register.FORMAL and wishes.emoji is None):
        draft = _bare(draft)
    blocks = fitted_to(draft.blocks, wishes.most) if wishes.most is not None else draft.blocks
    blocks = _within(blocks)
    return Draft(draft.title[:LONGEST_TITLE], blocks, draft.tags[: wishes.tags_most or MOST_TAGS])


def _without(draft: Draft, words: tuple[str, ...], language: Language) -> Draft:
    """Return *draft* less the sentences that hold one of *words*; a title loses the words themselves."""
    if not words:
        return draft
    kept = tuple(block for block in (_block_without(block, words, language) for block in draft.blocks) if block.items)
    title = draft.title
    for word in words:
        title = re.sub(re.escape(word), "", title, flags=re.IGNORECASE).strip(" ，,：:｜|、")
    tags = tuple(tag for tag in draft.tags if not _holds(tag, words))
    return Draft(title or draft.title, kept or draft.blocks, tags)


def _block_without(block: Block, words: tuple[str, ...], language: Language) -> Block:
    joint = "" if language is Language.CHINESE else " "
    items = list[str]()
    for item in block.items:
        mark = _BULLET if item.startswith(_BULLET) else ""
        kept = joint.join(said for said in sentences(item.removeprefix(mark)) if not _holds(said, words))
        if kept:
            items.append(mark + kept)
    return replace(block, heading="" if _holds(block.heading, words) else block.heading, items=tuple(items))


def _holds(text: str, words: tuple[str, ...]) -> bool:
    lowered = text.lower()
    return any(word.lower() in lowered for word in words)


def _sounding(draft: Draft, wishes: Wishes, language: Language) -> Draft:
    match wishes.register:
        case Register.FORMAL:
            return Draft(_sober(draft.title, language), tuple(_sobered(b, language) for b in draft.blocks), draft.tags)
        case Register.LIVELY:
            return _lively(draft, language, wishes.title_most or LONGEST_TITLE)
        case Register.PLAIN:
            return _headed(draft)


def _sobered(block: Block, language: Language) -> Block:
    return replace(block, items=tuple(_sober(item, language) for item in block.items))


def _sober(text: str, language: Language) -> str:
    for pattern, instead in _SOBER_ZH if language is Language.CHINESE else _SOBER_EN:
        text = pattern.sub(instead, text)
    return text


def _lively(draft: Draft, language: Language, longest: int) -> Draft:
    """Return *draft* with an emoji at its title and headings, and joy where it begins and ends."""
    title = draft.title if has_emoji(draft.title) or len(draft.title) >= longest - 1 else draft.title + _TITLE_EMOJI
    blocks = list(_headed(draft).blocks)
    for place in {0, len(blocks) - 1} if blocks else ():
        if not blocks[place].heading:
            blocks[place] = _joyful(blocks[place], language, end=place > 0)
    return Draft(title, tuple(blocks), draft.tags)


def _joyful(block: Block, language: Language, *, end: bool) -> Block:
    *others, last = block.items
    stop, joy = ("。", "！") if language is Language.CHINESE else (".", "!")
    last = last.removesuffix(stop) + joy if last.endswith(stop) else last
    if end and not has_emoji(last):
        last += _CLOSING_EMOJI if language is Language.CHINESE else f" {_CLOSING_EMOJI}"
    return replace(block, items=(*others, last))


def _headed(draft: Draft) -> Draft:
    """Return *draft* with an emoji before each heading that has none, none of them twice."""
    spare, blocks = list(_HEADING_EMOJI), list[Block]()
    used = {shown for _, shown in _SHOWN if any(block.heading.startswith(shown) for block in draft.blocks)}
    for block in draft.blocks:
        if block.heading and not has_emoji(block.heading):
            fitting = [shown for pattern, shown in _SHOWN if pattern.search(block.heading) and shown not in used]
            shown = fitting[0] if fitting else spare.pop(0) if spare else ""
            used.add(shown)
            block = replace(block, heading=f"{shown} {block.heading}".strip())
        blocks.append(block)
    return replace(draft, blocks=tuple(blocks))


def _bare(draft: Draft) -> Draft:
    def bare(block: Block) -> Block:
        items = tuple(item for item in map(without_emoji, block.items) if item)
        return replace(block, heading=without_emoji(block.heading), items=items)

    blocks = tuple(block for block in map(bare, draft.blocks) if block.items)
    return Draft(without_emoji(draft.title) or draft.title, blocks or draft.blocks, draft.tags)


def _within(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    # Spaces and ends of lines count as well by the contract; they are never a tenth of a text.
    return fitted_to(blocks, Length(LONGEST_BODY * 9 // 10, Unit.CHARACTERS))
