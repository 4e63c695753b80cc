"""Finds clauses that request nothing: statements, intentions, parts that must not change, and topics.

A clause is a statement only with evidence: a subject and a verb of being, feeling or perceiving, in Chinese a word of
degree or feeling. A clause that is only unknown is not one, since it may be a request: "play some music", 抠掉天空.
"""

import re

from engines.graph_planner.grammar.clauses import Clause
from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.tokens import Token, TokenizedText
from engines.graph_planner.grammar.words import Count, Marker, Ordinal, Verb

_LEAD = re.compile(
    r"\W*(?:(?:and|but|so|then|well|because|cause|since|as|also|actually|honestly|sorry|ok|okay|oh|hey|though|although|"
    r"while|for|plus|look|see|btw|frankly|sadly|unfortunately|luckily|apparently|obviously|now|right now|today|"
    r"anyway|still|again|personally|to me|somehow|at first|by the way|you see|i mean|the thing is|"
    r"thing is|which)\b[\s,]*|(?:而且|但是|可是|不过|因为|由于|所以|反正|其实|感觉上|另外|那|唉|哎|嗯|啊|主要是|就是|"
    r"只是)[\s,，]*)*"
)
_NOUN = r"(?:the|this|that|these|those|my|our|your|his|her|their|its|a|an|some|all|both|most)(?: [\w'’.-]+){1,5}?"
_BE = r"(?:is|are|was|were|am|isn't|aren't|wasn't|weren't|been|being)"
_STATIVE = (
    rf"(?:{_BE}|looks?|looked|looking|seems?|seemed|feels?|felt|sounds?|came|comes (?:out|across|off)|turn(?:s|ed) out|"
    r"has|have|had|does|doesn't|do not|don't|does not|didn't|did|can't|cannot|won't|will be|likes?|liked|loves?|loved|"
    r"hates?|hated|thinks?|thought|knows?|knew|hurts?|keeps?|kept|takes?|took|works?|worked|costs?|asked|complain(?:s|ed)|"
    r"bores?|bored|annoy(?:s|ed)|bothers?|matters?|belongs?|means?|meant|happen(?:s|ed)|got|went|just|only|still|already|"
    r"really|always|never|barely|hardly|kinda|kind of|simply|has been|'s|'re|'m|'ve)"
)
_SPEAKER = r"(?:i|we|they|he|she|nobody|no one|everyone|everybody|someone|somebody|people|who)"
_THING = (
    r"(?:it|this|that|these|those|there|here|this one|that one|everything|nothing|something|half of it|what (?:i|"
    r"we) \w+)"
)
_SHORT = r"(?:'s|'re|'m|'ve|'ll|’s|’re|’m|’ve|’ll)"
_SUBJECT = re.compile(
    rf"(?:{_SPEAKER}(?:{_SHORT}| \w)|you can (?:see|tell|hardly|barely|imagine)\b|you (?:know|see)\b|"
    rf"{_THING}(?:{_SHORT}\b| (?:\w+ly )?{_STATIVE}\b| (?:only |just |still |always |really )?\w+(?:s|ed)\b)|"
    rf"(?:this|that|the whole) [\w-]+ \w+s\b|what (?:[\w'’-]+ ){{1,4}}?(?:is|was|looks?|does|did)\b|"
    rf"[\w-]+['’]s (?:\w+ing|an?|the|too|so|not|no)\b|"
    rf"(?:my|our|his|her|their)(?: [\w'’-]+){{1,2}} \w+(?:s|ed)\b|{_NOUN}(?:'s|’s)? {_STATIVE}\b|[\w'’-]+ {_STATIVE}\b)"
)
"""The subject of a statement, and its verb."""
_ORDERS = re.compile(
    r"\b(?:should|must|needs?(?<!n't need)|needed|has to|have to|had to|having|ought|shall|wants?|wanted|wanna|"
    r"like to have|would like|"
    r"'d like|’d like|would love|'d love|'d want|would want|prefer|let's|lets|(?<!n't )gets?|could|please|gotta|"
    r"got to|rather|expects?|"
    r"requests?|requires?|wish(?:es)?|hop(?:e|ing|es)|looking for|missing|lacks?|after a|(?:is|are|am) to|'m to|"
    r"be \w+ed|"
    r"becomes?|goes|shall|might|may|suggests?|recommends?|propose|ask(?:s|ing)? (?:for|you)|vote for|fancy|demand|"
    r"insist|"
    r"i'd|we'd|i’d|we’d|would be)\b"
)
"""Words of a request with a subject: "the headline needs a shadow", "I want it in italics"."""
_MORE = re.compile(r"\b(?:more|less|fewer|\w+er than)\b")
_DONE = re.compile(
    r"\W*(?:(?:and|so) )?(?:that|this|it)(?:'s|’s| is| was)? ?(?:all|it|everything|enough|plenty|sufficient|"
    r"good enough|the "
    r"lot|perfect|fine)?\b(?:(?: i| we)(?: \w+){1,3}| for (?:now|today|me|us|the moment)| folks| then| really| should "
    r"(?:be|do|help)(?: it| enough| fine| plenty)?)*\W*"
)
_SHOULD_DO = re.compile(r"\W*(?:that|this|it) (?:should|would|will|might|ought to) (?:be (?:enough|fine|plenty|ok|good|"
                        r"better|it|sufficient|nicer)|do(?: it)?|help|suffice|work|look better)\b.*")  # fmt: skip
