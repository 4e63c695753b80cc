"""Whether words of a reviewer state something: the name of what is to be stated, a question or an instruction is no text of a note."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re

from engines.language.characters import is_chinese

_INTERROGATIVE_ZH = re.compile(
    r"(?:什么|怎么|怎样|哪[里儿些个]|谁)(?!都|也)|如何|多少|多[久大长远高]|几(?:个|点|次|天|号|毫米|小时|级|岁|块|[步份种条分])|是否|是不是|有没有|能不能|为什么|[吗呢]$"
)
_INTERROGATIVE_EN = re.compile(r"^(?:how|what|when|which|why|where|who|whether)\b|\?$", re.IGNORECASE)
_LACKING = re.compile(r"^(?:缺|没写|漏|少了)|都没有|等于没")
"""A complaint, and not the text that it asks for."""
_NAME = re.compile(
    r"(?:价格|价钱|价位|票价|门票|(?<!免)费用?|花费|开销|预算|成本|地址|位置|地点|时间|时长|距离|公里数?|里程|难度|路线|交通|方式|方法|做法|步骤|用量|分量|材料|食材|工具|清单|证件|手续|流程|信息|数据|数字|例子|名字|名称|品牌|型号|尺寸|大小|数量|比例|原因|理由|来源|出处|区别|缺点|优点|感受|心得|经历|故事|总数|地铁|电话|人数|次数|频率|温度|日期|拼音|对比|总结|话术|[的句]话|句子)(?:等等?)?$"
)
_AMOUNT = re.compile(
    r"\d|[一二两三四五六七八九十百千半]+(?:[块元分百千万]|小时|分钟|公里|点|天|个月|年|折|度|斤|克|米|人|岁|次)"
)
"""A value next to its name: 门票40元."""
_VAGUE = re.compile(
    r"^(?:大概|大致|具体|详细|准确|每)的?|^(?:[^、和及是在有要会能可需得别不免]{2,}(?:[、和及]|以及|还有))+[^、和及是在有要会能可需得别不免]{2,}$"
)
"""Names of values, not the values: 大概的房价和车站."""
_COUNTED = re.compile(r"^(?:[二两三四五六七八九十几\d]+|一些|更多)(?:[句条段个张种点]|处)")
"""So many of a thing, without it: 两句可以直接发的."""
_OF_EACH = re.compile(r"每[一个条段部项种]|各[个项种]|\b(?:each|every|per)\b", re.IGNORECASE)
_ADVERB = re.compile(r"[A-Za-z]+(?:ly)?")


def states(value: str) -> bool:
    """Return whether *value*, which the reviewer did not quote, states something by itself as a sentence of a note."""
    text = value.strip(" 。.!！，,")
    if _LACKING.search(text) or _OF_EACH.search(text):
        return False
    if is_chinese(text):
        is_named = _NAME.search(text) is not None and _AMOUNT.search(text) is None
        return not (is_named or _VAGUE.match(text) or _COUNTED.match(text) or _INTERROGATIVE_ZH.search(text))
    is_name = text[:1].isupper() and not text.isupper()
    return (is_name or _ADVERB.fullmatch(text) is None) and _INTERROGATIVE_EN.search(text) is None
