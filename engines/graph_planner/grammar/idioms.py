"""Rewrites idioms with a separated verb in the text for lookups: 别让模糊跑, "take it out"."""

import re
from functools import partial

from engines.graph_planner.grammar.courtesy import remove_courtesy

_EVENT = (
    r"(?: (?:is|are|gets|has been|have been|was|has|have))?(?: (?:all|fully|finally|just))?"
    r" (?:loaded|comes in|coming in|came in|come in|in|arrives?|arrived|happens?|happening|takes place|starts?|"
    r"begins?|kicks in|"
    r"applied|done|finished|ready|through|there|complete|completed|opened|imported|read|finishes|has run|comes out|"
    r"comes through)"
    r"(?=\s*(?:[,.;!?]|$)|\s+(?:please|i|we|you|put|add|insert|flip|rotate|turn|crop|blur|sharpen|resize)\b)"
)
_EVENTS = (
    (
        re.compile(
            rf"\b((?:once|when|as soon as)(?: (?:the|my|our|that|this))?)( (?!you\b|i\b|"
            rf"we\b)[\w-]+(?: [\w-]+)??)({_EVENT})"
        ),
        "after",
    ),
    (
        re.compile(
            rf"\b((?:right |just |straight |directly |immediately )?(?:after|before))((?: (?:the|my|our|that|"
            rf"this))? (?!you\b|i\b|"
            rf"we\b)[\w-]+(?: [\w-]+)??)({_EVENT})"
        ),
        "",
    ),
    (re.compile("()(照片|图片?)((?:加载|载入|读|传|导|进|读取)?(?:进来|好|完了?|进去))(?=之后|以后|后)"), ""),
)
"""An event at a node, used as its place: "once the photo is loaded", 照片进来以后."""
_STATE_EN = (
    r"(?:original|initial|standard|factory|usual|first|starting)(?: settings?\b| values?\b| strength\b| state\b)?"
)
_MUCH = r"(?:much|many|hard|high|low|big|large|small|dark|bright|blurry|(?:strong|heav|soft|sharp|aggressive)\w*)"
_SO = (
    r"(?: (?:change|be|look|get|come out|blur|sharpen|alter|cut|act)(?: (?:it|the \w+))?)?"
    rf" (?:so|that|quite so|as|too) {_MUCH}"
)
_WRITTEN = r"(?:the |my )?(?:top of (?:the |my )?)?(?:final )?(?:result|image|picture|photo|output|poster|it)"
_IDIOMS = (
    (re.compile("((?:补上?|加上?|添上?)一[句段行]话?)()()(?=[:：]? ?[\"“「『])"), "加上"),
    (re.compile(r"\b(slight|subtle|gentle|mild|faint)()()(?= [a-z]+,? (?:of |at |by )?\.?\d)"), " "),
    (re.compile("((?:加载|读取|读入|载入|导入|打开)(?:一张|张|一幅)(?:图|照片)(?!像|片|层|生|上))()()"), "加载图像"),
    (re.compile(r"\b(pull|yank|strip|grab)\b()()(?=[^,.;\d]* off\b)"), "take"),
    (re.compile("(?<=照片|图片|原图)((?:读|传|导|加载)?(?:进来|完|好)(?:了)?)()()(?=先|就先)"), "后"),
    (re.compile("((?:再)?[往向朝][上下左右](?:面|边)?[挪移调动](?:一[挪移调动点下些]|点|些)?)()()(?=[，,])"), "太多"),
    (re.compile(rf"\b((?:must|should|can|may|does|do|is|are)(?:n't| not){_SO})\b()()"), "too much"),
    (re.compile("((?:别|不要|不用|不能|不该|不应该|不必)(?:变|改|调|弄)?得?(?:那么|这么|太)(?:多|强|糊|亮|暗|大|高|重|狠|猛|"
                "厉害|明显|锐|小|低|少|浓|夸张)(?!数))()()"), "太多"),
    (re.compile(r"\b((?:can|could) (?:live|do|manage|get by|get along) without)\b()()"), "don't need"),
    (re.compile(r"\b((?:opposite|reverse|inverse)(?: of what (?:i|we) (?:need|want)(?:ed)?)?)\b()()"
                r"(?=\s*[,.;!]|\s+so\b)"),
     "wrong"),
    (re.compile(rf"\b((?:some |a |the )?(?:text|words|writing|lettering))()"
                rf"( (?:on|onto|over|across) {_WRITTEN})\b"), "加字"),
    (re.compile("((?:在)?(?:图|图片|照片|画面|结果|成图)上(?:面)?(?=加|写|放|添))()()"), "加"),
    (re.compile(r"\b(use|take|put)\b((?: [\w-]+){1,4}?)( in (?:its|their|that) (?:place|stead))\b"), "换成"),
    (re.compile(r"(?<=text )(in|on|from|inside)()()(?= (?:the|my|our) )"), "of"),
    (re.compile(r"\b((?:give|giving) )((?:the |my |our )?[\w-]+(?: [\w-]+)??)( (?:an?|another)"
                r" (?:\w+ )?(?:name|title|label)"
                r"(?: (?:of|like))?\b)"), "name "),
    (re.compile(r"(?<=before |.after )(you|we|i)()(?= \w+ (?:it|them|the)\b)()"), ""),
    (re.compile(rf"\b(back to)()( (?:(?:how|where|the way|what) (?:it|they) (?:came|comes?|started|began|was at first)"
                rf"(?: out of the box)?|(?:(?:its|their|the) )?{_STATE_EN}))"), "reset"),
    (re.compile("((?:恢复|回|改回|还原)[到成为]?)()((?:刚加进来|刚添加|刚拿到|最初|一开始|出厂)(?:时|的时候)?的?"
                r"(?:样子|状态|设置)?)"), "重置"),
    (re.compile(r"\b(what(?:ever)? (?:comes|goes) out of)()()"), "the"),
    (re.compile(r"\b(what)( (?:the |my )?[\w-]+(?: [\w-]+)?)"
                r"( (?:puts out|produces|gives|outputs|spits out|delivers|makes))\b"),
     "the"),
    (re.compile(r"(\s)()(on (?:the |my )?(?:screen|disk)\b)"), ""),
    (re.compile(r"((?:\bthe )?\bcanvas\b)()()(?=[^,.;]* (?:wide|tall|high|width|height|wider|taller))"), " "),
    (re.compile("(画布的?)()()(?=[宽高])"), " "),
    (re.compile(r"(?<=\bthe )(wire)()()(?= (?:between|from|to|into|going))"), "edge"),
    (re.compile(r"((?:遮罩|蒙版)(?:先|再|往外|向外|稍微)?(?:扩大|扩展|外扩|扩|放大))()()(?=[一点些个了]{0,2} ?\d)"),
     "扩边"),
    (re.compile(r"((?:遮罩|蒙版)(?:先|再|往里|向内|稍微)?(?:缩小|收缩|内缩|缩))()()(?=[一点些个了]{0,2} ?\d)"),
     "缩小遮罩"),
    (re.compile(r"(\s)()(\bcomma\b)"), ","),
    (re.compile(r"(先?(?:别|不要|别再|不用)让)([^，。,.;；！!？?\n]*?)((?:跑|运行|执行|生效|工作|起作用|"
                r"参与)(?:起来|了)?)"), "停用"),
    (re.compile(r"\b((?:don't|do not|dont) let)\b([^,.;!?\n]*?)\b(run|execute|work|do anything|take part)\b"), "mute"),
    (re.compile(r"\b((?:don't|do not|dont) (?:run|execute)|stop running)(?= (?:the|that|this|my|it)\b)()()"), "mute"),
    (re.compile(r"\b(take|rip|pull|leave|throw|cut|toss|kick)\b((?: (?!\d|out|away)[\w'-]+){1,6}?)"
                r"( (?:out of (?:the|this|my) (?:chain|flow|graph|pipeline|workflow)|out|away))\b"
                r"(?! (?:to|into|by|for)\b)"), "drop"),
    (re.compile(r"\b((?:can|may|must|should|has to|have to|needs to|need to|could|gotta) go)(?=\s*(?:[,.;!]|"
                r"$))()()"), "remove"),
)  # fmt: skip
"""A pattern of three parts, and the replacement of the first; the last is removed."""


