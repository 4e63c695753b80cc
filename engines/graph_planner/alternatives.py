"""Asks which of several things an ambiguous text means: "the sampler or the decoder", "remove it?"."""

import re
from dataclasses import replace

from engines.graph_planner import texts
from engines.graph_planner.grammar.clause_verbs import find_verb
from engines.graph_planner.grammar.clauses import SETTING, Clause
from engines.graph_planner.grammar.tokens import Token, TokenizedText
from engines.graph_planner.grammar.words import Count, Marker, Ordinal, Verb
from engines.graph_planner.resolution import Resolver
from engines.graph_planner.values import UnclearError
from services.common.text.language import Text

_PHRASE = (
    Marker.NODE, Marker.ARTICLE, Marker.FILLER, Marker.OF, Marker.IT, Marker.THIS, Marker.RECENT, Marker.COPY,
    Marker.LAST, Marker.YES, Marker.NO, Marker.INPUT, Marker.OUTPUT,
)  # fmt: skip
_BEFORE_TEXT = (Marker.TO, Marker.COLON, Verb.SET)
_POLITE = re.compile(
    r"\b(?:(?:can|could|would|will|may|might) (?:you|u|ya|we|i|it|someone)|please|pls|plz|mind|possible|how "
    r"about|what about|wanna|let's|need|want)\b|"
    "能|可以|可否|可不|请|麻烦|帮|劳|好[吗不]|行[吗不]|吧|吗|呗|想|要"
)
_REQUESTS = re.compile(
    r"\W*(?:so |and |ok |also )?(?:can|could|would|might|may|any way|any chance|how about|what about)\b"
)
"""The start of a question that states a value: "could the cfg be 5?"."""
_END = re.compile(r"[?？!！。;；\n]|\.(?:\s|$)")


def choose_alternative(text: TokenizedText, clause: Clause, resolver: Resolver) -> Clause:
    """Return *clause* with the alternative that the user chose.

    Raises AmbiguousError if the user has not chosen yet, UnclearError if "or" does not join two things of a kind.
    """
    at = next((index for index, token in enumerate(clause.tokens) if token.word is Marker.OR), None)
    if at is None or clause.verb is Verb.RENAME or _is_in_text(clause, at):
        return clause
    before, after = clause.tokens[:at], clause.tokens[at + 1 :]
    has_two = find_verb(list(before)) is not None and find_verb(list(after)) is not None
    left = before if has_two else before[_find_start(before) :]
    right = after if has_two else after[: _find_end(after)]
    if not _is_kind(left, right) or any(token.word is Marker.OR for token in right):
        raise UnclearError(texts.WHICH_OF_SEVERAL)
    quotes = [text.quote(part[0].start, part[-1].end) for part in (left, right)]
    chosen = resolver.choose(
        f"either-{clause.start}",
        texts.WHICH_OF_SEVERAL,
        [(str(number), Text(quote, quote)) for number, quote in enumerate(quotes, 1)],
    )
    if has_two:
        tokens = left if chosen == "1" else right
        return replace(clause, tokens=tokens, verb=find_verb(list(tokens)))
    chosen_part = left if chosen == "1" else right
    return replace(clause, tokens=(*before[: len(before) - len(left)], *chosen_part, *after[len(right) :]))


def confirm_request(text: TokenizedText, clause: Clause, resolver: Resolver) -> None:
    """Raise AmbiguousError for "remove the sampler?" until the user has confirmed it, UnclearError after a "no"."""
    if not _is_doubted(text, clause):
        return
    quote = text.quote(clause.start, clause.end)
    choices = [(key, texts.fill(one, quote=quote)) for key, one in texts.CONFIRMATIONS.items()]
    if resolver.choose(f"sure-{clause.start}", texts.fill(texts.CONFIRM, quote=quote), choices) == "no":
        raise UnclearError(texts.NOT_CONFIRMED)


def _is_doubted(text: TokenizedText, clause: Clause) -> bool:
    """Return whether the sentence of a clause ends in a question mark, without a word of a polite request."""
    ends = list(_END.finditer(text.plain))
    starts = [0, *(match.end() for match in ends if match.end() <= clause.start)]
    end = next((match for match in ends if match.start() >= clause.end), None)
    if end is None or end[0] not in "?？":
        return False
    sentence = text.text[starts[-1] : end.start()].lower()
    has_value = any(token.number is not None or token.word is Verb.SCALE for token in clause.tokens)
    is_request = has_value and _REQUESTS.match(sentence) is not None
    return not is_request and not _POLITE.search(sentence)


def _is_in_text(clause: Clause, at: int) -> bool:
    """Return whether "or" is in a text to set: "set the positive prompt to a cat or a dog"."""
    words = clause.tokens[:at]
    is_set = any(token.word in _BEFORE_TEXT and index for index, token in enumerate(words))
    is_plain = any(token.is_unknown for token in (*words[-2:], *clause.tokens[at + 1 : at + 4]))
    return clause.verb in SETTING | {None} and is_set and is_plain


def _find_start(tokens: tuple[Token, ...]) -> int:
    start = len(tokens)
    while start and _is_part(tokens[start - 1]):
        start -= 1
    while start < len(tokens) and tokens[start].word is Marker.FILLER:
        start += 1
    return start


def _find_end(tokens: tuple[Token, ...]) -> int:
    return next((index for index, token in enumerate(tokens) if not _is_part(token)), len(tokens))


def _is_part(token: Token) -> bool:
    is_name = bool(token.senses) or isinstance(token.word, Count | Ordinal) or token.word in _PHRASE
    return is_name or token.number is not None or token.size is not None or token.quoted is not None


def _is_kind(left: tuple[Token, ...], right: tuple[Token, ...]) -> bool:
    """Return whether both parts contain names, or both are values."""
    kinds = [_list_kinds(part) for part in (left, right)]
    return bool(kinds[0] and kinds[1]) and (kinds[0] == kinds[1] or "name" in kinds[0] & kinds[1])


def _list_kinds(part: tuple[Token, ...]) -> set[str]:
    kinds = {"name" for token in part if token.senses or token.word in (Marker.IT, Marker.THIS, Marker.RECENT)}
    kinds |= {"value" for token in part if token.number is not None or token.size or token.quoted is not None}
    return kinds | {"place" for token in part if isinstance(token.word, Ordinal | Count) or token.word is Marker.LAST}
