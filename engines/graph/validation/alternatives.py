"""The nearest valid values for an invalid one."""

from collections.abc import Iterable, Mapping

from rapidfuzz import fuzz, process, utils

from engines.graph.node_types.node_type import NodeType, NodeTypes

MAX_ALTERNATIVES = 5
# Minimum similarity of a suggestion: a less similar one would be confusing.
_MIN_SCORE = 45


def nearest(name: str, choices: Iterable[str], limit: int = MAX_ALTERNATIVES) -> tuple[str, ...]:
    """Return the *choices* most similar to *name*, best first; all of them if they are few."""
    names = list(dict.fromkeys(choices))
    scored = process.extract(name[:200], names, scorer=fuzz.WRatio, processor=utils.default_process, limit=limit)
    if len(names) <= limit:
        return tuple(choice for choice, _, _ in scored)
    return tuple(choice for choice, score, _ in scored if score >= _MIN_SCORE)


def nearest_types(name: str, types: NodeTypes, limit: int = MAX_ALTERNATIVES) -> tuple[str, ...]:
    """Return the full names of the types whose name, title or alias is most similar to *name*, best first."""
    return nearest_names(name, {full_name: _labels(node_type) for full_name, node_type in types.items()}, limit)


def nearest_names(name: str, labels_of: Mapping[str, Iterable[str]], limit: int = MAX_ALTERNATIVES) -> tuple[str, ...]:
    """Return the full names of which a label is most similar to *name*, a full name or the bare one, best first."""
    bare = name.partition(":")[2] or name
    labels = [(label, full_name) for full_name, known in labels_of.items() for label in known]
    scored = process.extract(
        bare[:200],
        [label for label, _ in labels],
        scorer=fuzz.WRatio,
        processor=utils.default_process,
        limit=limit * 4,
        score_cutoff=_MIN_SCORE,
    )
    return tuple(dict.fromkeys(labels[index][1] for _, _, index in scored))[:limit]


def _labels(node_type: NodeType) -> Iterable[str]:
    names = (node_type.name, node_type.titles.zh, node_type.titles.en, *node_type.aliases)
    return (name for name in names if name)
