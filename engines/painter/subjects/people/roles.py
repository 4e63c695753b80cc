"""The table of roles: names in both languages, the usual kind of person, pose, parts and setting."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from engines.painter.subjects.people.model import Kind
from engines.painter.subjects.people.table_reader import PartName, parse_parts, read_rows, split_names

_PREFIXES: Mapping[str, Mapping[Kind, tuple[str, ...]]] = {
    "zh": {
        Kind.WOMAN: ("女",), Kind.MAN: ("男",), Kind.OLD_MAN: ("老", "老年"), Kind.OLD_WOMAN: ("老年女", "女老"),
        Kind.BOY: ("小", "少年", "男孩"), Kind.GIRL: ("女孩", "少女"),
    },
    "en": {
        Kind.WOMAN: ("female ", "woman ", "lady "), Kind.MAN: ("male ", "man "),
        Kind.OLD_MAN: ("old ", "elderly ", "aged "), Kind.OLD_WOMAN: ("old female ", "old woman "),
        Kind.BOY: ("boy ",), Kind.GIRL: ("girl ",),
    },
}  # fmt: skip
"""Words before the name of a role that name the kind of person."""
_OLD = {Kind.MAN: Kind.OLD_MAN, Kind.BOY: Kind.OLD_MAN, Kind.WOMAN: Kind.OLD_WOMAN, Kind.GIRL: Kind.OLD_WOMAN}


@dataclass(frozen=True, slots=True)
class PersonRole:
    """A role: its names, the usual kind of person, the poses of arms and legs, parts, and the setting."""

    key: str
    names: tuple[str, ...]
    kind: Kind
    arms: str
    legs: str
    parts: tuple[PartName, ...]
    setting: str


@cache
def load_roles() -> Mapping[str, PersonRole]:
    """Return all roles by key."""
    return {role.key: role for role in map(_parse_role, read_rows("roles"))}


def _parse_role(row: Mapping[str, str]) -> PersonRole:
    return PersonRole(
        row["key"], split_names(row["names"]), Kind(row["kind"]), row["arms"], row["legs"], parse_parts(row["parts"]),
        row["setting"],
    )  # fmt: skip


def list_names() -> Iterator[tuple[str, str, Kind]]:
    """Yield every name of a role, its key, and the kind of person: 女铁匠 and "female blacksmith" are women."""
    for role in load_roles().values():
        for name in role.names:
            for kind, prefixes in _PREFIXES["en" if name.isascii() else "zh"].items():
                meant = _OLD.get(role.kind, role.kind) if kind is Kind.OLD_MAN else kind
                yield from ((f"{prefix}{name}", role.key, meant) for prefix in prefixes)
    for role in load_roles().values():
        # After the others: 女侠 and 老渔民 are names of their own.
        yield from ((name, role.key, _find_kind(name, role.kind)) for name in role.names)


def _find_kind(name: str, usual: Kind) -> Kind:
    """Return the kind of person that *name* itself names: cowgirl, 剑侠 and 女侠."""
    if name.startswith(("女", "小女")) or name.endswith(
        ("woman", "girl", "女", "姑娘", "阿姨", "少女", "女孩", "ess", "艳后")
    ):
        is_child = name.endswith(("girl", "女孩")) and usual.is_child
        return Kind.GIRL if is_child else Kind.WOMAN
    if name.endswith((" boy", "男孩", "小和尚", "沙弥")):
        return Kind.BOY
    if name.endswith(("老人", "老道", "old fisherman")) or name.startswith("老渔"):
        return Kind.OLD_MAN
    return Kind.WOMAN if name in _WOMEN else usual


_WOMEN = frozenset(("花木兰", "穆桂英", "mulan", "cleopatra", "shepherdess", "egyptian queen", "elderly nurse"))
