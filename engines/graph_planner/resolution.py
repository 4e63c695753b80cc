"""Resolves noun phrases to nodes and types; asks if several match."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from engines.graph_planner import texts
from engines.graph_planner.answers import match_answer
from engines.graph_planner.connections import describe_node, describe_type
from engines.graph_planner.draft import Draft, Link
from engines.graph_planner.grammar.items import ALL, LAST, Mention, find_polarity
from engines.graph_planner.grammar.names import Kind
from engines.graph_planner.grammar.tokens import TokenizedText
from engines.graph_planner.grammar.words import Marker
from engines.graph_planner.values import AmbiguousError, ChangeRequest, Choice, Question, UnclearError
from services.common.text.language import Text
from services.common.text.quotation import shorten

MAX_CHOICES = 20
"""Maximum choices of one question."""
_ARTICLE = re.compile(r"(?:\b(?:an?|another) |[个张])$")
Describe = Callable[[Text], Text]
"""Returns the effect of choosing a node, from the node's name."""


@dataclass(slots=True)
class Resolver:
    """Resolves the phrases of one clause."""

    request: ChangeRequest
    text: TokenizedText
    draft: Draft
    describe: Describe

    def quote(self, mention: Mention) -> str:
        """Return the phrase as the user wrote it."""
        return self.text.quote(mention.start, mention.end)

    def find_nodes(self, mention: Mention) -> list[str]:
        """Return the nodes that a phrase names. Raises UnclearError for none, AmbiguousError for too many."""
        found = self._select(mention, self.list_candidates(mention))
        if mention.senses:
            self.draft.last_named = mention.senses
        if not found:
            raise UnclearError(texts.NO_SUCH_NODE, self.quote(mention))
        return found

    def find_node(self, mention: Mention) -> str:
        """Return the single node that a phrase names."""
        nodes = self.find_nodes(mention)
        return nodes[0] if len(nodes) == 1 else self.ask_node(mention, nodes)

    def list_candidates(self, mention: Mention) -> list[str]:
        """Return the nodes that match the name of a phrase, in the order of the flow."""
        draft = self.draft
        if self._is_one_of_last(mention) and len(draft.touched) > 1:
            return list(draft.touched)
        if self._is_one_of_last(mention):
            mention = replace(mention, senses=draft.last_named)
        if not mention.senses:
            return draft.order(self._follow_pointer(mention))
        titled = [node_id for node_id in mention.names(Kind.TITLE) if node_id in draft.nodes]
        types = mention.names(Kind.TYPE)
        typed = [node.id for node in draft.nodes.values() if node.type in types]
        if not titled and not typed:
            titled = [node_id for node_id in mention.names(Kind.TITLE_PART) if node_id in draft.nodes]
            types = mention.names(Kind.TYPE_PART)
            typed = [node.id for node in draft.nodes.values() if node.type in types]
            titled = list(dict.fromkeys([*titled, *typed]))
        found = titled or typed
        if mention.polarity and len(found) > 1:
            found = [node_id for node_id in found if self._has_polarity(node_id, mention.polarity)]
        older = [node_id for node_id in found if draft.nodes[node_id].clause != draft.clause]
        found = older or found
        return draft.order(self._drop_used(found) if self._is_any(mention, found) else found)

    def _is_any(self, mention: Mention, found: Sequence[str]) -> bool:
        """Return whether "a preview" may be any of *found*, all of which earlier clauses added."""
        is_plain = mention.ordinal is None and not mention.is_recent and not mention.is_selected
        is_one = mention.count == 1 or (mention.count is None and _ARTICLE.search(self.text.plain, 0, mention.start))
        return is_plain and bool(is_one) and all(self.draft.nodes[one].clause is not None for one in found)

    def _drop_used(self, found: Sequence[str]) -> list[str]:
        """Return the first of *found* that has no link yet; none of them if one more is needed: 大海也接一个预览."""
        ends = {one for link in self.draft.links for one in (link[0], link[2])}
        own = [one for one in found if self.draft.nodes[one].clause == self.draft.clause]
        return own or [one for one in found if one not in ends][:1]

    def _is_one_of_last(self, mention: Mention) -> bool:
        """Return whether "the second" is one of the previously named nodes, not the second node of the graph."""
        is_plain = not mention.senses and mention.ordinal is not None and mention.pointer is None
        is_node = self.text.names_node(mention.start, mention.end)
        return (
            is_plain
            and not is_node
            and not mention.is_recent
            and not mention.is_selected
            and bool(self.draft.last_named)
        )

    def _has_polarity(self, node_id: str, polarity: str) -> bool:
        title = self.draft.nodes[node_id].title or ""
        if find_polarity(title):
            return find_polarity(title) == polarity
        return any(polarity in link[3] for link in self.draft.links_from(node_id))

    def _follow_pointer(self, mention: Mention) -> list[str]:
        draft, request = self.draft, self.request
        known = [list(draft.created) if mention.pointer is Marker.COPY or mention.is_recent else []]
        selected = [one for one in request.selected if one in draft.nodes]
        recent = [one for one in request.recent if one in draft.nodes]
        if mention.is_selected:
            known = [selected, draft.touched, recent]
        elif mention.is_recent or mention.pointer is Marker.COPY:
            known += [recent]
        elif mention.pointer is Marker.THEM:
            known = [several for several in (draft.created, draft.touched, selected, recent) if len(several) > 1]
            known += [draft.touched, selected]  # "make another one of these", where one is selected
        elif mention.pointer is not None:
            known = [draft.touched, selected, recent]
            if mention.count is None:
                known.append(list(draft.nodes) if len(draft.nodes) == 1 else [])
        else:
            known = [list(draft.nodes)]
        found = next((nodes for nodes in known if nodes), [])
        if not found and draft.nodes and (mention.pointer or mention.is_recent or mention.is_selected):
            found = list(draft.nodes)
        return found

    def _select(self, mention: Mention, found: list[str]) -> list[str]:
        if mention.senses and (mention.is_recent or mention.is_selected):
            near = self._follow_pointer(Mention(mention.start, mention.end, is_recent=mention.is_recent,
                                                is_selected=mention.is_selected))  # fmt: skip
            found = [node_id for node_id in found if node_id in near] or found
        if mention.ordinal is not None and len(found) > 1 and self._is_vague(mention):
            return [self.ask_node(mention, found)]
        if mention.ordinal is not None:
            index = len(found) - 1 if mention.ordinal == LAST else mention.ordinal - 1
            if not 0 <= index < len(found):
                raise UnclearError(texts.NO_ORDINAL if found else texts.NO_SUCH_NODE, self.quote(mention))
            return [found[index]]
        if mention.count == ALL or mention.count == len(found):
            return found
        if mention.count is not None and mention.count > len(found):
            raise UnclearError(texts.NO_ORDINAL if found else texts.NO_SUCH_NODE, self.quote(mention))
        if len(found) > 1:
            new = [node_id for node_id in found if self.draft.nodes[node_id].clause is not None]
            if mention.senses and len(new) == 1:
                return new
            return [self.ask_node(mention, found)]
        return found

    def _is_vague(self, mention: Mention) -> bool:
        """Return whether it is unclear to which nodes "the second" refers."""
        draft, request = self.draft, self.request
        has_focus = draft.last_named or draft.touched or request.selected or request.recent
        return not mention.senses and not has_focus and not self.text.names_node(mention.start, mention.end)

    def ask_node(self, mention: Mention, nodes: Sequence[str]) -> str:
        """Return the node that the user chose for a phrase. Raises AmbiguousError."""
        return self.choose(
            f"node-{mention.start}",
            texts.fill(texts.WHICH_NODE, quote=self.quote(mention)),
            [(node_id, self.describe(self.name_among(node_id, nodes))) for node_id in nodes],
        )

    def name_among(self, node_id: str, nodes: Iterable[str]) -> Text:
        """Return the name of a node; with its position among *nodes* if another one has the same name."""
        name = describe_node(self.draft, node_id)
        same = [other for other in nodes if describe_node(self.draft, other) == name]
        place = f" #{same.index(node_id) + 1}" if len(same) > 1 else ""
        return Text(name.zh + place, name.en + place)

    def choose(self, key: str, text: Text, choices: Sequence[tuple[str, Text]]) -> str:
        """Return the id that the user chose. Raises AmbiguousError if the question has no answer."""
        answer = self.request.answers.get(key, "")
        if chosen := match_answer(answer, choices, self.request.graph, self.request.types):
            return chosen
        if answer:
            text = texts.fill(texts.UNKNOWN_ANSWER, answer=shorten(answer), question=text)
        listed = tuple(Choice(choice, label) for choice, label in choices[:MAX_CHOICES])
        raise AmbiguousError(Question(key, text, listed))

    def ask_link(self, position: int, links: Sequence[Link], text: Text = texts.WHICH_LINK) -> Link:
        """Return the link that the user chose."""
        by_id = {".".join(link): link for link in links}
        answer = self.choose(f"link-{position}", text, [(one, describe_link(self.draft, by_id[one])) for one in by_id])
        return by_id[answer]

    def find_type(self, mention: Mention) -> str:
        """Return the full name of the type that a phrase names."""
        self.draft.last_named = mention.senses
        strong, weak = mention.names(Kind.TYPE), mention.names(Kind.TYPE_PART)
        types = strong or weak
        if not types:
            titled = [self.draft.nodes[one].type for one in mention.names(Kind.TITLE) if one in self.draft.nodes]
            types = sorted(set(titled))
        if not types:
            raise UnclearError(texts.NO_SUCH_TYPE, self.quote(mention))
        if len(types) > 1:
            # In a workflow of ComfyUI a KSampler is one of ComfyUI.
            namespaces = {node.type.partition(":")[0] for node in self.request.graph.nodes.values()}
            types = [one for one in types if self.draft.types[one].namespace in namespaces] or types
        if len(types) == 1:
            return types[0]
        named = [(one, self.draft.types[one]) for one in types]
        return self.choose(
            f"type-{mention.start}",
            texts.fill(texts.WHICH_TYPE, quote=self.quote(mention)),
            [(name, texts.fill(texts.ADDED, node=describe_type(one.titles, one.name))) for name, one in named],
        )


def describe_link(draft: Draft, link: Link, text: Text = texts.LINKED) -> Text:
    """Return the names of both ends of a link."""
    return texts.fill(
        text,
        source=describe_node(draft, link[0]),
        output=link[1],
        target=describe_node(draft, link[2]),
        input=link[3],
    )
