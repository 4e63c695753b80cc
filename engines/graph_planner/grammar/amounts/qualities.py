"""Words that name a parameter by the effect of more or less of it: "brighter" and 调暗 are about a brightness."""

from collections.abc import Iterator

from engines.graph.node_types.node_type import NodeType, Parameter, ParameterKind
from engines.language.characters import fold

_QUALITIES: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (("brightness", "亮度", "exposure"), "brighter|brighten|brighten up|lighten|亮", "darker|darken|dimmer|暗"),
    (("contrast", "对比度"), "punchier", "flatter"),
    (
        ("saturation", "饱和度"),
        "more vivid|more colorful|more colourful|鲜艳",
        "duller|less vivid|less colorful|desaturate|灰",
    ),
    (("warmth", "色温"), "warmer|warm up|warm it up|暖", "cooler|colder|cool down|cool it down|冷"),
    (("grow mask", "扩展遮罩"), "", "shrink mask|shrink the mask|erode|收缩遮罩|缩小遮罩|缩边效果"),
    (("blur", "模糊"), "blurrier|fuzzier|糊", ""),
    (("sharpen", "sharpness", "锐化"), "sharper|crisper", ""),
    (("width", "宽"), "wider|宽", "narrower|窄"),
    (("height", "高"), "taller|高", "shorter|矮"),
    (("amount", "strength", "强度"), "stronger|强|浓", "weaker|gentler|弱|淡"),
)
"""The names of a parameter, or of the type whose only number it is; words for more of it, words for less."""
_MAX_ADJECTIVE = 2
_PREFIXES = ("再", "更", "再调", "调", "调得更", "变", "变得更", "弄", "弄得更", "更加")
"""Chinese adjectives are too short to be looked up by themselves: 亮 is in 亮度, 明亮 and 漂亮."""


def _list_forms(words: str) -> Iterator[str]:
    for word in words.split("|") if words else ():
        if word.isascii() or len(word) > _MAX_ADJECTIVE:
            yield word
        else:
            yield from (prefix + word for prefix in _PREFIXES)


SIGNS = {
    form: sign for _, more, less in _QUALITIES for words, sign in ((more, 1), (less, -1)) for form in _list_forms(words)
}
"""1 for words that raise a parameter, -1 for those that lower it."""
_FORMS = tuple((names, (*_list_forms(more), *_list_forms(less))) for names, more, less in _QUALITIES)


def list_qualities(node_type: NodeType, parameter: Parameter) -> Iterator[str]:
    """Yield the words that are about *parameter* of *node_type*."""
    if parameter.kind not in (ParameterKind.INTEGER, ParameterKind.NUMBER):
        return
    called = {fold(parameter.name), fold(parameter.titles.en), fold(parameter.titles.zh)}
    numbers = [one for one in node_type.parameters if one.kind in (ParameterKind.INTEGER, ParameterKind.NUMBER)]
    if len(numbers) == 1:
        called |= {fold(node_type.name), fold(node_type.titles.en), fold(node_type.titles.zh)}
    for names, forms in _FORMS:
        if called & set(names):
            yield from forms