_PERCEIVE = re.compile(
    r"\b(?:(?:want|like|love|need|have|curious|just|trying|try|order|wanna|so (?:i|we) can|so that (?:i|"
    r"we) can) (?:to )?(?:first )?"
    r"(?:see|check|look(?: at)?|compare|know|find out|understand|inspect|judge|have a look|figure out|hear|feel)|"
    r"let's see|"
    r"let me see|we'll see|i'll see|see (?:how|what|if|whether)|wonder|curious)\b"
    r"|(?:想|要|好|先|来|去|方便|我|让我|再|得)(?:先|再|直接|仔细)?看|想(?:要)?(?:对比|比较)(?!度)|看看|看一下|看下|看一看|看一眼|看两眼|瞅一眼|瞄一眼|瞧瞧|瞧一下|对比一下|比较一下|"
    r"检查一下|试试(?:看|效果)?$"
)
"""A wanted view, which requests no change; its names refer to existing nodes."""
_INTENDED = re.compile(
    r"\b(?:was|were) (?:just |actually |originally )?"
    r"(?:going|about|planning|meaning|intending|tempted|thinking) (?:to|of)\b"
    r"|\b(?:had|originally|first) (?:planned|wanted|meant|intended|thought)\b|(?:本来|原本)(?:是)?(?:想|打算|要|准备)"
)
"""A former intention, which is not a request."""
_SELF = re.compile(r"\b(?:myself|ourselves)\b|自己|我来(?:连|接|弄|改)?|回头(?:再|我)|(?:以后|之后|下次|改天)再说")
_FEELING = re.compile(
    r"\b(?:too|so|very|really|quite|pretty|rather|a bit|a little|kind of|way|still|not|never|n't|awful|ugly|boring|bad|"
    r"horrible|terrible|stupid|silly|wrong|fine|ok|okay|good|great|perfect|nice|lovely|beautiful|useless|pointless|"
    r"slow|fast|dark|bright|flat|soft|dull|harsh|hard|messy|weird|odd|strange|broken|off|unreadable|annoying|"
    r"distracting|dominant|cheap|tacky|kitschy|cheesy|lame|meh|blurry|noisy|muddy|grainy|grey|gray|pale|crooked|tilted|"
    r"upside|inverted|reversed|backwards?|confusing|awesome|cool|amazing|disappointing|done|alright|enough|hideous|"
    r"like it|love it|hate it|all over|everywhere|unfinished|empty|lost|washed|garbage|trash|crap|rubbish|nonsense|"
    r"hate|hates|hated|love|loves|like|likes|liked|adds|about|mind|better|worse|worst|best|nicer|sharp|clean|clear)\b|n't\b"
)
"""A feeling about a text or a parameter, not its new value: "the headline is ugly", but not "is Closed"."""
_ZH_ORDER = re.compile(
    r"[把将]|一点|一些|(?<![这那])[点些]$|[再更]|需要|必须|应该|希望|最好|得[要用]|换|抠|擦|修(?=[一掉好图成改补])|剪|抹|涂|印|画[成个一只条]|做|变|发(?:给|到|送)|寄|"
    r"打包|导出|备份|翻译|上传|下载|分享|通知|提醒|联系|写|放|给(?!人|我妈|客户|孩子)|帮|请|让"
)
_ZH_STATEMENT = re.compile(
    r"太(?!阳|空|极)|很|好(?=[\u4e00-\u9fff])(?!好|让|像)|挺|蛮|有点|有些|不太|不够|比较|特别|非常|真(?!实|正)|超|巨|老是|总是|一直|"
    r"还[没不]|没[法啥用有什]|[看听读认]不|受不了|来不及|喜欢|讨厌|嫌|觉得|感觉|看着|看起来|看上去|显得|发[灰白虚黄暗亮糊黑红]|"
    r"难[看受用过]|昨[天晚]|今[天早晚]|[死宿夜]了?$|一般$|还行|凑合|[生僵]硬|第一次|再说$|[淡灰暗糊花硬软乱脏旧丑土闷平虚]$|刺眼|[怕懂]|赶时间|着急|^(?:我|我们|咱|这|那|它|他|她|今天|明天|后天)(?:个|张|图|片|些|里)?(?:就)?[是在]|"
    r"不(?:好|行|对|理想|自然|满意|合适|清楚|美|协调|匹配|太|舒服|明显)|[反歪糊花偏坏错乱崩爆灰暗虚黑白断废丑卡慢]了|"
    r"(?:今天|明天|后天|下午|晚上|马上|待会|一会儿?)[要得就](?:交|用|开|上|去|见)|时候|会不会|怎么回事|^(?:边上|里面|上面|中间|"
    r"背景)?有[\u4e00-\u9fff]*[边块点线印痕影]$|说(?:它|这|标题|太|不)|(?:孩子|客户|领导|老板|甲方|我妈|老师|同事)[\u4e00-\u9fff]*(?:爱|要用|不)"
)
_UNWANTED = re.compile(
    r"\b(?:don't|do not|dont|no longer|didn't|never) (?:really |even )?(?:need|want|like to have)\b|\b(?:can|"
    r"could) do without\b|"
    r"\b(?:isn't|is not|aren't|not|no longer) (?:really )?(?:needed|wanted|necessary)\b"
    r"|不需要(?!了)|不想要(?!了)|用不[着上到](?!了)|没必要(?!了)|别再.*了|先别.*了|^不.{1,2}了$"
)
_ZH_JUDGED = re.compile(r"(?:不好看?|不行|不对|不合适|难看|不理想|不自然|不好用|不够|太\S{1,2})(?:了|啦|吧|呀|啊)?$")
"""A judgment at the end of a clause, whose number is the current value: 三七开不好看."""
_ZH_DONE = re.compile(
    r"^(?:就这样|就这些|就酱|就这么着|先这样|差不多了|够了|这样就(?:行|好|可以)|没别的|没了|完事|别的没了|其他没了)(?:吧|了|啦|就行|就好)*$"
)
_REST = re.compile(
    r"\W*(?:the rest|everything else|all else|the others?|the other \w+|nothing else|anything else|all the rest)\b"
    r"(?: (?:is|are|can|should|may|to|just|all|please|has to|must))*(?: (?:stays?|remains?|be|stay|left|kept|fine|ok|"
    r"okay|good|"
    r"alright|great|perfect|as|it|is|they|are|the|same|unchanged|untouched|alone|changes?|way|how|now|before|for))*\W*"
    r"|(?:其他|其它|其余|别的|剩下|剩余|余下)(?:的|的都|都|部分|东西|参数|节点)*(?:先)?(?:都|全)?(?:别|不|不要|不用|甭|莫|先别)?(?:动|改|变|碰|管|"
    r"保持|不变|原样|照旧|一样|没问题|可以|还行|挺好|ok|行|好)+(?:了|吧|的)?"
)
"""All parts except the changed ones, which must not change."""
_UNTOUCHED = re.compile(
    r"\b(?:alone|unchanged|untouched|intact|as[ -]is|as (?:it|they) (?:is|are|was|were)|(?:how|where|the way|"
    r"what) (?:it|they)"
    r" (?:is|are)|the same|in place|stays?|remains?|stay put)(?: please| for now| though| then| too)?\W*$"
    r"|\b(?:leave|let)\b.*\bbe\W*$"
    r"|\b(?:don't|do not|dont|never|no need to|without|not|needn't)(?: even| you)? (?:touch|chang|modify|modifi|"
    r"alter|edit|mess"
    r"|affect|fiddle|tamper|bother)(?:e|ing|y|ed)?\b"
    r"|(?:别|不要|不用|不必|甭|勿|先别|莫|不许|不准|无需|没必要|不)(?:再|去|乱|给我)?(?:动|改|碰|变|管|调)(?:它|了|啊|哦)?$"
    r"|^(?:先)?(?:别|不要|不用|不必|甭|勿|莫|不许)(?:再|去|乱)?(?:动|碰|管)|保持(?:不变|原样|现状|原状|不动|原来)|(?:维持|照旧|原样|不变|留着|老样子|"
    r"不动)(?:就好|就行|吧|不变)?$"
)
"""A part that must not change."""
_NOT_ONLY = re.compile(
    r"^(?:and |but )?not(?: (?:the|of|for|on|in|at|to|my|that))*$|^(?:而|并)?不是(?:给|对)?$|^(?:而)?非$"
)
_STOPS = re.compile(r"别再|不再|[了啦]$|\b(?:any ?more|any longer|no longer)\b")
_NEGATIONS = frozenset((
    "don't", "do not", "dont", "never", "not", "别", "不要", "不用", "不必", "先别", "勿", "请勿", "无需", "先不要",
    "别让", "must not", "mustn't", "should not", "shouldn't", "不能", "甭", "莫", "不",
))  # fmt: skip
_LIMITED = frozenset(Verb) - {Verb.KEEP, Verb.SWAP}
_ORDINARY = frozenset((
    "is", "are", "be", "takes", "want", "need", "needs", "show", "sends", "gives", "give", "cut", "break", "i want",
    "i need", "we need", "liked", "says", "say", "type", "goes", "missing", "mode", "pick", "feed", "use", "print",
    "shows", "跑", "要", "看", "来", "用", "转", "需要", "想要", "出来", "接", "我要", "上", "叫",
))  # fmt: skip
"""Verbs of the table that may occur in a statement: "it takes forever", 跑得太慢."""
_PHRASE = (Marker.FILLER, Marker.ARTICLE, Marker.OF, Marker.NODE, Marker.THIS, Marker.IT, Marker.RECENT, Marker.LAST,
           Marker.AT, Marker.FOR, Marker.AND, Marker.ALL)  # fmt: skip
