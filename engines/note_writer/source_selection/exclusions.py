"""What a request excludes: foods that someone must not eat, things that the user does not want.

A sentence that uses such a thing is no advice for the request, unless it excludes the thing as well.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from engines.note_writer.tags import extract_content_words
from services.common.text import segmentation

_EXCLUDES_ZH = re.compile(
    r"(?<!要)(?<!能)不(?:[要能想]?(?:再|给|推荐|买|送|[吃喝用放加去爬坐逛住带含看有])|要(?![太很那这]))"
    r"|(?<![特个分级性区类告识])别(?:再|提|推荐|[吃喝用放加去买送爬坐住带])?(?![墅人的])|避[开免]|不含|(?<!免)无(?=[糖油奶麸筋])"
)
_EXCLUDES_EN = re.compile(
    r"\b(?:no\b(?!-)|without|avoid(?:ing)?|skip(?:ping)?|can['’]?t (?:eat|have|drink|use)|cannot (?:eat|have|drink|use)"
    r"|(?:don['’]?t|do not|doesn['’]?t|never) (?:eat|drink|like|want|have|own|use|recommend|suggest)|allergic to)\b",
    re.IGNORECASE,
)
_OF_FOOD_EN = re.compile(r"\b(?:eat|drink|allergic)\b", re.IGNORECASE)
_OF_FOOD_ZH = frozenset("吃喝放加含无")
ALLERGY = re.compile(r"过敏|\ballerg", re.IGNORECASE)
_ALLERGY_ZH = re.compile(r"(?P<before>[\u4e00-\u9fff]{1,8})过敏")
_FREE = re.compile(r"\b([a-z]{3,})[- ]free\b", re.IGNORECASE)
_COMPLAINT = re.compile(
    r"怎么办|怎么回事|为什么|为啥|[可行]以?吗|(?:还是|就是|总是|老是|一直)不[吃喝]"
    r"|(?:孩子|宝宝|娃|儿子|女儿|猫|狗)[^，,。]{0,6}不[吃喝]|what (?:to do|can i do)|\bwhy\b",
    re.IGNORECASE,
)
"""What does not happen is what the request is about: 猫不喝水怎么办."""
_LIST_ZH, _LIST_EN = frozenset("、和或与及"), frozenset({"or", "and", "any", "a", "an", "the", "of"})
_NOUNS = ("n", "vn")
_NO_FOOD = frozenset(re.findall(r"\w+", "饭 东西 什么 的 了 完 饱 下 惯 起 到 太 很 好 多 得 过 着"))
_CLAUSE_END = re.compile(r"[,，.。;；!！?？:：()（）\n]")
_WORD_EN = re.compile(r"[a-z][a-z'’-]*", re.IGNORECASE)
_STOP_EN = frozenset(
    re.findall(
        r"\w+",
        "i im am is are was it its but so for in on at with to from by as that this these those my your our their "
        "his her pls please thanks idea ideas clue time money experience problem problems stress budget need needed "
        "worries fuss more one other longer matter way where how what too very just only if when because want would "
        "like having bs",
    )
)
_ABSTRACT_ZH = frozenset(
    re.findall(
        r"\w+",
        "时间 经验 基础 钱 心情 力气 办法 信心 动力 感觉 关系 必要 问题 意思 兴趣 头绪 思路 人 事 胃口 废话 套路 广告",
    )
)
_MAX_WORDS, _MAX_TAIL = 2, 24
"""Words of one English name (ice cream), and characters after what excludes, in which the things are."""
_NEGATES_ZH = (
    r"(?:不[吃喝放加用含要带需是再]|没有?|无(?!锡)|(?<!特)别(?!的)|免(?!费)|代替|替代|换掉|去掉|避开)"
    r"[\u4e00-\u9fff]{0,2}"
)
_NEGATES_EN = (
    r"(?:\b(?:no|not|never|without|instead of|rather than|free of|avoid\w*|skip\w*|cannot)|n['’]t)(?: \w+){0,2} "
)


@lru_cache(maxsize=512)
def list_excluded(text: str, *, food_only: bool = False) -> tuple[frozenset[str], ...]:
    """Return the things that *text* excludes, each as its words; none that it names elsewhere as well.

    With *food_only* those that someone must not eat.
    """
    if _COMPLAINT.search(text):
        return ()
    found = [*_list_chinese(text, food_only=food_only), *_list_english(text, food_only=food_only)]
    rest, end = "", 0
    for start, stop in sorted(span for _, span in found):
        rest, end = rest + text[end:start] + " ", max(end, stop)
    rest += text[end:]
    return tuple(thing for thing in dict.fromkeys(one for one, _ in found) if not _names(rest, thing))


def uses_excluded(sentence: str, excluded: Sequence[frozenset[str]]) -> bool:
    """Return whether *sentence* names one of *excluded*, and does not exclude it itself."""
    return any(_names(sentence, one) and not _negates(sentence, one) for one in excluded)


def _names(text: str, words: frozenset[str]) -> bool:
    stems = extract_content_words(text) if any(map(str.isascii, words)) else frozenset[str]()
    return all(word in (stems if word.isascii() else text) for word in words)


def _negates(sentence: str, words: frozenset[str]) -> bool:
    """Return whether a negation directly precedes each of *words*, or "-free" follows."""
    for word in words:
        pattern = (
            rf"{_NEGATES_EN}{re.escape(word)}|\b{re.escape(word)}\w*[- ]free\b"
            if word.isascii()
            else _NEGATES_ZH + re.escape(word)
        )
        named = len(re.findall(rf"\b{re.escape(word)}" if word.isascii() else re.escape(word), sentence, re.IGNORECASE))
        if len(re.findall(pattern, sentence, re.IGNORECASE)) < named:
            return False
    return True


_Found = tuple[frozenset[str], tuple[int, int]]


def _list_chinese(text: str, *, food_only: bool) -> Iterator[_Found]:
    """Yield the excluded things with their place in *text*, that of what excludes them included."""
    for excluding in _EXCLUDES_ZH.finditer(text):
        is_food = excluding[0][-1] in _OF_FOOD_ZH
        if food_only and not is_food:
            continue
        tail = _CLAUSE_END.split(text[excluding.end() : excluding.end() + _MAX_TAIL], maxsplit=1)[0]
        place = excluding.end()
        for number, (word, part_of_speech) in enumerate(segmentation.tag_words(tail)):
            is_noun = part_of_speech.startswith(_NOUNS) and word not in _ABSTRACT_ZH and (is_food or len(word) > 1)
            is_noun = is_noun or (is_food and not number and len(word) <= _MAX_WORDS and word not in _NO_FOOD)
            if not is_noun and word not in _LIST_ZH:
                break
            place += len(word)
            if is_noun:
                yield frozenset({word}), (excluding.start(), place)
                if excluding[0] == "无":  # 无糖酸奶
                    break
    for allergy in _ALLERGY_ZH.finditer(text):
        nouns = [word for word, kind in segmentation.tag_words(allergy["before"]) if kind.startswith(_NOUNS)]
        if nouns:
            yield frozenset(nouns[-1:]), (allergy.end("before") - len(nouns[-1]), allergy.end())


def _list_english(text: str, *, food_only: bool) -> Iterator[_Found]:
    for excluding in _EXCLUDES_EN.finditer(text):
        if food_only and not _OF_FOOD_EN.search(excluding[0]):
            continue
        tail = _CLAUSE_END.split(text[excluding.end() : excluding.end() + 2 * _MAX_TAIL], maxsplit=1)[0]
        names, end = [list[str]()], excluding.end()
        for word in _WORD_EN.finditer(tail):
            if word[0].lower() in _LIST_EN:
                names.append([])
            elif word[0].lower() in _STOP_EN or len(names[-1]) == _MAX_WORDS:
                break
            else:
                names[-1].append(word[0])
                end = excluding.end() + word.end()
        yield from (
            (thing, (excluding.start(), end)) for one in names if (thing := extract_content_words(" ".join(one)))
        )
    yield from ((extract_content_words(found[1]), found.span()) for found in _FREE.finditer(text))
