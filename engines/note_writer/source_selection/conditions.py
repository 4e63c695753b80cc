"""What general advice may not hold for: conditions and injuries, builds, skins and hair."""

import re

from engines.note_writer.values import Source

# Advice for healthy people can harm others: of a condition only sources that name it are cited.
_CONDITION = re.compile(
    r"膝盖|腰椎|颈椎|高血压|糖尿病|心脏|哮喘|孕|产后|生完孩子|骨质疏松|过敏"
    r"|\b(?:knee|back pain|blood pressure|diabet|heart disease|asthma|pregnan|postpartum|allerg|injur)",
    re.IGNORECASE,
)
# Of an injured part also where it is a detail of the request.
_INJURY = re.compile(r"膝盖|半月板|手腕|脚踝|骨折|\b(?:knee|wrist|ankle)", re.IGNORECASE)
_TRAITS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"小个子|矮个|\bpetite",
        r"微胖|大码(?!头)|\bplus[- ]size|\bcurvy",
        r"(?<!凉拌)油皮(?!酥)|油性皮|大油田|\boily (?:skin|face|hair|scalp)",
        r"敏感肌|敏感皮|\bsensitive skin",
        r"自然卷|卷发(?!棒)|\bcurly\b",
    )
)
"""What users are like: a source for everybody is none for one of them, unless it names it in any of these words."""


def lacks_condition(requested: str, subject: str, source: Source) -> bool:
    """Return whether *source* names none of the injured parts of *requested*, or a condition or trait of *subject*."""
    text = f"{source.title} {source.excerpt}"
    if any(one.search(subject) and not one.search(text) for one in _TRAITS):
        return True
    return any(
        (named := _list(pattern, whole)) and not named & _list(pattern, text)
        for pattern, whole in ((_CONDITION, subject), (_INJURY, requested))
    )


def _list(pattern: re.Pattern[str], text: str) -> set[str]:
    return {found.lower() for found in pattern.findall(text)}
