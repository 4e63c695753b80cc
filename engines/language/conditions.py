"""Conditions of a scene of which it has one at a time: time of day, weather, season."""

import re

from engines.language.phrase import join_texts

_CONDITIONS_ZH = (
    "夜晚|晚上|夜里|夜间|深夜|半夜|凌晨|白天|早晨|早上|清晨|黎明|拂晓|中午|正午|午后|下午|黄昏|傍晚|日落|日出|夕阳|晚霞",
    "雨中|雨里|雨天|下雨天?|大雨|细雨|暴雨|暴风雨|雪中|雪里|雪天|下雪天?|大雪|暴风雪|晴天|阴天|多云|雾天|大雾|雾中|雾里",
    "春天|春日|春季|夏天|夏日|夏季|秋天|秋日|秋季|冬天|冬日|冬季",
)
_CONDITIONS_EN = (
    "dawn|daybreak|sunrise|morning|noon|midday|afternoon|daytime|dusk|twilight|sunset|evening|nighttime|night|midnight"
    "|golden hour|blue hour",
    "rain|drizzle|downpour|snow|snowfall|blizzard|fog|mist|storm|thunderstorm|sunshine",
    "spring|summer|autumn|fall|winter",
)
_ADJECTIVES_EN = ("(?!)", "rainy|snowy|foggy|misty|stormy|sunny|cloudy", "(?!)")
_STATES_EN = ("day(?:time)?|daylight", "raining|snowing|drizzling", "(?!)")
_PLACED_ZH = r"(?:在)?(?:{0})(?:时分|的时候|时)?[里中下]?的?[，,]?"
_PLACED_EN = (
    r",?\s*\b(?:at|in|during|on|by|under|through)\s+(?:the\s+|an?\s+)?(?:(?:early|late|heavy|light|pouring|falling)\s+)?"
    r"(?:{0})\b|,\s*(?:at\s+)?(?:{0}|{1}|{2})(?=,|$)|\b(?:{1})\s+(?=[a-z])"
)
_DESCRIBED_TIME = re.compile(
    r"(?:an? )?(?:rainy|snowy|sunny|foggy|misty|stormy|cloudy|windy|starry|moonlit|winter|summer|spring|autumn|fall"
    r"|cold|hot|warm|gr[ae]y|dark|bright|clear) (?:day|night|morning|evening|afternoon|sky)",
    re.IGNORECASE,
)


def is_described_time(text: str) -> bool:
    """Return whether *text* is only a time with its weather or season ("a snowy day")."""
    return _DESCRIBED_TIME.fullmatch(text) is not None


def add_condition(text: str, addition: str) -> str | None:
    """Return *text* with the condition *addition* in place of the one of its kind that it has.

    None if *addition* is no condition, or if *text* has none of its kind, or names nothing else.
    """
    for zh, en, adjectives, states in zip(_CONDITIONS_ZH, _CONDITIONS_EN, _ADJECTIVES_EN, _STATES_EN, strict=True):
        added_en = (
            rf"(?:it(?:'s| is) )?(?:(?:at |in the |in )?(?:{en}|{states})|(?:an? )?(?:{adjectives})(?: day| weather)?)"
        )
        if not re.fullmatch(rf"(?:在|是)?(?:{zh})[里中下]?|{added_en}", addition.strip(), re.IGNORECASE):
            continue
        placed = re.compile(f"{_PLACED_ZH.format(zh)}|{_PLACED_EN.format(en, adjectives, states)}", re.IGNORECASE)
        rest = placed.sub("", text).strip(" ，,")
        return join_texts(rest, addition) if rest and rest != text else None
    return None
