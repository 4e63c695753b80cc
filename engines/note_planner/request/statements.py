"""The sentences in which a user reports something: what a note can state in the user's own words."""

import re
from collections.abc import Iterator, Sequence

from engines.language.characters import is_chinese
from engines.language.traditional_chinese import simplify
from engines.note_planner.request.completeness import list_content
from engines.note_planner.request.roles.tagger import Role, RoledClause, Span, read_roles
from engines.note_planner.request.topic_choice import cut_phrase

MAX_STATEMENTS = 12
MAX_STATEMENT_LENGTH = 400
_SENTENCE_END = re.compile(r"[。.!！?？;；:：…\n]|(?<=[\u4e00-\u9fff])[~～]")
_MIN_LETTERS, _MIN_WORDS = 4, 3
_REPORTS_CHINESE = re.compile(r"[我咱俺]|(?<![为除罢])了(?![解不])")
_NOMINAL_CHINESE = re.compile(r"^[我咱][^了是有在的]{0,4}的[^了是有在，]{1,12}$")
"""A clause that is one noun phrase: 我摸清的几个电梯规律."""
_NOUN_PHRASE = re.compile(r"的[^，的]{1,6}$")
_ANY = re.compile(r"(?:什么|怎么|哪[里儿个]?|谁|多少)[^，。]{0,3}[都也]")
"""No question: 什么都有."""
_EXCLUDES = re.compile(
    r"^(?:and |but )?(?:我?不太?会写|不要|不想|别|不用|避免|配图|让|好让|为了|我?[就只]?想?要?写"
    r"|what\b|how\b|please\b|no\b|not\b|don['’]?t\b|without\b"
    r"|(?:i )?(?:want|need) (?:it )?to (?:mention|include|sound)|(?:i|we) (?:do not|don['’]?t) want\b)",
    re.IGNORECASE,
)
"""Starts a clause that states what the note is to be like, or what it is for."""
_QUESTION_CHINESE = re.compile(
    r"怎么(?!也|都)|如何|怎样|吗$|呢$|要不要|值不值|多少[钱天]|哪[里个些种]|有没有|是不是|会不会"
)
_QUESTION_ENGLISH = re.compile(r"(?:how|what|which|where|why|when|is|are|should|can|do|does)\b", re.IGNORECASE)
_STEM, _MIN_COVERED = 5, 0.6
_NO_SUBJECT = (
    r"(?:what|how|why|which|where|when|who|whom|whether|if|to|for|about|on|with|without|of|in|from|by|than|not|no"
    r"|\w+ing)"
)
_PRONOUN = r"(?:i|we|he|she|they|it|there|that|this|everything|everyone|everybody|nothing|nobody|somebody|someone)"
_SUBJECT = (
    rf"(?:{_PRONOUN}|(?:my|our|his|her|their|the|a|an|some|most|all|both|one|two|three|half|every|each|this|that"
    rf"|[a-z]+'s)(?: (?!{_NO_SUBJECT}\b)[\w'’-]+){{1,4}}?)"
)
_FINITE = (
    r"(?:am|is|are|was|were|has|had|have|can|can't|cant|cannot|could|couldn't|won't|wont|will|would|wouldn't|doesn't"
    r"|doesnt|didn't|didnt|don't|dont|isn't|isnt|wasn't|aren't|weren't|hasn't|hadn't|do|does|did|got|gets|get|took"
    r"|takes|died|left|came|comes|went|goes|said|says|thinks|thought|kept|keeps|made|makes|gave|found|saw|told|felt"
    r"|lost|won|bought|brought|quit|put|hit|cut|built|drove|flew|ran|runs|grew|fell|broke|sold|taught|wrote|knew|knows|met|paid|sat|sent|slept|spent"
    r"|stood|ate|began|became|sings?|still|just|never|always|finally|now|only|also|even|both|all|\w{2,}ed|want|wants"
    r"|\w{3,}s (?:me|us|him|her|them|my|our|his|their|an?|the)|love|loves|live|lives|work|works|need|needs|run|know"
    r"|sell|teach|use|keep|make|play|start|hate|think|feel)"
)
_REPORTS_ENGLISH = re.compile(
    r"^(?:(?:and|but|so|as|because|since|also|now|then|last|yesterday|today|this|after|when|on|in|at|for)\b"
    r"[^,]*?[ ,]+)??"
    rf"(?:{_SUBJECT} {_FINITE}|(?:i|we|you|he|she|they|it|that|there)['’](?:m|ve|s|re|d|ll)|im|ive|theres)\b",
    re.IGNORECASE,
)
_WITHOUT_SUBJECT = re.compile(
    r"(?!.*\b(?:what|how|why|which)\b)(?:(?:just|finally|recently|yesterday|today) )?"
    r"(?:made|got|went|took|bought|tried|started|finished|lost|found|moved|quit|adopted|turned|ran|built|baked|cooked"
    r"|hiked|visited|spent|learned|learnt|passed|failed|sold|gave|met|had|planted|painted|saved|survived|grew|drove"
    r"|flew|cut|gave up|signed) (?:\w+ )??"
    r"(?:my|our|the|an?|\d+|some|all|up|out|off|to|for|from|into|through|back|at|with|it|both|two|three|four|five)\b",
    re.IGNORECASE,
)
"""A report without "I", as in a diary: "made my grandma's pierogi for the first time"."""
_SEPARATORS = re.compile(r"(?<![\d\s])[,，、]?\s+(?=[\u4e00-\u9fff])|,(?=[\u4e00-\u9fff])")
_MENTION = re.compile(
    r"(?:and |please )*(?:mention|say|add|include|note) (?:that )?(?=\w+ \w+ \w)"
    r"|[要请记得也]*(?:提一[下句嘴]|提到|说明一?下?|写上|写明|说一[下句]|注明)",
    re.IGNORECASE,
)
_RELATIVE = re.compile(r"(?:which|who|that|and|but|because)\b", re.IGNORECASE)
_VERB = re.compile(rf"\b{_FINITE}\b", re.IGNORECASE)
_CONJUNCTION = re.compile(r"^(?:(?:and|but|so|as|because|since)\b,? +|因为)", re.IGNORECASE)
_FRAME = re.compile(r"^(?:关于|有关|就是|讲讲|说说|主要)+")
_CLOSING_QUOTES = ('"', "'", "’")
_I = re.compile(r"(?<![\w'’-])i(?=$|[\s,.'’])")


