"""Occasions on which a note neither cheers nor invites comments: a death, a grave illness, a separation."""

import re

_SOLEMN = re.compile(
    r"去世|过世|离世|逝世|走了以后|不在了|葬|坟|(?<!盗)墓|祭[奠拜祖]|忌日|遗[物体像嘱书照]|悼|癌|化疗|重病|临终|流产|离婚|抑郁"
    r"|安宁疗护|奔丧|丧[事礼亲偶]"
    r"|\b(?:died|dies|dying(?! to)|death|dead(?! (?:stock|ends?|simple|easy|lifts?))"
    r"|passed away|passed (?:in|on|last|this)|funeral|burial|graves?|grief|grieving"
    r"|mourning|widow(?:er|ed)?|late (?:wife|husband|mum|mom|dad|father|mother|brother|sister|son|daughter|friend)"
    r"|cancer|chemo\w*|hospice|terminal(?:ly)?|miscarriage|stillb\w+|divorce[ds]?|depress\w+|suicide|eulogy|obituary"
    r"|memorial)\b",
    re.IGNORECASE,
)
_OF_PLANTS = re.compile(
    r"\b(?:plants?|fern|basil|orchid|succulents?|batter(?:y|ies)|sourdough|starter|lawn|dead skin|pixel|deadlift\w*)\b"
    r"|盆栽|绿植|多肉|电池|死皮",
    re.IGNORECASE,
)
"""Things that die without grief."""


def is_solemn(text: str) -> bool:
    """Return whether *text* names such an occasion."""
    return _SOLEMN.search(text) is not None and _OF_PLANTS.search(text) is None
