"""General terms for the specific terms of a request: dog for corgi, since notes are about dogs."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re

_KINDS = {
    "狗": "柯基|金毛|拉布拉多|泰迪|哈士奇|边牧|柴犬|法斗|比熊|博美|吉娃娃|萨摩耶|阿拉斯加|德牧|雪纳瑞|贵宾犬?|斗牛犬|中华田园犬|土狗",
    "猫": "布偶猫?|英短|美短|橘猫|狸花猫?|暹罗猫?|缅因猫?|三花猫?|奶牛猫|金渐层|银渐层|蓝猫|加菲猫?|无毛猫|流浪猫",
    "长辈": "爷爷|奶奶|外公|外婆|姥姥|姥爷|公公|婆婆|岳父|岳母|丈母娘",
    "dog": r"(?:black |yellow |chocolate |golden |border |jack |french |great )?(?:labradors?|labs?|corgis?|retrievers?|poodles?|husk(?:y|ies)|beagles?|collies?|terriers?|bulldogs?|spaniels?|dachshunds?|whippets?|greyhounds?|dalmatians?|rottweilers?|shepherds?|pups?|pupp(?:y|ies))",
    "cat": r"(?:maine coons?|ragdolls?|siamese|tabb(?:y|ies)|persians?|bengals?|kittens?|moggies|moggy)",
    "running": r"couch to \d+ ?k",
    "grandparents": r"(?:gran|grandma|grandpa|grandmother|grandfather|nan|nana|granny)s?",
}  # fmt: skip
_PATTERNS = {
    kind: re.compile(rf"\b(?:{names})\b" if kind.isascii() else names, re.IGNORECASE) for kind, names in _KINDS.items()
}


def generalize(text: str) -> str:
    """Return *text* with specific names replaced by their kinds; "" if it has none, or only the kind itself."""
    general = text
    for kind, names in _PATTERNS.items():
        if kind not in text:
            general = names.sub(kind, general)
    return "" if general == text else general
