"""Looks at the words around a word, for the parser of clauses."""

from dataclasses import dataclass, field

from engines.graph_planner.grammar.clause_verbs import has_number
from engines.graph_planner.grammar.clauses import SETTING, Clause
from engines.graph_planner.grammar.items import ALL, Item, Mention, Named, find_polarity
from engines.graph_planner.grammar.names import Kind, Senses
from engines.graph_planner.grammar.synonyms import COMPOUND
from engines.graph_planner.grammar.tokens import Token, TokenizedText
from engines.graph_planner.grammar.words import Count, Marker, Ordinal, Verb
from engines.language.characters import fold

_NAMES = (Kind.TYPE, Kind.TITLE, Kind.TYPE_PART, Kind.TITLE_PART)


@dataclass(slots=True)
class Pending:
    """Modifiers before a name."""

    start: int = -1
    count: int | None = None
    ordinal: int | None = None
    is_recent: bool = False
    is_selected: bool = False
    polarity: str = ""
    slot: Named | None = None
    tokens: list[Token] = field(default_factory=list)

    @property
    def is_noun(self) -> bool:
        """Whether the modifiers by themselves name a node: "all", "this", "the first"."""
        return self.count == ALL or self.is_single

    @property
    def is_single(self) -> bool:
        """Whether the modifiers name one node: "this", "the first"."""
        return self.ordinal is not None or self.is_recent or self.is_selected


