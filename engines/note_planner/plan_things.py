"""Whether words of feedback are a noun phrase for a thing that the painter knows: no others are what an image shows."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re

from engines.language.characters import fold, is_chinese
from engines.note_planner.clause_images import Clause
from engines.note_planner.plan_details import is_ambience
from engines.note_planner.plan_patterns import COLOR_NAME
from engines.note_planner.scenes import find_scenes
from engines.painter.content.mentions import find_mentions
from services.common.contract.note import ImagePlanSet

_PRONOUN = re.compile(
    r"\b(?:i|me|my|mine|own|you|yours?|we|us|ours?|they|them|theirs?|he|him|she|it|this|that|these|those|whatever|which|what|there|here"
    r"|ones?|everything|anything|nothing|something|rest|others?|else|same)\b|['’](?:s|ll|re|ve|d|m)\b(?! \w)|['’](?:ll|re|ve|d|m)\b|n['’]t\b"
)
_VERB = re.compile(
    r"^(?:take|put|get|swap|switch|exchange|move|make|paint|draw|show|use|keep|leave|lose|drop|remove|delete|add|change|replace|turn|give|have|let|try|bring|cut|ditch|bin|"
    r"want|need|like|see|feel|look|go|do|be|say|write|add|pick|choose|find|think|finish|end|start|and|or|but|so|for|to|of|than|as|not|no|without)\b"
    r"|\b(?:is|are|was|were|be|been|am|has|have|had|does|do|did|can(?= \w)|could|will|would|should|shall|may|might|must|belongs?|matters?|distracts?|looks?|feels?|seems?|needs?|wants?|fits?|works?|goes|comes|gets|makes|because|since|if|when|although|though|too|very|instead|please|again|already|never|always|first|last)\b"
)
_ADVERB = re.compile(r"^(?:(?:please|just|only|simply|maybe)\b ?)+")
_PARTICLE = re.compile(
    r"(?<!ing )(?<!close )\b(?:away|out|off|back|up|down|over|along|together|in|at|with|of|from|to|and|or|more|less)$"
)
_LATE_DETERMINER = re.compile(
    r"(?<![a-z])(?!(?:and|or|with|without|in|on|at|of|by|under|over|above|below|behind|beside|near|next to|to|from|into|onto|inside|through|across|around|between|against|for|during|like|plus|both|all|\w+ing|\w+ed|\w+[^\w' -])\b)[a-z'-]+ (?:an?|the|some|two|three|four|five|six|several) "
)
"""A determiner within the words, after no preposition: what is before it is a verb, as in "take the glass"."""
_FEELING = re.compile(
    r"\b(?:feel(?:ing)?s?|vibes?|moods?|atmosphere|sense|warmth|touch|look|impression|light(?:ing)?|sun(?:light|shine)|glow|brightness|tones?|colou?rs?)$"
    r"|(?:感觉?|感受|氛围|气氛|味道|味儿?|气息|心情|样子|意境|[阳灯暖晨柔月]?光|光线|光照|亮度|色调|颜色|感)$"
)
"""Words for a feeling, a light or a mood at the end of a phrase."""
_CLAUSE_ZH = re.compile(
    r"[我你您他她它们这那哪谁]|[不没别吗呢吧啊太很更最就都也还才请]|(?<![一二两三四五六七八九几每])只|什么|怎么|应该|可以|比较|感觉|觉得|希望|适合|不如|照过来|[“”「」『』\"，。；：！？]"
    r"|^(?:拿|取|删|去掉|换|改|放|加|移|挪|把|将|给|让|使|保持|保留|留|是|像|要|想|跟|和|与|在|从|对|比|说|写|上|下|里|中|的)"
)
_COUNTED_ZH = re.compile(
    r"^[一两二三四五六七八九][只个条张朵座棵辆盏把杯碗盘匹头位艘株束盆扇本支瓶块台][\u4e00-\u9fff]{1,6}$"
)
"""A measure word of things, after which nothing but a noun stands."""
_SCENERY_ZH = re.compile(r"(?:[夜雪街海江山湖外]景|星空|夜空|天空|大海|海面|田野|街道|小巷)$")


def is_noun_phrase(words: str) -> bool:
    """Return whether *words* are a noun phrase: no verb, pronoun, quotation, feeling or remainder of a clause."""
    folded = _ADVERB.sub("", fold(words).strip())
    if not folded or "  " in words.strip() or _FEELING.search(folded):
        return False
    if is_chinese(folded):
        return _CLAUSE_ZH.search(folded) is None
    patterns = (_PRONOUN, _VERB, _PARTICLE, _LATE_DETERMINER)
    return re.fullmatch(r"[\w ,'’-]+", folded) is not None and not any(one.search(folded) for one in patterns)


def names_thing(words: str) -> bool:
    """Return whether *words* are a noun phrase for a thing, someone or a scenery that the painter knows."""
    if not is_noun_phrase(words):
        return False
    folded = fold(words).strip()
    head = folded.rpartition("的")[2] if is_chinese(folded) else folded
    is_known = any(one.is_subject and not one.is_similar for one in find_mentions(head))
    is_counted = any(one.search(folded) for one in (_COUNTED_ZH, _SCENERY_ZH))
    return is_known or is_counted or bool(find_scenes([head]))


def takes_no_subject(clause: Clause, before: ImagePlanSet, after: ImagePlanSet) -> bool:
    """Return whether an image shows words of *clause* that name no thing: what it showed is to stay."""
    own = {plan.plan_id: plan.subject for plan in before.plans}
    known = {plan.subject for plan in before.plans}
    return any(
        plan.subject not in known and _is_taken(plan.subject, own.get(plan.plan_id, ""), clause.text)
        for plan in after.plans
    )


def _is_taken(subject: str, previous: str, clause: str) -> bool:
    """Return whether *subject*, or what follows *previous* in it, has words of *clause* that are no name of a thing."""
    added = subject.removeprefix(previous) if previous else subject
    is_joined = bool(previous) and added != subject
    phrase = _JOIN.sub("", added).strip()
    words = _split(phrase)
    if not words or not set(words) <= set(_split(clause)):
        # A scene of the note, or the shown thing in another color.
        return False
    if is_chinese(phrase) and phrase not in clause:
        return False
    if is_joined and _is_attribute(phrase):
        return False
    return not (names_thing(phrase) or is_ambience(phrase))


_JOIN = re.compile(r"^(?:[，,、]|和|\s+with\b|\s+and\b|\s)+\s*(?:背景(?:换成|改成|用|是|要|为)?)?", re.IGNORECASE)
_SETTING = re.compile(
    r"^(?:at|in|by|under|during|with|on) (?:an? |the |some )?|^(?:里面?|上面?|旁边|边上|下面?|中间)(?:是|有|放)?"
)


def _split(text: str) -> list[str]:
    """Return the words of *text*, or its Chinese letters, without articles."""
    return [word for word in re.findall(r"[a-z0-9'’-]+|[\u4e00-\u9fff]", fold(text)) if word not in ("a", "an", "the")]


def _is_attribute(phrase: str) -> bool:
    """Return whether *phrase* describes what is shown by its color or by where it is."""
    bare = _SETTING.sub("", fold(phrase))
    if not is_noun_phrase(bare):
        return False
    return COLOR_NAME.search(bare) is not None or is_ambience(bare) or any(True for _ in find_mentions(bare))
