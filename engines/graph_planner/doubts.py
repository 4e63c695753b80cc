"""Clauses that resemble a request but are none, or whose losses are unclear."""

import re
from collections.abc import Sequence

from engines.graph.graph import Graph
from engines.graph_planner import texts
from engines.graph_planner.commentary import is_statement
from engines.graph_planner.draft import Draft
from engines.graph_planner.grammar.clauses import SETTING, Clause
from engines.graph_planner.grammar.states import is_connected_group, joins_states
from engines.graph_planner.grammar.tokens import TokenizedText
from engines.graph_planner.grammar.words import Marker, Verb
from engines.graph_planner.values import UnclearError

_LOSING = (Verb.REMOVE, Verb.MUTE, Verb.BYPASS, Verb.ENABLE, Verb.DISCONNECT)
_SENTENCE_END = re.compile(r"[?？!！。;；\n]|\.(?:\s|$)")
_OPENING = re.compile(r"\W*(?:(?:so|and|but|then|ok|okay|hey|well|hi|wait|hmm|oh)\b\W*)*")
_QUESTION = re.compile(r"(?:is|are|was|were|has|have|had|do|does|did|should|must|isn't|aren't|wasn't|am|may)\b")
_STATEMENT = re.compile(r"(?:is|are|was|were|isn't|aren't|wasn't)\b")
_CHINESE_END = re.compile(r"(?:[吗么]|了没有?|没有)$")
_POLITE = re.compile(r"能|可以|可否|可不可|[行好]吗|请|麻烦|帮|劳烦")
_DONE = re.compile(r"了(?:[吗么]|没有?)$")
_WHETHER = re.compile("是不是|(?<!所)有没有|要不要|该不该|是否")
_PARTICIPLE = "(?:removed|deleted|erased|muted|disabled|bypassed|skipped|disconnected|unlinked|replaced|changed|added)"
_REPORT = re.compile(
    rf"\b(?:was|were|been)\s+(?:\w+\s+)?{_PARTICIPLE}\b|\b(?:i|you|we|they|he|she|"
    rf"someone)(?:'ve)?\s+(?:\w+\s+)?{_PARTICIPLE}\b"
)
_STATE = re.compile(r"\b(?:is|are|'s)\s+(?:(?:already|now|currently)\s+)?(?:removed|deleted|muted|disabled|bypassed)\b")
_CHINESE_REPORT = re.compile(
    "^我(?:已经|刚才|刚刚|刚)?(?:把.*)?(?:删|移|去|静音|禁用|断|跳过|绕过|停用|关)[^吧]*了|^你.*了$"
)
_MORE = re.compile(r"\d+\s*(?:more|fewer|less|extra|additional)\b|\d.*\b(?:fewer|less|more)$|多\s*\d")
_ONLY_WANT = re.compile(
    r"\bonly\s+(?:want|need)\b|\b(?:want|need)\s+only\b|[只仅](?:是)?(?:想要|需要|要|想)|(?:需要|想要|要)[只仅]"
)

