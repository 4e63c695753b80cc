"""What a request excludes: foods that someone must not eat, things that the user does not want.

A sentence that uses such a thing is no advice for the request, unless the clause with it excludes the thing as well.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from engines.note_writer.tags import extract_content_words
from services.common.text import segmentation

_EXCLUDES_ZH = re.compile(
    r"(?<!要)(?<!能)不(?:[要能想]?(?:再|给|推荐|买|送|[吃喝用放加去爬坐逛住带含看有])|要(?![太很那这]))|(?<![特个分级性区类告识])别(?:再|提|推荐|[吃喝用放加去买送爬坐住带])?(?![墅人的])"
    r"|避[开免]|不含|(?<!免)无(?=[糖油奶麸筋])"
)
_EXCLUDES_EN = re.compile(
    r"\b(?:no|without|avoid(?:ing)?|skip(?:ping)?|can['’]?t (?:eat|have|drink|use)|cannot (?:eat|have|drink|use)"
    r"|(?:don['’]?t|do not|doesn['’]?t|never) (?:eat|drink|like|want|have|own|use|recommend|suggest)|allergic to)\b",
    re.IGNORECASE,
)
_OF_FOOD_EN = re.compile(r"\b(?:eat|drink|allergic)\b", re.IGNORECASE)
_ALLERGY_ZH = re.compile(r"(?:对|(?<![\u4e00-\u9fff]))(?P<thing>[^\W对a-z\d]{1,5})过敏")
_FREE = re.compile(r"\b([a-z]{3,})[- ]free\b", re.IGNORECASE)
_COMPLAINT = re.compile(r"怎么办|怎么回事|为什么|为啥|what (?:to do|can i do)|\bwhy\b", re.IGNORECASE)
"""What does not happen is what the request is about: 猫不喝水怎么办."""
_LIST_ZH, _LIST_EN = frozenset("、和或与及，"), frozenset({"or", "and", "any", "a", "an", "the", "of"})
_NOUNS = ("n", "vn")
_WORD_EN = re.compile(r"[a-z][a-z'’-]*|[,.;:!?()]", re.IGNORECASE)
_STOP_EN = frozenset(
    re.findall(
        r"\w+",
        "i im am is are was it its but so for in on at with to from by as that this these those my your our their "
        "his her pls please thanks idea ideas clue time money experience problem problems stress budget need needed "
        "worries fuss more one other longer matter way where how what too very just only if when because want would "
        "like having",
    )
)
_ABSTRACT_ZH = frozenset(
    re.findall(
        r"\w+",
        "时间 经验 基础 钱 心情 力气 办法 信心 动力 感觉 关系 必要 问题 意思 兴趣 头绪 思路 人 事 胃口 废话 套路 广告",
    )
)
_MAX_WORDS = 2
"""Words of one English name: ice cream."""
_NEGATION = re.compile(
    r"不|没|无|别|免|代替|替代|换成|\b(?:no|not|never|without|instead|free|skip|avoid|cannot|replaces?|rather)\b|n['’]t\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[，,；;。.!！?？:：]")


def list_excluded(text: str, *, food_only: bool = False) -> tuple[frozenset[str], ...]:
    """Return the things that the request *text* excludes, each as its words; none that it names elsewhere as well.

    With *food_only* those that someone must not eat.
    """
    if _COMPLAINT.search(text):
        return ()
    found = [*_list_chinese(text, food_only=food_only), *_list_english(text, food_only=food_only)]
    rest = _EXCLUDES_EN.sub(" ", text)
    return tuple(one for one in dict.fromkeys(found) if one and not _is_named_again(one, rest))


def uses_excluded(sentence: str, excluded: Sequence[frozenset[str]]) -> bool:
    """Return whether a clause of *sentence* names one of *excluded*, and does not exclude it itself."""
    return any(
        _names(clause, one) and _NEGATION.search(clause) is None
        for clause in (_CLAUSE.split(sentence) if excluded else ())
        for one in excluded
    )


def _names(text: str, words: frozenset[str]) -> bool:
    stems = extract_content_words(text)
    return all(word in (stems if word.isascii() else text) for word in words)


def _is_named_again(words: frozenset[str], text: str) -> bool:
    """Return whether *text* names the thing twice: what it is about is not excluded."""
    if any(word.isascii() for word in words):
        stems = [extract_content_words(one) for one in text.split()]
        return all(sum(word in one for one in stems) > 1 for word in words)
    return all(text.count(word) > 1 for word in words)


def _list_chinese(text: str, *, food_only: bool) -> Iterator[frozenset[str]]:
    for excluding in _EXCLUDES_ZH.finditer(text):
        tokens = segmentation.tag_words(text[excluding.end() :])
        is_food = excluding[0][-1] in "吃喝放加含无"
        if food_only and not is_food:
            continue
        listed = takewhile(lambda one: one[1].startswith(_NOUNS) or one[0] in _LIST_ZH, tokens)
        nouns = [word for word, _ in listed if word not in _LIST_ZH]
        if is_food and not nouns and tokens:
            nouns = [tokens[0][0][:1]] if tokens[0][1][:1] in "av" and len(tokens[0][0]) == 1 else []
        yield from (frozenset({word}) for word in nouns if word not in _ABSTRACT_ZH and (is_food or len(word) > 1))
    yield from (frozenset({found["thing"]}) for found in _ALLERGY_ZH.finditer(text))


def _list_english(text: str, *, food_only: bool) -> Iterator[frozenset[str]]:
    for excluding in _EXCLUDES_EN.finditer(text):
        if food_only and not _OF_FOOD_EN.search(excluding[0]):
            continue
        name = list[str]()
        for word in _WORD_EN.findall(text[excluding.end() :]):
            if word.lower() in _LIST_EN:
                yield extract_content_words(" ".join(name))
                name = []
            elif word.lower() in _STOP_EN or not word[0].isalpha() or len(name) == _MAX_WORDS:
                break
            else:
                name.append(word)
        yield extract_content_words(" ".join(name))
    yield from (extract_content_words(found[1]) for found in _FREE.finditer(text))
