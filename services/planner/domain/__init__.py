"""The planner's rules: what a person wants, told from Chinese or English text."""

from services.planner.domain.examples import examples
from services.planner.domain.intent import Action, Intent, LastResult, Message, Wish
from services.planner.domain.rules import parse_intent

__all__ = ["Action", "Intent", "LastResult", "Message", "Wish", "examples", "parse_intent"]
