"""Reads the name of the file that a new node saves: "save the result of the inpaint as beach"."""

from engines.graph_planner.commands.context import ClauseContext
from engines.graph_planner.grammar.items import Mention, Named, Value
from engines.graph_planner.grammar.names import Kind, Sense
from engines.graph_planner.grammar.synonyms import SAVE_AS
from engines.graph_planner.grammar.tokens import Token


def cut_file_name(context: ClauseContext) -> str:
    """Return what follows "save it as", which becomes the name of the node that saves, and leave it out."""
    for index, item in enumerate(context.items):
        if title := _cut_as(context, index):
            return title
        if isinstance(item, Named) and context.text.plain[item.start : item.end] in SAVE_AS:
            title = context.free_text(index)
            saves = [one for one in item.senses if one.owner and "save" in one.owner.lower()]
            named = frozenset(Sense(Kind.TYPE, one.owner) for one in saves)
            context.items = [*context.items[:index], Mention(item.start, item.end, named)]
            return title
    return ""


def names_file(context: ClauseContext) -> bool:
    """Return whether what is unknown in a clause is the name of a file: "save the result of the inpaint as beach"."""
    return any(
        _saves(context, index) or context.text.plain[item.start : item.end] in SAVE_AS
        for index, item in enumerate(context.items)
    )


def _cut_as(context: ClauseContext, index: int) -> str:
    """Return the name after "save the decoded image as", and leave it out of the clause."""
    if not _saves(context, index):
        return ""
    title = context.free_text(index)
    context.items = context.items[:index]
    return title


def _saves(context: ClauseContext, index: int) -> bool:
    """Return whether an item is the "as" between a new node that saves and the name of its file."""
    item, after = context.items[index], context.items[index + 1 :]
    is_as = isinstance(item, Token) and context.text.plain[item.start : item.end] in ("as", "成", "为")
    first = next((one for one in context.items[:index] if isinstance(one, Mention)), None)
    is_saved = first is not None and any("Save" in name for name in first.names(Kind.TYPE, Kind.TYPE_PART))
    return is_as and is_saved and bool(after) and isinstance(after[0], Value | Token)