_BARE_REQUEST = re.compile(r"(?:i|we)(?:'d like|'d love| want| need| would like| wish) to \w+")
"""What the change is for, or a further one: "bypass the blur, I want to compare"."""
_UNREAL = re.compile(
    r"\b(?:were|had|yesterday|last (?:time|week|night|month|year)|earlier today|later|someday|imagine|suppose|"
    r"supposing|"
    r"assume|assuming|pretend|hypothetically|theoretically|almost|nearly|used to|thinking (?:about|of)|considering|"
    r"(?:would|could|might) have been|"
    r"(?:would|could|might|should) have (?:set|put|made|\w+ed)|(?:documentation|docs?|manual|tutorial|guide|boss|"
    r"colleague|friend|he|she|they|someone|somebody|nobody|people|everyone) (?:says?|claims?|suggests?|recommends?|"
    r"thinks?|wants?|wanted|mentioned|set|changed|did))\b|昨天|昨晚|前天|上次|上回|上周|曾经|(?:之前|以前|刚才|"
    r"早就|已经)[^，。]*过"
    "|来着|(?:本来|原本|原来)(?:想|打算|要|是|应该)|可能(?:要|会|得|需要)|也许|或许|说不定|以后再|将来|(?:他|她|他们|"
    "别人|有人|人家|老板|同事|文档|教程)"
    "[^，。]{0,4}(?:说|让|要|想|觉得|建议|写)|想象|假装|差点|险些|万一|会不会|会怎|够吗|够不够"
    r"|\b(?:my|your)self\b|自己|^\W*compare\b.*\d|(?<!greater )(?<!less )(?<!rather )\bthan\b"
    r"|(?<!对)比(?![例较对])|就(?:糟|"
    r"坏|完|麻烦|惨)"
    r"|\b(?:would|may|might) (?:be|take|make|look|give|cost|need)\b|\bcan be (?:between|up to)\b"
    r"|^\W*(?:the|this|my|our) \w+(?: \w+)? (?:is|are|gets) (?!muted|disabled|bypassed|removed|"
    r"deleted)\w+ed\b.*\b(?:before|after)\b"
)
"""Words of the past, of possibilities, and of the will of others: not a request."""
_CONDITION = re.compile(r"\b(?:unless|in case)\b|除非|假如")
_BRANCHES = re.compile(
    r"\b(?:branch(?:es)? (?:off|out)|(?:branch|fork|split) (?:it|the|this|into|after|from|off|there|here)|"
    r"then (?:branch|fork|split)|(?:two|2|three|3|separate|parallel|both|another) (?:branches|paths|tracks|arms)|"
    r"branches)\b"
    r"|分(?:成|为|出)?(?:[两二三23]|多|几)(?:路|支|条|个分支|叉)|分叉|分支(?!节点)(?=[：:，,]|$)|(?:两|二|三|多)个分支"
)
"""A flow that goes two ways: its parts are not stated as links."""
_TAKES_BACK = re.compile(
    r"(?:no|nope|nah|no no|don't|do not|dont)(?: (?:do|change|touch|delete|remove) (?:it|that|anything))?"
    r"|(?:no )?(?:please )?(?:leave|keep) (?:it|that|this|them|everything)(?: alone| as (?:it|they) (?:is|are|was|"
    r"were))?"
    r"|(?:but )?not(?: yet| now| really)?|(?:但|但是)?先别(?:动|删|改|加)?"
    r"|(?:还是)?(?:算了|不用了|别了|不了|当我没说|不改了|不删了|别删了|别改了|不要改了|保持原样吧?)"
)
"""A whole clause that withdraws the request before it."""
_SURPLUS = re.compile(r"\b(?:extra|additional|spare|surplus|superfluous|leftover|unneeded)\b|多余|富余")
_LOOKS = re.compile(
    r"\b(?:picture|image|photo|result|output|it|everything|this|that)(?:'s| is| are| looks?| seems?| came out|"
    r" comes out)"
    r" (?:(?:a bit|a little|still|so|very|quite|rather|really|now|all|kind of|bit) )*\w+$|[太很]\w{1,2}了?$"
)
"""A complaint about an image, "it is blurry", which requests no blur."""
_BOUND = re.compile(
    r"(?<![-=])[<>≥≤≠]=?\s*\d|!=\s*\d|\b(?:at (?:least|most)|(?:no|not) (?:more|less|fewer) than|below|under|above|"
    r"over|"
    r"minimum|maximum|max|min) \d|至少|至多|最多|最少|不超过|不低于|不少于|不多于|\d+以[上下内]"
)
"""A limit of a value, which is not a value."""
_ONCE = re.compile(
    r"\bfor (?:the next|this|one|a single|just one|only one) (?:run|generation|render)s?\b|(?:这一次|下一次|下次|"
    r"仅这次|只这次)运行"
)
"""A limit in time: a change stays until the next one."""
_CALLS = re.compile(r"\bcall (?:me|us|him|her|my|a|an|someone)\b")
"""A telephone call, which gives no title."""
_WRITES = re.compile(r"\W*text (?:my|him|her|me|mom|dad|our|your|everyone|them)\b")
"""A message to send, which is no text of a node."""
_ONLY = re.compile(r"\bonly\b|[只仅]")
_LIST = re.compile(r",\d")
_TIMES = re.compile(r"\bto \d+(?:\.\d+)?[x×](?!\s*\d)")
_ORDER = re.compile(r"\b(?:before|after|once|when)\b|[前后]")
_OTHER_ONE = re.compile(r"\bother ones?\b")
_NEGATION = re.compile(r"不|没|勿|\b(?:no|not|non|without|neither|nor)\b")
_UNIT = re.compile(
    r"\d ?(?:per ?cent|centimet(?:er|re)s?|cm|mm|inch(?:es)?|met(?:er|re)s?|feet|ft|seconds?|secs?|minutes?|mins?|"
    r"hours?|"
    r"ms|kb|mb|gb|k)\b|\d ?(?:厘米|毫米|公分|英寸|英尺|秒|分钟|小时|公里|米)|\d ?[/-] ?\d"
)
"""A unit that no parameter has, and two numbers in one."""


