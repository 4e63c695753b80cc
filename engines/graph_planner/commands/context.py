"""Input of every command: the clause, its items, and the draft that it changes."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from engines.graph.graph import Mode
from engines.graph_planner import texts
from engines.graph_planner.connections import describe_node
from engines.graph_planner.draft import Draft, Link
from engines.graph_planner.grammar.clauses import Clause
from engines.graph_planner.grammar.items import ALL, Item, Mention, Named, Value, find_polarity
from engines.graph_planner.grammar.names import Kind, Sense
from engines.graph_planner.grammar.tokens import Token, TokenizedText
from engines.graph_planner.grammar.words import Marker, Verb, Word
from engines.graph_planner.resolution import Resolver, describe_link
from engines.graph_planner.values import UnclearError
from engines.language.characters import is_chinese
from services.common.text.language import Text

MODES = {Verb.MUTE: Mode.MUTED, Verb.BYPASS: Mode.BYPASSED, Verb.ENABLE: Mode.ACTIVE}
RELATIONS = (Marker.AFTER, Marker.BEFORE, Marker.BETWEEN, Marker.AFTER_IT, Marker.BEFORE_IT, Marker.BETWEEN_THEM)

_POLITE = re.compile(r"(?<=\S)[\s,]+(?:please|pls|plz|instead)$", re.IGNORECASE)
_AFTER_EXCEPTION = frozenset(("以外", "之外", "除外", "留着", "不动", "不变", "保持不变", "保持原样", "保留", "留下"))
"""Text after the name of an exception."""
_JOINTS = (Marker.AND, Marker.FILLER, Marker.ARTICLE, Marker.OF, Marker.FOR, Marker.FROM, Marker.TO, Marker.NODE)


def list_exceptions(text: TokenizedText, items: Sequence[Item]) -> list[Mention | Named]:
    """Return the names that "except" or the like joins: of nodes, parameters or slots."""
    at = next((at for at, item in enumerate(items) if isinstance(item, Token) and item.word is Marker.EXCEPT), None)
    if at is None:
        return []
    has_after = any(isinstance(item, Mention | Named) and item.senses for item in items[at:])
    if text.plain[items[at].start : items[at].end] in _AFTER_EXCEPTION and not has_after:
        named = [item for item in items[:at] if isinstance(item, Mention | Named)]
        return named[-1:]
    found: list[Mention | Named] = []
    for item in items[at + 1 :]:
        if isinstance(item, Mention | Named) and item.senses:
            found.append(item)
        elif not isinstance(item, Token) or item.word not in _JOINTS:
            break
    return found


@dataclass(slots=True)
class ClauseContext:
    """A clause being applied. `used` are the starts of the values that a command has used; the others are reported.

    `free_spans` are where the texts to set are, whose words are no words of the request.
    """

    text: TokenizedText
    clause: Clause
    items: list[Item]
    draft: Draft
    resolver: Resolver
    free_spans: list[tuple[int, int]] = field(default_factory=list)
    used: set[int] = field(default_factory=set)

    @property
    def mentions(self) -> list[Mention]:
        """The phrases that name nodes."""
        return [item for item in self.items if isinstance(item, Mention)]

    @property
    def parameters(self) -> list[Named]:
        """The parameters and slots."""
        return [item for item in self.items if isinstance(item, Named)]

    def has(self, *words: Word) -> bool:
        """Return whether the clause contains one of *words*."""
        return any(isinstance(item, Token) and item.word in words for item in self.items)

    def find(self, *words: Word) -> int | None:
        """Return the index of the first item that is one of *words*."""
        return next(
            (index for index, item in enumerate(self.items) if isinstance(item, Token) and item.word in words), None
        )

    def touch(self, node_ids: Iterable[str]) -> None:
        """Store the nodes that the clause names, for "it"."""
        self.draft.touched = [one for one in dict.fromkeys(node_ids) if one in self.draft.nodes]

    def report(self, text: Text, **values: Text | str) -> None:
        """Add a line to the explanation."""
        self.draft.explanation.append(texts.fill(text, **values))

    def report_links(self, links: Iterable[Link], text: Text = texts.LINKED) -> None:
        """Add a line for each link."""
        for link in links:
            self.draft.explanation.append(describe_link(self.draft, link, text))

    def name(self, node_id: str) -> Text:
        """Return the display name of a node."""
        return describe_node(self.draft, node_id)

    def ask_link(self, links: Sequence[Link]) -> Link:
        """Return the link that the user chose."""
        return self.resolver.ask_link(self.clause.start, links)

    def use(self, item: Item | None) -> None:
        """Record that a command has used a value."""
        if item is not None:
            self.used.add(item.start)

    def is_free(self, item: Item) -> bool:
        """Return whether a word belongs to a text to set."""
        return any(start <= item.start < end for start, end in self.free_spans)

    def list_unused(self) -> list[Value]:
        """Return the values that no command has used."""
        return [item for item in self.items if isinstance(item, Value) and item.start not in self.used]

    def list_unknown(self, *, values: bool = True) -> list[str]:
        """Return the unknown parts and, with *values*, the unused values, neighbors joined."""
        unused = self.list_unused() if values else []
        spans: list[list[int]] = []
        for item in self.items:
            if self.is_free(item):
                continue
            if (isinstance(item, Token) and item.is_unknown) or item in unused:
                if spans and item.start - spans[-1][1] <= 1:
                    spans[-1][1] = item.end
                else:
                    spans.append([item.start, item.end])
        return [quote for start, end in spans if (quote := self.text.quote(start, end))]

    def read_fed_slots(self) -> None:
        """Read "the negative" as the node that feeds such an input, where it names no node itself."""
        for index, item in enumerate(self.items):
            polarity = find_polarity(self.text.quote(item.start, item.end)) if isinstance(item, Named) else ""
            if not isinstance(item, Named) or item.names(Kind.PARAMETER) or not polarity:
                continue
            sources = {link[0] for link in self.draft.links if link[3] == polarity}
            if len(sources) == 1:
                self.items[index] = Mention(item.start, item.end, frozenset({Sense(Kind.TITLE, sources.pop())}))

    def reject_unknown(self) -> None:
        """Raise UnclearError if the clause has an unknown part; used for changes that lose something."""
        if unknown := self.list_unknown():
            raise UnclearError(texts.EXTRA_WORDS, unknown[0])

    def reject_unknown_words(self) -> None:
        """Raise UnclearError if the clause has an unknown word."""
        if unknown := self.list_unknown(values=False):
            raise UnclearError(texts.NO_REQUEST, unknown[0])

    def find_targets(self, *, is_lost: bool = False) -> list[str]:
        """Return the nodes that the clause is about, of its state if it has one. Raises UnclearError for none.

        With *is_lost*, a name must not be only the data of a node: "the noise" is not the name of a sampler.
        """
        if is_lost and any(self._names_matter(one) for one in self.mentions):
            raise UnclearError(texts.WHICH_NODES)
        state = self.clause.state
        if state is None:
            return self._find_named()
        if state is Verb.CONNECT or self.has(Marker.EXCEPT, Marker.ONLY, Marker.REST):
            raise UnclearError(texts.WHICH_NODES)
        if not self.mentions and self.clause.has(Marker.NODE):
            self.items.append(Mention(self.clause.start, self.clause.end, count=ALL))  # "the muted nodes"
        found = [one for one in self._find_stated() if self._has_state(one, state)]
        if not found:
            raise UnclearError(texts.NO_SUCH_NODE)
        return found

    def _names_matter(self, mention: Mention) -> bool:
        """Return whether a name is an alias of a type that is also the name of a parameter of that type."""
        parts = mention.names(Kind.TYPE_PART, Kind.TITLE, Kind.TITLE_PART)
        types = [self.draft.types[one] for one in mention.names(Kind.TYPE) if one in self.draft.types]
        names = mention.names(Kind.PARAMETER)
        return not parts and any(one.find_parameter(name) is not None for one in types for name in names)

    def _find_stated(self) -> list[str]:
        """Return all nodes of the names; the state determines which one "the muted sampler" is."""
        items = [
            replace(one, count=ALL) if isinstance(one, Mention) and one.count is None and one.ordinal is None else one
            for one in self.items
        ]
        self.items = items
        return self._find_named()

    def _has_state(self, node_id: str, state: Verb) -> bool:
        if state is Verb.DISCONNECT:
            return not any(node_id in (link[0], link[2]) for link in self.draft.links)
        return self.draft.nodes[node_id].mode is MODES[state]

    def _find_named(self) -> list[str]:
        if not self.mentions:
            return self.resolver.find_nodes(Mention(self.clause.start, self.clause.end, pointer=Marker.IT))
        if self.has(*RELATIONS):
            return self._find_side()
        excluded: set[str] = set()
        mentions = self.mentions
        index = self.find(Marker.EXCEPT, Marker.ONLY)
        if index is None and self.clause.has(Marker.REST):
            raise UnclearError(texts.WHICH_NODES)
        if index is not None:
            self._read_data(index)
            after = [item for item in self.items[index:] if isinstance(item, Mention) and item.count is None]
            if not after:
                raise UnclearError(texts.WHICH_NODES)
            if any(not self._are_listed(first, second) for first, second in pairwise(after)):
                raise UnclearError(texts.WHICH_NODES)  # "keep the photo going to the save"
            excluded = {node_id for mention in after for node_id in self.resolver.find_nodes(mention)}
            self.draft.consulted |= excluded
            mentions = [mention for mention in mentions if mention not in after]
        bare = [one for one in mentions if not one.senses and one.count == ALL and one.pointer is None]
        if bare and len(bare) < len(mentions):
            raise UnclearError(texts.WHICH_NODES)  # "all … of the sampler" are not all nodes
        nodes = [node_id for mention in mentions for node_id in self.resolver.find_nodes(mention)]
        if index is not None and not mentions:
            nodes = self._list_others(after)
        return [node_id for node_id in dict.fromkeys(nodes) if node_id not in excluded]

    def _read_data(self, start: int) -> None:
        """Read "the photo" from item *start* on as the nodes that load one, if the graph has such."""
        loader = self.text.vocabulary.loader
        for index, item in enumerate(self.items[start:], start):
            if isinstance(item, Token) and item.word is Marker.DATA:
                mention = Mention(item.start, item.end, loader)
                if self.resolver.list_candidates(mention):
                    self.items[index] = mention

    def _are_listed(self, first: Mention, second: Mention) -> bool:
        """Return whether two names are joined by "and" or a comma."""
        between = self.items[self.items.index(first) + 1 : self.items.index(second)]
        return any(not isinstance(one, Token) or one.word in (Marker.AND, Marker.BREAK) for one in between)

    def _list_others(self, rest: list[Mention]) -> list[str]:
        """Return the nodes of "only keep": all nodes, or those of a name: "only keep the first sampler"."""
        is_place = (
            len(rest) == 1
            and rest[0].senses
            and rest[0].ordinal is not None
            and self.has(Marker.ONLY)
            and not self.clause.has(Marker.REST)
        )
        return self.resolver.list_candidates(rest[0]) if is_place else list(self.draft.nodes)

    def _find_side(self) -> list[str]:
        """Return the nodes of "everything after the sampler". Raises UnclearError for other places."""
        index = self.find(*RELATIONS) or 0
        token = self.items[index]
        if isinstance(token, Token) and token.word in (Marker.BETWEEN, Marker.BETWEEN_THEM):
            return self._find_between(index, is_prefix=token.word is Marker.BETWEEN)
        after = [one for one in self.items[index:] if isinstance(one, Mention)]
        before = [one for one in self.items[:index] if isinstance(one, Mention)]
        is_prefix = isinstance(token, Token) and token.word in (Marker.AFTER, Marker.BEFORE)
        anchors, whole = (after, before) if is_prefix else (before, after or before[1:])
        is_all = not whole or all(not one.senses and one.count == ALL and one.pointer is None for one in whole)
        if len(anchors) != 1 or not is_all or (is_prefix and not whole) or self.has(Marker.EXCEPT, Marker.ONLY):
            raise UnclearError(texts.WHICH_NODES)
        is_after = isinstance(token, Token) and token.word in (Marker.AFTER, Marker.AFTER_IT)
        anchor = self.resolver.find_node(anchors[0])
        self.draft.consulted.add(anchor)
        found = self.draft.list_reachable(anchor, is_after=is_after)
        if not found or (not is_prefix and not whole and not self.has(Marker.ALL, Marker.NODE)):
            raise UnclearError(texts.WHICH_NODES)
        return found

    def _find_between(self, index: int, *, is_prefix: bool) -> list[str]:
        """Return the nodes on the path from one node to another: "everything between the photo and the headline"."""
        after = [one for one in self.items[index:] if isinstance(one, Mention)]
        before = [one for one in self.items[:index] if isinstance(one, Mention)]
        bare = [one for one in self.mentions if not one.senses and one.count == ALL and one.pointer is None]
        anchors = [one for one in (after if is_prefix else before) if one not in bare]
        if len(bare) != 1 or len(anchors) != 2 or len(self.mentions) != 3 or self.has(Marker.EXCEPT, Marker.ONLY):
            raise UnclearError(texts.WHICH_NODES)
        first, second = (self.resolver.find_node(one) for one in anchors)
        self.draft.consulted |= {first, second}
        reach = self.draft.list_reachable
        found = set(reach(first, is_after=True)) & set(reach(second, is_after=False))
        found |= set(reach(second, is_after=True)) & set(reach(first, is_after=False))
        if not found - {first, second}:
            raise UnclearError(texts.WHICH_NODES)
        return self.draft.order(found - {first, second})

    def free_text(self, start: int) -> str:
        """Return the text after item *start* to the end of the clause."""
        first = start + 1
        while first < len(self.items) and self._is_separator(first):
            first += 1
        items = self.items[first:]
        quoted = next((item for item in items if isinstance(item, Value) and item.quoted is not None), None)
        if quoted is not None:
            self.free_spans.append((quoted.start, quoted.end))
            return quoted.quoted or ""
        if items:
            self.free_spans.append((items[0].start, self.clause.end))
        return _POLITE.sub("", self.text.quote(items[0].start, self.clause.end)) if items else ""

    def _is_separator(self, index: int) -> bool:
        """Return whether the item is "to" or the like, and not the start of the text: 起名 成品 is not "to 品"."""
        item = self.items[index]
        if not isinstance(item, Token) or item.word not in (
            Marker.TO,
            Marker.COLON,
            Marker.WITH,
            Verb.SET,
            Verb.RENAME,
        ):
            return False
        before = self.items[index - 1] if index else None
        if isinstance(before, Token) and before.word is Verb.RENAME and item.word is Marker.TO:
            is_joined = index + 1 < len(self.items) and self.items[index + 1].start == item.end
            return not (is_joined and self.text.text[item.start] == "成")  # 改名为成品
        is_apart = index > 0 and self.items[index - 1].end < item.start
        is_joined = index + 1 < len(self.items) and self.items[index + 1].start == item.end
        return not (is_apart and is_joined and item.word is Marker.TO and is_chinese(self.text.text[item.start]))
