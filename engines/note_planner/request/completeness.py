"""Whether a phrase can be the topic of a note: it has a noun, or an act with its object, of its own.

"What would help someone in my first month" and 怎么拍得好看点 have neither: their words occur in requests for any
subject, and only name readers, times and texts.
"""

import re

from engines.language.characters import is_chinese
from engines.language.phrase import Phrase
from engines.language.scanner import split_words
from engines.note_planner.request.lexicon import AUDIENCES, CONTENT_TYPES, PLAIN_NOTES
from engines.note_subject import find_things
from services.common.text.segmentation import tag_words

_EMPTY_ENGLISH = frozenset(
    split_words(
        "a|an|the|this|that|these|those|some|any|every|each|all|both|no|not|none|one|ones|two|i|me|my|mine|we|us|our|you",
        "your|he|him|his|she|her|it|its|they|them|their|who|whom|whose|what|which|when|where|why|how|is|are|was|were|be",
        "been|being|am|do|does|did|done|doing|have|has|had|having|can|could|should|would|will|may|might|must|shall|of",
        "in|on|at|to|for|with|without|from|by|about|as|than|then|so|and|or|but|if|up|down|out|off|over|into|onto|after",
        "before|during|while|until|between|through|there|here|now|just|only|really|actually|even|ever|never|still|also",
        "too|very|much|many|more|most|less|least|few|lot|lots|other|others|else|same|such|own|like|good|better|best",
        "bad|well|nice|great|right|wrong|new|old|next|last|first|again|maybe|please|help|helps|use|uses|using|useful",
        "get|gets|getting|got|go|goes|going|make|makes|making|need|needs|want|wants|know|knows|think|try|trying|tried",
        "start|started|starting|give|tell|show|share|write|writing|read|say|see|look|find|come|take|keep|put|let|work",
        "works|thing|things|stuff|way|ways|something|anything|everything|nothing|someone|anyone|everyone|somebody|anybody",
        "idea|ideas|tip|tips|advice|plan|plans|guide|list|note|post|article|piece|text|methods|method|steps|step",
        "day|days|week|weeks|month|months|year|years|time|times|today|tomorrow|boat|position|situation|age|tired|busy",
        "part|kind|point|points|question|questions|case|trick|tricks|reason|reasons|mistake|mistakes|experience",
        "absolute|complete|total|fellow|love|could|would|worth|often|always|kindly|budget|dollars|pounds|euros",
        "meantime|meanwhile|moment|im|ive|id|dont|doesnt|cant|wont|isnt|its|thats|whats|lets",
    )
)
"""English words of requests for any subject."""
MIN_WITH_REFERENT = 3
"""Words of an English phrase that may have the referent of its pronoun."""
_WORD = re.compile(r"[a-z][a-z'’-]*|\d+\w*", re.IGNORECASE)
_DANGLING = re.compile(r"^(?:it|them|that|this)\b|\b(?:it|them|him)\b|\b(?:that|this)$")
"""An English phrase that refers to an earlier clause."""
REFERRING = re.compile(
    r"(?<![其吉])[它他她](?!们?自己)|^(?:这个|那个|这种|那种)|[这那](?:种|件|个|样)?(?:的)?(?:事|情况|问题)|^(?:整理|做|改|编|缝|剪)成"
)
"""A Chinese phrase that refers to an earlier clause."""
_EMPTY_CHINESE = frozenset(
    split_words(
        "东西|方法|办法|时候|事|事情|经验|技巧|建议|坑|自己|大家|同龄人|问题|情况|地方|样子|感觉|计划|安排|准备|路线|行程",
        "攻略|清单|笔记|帖子|文章|礼物|预算|时间|步骤|要点|心得|教训|基础|新人|人|同事|同样|别人|有人|家里|选择|区别|推荐",
        "注意|合适|适合|需要|开始|可以|应该|看看|写|讲讲|说说|分享|提醒|整理|开口|处理|解决|选|挑|买|好点|好看|好用|好吃",
        "能用|可用|有用|实用|有没有|想想|喜欢|别的|帮忙|怎么办|不好|没有|回事|意思|效果|原因|解决办法|解决方法|关系|条件|机会|内容|主题|话题|主意|帖子|参考|给个|请问|动作|开头|遇到|碰到|碰上|遇上",
    )
)
"""Chinese words of requests for any subject."""
_NOUN_TAGS, _VERB_TAGS = ("n", "l", "i", "j", "vn", "x", "eng", "zg"), ("v",)
_OF_ANY = AUDIENCES | PLAIN_NOTES | {word for word in CONTENT_TYPES if word not in ("diary", "日记")}
"""Readers and kinds of text."""
_HOW = frozenset(split_words("怎么|如何|怎样|咋|什么"))
_TIME = re.compile(
    r"第?[\d一二三四五六七八九十几两]+[周天月年次个岁]|[今明去]年|[上下这]个?[月周]|最近|平时|晚上|早上|中午"
)


def is_complete(text: str) -> bool:
    """Return whether *text* names a subject, and refers to no other clause."""
    folded = Phrase(text).folded
    if is_chinese(folded):
        if find_things(folded) and not REFERRING.search(folded):
            return True
        refers = REFERRING.search(folded)
        return bool(list_content(text)) and (refers is None or bool(list_content(folded[: refers.start()])))
    content = list_content(text)
    return bool(content) and not (_DANGLING.search(folded) and len(content) < MIN_WITH_REFERENT)


def list_content(text: str) -> list[str]:
    """Return the words of *text* that name a subject, folded: nouns, and verbs with their object."""
    folded = Phrase(text).folded
    if not is_chinese(folded):
        words = (word.replace("’", "'").strip("'-") for word in _WORD.findall(folded))
        plain = (word.removesuffix("'s") for word in words)
        return [
            word
            for word in plain
            if len(word) > 1 and word.replace("'", "") not in _EMPTY_ENGLISH and not _is_reader(word)
        ]
    tagged = tag_words(folded)
    before = ("", *(word for word, _ in tagged))
    return [word for (word, tag), last in zip(tagged, before, strict=False) if _is_content(word, tag, last)]


def _is_reader(word: str) -> bool:
    return word in _OF_ANY or f"{word}s" in AUDIENCES


def _is_content(word: str, tag: str, before: str) -> bool:
    """Return whether *word* is a noun or a verb of a subject; a verb after "how" lacks its object (怎么照顾)."""
    if word in _EMPTY_CHINESE or word in _OF_ANY or _TIME.fullmatch(word) or not any(map(str.isalnum, word)):
        return False
    if tag.startswith(_NOUN_TAGS):
        return len(word) > 1 or tag == "n"
    if len(word) == 1 or not tag.startswith(_VERB_TAGS):
        return False
    return before not in _HOW or any(last.startswith("n") for _, last in tag_words(word[-1]))