_NAMES = (Kind.TYPE, Kind.TITLE, Kind.TYPE_PART, Kind.TITLE_PART)
_RHETORIC = re.compile(
    r"\W*(?:(?:do |can |did )?(?:you )?(?:also )?(?:see|notice|remember|know)|look at|take a look at|there(?:'s|"
    r" is) (?:this|that|a|an|"
    r"one)|we have|i have|i've got) |(?:你)?(?:看到|看见|瞧见|记得|知道|看)(?:那个|这个)|(?:图里|里面|这里|"
    r"画布上)?有(?:一)?个"
)
"""Precedes the name of the topic of the next sentence: "see the blur?", 看到那个模糊了吗."""


def is_rest(text: TokenizedText, clause: Clause) -> bool:
    """Return whether a clause states that nothing else changes, or that nothing more is requested."""
    own = _read(text, clause)
    return any(pattern.fullmatch(own) for pattern in (_REST, _DONE, _SHOULD_DO)) or bool(_ZH_DONE.match(own))


def is_statement(text: TokenizedText, clause: Clause) -> bool:
    """Return whether a clause states a fact, a feeling, or a wanted view, and requests nothing."""
    own = _read(text, clause)
    rest = own[_find_start(own) :]
    if is_intended(text, clause):
        return True
    is_judged = _ZH_JUDGED.search(own) is not None
    has_number = _has_value(clause) and not is_judged
    if clause.has(Marker.OBJECT) or (has_number and not _PERCEIVE.search(own)) or (has_number and _has_number(clause)):
        return False
    verbs = [token for token in clause.tokens if isinstance(token.word, Verb) and not token.senses]
    strong = [one for one in verbs if text.text[one.start : one.end].lower() not in _ORDINARY]
    if _SELF.search(own) and re.match(r"(?:i|we)\b|.*[我自]|.*再说$", rest):
        return True
    if strong or (clause.has(*_RELATIONS) and verbs):
        return False
    if _PERCEIVE.search(own):
        return True
    if clause.has(Marker.TOO):
        is_parameter = any(
            sense.kind is Kind.PARAMETER and not {one.kind for one in token.senses} & {Kind.TYPE, Kind.TITLE}
            for token in clause.tokens
            for sense in token.senses
        )
        has_unknown = any(token.is_unknown for token in clause.tokens)
        return has_unknown and not is_parameter and not _ZH_ORDER.search(own) and not _MORE.search(rest)
    if _is_chinese(own):
        return not _ZH_ORDER.search(own) and bool(_ZH_STATEMENT.search(own)) and _is_felt(text, own, clause)
    if _ORDERS.search(rest) or _MORE.search(rest):
        return False
    return bool(_SUBJECT.match(rest)) and _is_felt(text, own, clause)


