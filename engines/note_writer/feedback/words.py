"""Words of feedback that rules and operations share: ordinals, what removes, and quoted texts."""

import re

ORDINAL = r"(?:第([一二三四五六七八九十\d]+)|((?:最后|末尾)[那一]*)|\b(first|second|third|fourth|fifth|last)\b)"
"""One of its groups is the number, for `parse_count`."""
SECTION = r"(?:部分|段落?|节|小节|章|[要小]?点|条|块|小标题|sections?|paragraphs?|parts?|points?|tips?|steps?|ideas?)"
CUT_ZH = r"(?:删掉?|去掉|删除|去除|拿掉|砍掉|撤掉|不要)"
CUT_EN = r"(?:no|without|remove|drop|delete|cut|lose|ditch|skip|omit|bin|kill|scrap|get rid of|take out|leave out)"
QUOTED = r"[“\"「『]([^”\"」』]+)[”\"」』]"
COUNTS_SPACES = re.compile(r"[含算连]空格|\b(?:including|counting|with) (?:the )?spaces\b", re.IGNORECASE)
PRONOUN = re.compile(r"[我你您]们?|咱们|I|me|my|you|your|we|us|our", re.IGNORECASE)
"""A pronoun, in place of which another one needs other sentences."""
FROM_END = re.compile(
    rf"倒数第|从[后下]面?(?:往[前上])?数|{ORDINAL} (?:[a-z]+ )?from (?:the )?(?:very )?(?:bottom|end|last)\b"
    r"|\b(?:second|third|fourth|next)[ -]to[ -](?:the )?last\b|\blast but (?:one|two)\b|\bpenultimate\b",
    re.IGNORECASE,
)
"""A place counted from the end, which is no place counted from the start."""