def reject_doubtful(text: TokenizedText, clause: Clause, verb: Verb | None) -> None:
    """Raise UnclearError for a question, a statement, or an unknown description of nodes."""
    if is_question(text, clause):
        raise UnclearError(texts.QUESTION)
    if verb in (Verb.ADD, None) and _ONLY_WANT.search(text.plain[clause.start : clause.end]):
        raise UnclearError(texts.NO_REQUEST)
    if clause.has(Marker.CORRECTION):
        raise UnclearError(texts.NO_REQUEST)
    own = text.plain[clause.start : clause.end]
    if clause.start > 0 and _BARE_REQUEST.fullmatch(own) and verb is Verb.ADD:
        raise UnclearError(texts.NO_REQUEST)
    if _UNREAL.search(_cut_text(text, clause, verb)):
        raise UnclearError(texts.NO_REQUEST)
    if _is_report(text, clause, own) and verb in (*_LOSING, Verb.REPLACE):
        raise UnclearError(texts.NO_REQUEST)
    if (verb is Verb.RENAME and _CALLS.search(own)) or (clause.verb is None and _WRITES.match(own)):
        raise UnclearError(texts.NO_REQUEST)
    has_quoted = any(token.quoted is not None for token in clause.tokens)
    if verb in (Verb.SET, None) and _MORE.search(own) and not has_quoted:
        raise UnclearError(texts.NO_VALUE)
    if verb in _LOSING and _SURPLUS.search(own):
        raise UnclearError(texts.EXTRA_WORDS, _quote(text, clause, _SURPLUS))
    if clause.verb is None and verb is Verb.ADD and _LOOKS.search(own) and not _ORDER.search(own):
        raise UnclearError(texts.NO_REQUEST)
    if verb in SETTING and not has_quoted:
        rest = re.split(r"[,.;，。；!！]", text.text[clause.end :].lower())[0]
        found = (
            _BOUND.search(own)
            or _ONCE.search(text.text[clause.start : clause.end].lower() + rest)
            or _TIMES.search(own)
        )
        if found is not None or _splits_number(text, clause):
            raise UnclearError(texts.NO_VALUE, found[0] if found else "")
    if verb is Verb.RENAME and ((clause.has(Marker.EXCEPT) and clause.has(Marker.ALL)) or own.endswith(" back")):
        raise UnclearError(texts.NO_TITLE)
    if verb in SETTING and _OTHER_ONE.search(own):
        raise UnclearError(texts.WHICH_NODES)
    if verb in (*_LOSING, Verb.REPLACE) and _is_in_text(clause):
        raise UnclearError(texts.QUOTE_TEXT)
    if verb in _LOSING and "/" in own and not has_quoted:
        raise UnclearError(texts.WHICH_OF_SEVERAL)
    is_pair = sum(bool(token.senses) for token in clause.tokens) > 1 or clause.has(
        Marker.TO, Marker.FROM, Marker.ARROW, Marker.AND, Marker.THEM, Marker.ALL
    )
    if verb is Verb.CONNECT and _ONLY.search(own) and not is_pair:
        raise UnclearError(texts.WHICH_NODES)  # "add three samplers but only connect the first"
    if clause.state is not None and verb not in _LOSING:
        raise UnclearError(texts.WHICH_NODES)
    if verb in _LOSING and is_connected_group(text, clause.tokens):
        raise UnclearError(texts.WHICH_NODES)
    if verb in _LOSING and joins_states(clause.tokens) and not clause.has(Marker.BRIDGE):
        raise UnclearError(texts.WHICH_NODES)


def states_condition(text: TokenizedText, clause: Clause) -> bool:
    """Return whether a clause is a condition: "unless already done", but not the "when I look at it" of a statement."""
    own = text.plain[clause.start : clause.end]
    return clause.has(Marker.CONDITION) and (_CONDITION.search(own) is not None or not is_statement(text, clause))


def branches(text: TokenizedText, clause: Clause) -> bool:
    """Return whether a clause splits the flow, and leaves open what feeds what: "branch off after the blur"."""
    return _BRANCHES.search(_cut_text(text, clause, clause.verb)) is not None


def takes_back(text: TokenizedText, clause: Clause) -> bool:
    """Return whether a clause withdraws the request before it: "delete the sampler... actually don't"."""
    return _TAKES_BACK.fullmatch(" ".join(text.plain[clause.start : clause.end].split())) is not None


def reject_exception(clause: Clause, verb: Verb | None, near: Sequence[Clause]) -> None:
    """Raise UnclearError for a setting of all nodes, next to a clause of an exception: 所有采样器…，Base除外."""
    has_exception = any(one.has(Marker.EXCEPT) and one.verb is None for one in near)
    if verb in SETTING and has_exception and clause.has(Marker.ALL):
        raise UnclearError(texts.WHICH_NODES)


def reject_new_title(text: TokenizedText, clause: Clause, draft: Draft, graph: Graph) -> None:
    """Raise UnclearError if *clause* uses a title that a node got in this text: only titles of *graph* are known."""
    unknown = {text.quote(token.start, token.end).lower() for token in clause.tokens if token.is_unknown}
    for node_id, node in draft.nodes.items():
        former = graph.nodes.get(node_id)
        words = set((node.title or "").lower().split())
        if former is not None and node.title != former.title and words and words <= unknown:
            raise UnclearError(texts.NEW_TITLE, node.title or "")


