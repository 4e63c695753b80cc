"""The dimension "shows what was requested": from the engine's report of the content, if it gives one.

A report that something was not drawn is trusted: no metric can outweigh it. Without a report, the vision model judges
the content, or it is unknown.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome, Verdict
from services.common.limits import Limits
from services.common.text import segmentation
from services.common.text.language import Language, Text

SHOWS_REQUEST: Final = "shows_request"
"""Name of the dimension."""

_MAIN_SCORES: Final[Mapping[PartOutcome, float]] = MappingProxyType(
    {PartOutcome.MISSING: 0.15, PartOutcome.UNCLEAR: 0.3, PartOutcome.SUBSTITUTED: 0.4}
)
"""The score of an image by the outcome of its main subject."""
_GENERAL_SCORE: Final = 0.45
"""The score where the main subject is drawn as the thing that its name ends in: a school bus as a bus."""
_FURTHER_LOSS, _GRAVE_LOSS, _MAX_FURTHER_LOSS = 0.01, 0.02, 0.1
"""What each further part that the image lacks takes from the score, more for one without which it would not pass. All
together take less than the step to an image without its main subject."""
# The score of an image that shows its main subject and lacks a part of a kind, and of one with something similar or
# unclear. Each is above those of an image without its main subject. Below 0.7 it does not pass: what makes the subject
# another one or relates it to another. A place, a time, a size or what a subject does alone is stated, and passes.
_SCORES: Final[Mapping[PartKind, tuple[float, float]]] = MappingProxyType(
    {
        PartKind.SUBJECT: (0.62, 0.65),
        PartKind.COLOR: (0.66, 0.75),
        PartKind.COUNT: (0.66, 0.66),
        PartKind.POSITION: (0.72, 0.8),
        PartKind.RELATION: (0.64, 0.67),
        PartKind.SETTING: (0.72, 0.8),
        PartKind.CONDITION: (0.74, 0.8),
        PartKind.ACTION: (0.85, 0.85),
        PartKind.EXCLUSION: (0.3, 0.3),
    }
)
_GRAVE_SCORE: Final = 0.7
"""The score below which a lost part is grave."""
_CONNECTION_SCORE: Final = 0.65
"""The score of an image that lacks an action with another subject in it: "holding four teacups"."""
_ONLY_VERB_SCORE: Final = 0.66
_VERB_SCORE: Final = 0.76
"""The score of an image that lacks what a subject does to something: all that is requested of it, or a part of it."""
_ATTRIBUTES: Final = (PartKind.COLOR, PartKind.COUNT, PartKind.POSITION)
_POSTURES_ZH: Final = frozenset(
    ("走", "爬", "听", "蹲", "趴", "游", "飞", "跳", "跑", "站", "坐", "躺", "睡", "看", "笑", "哭")
)
_PREPOSITIONS: Final = frozenset(
    ("on", "in", "at", "by", "under", "above", "over", "below", "behind", "beside", "near", "inside", "between")
)
_PLACED: Final = (PartKind.SUBJECT, PartKind.SETTING)
_MAX_NAMED: Final = 4
_SHOWN: Final = Text("画面里有{parts}。", "The image shows {parts}.")
_MISSING: Final = Text("没有画出{parts}。", "It does not show {parts}.")
_UNCLEAR: Final = Text("{parts}画得不容易认出来。", "{parts} may be hard to recognize.")
_INSTEAD: Final = Text("“{requested}”画成了相近的“{drawn}”。", '"{requested}" is drawn as the similar "{drawn}".')
_ADVICE: Final = Text("可以换个词再试，或者改用图像模型。", "Try another word, or use an image model.")


def score_content_report(content: Sequence[ContentPart]) -> float | None:
    """Return how much of the request the image shows, 0 to 1; None without a report.

    The worst part decides, the main subject before all others; further parts that are not shown take a little more. An
    action whose words name one of several subjects connects it with another, as a relation does.
    """
    if not content:
        return None
    main = next((part for part in content if part.kind is PartKind.SUBJECT), None) or _find_condition(content)
    lost = [part for part in content if part.outcome is not PartOutcome.SHOWN]
    names = [part.requested for part in content if part.kind is PartKind.SUBJECT]
    is_deed = all(part.kind is PartKind.ACTION or part.kind in _ATTRIBUTES for part in content if part is not main)
    scores = sorted(_score_main(part) if part is main else _score_part(part, names, is_deed=is_deed) for part in lost)
    further = sum(_GRAVE_LOSS if score < _GRAVE_SCORE else _FURTHER_LOSS for score in scores[1:])
    return scores[0] - min(_MAX_FURTHER_LOSS, further) if scores else 1.0


def _score_main(part: ContentPart) -> float:
    is_general = part.outcome is PartOutcome.SUBSTITUTED and _is_kind_of(part.requested, part.substitute)
    return _GENERAL_SCORE if is_general else _MAIN_SCORES[part.outcome]


def _find_condition(content: Sequence[ContentPart]) -> ContentPart | None:
    """Return the place, or without one the time or the weather, that is the subject where nothing else is."""
    place = next((part for part in content if part.kind is PartKind.SETTING), None)
    described = [part for part in content if part.kind is PartKind.CONDITION]
    lost = next((part for part in described if part.outcome is not PartOutcome.SHOWN), None)
    return place or lost or next(iter(described), None)


def _score_part(part: ContentPart, names: Sequence[str], *, is_deed: bool) -> float:
    """Return the score of an image that lacks *part*.

    *names* are those of its subjects; with *is_deed*, the request is about one subject and what it does.
    """
    if part.kind is PartKind.ACTION:
        if len(names) > 1 and any(name in part.requested for name in names):
            return _CONNECTION_SCORE
        if _has_object(part.requested):
            return _ONLY_VERB_SCORE if is_deed and part.outcome is PartOutcome.MISSING else _VERB_SCORE
        return _SCORES[part.kind][0]
    return _SCORES[part.kind][part.outcome is not PartOutcome.MISSING]


def _has_object(action: str) -> bool:
    """Return whether *action* is a verb that needs something to act on: 捣药, "fixing a bicycle"."""
    if action.isascii():
        first, _, rest = action.partition(" ")
        return bool(rest) and first.endswith(("ing", "s", "ed"))
    first, tag = segmentation.tag_words(action)[0]
    is_verb = tag.startswith("v") or segmentation.tag_words(first[:1])[0][1] == "v"  # 滑雪 is tagged as a name.
    is_transitive = is_verb and first not in _POSTURES_ZH and len(action) > 1
    return is_transitive or action.startswith("过")


def _is_kind_of(requested: str, drawn: str) -> bool:
    """Return whether the name *requested* ends in *drawn*, the name of the thing in general."""
    if requested.isascii():
        return requested.endswith(f" {drawn}")
    return bool(drawn) and requested.endswith(drawn)


def apply_content_report(
    verdict: Verdict, content: Sequence[ContentPart], limits: Limits, language: Language
) -> Verdict:
    """Return *verdict* with the dimension of the content.

    The score is at most that of the content. A part that the engine cannot draw does not return the image: it would be
    missing again.
    """
    value = score_content_report(content)
    if value is None:
        return verdict
    dimensions = {**verdict.dimensions, SHOWS_REQUEST: round(value, 4)}
    sentence = describe_content(content, language)
    if not sentence:
        return replace(verdict, dimensions=dimensions)
    feedback = f"{sentence}{verdict.feedback}" if language is Language.CHINESE else f"{sentence} {verdict.feedback}"
    passed = verdict.passed and value >= limits.pass_score
    return replace(
        verdict, passed=passed, score=min(verdict.score, value), dimensions=dimensions, feedback=feedback.strip()
    )


def describe_content(content: Sequence[ContentPart], language: Language) -> str:
    """Return what the image shows, lacks and shows instead, and what to do about it; "" if everything is shown."""
    content = _name_relations(content)
    missing = [part for part in content if part.outcome is PartOutcome.MISSING]
    instead = [part for part in content if part.outcome is PartOutcome.SUBSTITUTED and part.substitute]
    unclear = [part for part in content if part.outcome is PartOutcome.UNCLEAR]
    if not missing and not instead and not unclear:
        return ""
    shown = [part for part in content if part.outcome is PartOutcome.SHOWN and part.kind is PartKind.SUBJECT]
    sentences = []
    if shown:
        sentences.append(_SHOWN.pick(language).format(parts=_join(shown, language)))
    if missing:
        sentences.append(_MISSING.pick(language).format(parts=_join(missing, language)))
    if unclear:
        sentences.append(_UNCLEAR.pick(language).format(parts=_join(unclear, language)))
    for part in instead[:_MAX_NAMED]:
        sentences.append(_INSTEAD.pick(language).format(requested=part.requested, drawn=part.substitute))
    sentences.append(_ADVICE.pick(language))
    return ("" if language is Language.CHINESE else " ").join(sentences)


def _join(parts: Sequence[ContentPart], language: Language) -> str:
    names = _drop_contained([part.requested for part in parts])[:_MAX_NAMED]
    if language is Language.CHINESE:
        return "、".join(f"“{name}”" for name in names)
    return ", ".join(f'"{name}"' for name in names)


def _name_relations(content: Sequence[ContentPart]) -> list[ContentPart]:
    """Return *content* with the thing after each bare preposition: "on" names nothing without its chair.

    A preposition without a thing after it remains alone.
    """
    named = []
    for number, part in enumerate(content):
        if part.kind is PartKind.RELATION and part.requested.lower() in _PREPOSITIONS:
            thing = next((one.requested for one in content[number + 1 :] if one.kind in _PLACED), "")
            part = replace(part, requested=f"{part.requested} {thing}".rstrip())
        named.append(part)
    return named


def _drop_contained(names: Sequence[str]) -> list[str]:
    """Return *names* without repetitions and without those whose words are a part of another one, in any case."""

    def is_within(name: str, other: str) -> bool:
        if not name.isascii():
            return len(name) > 1 and name in other  # 猫 is no part of 熊猫
        return re.search(rf"(?<![a-z0-9]){re.escape(name)}(?![a-z0-9])", other) is not None

    by_folded: dict[str, str] = {}
    for name in names:
        by_folded.setdefault(name.casefold(), name)
    return [
        name
        for folded, name in by_folded.items()
        if not any(folded != one and is_within(folded, one) for one in by_folded)
    ]
