"""Words of feedback that rules and operations share: ordinals, what removes, and quoted texts."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re

ORDINAL = r"(?:第([一二三四五六七八九十\d]+)|((?:最后|末尾)[那一]*)|\b(first|second|third|fourth|fifth|last)\b)"
"""One of its groups is the number, for `parse_count`."""
SECTION = r"(?:部分|段落?|节|小节|章|[要小]?点|条|块|小标题|sections?|paragraphs?|parts?|points?|tips?|steps?|ideas?)"
CUT_ZH = r"(?:删掉?|去掉|删除|去除|拿掉|砍掉|撤掉|不要)"
CUT_EN = r"(?:no|without|remove|drop|delete|cut|lose|ditch|skip|omit|bin|kill|scrap|get rid of|take out|leave out)"
QUOTED = r"[“\"「『]([^”\"」』]+)[”\"」』]"
_COUNTS_SPACES = re.compile(
    r"[含算连]空格|\b(?:including|counting|with) (?:the )?spaces\b|\b(?:characters|chars)\b", re.IGNORECASE
)
_WITHOUT_SPACES = re.compile(r"\b(?:without|excluding|not counting) (?:the )?spaces\b", re.IGNORECASE)
PRONOUN = re.compile(r"[我你您]们?|咱们|I|me|my|you|your|we|us|our", re.IGNORECASE)
"""A pronoun, in place of which another one needs other sentences."""
ADVERB = re.compile(
    r"至少|至多|一定|必须|非常|绝对|其实|真的|特别|超级|十分|相当|尽量|务必|just|really|very|simply|actually|basically|literally|quite|totally|absolutely",
    re.IGNORECASE,
)
"""A word without which a sentence is still complete."""
FROM_END = re.compile(
    rf"倒数第|从[后下]面?(?:往[前上])?数|{ORDINAL} (?:[a-z]+ )?from (?:the )?(?:very )?(?:bottom|end|last)\b"
    r"|\b(?:second|third|fourth|next)[ -]to[ -](?:the )?last\b|\blast but (?:one|two)\b|\bpenultimate\b",
    re.IGNORECASE,
)
"""A place counted from the end, which is no place counted from the start."""
OF_EACH = re.compile(
    r"句子|[字短长]句|每[句段条]|[段落]落?(?:太|再|都)?(?:短|长)|\b(?:sentences?|paragraphs|lines)\b|\b(?:short|long) (?:tips|points|ones)\b|\bper (?:tip|point|line|section|paragraph|sentence|bullet|item)\b",
    re.IGNORECASE,
)
"""The length of sentences or paragraphs, which fewer of them do not change."""
_PLACE = re.compile(
    r"([\u4e00-\u9fff]{1,8}?)的?[那这](?:一?[段条句块节]|部分|几[条行句段])"
    r"|(?:关于|讲|写|说)([\u4e00-\u9fff]{2,8}?)的(?:内容|部分|段落|地方)"
    r"|\bthe ([a-z][\w'’-]+(?: [a-z][\w'’-]+){0,2}) (?:part|section|bit|paragraph|line|tip|point|stuff)s?\b"
    r"|\b(?:part|section|bit|paragraph|line|tip|point|stuff|everything) (?:about|on|with|where|that) (?:the |an? )?([a-z][\w'’ -]{2,30})",
    re.IGNORECASE,
)
_NAMED_AFTER = re.compile(
    r"[那这]一?[段句]((?![很挺还写也都就真太蛮说讲不请可要])[\u4e00-\u9fff]{2,6}?)(?:请|要|可以)?(?=保留|留着|别动|不动|不变|别改|不改)"
)
"""A part that its name follows: 那段祝福话保留."""
_NO_NAME = re.compile(
    r"开头|结尾|最后|末尾|第|标题|标签|正文|前面?|后面|中间|其[他它余]|[一二两三四五六七八九十]$"
    r"|\b(?:first|second|third|fourth|fifth|last|final|opening|closing|intro|ending|one|two|three|four|five|six|bullet|bulleted|numbered|whole|entire|other|rest|same|title|headline)\b",
    re.IGNORECASE,
)


def counts_spaces(text: str) -> bool:
    """Return whether the characters that *text* names include spaces, as those of an English text do."""
    return _COUNTS_SPACES.search(text) is not None and not _WITHOUT_SPACES.search(text)


def find_described_part(clause: str) -> str:
    """Return the words by which *clause* names a part of the text, not its number: 合同, of 合同那段; "" for none."""
    found = _NAMED_AFTER.search(clause) or _PLACE.search(clause)
    name = next(filter(None, found.groups()), "").strip() if found else ""
    name = re.sub(r"^(?:把|将|但是?|还有|可以|请|关于|讲|写|说|介绍)+(?=..)", "", name)
    name = re.sub(r" (?:so|and|but|because|is|was|are|as|which)\b.*$", "", name, flags=re.IGNORECASE)
    return "" if _NO_NAME.search(name) else name