def is_intended(text: TokenizedText, clause: Clause) -> bool:
    """Return whether a clause states a former intention: "I was going to delete the sampler, but …"."""
    return bool(_INTENDED.search(_read(text, clause)))


def states_unwanted(text: TokenizedText, clause: Clause) -> bool:
    """Return whether a clause states that something is not wanted, without a request: "I don't need the headline"."""
    return bool(_UNWANTED.search(_read(text, clause))) and not _has_value(clause) and not clause.has(Marker.OBJECT)


def is_topic(text: TokenizedText, clause: Clause) -> bool:
    """Return whether a clause only names something: Base这个采样器, "as for the refiner", "see the blur?"."""
    own = _read(text, clause)
    names = [token for token in clause.tokens if any(sense.kind in _NAMES for sense in token.senses)]
    is_pointer = clause.has(Marker.RECENT) or (clause.has(Marker.THIS) and bool(clause.tokens))
    if not names and not is_pointer:
        return False
    if _RHETORIC.match(own):
        return not _has_value(clause) and not any(_is_strong_verb(token) for token in clause.tokens)
    return all(
        token in names or token.word in _PHRASE or isinstance(token.word, Ordinal | Count) for token in clause.tokens
    )


def states_purpose(clause: Clause, following: Clause) -> bool:
    """Return whether a clause only states what the next is for: "I'd like it more crisp, so put a sharpen …"."""
    owners = [{one.owner or one.value for token in part.tokens for one in token.senses
               if one.kind in (Kind.TYPE, Kind.PARAMETER)} for part in (clause, following)]  # fmt: skip
    is_about_image = clause.has(Marker.DATA, Marker.IT) and clause.verb in (Verb.ADD, Verb.SET, None)
    is_bare = not clause.has(Marker.ARTICLE, Marker.OBJECT, *_RELATIONS) and not _has_value(clause)
    return is_about_image and is_bare and following.verb is Verb.ADD and bool(owners[0] & owners[1])


