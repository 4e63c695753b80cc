"""The port to what understands wishes: the built-in rules now, a chat model behind the same door."""

from typing import Protocol

from services.planner.domain.intent import Intent, Wish
from services.planner.domain.rules import parse_intent


class IntentParser(Protocol):
    """Tells what a wish asks for."""

    name: str

    async def parse(self, wish: Wish) -> Intent:
        """Return the intent of *wish*. Raises ReflowError LLM_... when a model fails."""
        ...


class BuiltinParser:
    """The built-in rules: no key, no network, under a millisecond."""

    name = "builtin"

    async def parse(self, wish: Wish) -> Intent:
        return parse_intent(wish)
