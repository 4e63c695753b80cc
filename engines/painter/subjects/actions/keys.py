"""Keys of actions among the keys of subjects: 'action/name|actor|item|color of the item|number|other'."""

from dataclasses import dataclass

ACTION_PREFIX = "action/"
SHARED_ACTIONS = frozenset(("push", "pull", "chase", "fix", "wash", "feed", "jump_over", "paint", "plant", "water",
    "fight", "lead", "surround", "tell"))  # fmt: skip
"""Actions that several do together with one thing."""


@dataclass(frozen=True, slots=True)
class ActionKey:
    """An action: its name, the key of who does it, that of the thing ("" for none), and the color of the thing.

    `number` is how many do it together with one thing.
    """

    name: str
    actor: str
    item: str = ""
    color: str = ""
    number: int = 1
    other: str = ""
    """The key of the person who is given the thing."""

    def __str__(self) -> str:
        """Return the key."""
        return f"{ACTION_PREFIX}{self.name}|{self.actor}|{self.item}|{self.color}|{self.number}|{self.other}"


def is_action(subject: str) -> bool:
    """Return whether *subject* is the key of an action."""
    return subject.startswith(ACTION_PREFIX)


def parse_action(key: str) -> ActionKey:
    """Return the action with *key*."""
    name, actor, item, color, number, other = key.removeprefix(ACTION_PREFIX).split("|")
    return ActionKey(name, actor, item, color, int(number), other)