def announces(text: TokenizedText, clause: Clause, following: Clause) -> bool:
    """Return whether a clause only describes the image whose values follow: "I need a wide image, 1216 by 832"."""
    allowed = (Marker.DATA, Marker.FILLER, Marker.ARTICLE, Marker.IT, Marker.TO, Marker.OF, Marker.THIS)
    rest = [token for token in clause.tokens if token.word not in allowed and not _requests(text, token)]
    is_shape = all({one.value for one in token.senses} & {"width", "height"} for token in rest)
    if not clause.has(Marker.DATA) or not is_shape or _has_value(clause):
        return False
    names = [token for token in following.tokens if any(one.kind in _NAMES for one in token.senses)]
    return _has_number(following) and not names


def _requests(text: TokenizedText, token: Token) -> bool:
    return text.text[token.start : token.end].lower() in _REQUESTS


_REQUESTS = frozenset(
    ("i need", "i want", "need", "want", "i'd like", "give me", "make", "要", "来", "需要", "想要", "我要")
)


def is_untouched(text: TokenizedText, clause: Clause) -> bool:
    """Return whether a clause names a part that must not change: "leave the base alone", 宽不动, "not the blur"."""
    own = _read(text, clause)
    if _has_value(clause) or clause.has(Marker.OBJECT, Marker.TOO, Marker.ONLY, Marker.DEFAULT):
        return False
    names = [token for token in clause.tokens if token.senses]
    if names and _NOT_ONLY.match(text.text[clause.start : names[0].start].lower().strip()):
        rest = [one for one in clause.tokens if one.start > names[0].start]
        return all(one.senses or one.word in _PHRASE for one in rest)
    return bool(_UNTOUCHED.search(own))


