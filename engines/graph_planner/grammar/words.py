"""Words of requests to change a graph, independent of a graph or node type."""

from dataclasses import dataclass
from enum import StrEnum


class Verb(StrEnum):
    """The change that a clause requests."""

    ADD = "add"
    REMOVE = "remove"
    CLEAR = "clear"
    CONNECT = "connect"
    DISCONNECT = "disconnect"
    REPLACE = "replace"
    SET = "set"
    INCREASE = "increase"
    DECREASE = "decrease"
    SCALE = "scale"
    RESET = "reset"
    MUTE = "mute"
    BYPASS = "bypass"
    ENABLE = "enable"
    RENAME = "rename"
    MOVE = "move"
    SWAP = "swap"
    KEEP = "keep"
    REWIRE = "rewire"
    CHAIN = "chain"
    DUPLICATE = "duplicate"


class Marker(StrEnum):
    """Words without a value of their own."""

    BREAK = "break"
    AND = "and"
    OR = "or"
    ARROW = "arrow"
    TO = "to"
    COLON = "colon"
    WITH = "with"
    FOR = "for"
    OF = "of"
    FROM = "from"
    BY = "by"
    BETWEEN = "between"
    AFTER = "after"
    BEFORE = "before"
    BETWEEN_THEM = "between them"
    AFTER_IT = "after it"
    BEFORE_IT = "before it"
    AT = "at"
    OBJECT = "object"
    ALL = "all"
    LAST = "last"
    IT = "it"
    THEM = "them"
    THIS = "this"
    RECENT = "recent"
    COPY = "copy"
    NODE = "node"
    LINK = "link"
    INPUT = "input"
    OUTPUT = "output"
    PARAMETERS = "parameters"
    IN_ORDER = "in order"
    SIZE = "size"
    DEFAULT = "default"
    YES = "yes"
    NO = "no"
    EXCEPT = "except"
    ONLY = "only"
    REST = "rest"
    DATA = "data"
    BLOCK = "block"
    CONDITION = "condition"
    ARTICLE = "article"
    FILLER = "filler"
    TOO = "too"
    BRIDGE = "bridge"
    FORMER = "former"
    LATTER = "latter"
    CORRECTION = "correction"


@dataclass(frozen=True, slots=True)
class Count:
    """A number of nodes, "two", "两个"."""

    value: int


@dataclass(frozen=True, slots=True)
class Ordinal:
    """One of several nodes by its position, "first", "第二个"."""

    value: int


Word = Verb | Marker | Count | Ordinal
