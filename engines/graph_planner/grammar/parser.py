"""Parses the phrases of a clause."""

from collections.abc import Iterator

from engines.graph_planner.grammar.clauses import SETTING, Clause
from engines.graph_planner.grammar.items import ALL, LAST, Item, Mention, Named, Value, find_polarity
from engines.graph_planner.grammar.lookahead import Lookahead, Pending
from engines.graph_planner.grammar.names import Kind, Senses
from engines.graph_planner.grammar.synonyms import COMPOUND
from engines.graph_planner.grammar.tokens import Token, TokenizedText
from engines.graph_planner.grammar.words import Count, Marker, Ordinal, Verb
from engines.language.characters import fold

_POINTERS = frozenset({Marker.IT, Marker.THEM, Marker.COPY})
_SLOTS = (Kind.INPUT, Kind.OUTPUT)
_NAMES = (Kind.TYPE, Kind.TITLE, Kind.TYPE_PART, Kind.TITLE_PART)


def parse_items(text: TokenizedText, clause: Clause, verb: Verb | None) -> list[Item]:
    """Return the items of *clause*, parsed with the verb *verb*."""
    return list(_Parser(text, clause, verb).parse())


class _Parser(Lookahead):
    def parse(self) -> Iterator[Item]:
        for index, token in enumerate(self._tokens):
            yield from self._read(index, token)
        yield from self._flush()

    def _emit(self, item: Item) -> Iterator[Item]:
        self._items.append(item)
        yield item

    def _read(self, index: int, token: Token) -> Iterator[Item]:
        pending, word = self._pending, token.word
        if token.senses and not self._is_plain_word(index, token):
            yield from self._read_name(index, token)
        elif isinstance(word, Count) and self._raw(token) == "one" and self._is_pronoun(index):
            pass  # "the second one", "the negative one", "the one I selected"
        elif word is Marker.IT and self._is_demonstrative(index, token):
            pass  # 那个模糊, "Headline 那个节点", "the node that saves"
        elif isinstance(word, Count) and self._counts_data(index):
            pass  # 两张图都用种子 5
        elif isinstance(word, Count) and not self._is_value(index):
            self._start(token).count = word.value
        elif isinstance(word, Count):
            yield from self._flush()
            yield from self._emit(Value(token.start, token.end, number=float(word.value)))
        elif isinstance(word, Ordinal):
            self._start(token).ordinal = word.value
        elif word is Marker.LAST:
            self._start(token).ordinal = LAST
        elif word in (Marker.ALL, Marker.REST):
            yield from self._read_all(token)
        elif word is Marker.RECENT:
            self._start(token).is_recent = True
        elif word is Marker.THIS:
            self._start(token).is_selected = True
        elif word in (Marker.ARTICLE, Marker.FILLER, Marker.OF, self._kind_word(token)) and pending.start >= 0:
            pass
        elif (
            word is Marker.THEM
            and self._raw(token) in ("the two", "这俩", "these two", "those two", "这两个", "那两个")
            and self._has_name_after(index)
        ):
            self._start(token).count = 2
        elif word in _POINTERS and not (word is Marker.COPY and pending.count is not None):
            yield from self._read_pointer(token)
        elif word in (Marker.FORMER, Marker.LATTER):
            yield from self._flush()
            ordinal = 1 if word is Marker.FORMER else LAST
            yield from self._emit(Mention(token.start, token.end, ordinal=ordinal, pointer=Marker.THEM))
        elif word is Marker.NODE:
            yield from self._read_node_word(token)
        elif word is Marker.DATA and self._verb is not Verb.REMOVE and self._is_source(index):
            yield from self._flush()
            yield from self._emit(Mention(token.start, token.end, self._text.vocabulary.loader))
        else:
            yield from self._read_rest(index, token)

    def _read_rest(self, index: int, token: Token) -> Iterator[Item]:
        if token.number is not None and self._is_count(index, token):
            self._start(token).count = int(token.number)
            return
        yield from self._flush()
        if token.formula is not None:
            yield from self._emit(Value(token.start, token.end, formula=token.formula))
        elif token.number is not None or token.size is not None or token.quoted is not None:
            yield from self._emit(
                Value(
                    token.start,
                    token.end,
                    number=token.number,
                    size=token.size,
                    quoted=token.quoted,
                    of_now=token.of_now,
                )
            )
        else:
            yield from self._emit(token)

    def _read_name(self, index: int, token: Token) -> Iterator[Item]:
        kinds = {sense.kind for sense in token.senses}
        raw = token.corrected or self._text.text[token.start : token.end]
        if self._is_qualifier(index, token, kinds):
            self._start(token).polarity = find_polarity(raw)
            return
        senses = token.senses
        if self._is_apposition(senses) and not self._is_valued(index, kinds):
            self._pending = Pending()  # Base这个采样器
            return
        if self._is_result(raw):
            return  # "save the inpaint result"
        if self._is_slot(index, kinds) and not self._is_choice_of_last(senses):
            pending = self._pending
            polarity, start = pending.polarity, token.start
            if not pending.is_noun and pending.count is None:
                self._pending = Pending()
            else:
                yield from self._flush()
            yield from self._emit(Named(start, token.end, senses, polarity))
        elif kinds & {Kind.TYPE, Kind.TITLE, Kind.TYPE_PART, Kind.TITLE_PART} and not self._is_choice(senses, kinds):
            pending = self._pending
            self._pending = Pending()
            start = pending.start if pending.start >= 0 else token.start
            yield from self._emit(
                Mention(start, token.end, senses, pending.count, pending.ordinal, None, pending.is_recent,
                        pending.is_selected, pending.polarity or find_polarity(raw))
            )  # fmt: skip
        elif Kind.CHOICE in kinds:
            yield from self._flush()
            choices = frozenset(sense for sense in senses if sense.kind is Kind.CHOICE)
            yield from self._emit(Value(token.start, token.end, choices=choices))
        else:
            yield from self._flush()
            yield from self._emit(Named(token.start, token.end, senses))

    def _is_choice(self, senses: Senses, kinds: set[Kind]) -> bool:
        """Return whether a name denotes a choice rather than a node: after the parameter that has it, or as a part."""
        if Kind.CHOICE not in kinds or self._verb not in SETTING:
            return False
        named = next((item for item in reversed(self._items) if isinstance(item, Named)), None)
        names = {sense.value for sense in senses if sense.kind is Kind.CHOICE}
        types = {sense.value for sense in senses if sense.kind is Kind.TYPE}
        if any(
            isinstance(item, Mention) and types.intersection(item.names(Kind.TYPE, Kind.TYPE_PART))
            for item in self._items
        ):
            return True  # "mix the two with multiply", where "multiply" is also an alias of what mixes
        return not kinds & {Kind.TYPE, Kind.TITLE} or (named is not None and bool(names & named.names(Kind.PARAMETER)))

    def _is_qualifier(self, index: int, token: Token, kinds: set[Kind]) -> bool:
        """Return whether "negative" belongs to the next name."""
        if (
            Kind.TITLE in kinds
            or Kind.TYPE in kinds
            or not find_polarity(token.corrected or self._text.text[token.start : token.end])
        ):
            return False
        next_word = self._following(index, Marker.FILLER)
        if next_word is not None and next_word.word is Marker.OF and self._raw(next_word) == "of":
            return False  # "the negative of the sampler"
        following = self._following(index, Marker.FILLER, Marker.OF)
        return following is not None and any(
            sense.kind in (Kind.TYPE, Kind.TITLE, Kind.PARAMETER, Kind.TYPE_PART) for sense in following.senses
        )

    def _is_apposition(self, senses: Senses) -> bool:
        """Return whether the type of a node follows its title: "the Base sampler" is one node."""
        is_joined = self._pending.start < 0 or (self._pending.is_selected and len(self._pending.tokens) == 1)
        last = self._items[-1] if self._items and is_joined else None
        if not isinstance(last, Mention) or last.names(Kind.TYPE, Kind.TYPE_PART):
            return False
        types = {sense.value for sense in senses if sense.kind in (Kind.TYPE, Kind.TYPE_PART)}
        return any(sense.kind is Kind.TITLE and sense.owner in types for sense in last.senses)

    def _is_valued(self, index: int, kinds: set[Kind]) -> bool:
        """Return whether a number follows the name of a parameter: "refiner denoise 0.3", though a sampler denoises."""
        following = self._following(index, Marker.FILLER, Marker.TO)
        if Kind.PARAMETER not in kinds or following is None or following.number is None:
            return False
        named = self._following(self._tokens.index(following), Marker.FILLER)  # "Base sampler 30 steps"
        return named is None or all(sense.kind is not Kind.PARAMETER for sense in named.senses)

    def _is_result(self, raw: str) -> bool:
        """Return whether "result" only means the output of the node right before it."""
        rest = [one for one in self._items if not (isinstance(one, Token) and one.word is Marker.OF)]
        last = rest[-1] if rest and self._pending.start < 0 else None
        is_link = self._verb in (Verb.CONNECT, Verb.DISCONNECT)
        is_word = fold(raw) in ("result", "results", "结果")
        return is_word and isinstance(last, Mention) and bool(last.senses) and not is_link

    def _is_slot(self, index: int, kinds: set[Kind]) -> bool:
        """Return whether a name denotes a parameter or slot rather than a node."""
        if not kinds & {Kind.PARAMETER, *_SLOTS}:
            return False
        has_number = any(token.number is not None or isinstance(token.word, Count) for token in self._tokens)
        if self._raw(self._tokens[index]) in COMPOUND and Kind.CHOICE in kinds and not has_number:
            return False
        if Kind.PARAMETER in kinds and self._is_setting(index):
            return True
        if not kinds & {Kind.TYPE, Kind.TITLE, Kind.TYPE_PART, Kind.TITLE_PART}:
            return not (Kind.CHOICE in kinds and Kind.PARAMETER not in kinds)
        pending, last = self._pending, self._last_two()
        if pending.is_noun or pending.count is not None:
            return False
        following = self._following(index, Marker.FILLER)
        if following is not None and following.word in (Marker.INPUT, Marker.OUTPUT):
            return True
        if last and isinstance(last[-1], Token) and last[-1].word is Marker.OF and len(last) > 1:
            return isinstance(last[0], Mention)
        is_of = following is not None and following.word is Marker.OF and self._raw(following) == "of"
        if is_of and self._verb in (Verb.CONNECT, Verb.DISCONNECT):
            return True  # "the seed of the sampler"
        if self._has_choice_of_another(index):
            return False
        if self._verb in SETTING and Kind.PARAMETER not in kinds:
            return False  # "the negative to 'ugly'": the node
        if self._verb not in SETTING or Kind.PARAMETER not in kinds:
            if self._verb is Verb.CONNECT and not self._items:
                return False  # "潜图连到采样器": the node, not a slot
            return not kinds & {Kind.TYPE, Kind.TITLE} and self._verb in SETTING | {Verb.CONNECT, Verb.DISCONNECT}
        if last and isinstance(last[-1], Token) and last[-1].word in (Marker.OF, Marker.FOR):
            return False
        if is_of:
            return True  # unlike "the sampler's seed"
        if following is not None and (
            following.word is Marker.OF or any(sense.kind is Kind.PARAMETER for sense in following.senses)
        ):
            return False
        if Kind.TITLE in kinds or self._verb is Verb.RESET:
            return False
        return following is None or following.word not in (Marker.NODE,)

    def _read_all(self, token: Token) -> Iterator[Item]:
        """Read "all": before a name it is its count; after a name ("两个采样器都") it belongs to that name."""
        last = self._items[-1] if self._items and self._pending.start < 0 else None
        if self._verb in SETTING and self._raw(token) in ("画布", "canvas"):
            return  # 画布高度改 768
        following = self._following(self._tokens.index(token), Marker.FILLER)
        if self._verb is Verb.RESET and following is not None and following.word is Marker.PARAMETERS:
            return  # "all settings of the refiner"
        named = [item for item in self._items if isinstance(item, Named)]
        if (
            last in named
            and self._raw(token) in ("都", "both")
            and (len(named) > 1 or self._raw_of(named[0]) in COMPOUND)
        ):
            return  # 宽高都改成 768
        if isinstance(last, Token) and last.word is Marker.PARAMETERS and len(self._items) > 1:
            last = self._items[-2]  # "采样器参数全部恢复默认"
        if isinstance(last, Mention) and (last.count not in (None, ALL) or self._is_last_content(token)):
            return
        self._start(token).count = self._pending.count or ALL
        yield from ()

    def _read_pointer(self, token: Token) -> Iterator[Item]:
        pending = self._pending
        self._pending = Pending()
        start = pending.start if pending.start >= 0 else token.start
        count = ALL if token.word is Marker.THEM or pending.count == ALL else pending.count
        pointer = token.word if isinstance(token.word, Marker) else None
        yield from self._emit(
            Mention(start, token.end, count=count, ordinal=pending.ordinal, pointer=pointer,
                    is_recent=pending.is_recent, is_selected=pending.is_selected)
        )  # fmt: skip

    def _read_node_word(self, token: Token) -> Iterator[Item]:
        pending = self._pending
        named = [item for item in self._items if isinstance(item, Mention) and item.senses]
        if pending.count is not None and pending.count == len(named) > 1:
            self._pending = Pending()  # "遮罩合成和混合图像这两个节点": the same nodes
            return
        if pending.is_selected and self._items and isinstance(self._items[-1], Mention) and self._items[-1].senses:
            self._pending = Pending()  # "调整图像这个节点": the same node
            return
        following = self._following(self._tokens.index(token), Marker.FILLER)
        is_kind = following is not None and (following.word is Marker.OF or self._raw(following) == "for")
        if is_kind and self._verb is Verb.ADD and self._pending.count is not None:
            return  # "one node of contrast"
        if self._pending.is_noun or self._pending.count is not None:
            pending = self._pending
            self._pending = Pending()
            yield from self._emit(
                Mention(pending.start, token.end, count=pending.count, ordinal=pending.ordinal,
                        is_recent=pending.is_recent, is_selected=pending.is_selected)
            )  # fmt: skip

    def _flush(self) -> Iterator[Item]:
        pending = self._pending
        self._pending = Pending()
        if pending.is_noun:
            end = pending.tokens[-1].end
            yield from self._emit(
                Mention(pending.start, end, count=pending.count, ordinal=pending.ordinal,
                        is_recent=pending.is_recent, is_selected=pending.is_selected)
            )  # fmt: skip
        elif self._verb is Verb.CONNECT and pending.count is not None and pending.count > 1:
            end = pending.tokens[-1].end  # "三个连起来"
            yield from self._emit(Mention(pending.start, end, count=ALL, pointer=Marker.THEM))
        elif pending.polarity:
            token = pending.tokens[-1]
            yield from self._emit(Named(token.start, token.end, token.senses))
        elif pending.count is not None and (pending.count > 1 or self._raw(pending.tokens[-1])[0].isdigit()):
            yield from self._emit(Value(pending.tokens[-1].start, pending.tokens[-1].end, number=float(pending.count)))

    def _start(self, token: Token) -> Pending:
        if self._pending.start < 0:
            self._pending.start = token.start
        self._pending.tokens.append(token)
        return self._pending
