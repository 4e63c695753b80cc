"""Text between a verb and the thing that it is about: determiners, measures and adjectives, in both languages."""

import re

_MEASURE_EN = r"(?:stack|pile|heap|bunch|basket|bag|box|crate|bucket|bowl|piece|slice|pair|bundle|armful|load|tray)s?"
MEASURES = "个只条座头匹辆艘棵株朵把张块颗件口尊支本瓶串筐篮盆袋捆群箱盏面顶根网摞堆叠桶担片位名架台幅"
_ADJECTIVES = "大小老新旧高矮胖瘦长短圆破巨型花红橙橘棕褐黄绿青蓝紫黑白灰粉金银彩色"
_PREPOSITIONS = (
    "(?:on|onto|at|in|into|with|from|to|for|by|near|over|under|through|around|off|against|across|past|towards?|and)"
)
DETERMINER = re.compile(
    r"(?: (?:up|down|out|away|back))?(?: (?:an?|the|his|her|its|their|some|one|two))?"
    rf"(?: (?:[a-z]+ )?{_MEASURE_EN} of)?(?: (?!{_PREPOSITIONS}\b)[a-z'-]+){{0,2}} ?"
    rf"|[着了起住完到]*(?:[他她它]的?)?(?:自己的)?(?:[一两几]?[{MEASURES}])?"
    rf"(?:[^,，。；、的上下里中后前旁边在和与进给跟走{MEASURES}]{{1,5}}的)?[{_ADJECTIVES}]{{0,4}}的?"
)
"""Text between a verb and its thing. A preposition makes another deed: who balances on a ball has none on the head."""
