"""The conditions and injuries that a request names."""

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


def lacks_condition(requested: str, topic: str, source: Source) -> bool:
    """Return whether *source* names none of the injured parts of *requested*, or of the conditions of *topic*."""
    return any(
        (named := _list(pattern, text)) and not named & _list(pattern, f"{source.title} {source.excerpt}")
        for pattern, text in ((_CONDITION, topic), (_INJURY, requested))
    )


def _list(pattern: re.Pattern[str], text: str) -> set[str]:
    return {found.lower() for found in pattern.findall(text)}