_DROPPED = ("you", "we", "i")
"""Who does what is the place of a node: "before you adjust it"."""
_ORDER = re.compile(
    r"(?:\bthe )?\b(?:new |right |correct |final )?order(?: of (?:the )?(?:nodes|steps|chain))?\b"
    r"(?:\s*(?:should|must|has to|needs to|is|be|to|now|:|=))+|(?:把)?(?:节点|处理|整个|新)?的?"
    r"顺序(?:[:：]|应该|要|是|为|改成|改为|调成|换成|变成|调整为|调整成)+"
)
"""What states the order of all nodes that follow."""
_LISTED = re.compile(r"[,，、]?\s*(?:(?:and )?then|and|然后是?|再|最后是?|finally)(?=[ \u4e00-\u9fff])|[,，、]")


def _rewrite_orders(folded: str) -> str:
    """Return *folded* of the same length with arrows in a stated order: "order: photo, blur, save"."""
    match = _ORDER.search(folded)
    if match is None or (match.start() > 0 and folded[match.start() - 1].isalnum() and folded[match.start()].isascii()):
        return folded
    end = next((at for at in range(match.end(), len(folded)) if folded[at] in ".;。；!！\n"), len(folded))
    listed = _LISTED.sub(lambda joint: ">".ljust(len(joint[0])), folded[match.end() : end])
    if listed.count(">") < 2:
        return folded
    return folded[: match.start()] + " " * (match.end() - match.start()) + listed + folded[end:]


def _rewrite_events(folded: str) -> str:
    """Return *folded* of the same length with the name of a node in place of what happens there."""
    for pattern, relation in _EVENTS:
        folded = pattern.sub(partial(_rewrite, relation), folded)
    return folded


def rewrite_text(folded: str) -> str:
    """Return *folded* of the same length in plain words: without politeness, events and idioms."""
    return _rewrite_idioms(remove_courtesy(_rewrite_orders(_rewrite_events(folded))))


def _rewrite_idioms(folded: str) -> str:
    """Return *folded* of the same length with plain verbs in place of idioms."""
    for pattern, verb in _IDIOMS:
        folded = pattern.sub(partial(_rewrite, verb), folded)
    return folded


def _rewrite(verb: str, match: re.Match[str]) -> str:
    if len(verb) > len(match[1]):
        return match[0]
    if match[1] in _DROPPED:
        return " " * len(match[0])
    verb = verb or match[1]
    rest = match[0][len(match[1]) : len(match[0]) - len(match[3])]
    return verb.ljust(len(match[1])) + rest + " " * len(match[3])