def reject_left_out(text: TokenizedText, clause: Clause, verb: Verb, unknown: Sequence[str]) -> None:
    """Raise UnclearError if the *unknown* words would alter the change: a negation, a unit."""
    if not unknown:
        return
    negated = next((one for one in unknown if _NEGATION.search(one.lower())), None)
    if negated is not None:
        raise UnclearError(texts.EXTRA_WORDS, negated)
    is_number = any(one[0] in "+-.0123456789" for one in unknown)
    if verb in SETTING and (is_number or clause.verb is None or _UNIT.search(text.plain[clause.start : clause.end])):
        raise UnclearError(texts.EXTRA_WORDS, unknown[0])


def _splits_number(text: TokenizedText, clause: Clause) -> bool:
    """Return whether a clause ends or starts within a number with a comma: "1,024"."""
    before = text.plain[max(0, clause.start - 2) : clause.start + 1]
    return bool(_LIST.match(text.plain, clause.end) and text.plain[clause.end - 1].isdigit()) or bool(
        re.fullmatch(r"\d,\d", before)
    )


def _quote(text: TokenizedText, clause: Clause, pattern: re.Pattern[str]) -> str:
    found = pattern.search(text.plain, clause.start, clause.end)
    return text.quote(*found.span()) if found else ""


def _is_in_text(clause: Clause) -> bool:
    """Return whether the verb may be a word of a quoted text: "change the headline to delete the blur"."""
    content = [token for token in clause.tokens if token.word not in (Marker.FILLER, Marker.ARTICLE)]
    words = [token.word for token in content]
    start = next((at for at, word in enumerate(words) if word in (Verb.SET, Verb.REPLACE)), len(words))
    is_named = any(token.senses for token in content[: start + 2])
    return is_named and any(
        (word is Marker.COLON or (word is Marker.TO and at > start))
        and words[at + 1] in (Verb.REMOVE, Verb.DISCONNECT)
        and len(words) > at + 2
        for at, word in enumerate(words[:-1])
    )


def _cut_text(text: TokenizedText, clause: Clause, verb: Verb | None) -> str:
    """Return a clause without its quoted texts, and without the text that it sets: "the prompt to a man who had …"."""
    end = clause.end
    tokens = clause.tokens
    to = next((at for at, token in enumerate(tokens) if at and token.word in (Marker.TO, Marker.COLON)), None)
    if to is not None and verb in SETTING | {Verb.RENAME, None} and all(token.number is None for token in tokens[to:]):
        end = tokens[to].start
    own = text.plain[clause.start : end]
    for token in tokens:
        if token.quoted is not None and token.end <= end:
            start = token.start - clause.start
            own = own[:start] + " " * (token.end - token.start) + own[token.end - clause.start :]
    return own


def _is_report(text: TokenizedText, clause: Clause, own: str) -> bool:
    """Return whether a clause reports a past change or a state: "I removed the sampler", "the sampler is muted"."""
    is_open = text.text[clause.end :].lstrip().startswith(("?", "？"))
    chinese = _CHINESE_REPORT.search(own)
    if chinese is not None:
        return own.startswith("我") or (is_open and not _POLITE.search(own))
    return bool(_REPORT.search(own) or (clause.state is None and _STATE.search(own)))


def is_question(text: TokenizedText, clause: Clause) -> bool:
    """Return whether a clause is a question, not a request: "is the sampler muted?", 采样器删了吗.

    "Can you …?" and 能…吗 are requests.
    """
    whole = text.plain
    starts = [0, *(match.end() for match in _SENTENCE_END.finditer(whole))]
    start = max(one for one in starts if one <= clause.start)
    ending = _SENTENCE_END.search(whole, clause.end)
    end = ending.start() if ending else len(whole)
    parts = [
        start,
        *(match.end() for match in re.finditer("[,，]", whole[:end]) if start <= match.start() < clause.end),
    ]
    is_open = ending is not None and ending[0] in "?？"
    opening = [_OPENING.match(whole, part) for part in parts]
    if is_open and any(_QUESTION.match(whole, match.end()) for match in opening if match):
        return True
    own = _OPENING.match(whole, max(parts))
    if own is not None and _STATEMENT.match(whole, own.end()):
        return True
    chinese = whole[max(parts) : end].strip(" ,，~～").replace("请问", "")
    if _WHETHER.search(chinese):
        return True
    if _DONE.search(chinese):
        return not re.search("[能请帮]|可以把|麻烦", chinese)
    return bool(_CHINESE_END.search(chinese)) and not _POLITE.search(whole[start:end].replace("请问", ""))
