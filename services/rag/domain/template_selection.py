"""Selects templates for the topic of a note."""

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b

from services.common.contract.note import NoteTemplate
from services.rag.domain.names import find_mentions, normalize_name


def select_templates(
    topic: str, content_type: str, templates: Sequence[NoteTemplate], *, limit: int
) -> list[NoteTemplate]:
    """Return at most *limit* matching *templates*, best first. Deterministic.

    Those of *content_type* ("" for any) come first: by number of their topics that *topic* mentions, then those
    without topics. After them, in the same order, those for any type. A template with other topics or of another
    type is returned only if no other matches, so the result is never empty.
    """
    of_type = [one for one in templates if not content_type or one.content_type == content_type]
    of_any = [one for one in templates if content_type and not one.content_type]
    matches = [*(_score_topic(topic, of_type) or _order_by_hash(topic, of_type)), *_score_topic(topic, of_any)]
    return (
        matches or _order_by_hash(topic, of_any) or _score_topic(topic, templates) or _order_by_hash(topic, templates)
    )[:limit]


def _score_topic(topic: str, templates: Sequence[NoteTemplate]) -> list[NoteTemplate]:
    """Return the *templates* with topics that *topic* mentions, most first, then those without topics.

    A topic within a longer one does not count: 露营 within 露营装备.
    """
    names = {(index, entry): (normalize_name(entry),) for index, one in enumerate(templates) for entry in one.topics}
    shared = Counter(index for index, _ in find_mentions(topic, names))
    scored = [(-shared[index], one) for index, one in enumerate(templates) if shared[index] or not one.topics]
    return [one for _, one in sorted(scored, key=lambda pair: (pair[0], _hash_rank(topic, pair[1])))]


def _order_by_hash(topic: str, templates: Sequence[NoteTemplate]) -> list[NoteTemplate]:
    return sorted(templates, key=lambda one: _hash_rank(topic, one))


def _hash_rank(topic: str, template: NoteTemplate) -> bytes:
    """Return the order of equal templates; it depends on the topic, so that notes on different topics vary."""
    return blake2b(f"{topic}\n{template.key}\n{template.locale}".encode(), digest_size=8).digest()