def find_forbidden(text: TokenizedText, clause: Clause) -> Verb | None:
    """Return the forbidden verb of a clause: "don't delete it", 锐化别静音; None for an opposite request: 别静音了."""
    own = _read(text, clause)
    content = [token for token in clause.tokens if token.word is not Marker.FILLER]
    for at, token in enumerate(content[:-1]):
        raw = text.text[token.start : token.end].lower()
        following = content[at + 1]
        if raw in _NEGATIONS and following.word in _LIMITED and isinstance(following.word, Verb):
            others = [one for one in content if isinstance(one.word, Verb) and one is not following and not one.senses]
            is_ended = bool(_STOPS.search(own)) or bool(others) or _has_value(clause)
            return None if is_ended else following.word
    return None


def _read(text: TokenizedText, clause: Clause) -> str:
    return text.text[clause.start : clause.end].lower().strip().replace("’", "'")


def _find_start(own: str) -> int:
    lead = _LEAD.match(own)
    return lead.end() if lead else 0


def _has_value(clause: Clause) -> bool:
    return any(
        token.number is not None
        or token.size is not None
        or token.quoted is not None
        or (token.senses and {sense.kind for sense in token.senses} == {Kind.CHOICE})
        for token in clause.tokens
    )


def _has_number(clause: Clause) -> bool:
    return any(
        token.number is not None or token.size is not None or token.quoted is not None for token in clause.tokens
    )


def _is_strong_verb(token: Token) -> bool:
    return isinstance(token.word, Verb) and not token.senses


def _is_felt(text: TokenizedText, own: str, clause: Clause) -> bool:
    """Return whether a statement about a parameter or a text is a feeling, and not its new value."""
    is_named = any(
        sense.kind is Kind.PARAMETER or text.vocabulary.holds_text(token.senses, is_only=False)
        for token in clause.tokens
        for sense in token.senses
    )
    return not is_named or bool(_FEELING.search(own)) or _is_chinese(own)


def _is_chinese(own: str) -> bool:
    return any("\u4e00" <= letter <= "\u9fff" for letter in own)


_RELATIONS = (Marker.BETWEEN, Marker.AFTER, Marker.BEFORE, Marker.BETWEEN_THEM, Marker.AFTER_IT, Marker.BEFORE_IT)
