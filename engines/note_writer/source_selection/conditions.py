"""What advice for everybody may not hold for: conditions and injuries, builds, skins and hair, children at one's side."""

import re

from engines.note_writer.values import Source

# Advice for healthy people can harm others: of a condition only sources that name it are cited.
_CONDITION = re.compile(
    r"膝盖|腰椎|颈椎|高血压|糖尿病|心脏|哮喘|孕|产后|生完孩子|骨质疏松|过敏"
    r"|\b(?:knee|back pain|blood pressure|diabet|heart disease|asthma|pregnan|postpartum|allerg|injur)"
    r"|小个子|微胖|梨形|大码|油皮|干皮|敏感肌|混油|痘肌|自然卷|左撇子|素食|无麸质|带娃|带孩子"
    r"|\b(?:petite|plus[- ]size|oily|sensitive skin|curly|left[- ]handed|vegan|gluten)"
    r"|(?<=\bwith )(?:kids|toddlers?|a toddler|a baby)\b",
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
