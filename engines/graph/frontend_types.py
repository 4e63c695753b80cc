"""Types of nodes that exist only in ComfyUI's editor: no server lists them."""

from types import MappingProxyType

from engines.graph.node_types.node_type import ANY, COMFY, Input, NodeType, NodeTypes, Output, Parameter, ParameterKind
from services.common.text.language import Text

REROUTE = "reroute"
"""Member of `NodeType.extra`: the only output of the type is its only input, of any type."""


def unnamed(index: int) -> str:
    """Return the handle of slot *index* without a name."""
    return f"#{index}"


_NOTE_TEXT = (Parameter("text", ParameterKind.TEXT, default=""),)
_TYPES = (
    NodeType(
        COMFY,
        "Reroute",
        Text("转接点", "Reroute"),
        category="utils",
        inputs=(Input(unnamed(0), (ANY,)),),
        outputs=(Output(unnamed(0), ANY),),
        extra={REROUTE: True},
    ),
    NodeType(COMFY, "Note", Text("便签", "Note"), category="utils", parameters=_NOTE_TEXT),
    NodeType(COMFY, "MarkdownNote", Text("Markdown 便签", "Markdown Note"), category="utils", parameters=_NOTE_TEXT),
    NodeType(
        COMFY,
        "PrimitiveNode",
        Text("原始值", "Primitive"),
        category="utils",
        outputs=(Output("connect to widget input", ANY),),
        parameters=(Parameter("value", ParameterKind.JSON),),
    ),
)
FRONTEND_TYPES: NodeTypes = MappingProxyType({node_type.full_name: node_type for node_type in _TYPES})