class Lookahead:
    """The words of a clause, the items parsed so far, and properties of the next words."""

    def __init__(self, text: TokenizedText, clause: Clause, verb: Verb | None) -> None:
        self._text, self._tokens, self._verb = text, clause.tokens, verb
        self._items: list[Item] = []
        self._pending = Pending()

    def _following(self, index: int, *skipped: Marker) -> Token | None:
        return next((token for token in self._tokens[index + 1 :] if token.word not in skipped), None)

    def _raw(self, token: Token) -> str:
        return self._text.plain[token.start : token.end].strip() or fold(self._text.text[token.start : token.end])

    def _raw_of(self, item: Item) -> str:
        return fold(self._text.text[item.start : item.end])

    def _last_two(self) -> list[Item]:
        return [
            item
            for item in self._items
            if not (isinstance(item, Token) and item.word in (Marker.FILLER, Marker.OBJECT))
        ][-2:]

    def _is_plain_word(self, index: int, token: Token) -> bool:
        """Return whether a word that is also a name is used as the word."""
        if token.word is None:
            return False
        if token.word is Marker.SIZE and self._verb in SETTING:
            has_number = any(one.number is not None for one in self._tokens)
            return self._raw(token) not in COMPOUND or not has_number
        if token.word is Marker.PARAMETERS and self._verb is Verb.RESET:
            return True  # "all values of the adjustment"
        if token.word is Marker.DATA:
            return self._is_data(index, token)
        if token.word in (Marker.INPUT, Marker.OUTPUT) and self._items and isinstance(self._items[-1], Named):
            return True  # "the vae output"
        if token.word is Marker.FILLER and {sense.kind for sense in token.senses} <= {Kind.PARAMETER, Kind.CHOICE}:
            before = next((one for one in reversed(self._tokens[:index]) if one.word is not Marker.FILLER), None)
            is_part = before is not None and before.word is Marker.NO  # "20% off the right"
            return not is_part and not self._has_value_after(index) and not self._is_choice_of_last(token.senses)
        if token.word in (Marker.INPUT, Marker.OUTPUT) and self._is_possessed(index):
            return True  # "the sampler's output", "the output of the sampler"
        if token.word in (Marker.INPUT, Marker.OUTPUT) and self._follows_node(token):
            return True  # "采样器输出"
        if isinstance(token.word, Count | Ordinal):
            if isinstance(token.word, Ordinal) and self._verb not in SETTING | {
                Verb.CONNECT,
                Verb.DISCONNECT,
                Verb.REPLACE,
            }:
                return True
            named = any(one.kind in (Kind.TYPE, Kind.TITLE) for other in self._tokens for one in other.senses)
            if isinstance(token.word, Ordinal) and self._verb is Verb.CONNECT and not named:
                return True  # "connect the first to the second"
            following = self._following(index, Marker.FILLER)
            if following is not None and following.word == Count(1) and self._raw(following) == "one":
                return True
            return following is not None and (following.word is Marker.NODE or bool(following.senses))
        if isinstance(token.word, Verb):
            if token is self._tokens[0] and len(self._tokens) > 1 and token.word is not self._verb:
                return True  # "turn sharpen back on"
            if {sense.kind for sense in token.senses} == {Kind.CHOICE} and token.word is self._verb:
                return True  # "add a blur"
            return token.word is self._verb and not any(
                isinstance(other.word, Verb) and not other.senses for other in self._tokens
            )
        return not any(sense.kind in (Kind.TYPE, Kind.TITLE, Kind.PARAMETER) for sense in token.senses)

    def _has_name_after(self, index: int) -> bool:
        following = self._tokens[index + 1] if index + 1 < len(self._tokens) else None
        return following is not None and any(sense.kind in (Kind.TYPE, Kind.TITLE_PART) for sense in following.senses)

    def _is_possessed(self, index: int) -> bool:
        before = self._tokens[index - 1] if index else None
        following = self._tokens[index + 1] if index + 1 < len(self._tokens) else None
        is_after = before is not None and before.word is Marker.OF and self._raw(before) != "of"
        return is_after or (following is not None and following.word is Marker.OF and self._raw(following) == "of")

    def _follows_node(self, token: Token) -> bool:
        """Return whether the name of a node is right before."""
        last = self._items[-1] if self._items and self._pending.start < 0 else None
        return isinstance(last, Mention) and bool(last.senses) and token.start - last.end <= 1

    def _has_value_after(self, index: int) -> bool:
        following = self._following(index, Marker.FILLER)
        return following is not None and (following.number is not None or following.word in (Marker.TO, Verb.SET))

    def _is_data(self, index: int, token: Token) -> bool:
        """Return whether "picture" means data in the graph, rather than a node, a slot or a parameter."""
        following = self._following(index, Marker.FILLER)
        is_set = following is not None and following.word in (Marker.TO, Marker.COLON)
        is_slot = self._verb in (Verb.CONNECT, Verb.DISCONNECT)
        return not is_set and not is_slot and all(sense.kind is not Kind.TITLE for sense in token.senses)

    def _is_source(self, index: int) -> bool:
        """Return whether "the photo" is the node that loads it: "after the photo", 照片和标题之间."""
        if self._verb in (Verb.REMOVE, Verb.MUTE, Verb.BYPASS, Verb.DISCONNECT, Verb.REPLACE):
            return False
        before = next((one for one in reversed(self._tokens[:index]) if one.word is not Marker.FILLER), None)
        following = self._following(index, Marker.FILLER, Marker.OF)
        is_place = before is not None and before.word in (Marker.AFTER, Marker.BETWEEN)
        is_name = following is not None and bool(following.senses)
        is_place_zh = following is not None and following.word in (Marker.AFTER_IT, Marker.BETWEEN_THEM)
        return is_place_zh or (is_place and not is_name)

    def _is_value(self, index: int) -> bool:
        """Return whether a number word is a value: "set steps to twelve"."""
        if self._verb in (Verb.ADD, Verb.DUPLICATE, Verb.REMOVE, Verb.CONNECT):
            return False
        if self._raw(self._tokens[index]) == "一个":
            return False  # 种子换成随便一个
        last = self._items[-1] if self._items and self._pending.start < 0 else None
        if (
            isinstance(last, Named)
            and last.names(Kind.PARAMETER)
            and any(has_number(one) for one in self._tokens[index + 1 :])
        ):
            return True  # "cfg six seed seven"
        following = self._following(index, Marker.FILLER)
        return following is None or not (
            following.word is Marker.NODE or any(sense.kind in (Kind.TYPE, Kind.TITLE) for sense in following.senses)
        )

    def _is_count(self, index: int, token: Token) -> bool:
        if token.number is None or token.of_now or token.number != int(token.number) or token.number < 1:
            return False
        following = self._following(index, Marker.FILLER)
        if following is None:
            return False
        is_first = self._verb is Verb.ADD and not any(isinstance(item, Mention) for item in self._items)
        kinds = {sense.kind for sense in following.senses}
        if Kind.PARAMETER in kinds and not (is_first and Kind.TYPE in kinds):
            return False
        return following.word is Marker.NODE or any(sense.kind is Kind.TYPE for sense in following.senses)

    def _is_pronoun(self, index: int) -> bool:
        """Return whether "one" refers to a name before it, or to a description after it."""
        last = self._items[-1] if self._items and self._pending.start < 0 else None
        following = self._following(index, Marker.FILLER)
        is_described = following is not None and following.word in (Marker.THIS, Marker.RECENT)
        is_polar = isinstance(last, Named | Mention) and bool(find_polarity(self._text.text[last.start : last.end]))
        return self._pending.is_single or is_described or is_polar

    def _counts_data(self, index: int) -> bool:
        words = [token.word for token in self._tokens[index + 1 :] if token.word is not Marker.FILLER]
        if self._verb in SETTING and words[:2] == [Marker.DATA, Marker.ALL]:
            return True
        raw = self._raw(self._tokens[index])
        return (
            self._verb in SETTING and Marker.ALL in words[1:3] and words[0] is None and raw.endswith("张")
        )  # 两张图宽都

    def _kind_word(self, token: Token) -> Marker:
        """Return the marker that may join a count and its name: "one node for the image"."""
        is_for = self._verb is Verb.ADD and self._pending.count is not None and self._raw(token) == "for"
        return Marker.FOR if is_for else Marker.OF

    def _is_demonstrative(self, index: int, token: Token) -> bool:
        """Return whether "that" only refers to the adjacent name."""
        if not self._raw(token).startswith(("那个", "那", "that")):
            return False
        last = self._items[-1] if self._items and self._pending.start < 0 else None
        following = self._following(index, Marker.FILLER)
        is_named = following is not None and any(one.kind in _NAMES for one in following.senses)
        is_after = isinstance(last, Mention) and bool(last.senses) and "节点" in self._raw(token)
        return is_after or (is_named and self._raw(token) in ("那个", "that", "that one"))

    def _is_choice_of_last(self, senses: Senses) -> bool:
        """Return whether a name is a choice of the parameter right before it: "align right"."""
        rest = [one for one in self._items if not (isinstance(one, Token) and one.word in (Marker.TO, Marker.FILLER))]
        last = rest[-1] if rest and self._pending.start < 0 else None
        names = {sense.value for sense in senses if sense.kind is Kind.CHOICE}
        return isinstance(last, Named) and bool(names & last.names(Kind.PARAMETER))

    def _has_choice_of_another(self, index: int) -> bool:
        """Return whether the value is for another parameter: "the sampler uses the beta scheduler"."""
        names = {sense.value for sense in self._tokens[index].senses if sense.kind is Kind.PARAMETER}
        rest = [token for token in self._tokens[index + 1 :] if token.word is not Marker.FILLER]
        for at, token in enumerate(rest):
            choices = {sense.value for sense in token.senses if sense.kind is Kind.CHOICE}
            if choices or token.quoted is not None:
                return bool(choices) and not choices & names
            if token.number is not None:
                unit = rest[at + 1] if at + 1 < len(rest) else None
                is_next = at + 2 < len(rest) and (rest[at + 2].number is not None or rest[at + 2].word is Marker.TO)
                named = {one.value for one in unit.senses if one.kind is Kind.PARAMETER} if unit else set[str]()
                return bool(named) and not is_next and not named & names
        return False

    def _is_setting(self, index: int) -> bool:
        """Return whether a value is after a name, with "with" or a type that has such a parameter before it."""
        before, after = self._last_two(), self._following(index, Marker.FILLER)
        is_value = after is not None and (after.number is not None or after.quoted is not None)
        owners = {sense.owner for sense in self._tokens[index].senses if sense.kind is Kind.PARAMETER}
        named = {one for item in self._items if isinstance(item, Mention) for one in item.names(Kind.TYPE)}
        if is_value and self._verb is Verb.ADD and owners & named:
            return True
        return is_value and bool(before) and isinstance(before[-1], Token) and before[-1].word is Marker.WITH

    def _is_last_content(self, token: Token) -> bool:
        following = self._following(self._tokens.index(token), Marker.FILLER)
        return following is None or not following.senses