def list_statements(text: str) -> tuple[str, ...]:
    """Return the sentences of *text* that report something, in the user's words and order, without requests."""
    text = simplify(text)
    sentences = [*_split(text, read_roles(text))]
    if not any(reports(words) for sentence in sentences for words, _ in _list_matters(text, sentence)):
        return ()
    statements = (_to_sentence(text, run) for sentence in sentences for run in _find_runs(text, sentence))
    return tuple(dict.fromkeys(one for one in statements if _is_whole(one)))[:MAX_STATEMENTS]


def _is_whole(sentence: str) -> bool:
    is_long = len(sentence) > _MIN_LETTERS if is_chinese(sentence) else len(sentence.split()) >= _MIN_WORDS
    return is_long and len(sentence) <= MAX_STATEMENT_LENGTH


def covers(topic: str, statements: Sequence[str]) -> bool:
    """Return whether *statements* report what *topic* names: they have most of its content, and it is no question."""
    words = list_content(topic)
    reported = simplify("\n".join(statements)).lower()
    found = sum(word[:_STEM] in reported if word.isascii() else word in reported for word in words)
    is_question = _QUESTION_CHINESE.search(topic) is not None or _QUESTION_ENGLISH.match(topic) is not None
    return bool(words) and bool(statements) and not is_question and found >= _MIN_COVERED * len(words)


def name_beyond(topic: str, statements: Sequence[str]) -> str:
    """Return the phrases of *topic* that *statements* do not report, "" for none."""
    if not statements:
        return topic
    named = (one for one in split_phrases(topic) if list_content(one) and not _RELATIVE.match(one))
    others = (one for one in named if not covers(one, statements))
    return _separate(topic).join(others)


def split_phrases(topic: str) -> list[str]:
    """Return the phrases of *topic*, each of a clause of the request."""
    return topic.split(_separate(topic))


def _separate(topic: str) -> str:
    return "，" if is_chinese(topic) else ", "


