"""Rules that parse requests of users of an image chat, in Chinese or English."""

from engines.language.examples import list_examples
from engines.language.intent_parser import parse_intent

__all__ = ["list_examples", "parse_intent"]