def _split(text: str, clauses: Sequence[RoledClause]) -> Iterator[list[RoledClause]]:
    """Yield the clauses of each sentence of *text*."""
    sentence = list[RoledClause]()
    for clause in clauses:
        if sentence and _SENTENCE_END.search(text[sentence[-1].end : clause.start]):
            yield sentence
            sentence = []
        sentence.append(clause)
    if sentence:
        yield sentence


def _find_runs(text: str, sentence: Sequence[RoledClause]) -> Iterator[Span]:
    """Yield the adjacent clauses of *sentence* on the matter, each time from the first on that reports something."""
    run: Span | None = None
    matters = [*_list_matters(text, sentence)]
    is_report = any(reports(words) for words, _ in matters)
    for clause, (words, span) in zip(sentence, matters, strict=True):
        is_start = reports(words) or (is_report and clause.is_on_matter and _is_predicate(words))
        is_start = is_start or (clause.role is Role.SITUATION and has_verb(words))
        is_next = bool(words) and run is not None and span.start == clause.start
        if run is not None and not is_next:
            yield run
            run = None
        if words and (is_next or is_start):
            run = Span(span.start if run is None else run.start, span.end)
    if run is not None:
        yield run


def _list_matters(text: str, sentence: Sequence[RoledClause]) -> Iterator[tuple[str, Span]]:
    """Yield the words of each clause on the matter, with their place; "" for a question, an exclusion and a request.

    What the user wants mentioned is on the matter ("mention that the kettle is the original one"). A Chinese request
    before them is left out (关于老家的稻子), an English one seldom leaves a sentence.
    """
    for clause in sentence:
        span = Span(clause.start, clause.end)
        has_matter = clause.is_on_matter
        if not has_matter and is_chinese(text) and len(clause.wide) == 1 and clause.wide[0].end == clause.end:
            span, has_matter = clause.wide[0], True
        if mentioned := find_mentioned(text[clause.start : clause.end]):
            span, has_matter = Span(clause.end - len(mentioned), clause.end), reports(mentioned)
        words = text[span.start : span.end]
        is_question = clause.is_question and not _ANY.search(words)
        yield ("" if is_question or not has_matter or _EXCLUDES.match(words) else words), span


def find_mentioned(clause: str) -> str:
    """Return what *clause* wants mentioned ("we are closed on Monday", of "mention that ..."), "" for nothing."""
    mention = _MENTION.match(clause)
    return clause[mention.end() :] if mention else ""


def _is_predicate(words: str) -> bool:
    """Return whether Chinese *words* are no noun phrase, as far as their end shows it: 心路历程 of 学不会的心路历程."""
    return is_chinese(words) and not _QUESTION_CHINESE.search(words) and not _NOUN_PHRASE.search(words)


def has_verb(words: str) -> bool:
    """Return whether *words* can be a sentence that lacks its subject: "started as a deckhand". Always in Chinese."""
    return is_chinese(words) or _VERB.search(words) is not None


def reports(clause: str) -> bool:
    """Return whether *clause* states something by itself: it has a subject and a verb, and is no question."""
    if not is_chinese(clause):
        is_report = _REPORTS_ENGLISH.search(clause) or _WITHOUT_SUBJECT.match(clause)
        return len(clause.split()) >= _MIN_WORDS and is_report is not None
    if len(clause) < _MIN_LETTERS or _QUESTION_CHINESE.search(clause) or _NOMINAL_CHINESE.search(clause):
        return False
    return _REPORTS_CHINESE.search(clause) is not None


def _to_sentence(text: str, span: Span) -> str:
    raw = text[span.start : span.end + 1].rstrip(" ,.，。")
    quote = next((one for one in _CLOSING_QUOTES if raw.endswith(one)), "")
    return write_sentence(_CONJUNCTION.sub("", cut_phrase(text, span).removesuffix(quote)) + quote)


def write_sentence(words: str) -> str:
    """Return *words* of the user as a sentence."""
    if is_chinese(words):
        return f"{_SEPARATORS.sub('，', _FRAME.sub('', words))}。"
    words = _I.sub("I", " ".join(words.split()))
    return f"{words[:1].upper()}{words[1:]}."
