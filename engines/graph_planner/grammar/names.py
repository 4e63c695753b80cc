"""Names of nodes, node types, parameters, slots and choices, as texts refer to them."""

import re
from collections.abc import Iterable, Iterator
from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple

from engines.graph.graph import Graph
from engines.graph.node_types.node_type import JSON, NodeType, NodeTypes, ParameterKind
from engines.graph_planner.grammar.amounts.qualities import list_qualities
from engines.graph_planner.grammar.synonyms import CHOICES, COMPOUND, PARAMETERS, TITLES, TYPES
from engines.language.characters import fold, is_chinese
from engines.language.scanner import Lexicon
from services.common.text.language import Text

MAX_CHOICES = 500
"""Maximum choices of one parameter that a text can name; a list of files may have thousands."""
MAX_NAME_LENGTH = 60
CACHED_NAMES = 20_000
"""Maximum names whose forms a process caches: most requests are about the same types."""
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_\-/()|:,.\s]+")
_ENDINGS = ("ness", "ation", "ings", "ing", "ers", "er", "ors", "or", "ed", "es", "e", "s", "ment")
_MIN_STEM = 4
# Words that many names contain; by themselves they name nothing.
_COMMON = frozenset(
    [
        "node",
        "image",
        "images",
        "the",
        "and",
        "for",
        "from",
        "with",
        "text",
        "number",
        "value",
        "get",
        "set",
        "advanced",
        "simple",
        "custom",
        "to",
        "of",
    ]
)
_COMMON_ZH = frozenset(("图像", "图片", "节点", "数字", "文本", "一个", "自定义", "高级"))


_TEXTS = frozenset(("text", "prompt", "value"))
"""Names of parameters that a sentence sets to a text of several words, unlike the name of a file."""


class Kind(Enum):
    """What a name denotes."""

    TYPE = auto()
    TYPE_PART = auto()
    TITLE = auto()
    TITLE_PART = auto()
    PARAMETER = auto()
    INPUT = auto()
    OUTPUT = auto()
    CHOICE = auto()


class Sense(NamedTuple):
    """The meaning of a name: `value` is the full name of a type, the id of a node, or the name of a slot or parameter.

    For a choice it is the name of its parameter, and `choice` is the value. `owner` is the type of a titled node, and
    the type that has a parameter: "brightness" is what one type calls its `amount`.
    """

    kind: Kind
    value: str
    choice: str = ""
    owner: str = ""


Senses = frozenset[Sense]


class Vocabulary:
    """The names of a graph and of node types. `loader` is the node that "the photo" names as a place."""

    def __init__(self, graph: Graph, types: NodeTypes) -> None:
        self._senses: dict[str, set[Sense]] = {}
        self._present = frozenset(node.type for node in graph.nodes.values())
        self._texts = {
            node_type.full_name: [one.name for one in node_type.parameters if one.kind is ParameterKind.TEXT]
            for node_type in types.values()
        }
        self._counts = {node_type.full_name: len(node_type.parameters) for node_type in types.values()}
        for node_type in types.values():
            self._add_type(node_type)
        for node in graph.nodes.values():
            if node.title:
                self._add(fold(node.title), Sense(Kind.TITLE, node.id, owner=node.type))
                for other in translate_title(node.title):
                    self._add(other, Sense(Kind.TITLE, node.id, owner=node.type))
                for part in _split_parts(node.title):
                    self._add(part, Sense(Kind.TITLE_PART, node.id))
        self.lexicon: Lexicon[Senses] = Lexicon({name: frozenset(senses) for name, senses in self._senses.items()})
        loader = self.lexicon.match_at("load image", 0)
        self.loader: Senses = frozenset(one for one in loader.value if one.kind is Kind.TYPE) if loader else frozenset()
        self.words = frozenset(name for name in self._senses if name.isascii() and " " not in name and len(name) > 3)

    def holds_text(self, senses: Senses, *, is_only: bool) -> bool:
        """Return whether a name denotes a text, or a node with one; with *is_only*, a node with nothing else."""
        for sense in senses:
            if (
                sense.kind is Kind.PARAMETER
                and sense.value in _TEXTS
                and sense.value in self._texts.get(sense.owner, ())
            ):
                return True
            if sense.kind in (Kind.INPUT, Kind.OUTPUT) and sense.value in ("positive", "negative"):
                return True
            owner = sense.value if sense.kind is Kind.TYPE else sense.owner if sense.kind is Kind.TITLE else ""
            is_plain = not is_only or self._counts.get(owner) == 1
            if is_plain and any(name in _TEXTS for name in self._texts.get(owner, ())):
                return True
        return False

    def is_present(self, senses: Senses) -> bool:
        """Return whether the graph has a node of a type that a name denotes."""
        return any(sense.kind is Kind.TYPE and sense.value in self._present for sense in senses)

    def is_of_graph(self, senses: Senses) -> bool:
        """Return whether a name denotes a node of the graph, or a parameter that one of its nodes has."""
        is_named = any(sense.kind in (Kind.TITLE, Kind.TITLE_PART) for sense in senses)
        has_owner = any(sense.kind is Kind.PARAMETER and sense.owner in self._present for sense in senses)
        return is_named or has_owner or self.is_present(senses)

    def _add(self, name: str, sense: Sense) -> None:
        name = name.strip()
        if name and len(name) <= MAX_NAME_LENGTH and not name.isdigit():
            self._senses.setdefault(name, set()).add(sense)

    def _add_type(self, node_type: NodeType) -> None:
        names = [node_type.name, node_type.titles.zh, node_type.titles.en, *node_type.aliases,
                 *TYPES.get(node_type.full_name, ())]  # fmt: skip
        for name in names:
            for form in _list_forms(name):
                self._add(form, Sense(Kind.TYPE, node_type.full_name))
        for name in names[:3]:
            for part in _split_parts(name):
                self._add(part, Sense(Kind.TYPE_PART, node_type.full_name))
        for slot in node_type.inputs:
            self._add_slot(Kind.INPUT, slot.name, slot.titles)
        for output in node_type.outputs:
            self._add_slot(Kind.OUTPUT, output.name, output.titles)
        for parameter in node_type.parameters:
            self._add_slot(Kind.PARAMETER, parameter.name, parameter.titles, node_type.full_name)
            for quality in list_qualities(node_type, parameter):
                self._add(quality, Sense(Kind.PARAMETER, parameter.name, owner=node_type.full_name))
            for form, both in COMPOUND.items():
                if parameter.name in both:
                    self._add(form, Sense(Kind.PARAMETER, parameter.name, owner=node_type.full_name))
            for choice in parameter.choices[:MAX_CHOICES]:
                if isinstance(choice, str):
                    for form in {fold(choice), fold(choice).replace("_", " "), *CHOICES.get(fold(choice), ())}:
                        self._add(form, Sense(Kind.CHOICE, parameter.name, choice))

    def _add_slot(self, kind: Kind, name: str, titles: Text, owner: str = "") -> None:
        folded = fold(name)
        chinese = list_variants(fold(titles.zh))
        for form in {folded, folded.replace("_", " "), *chinese, fold(titles.en), *PARAMETERS.get(folded, ())}:
            self._add(form, Sense(kind, name, owner=owner))
        if kind is Kind.PARAMETER and not folded.endswith("s"):
            self._add(f"{folded}s", Sense(kind, name, owner=owner))  # "the seeds of both samplers"


def translate_title(title: str) -> Iterator[str]:
    """Yield a title of one known word in the other language: 天空 for "Sky"."""
    folded = fold(title)
    for english, chinese in TITLES.items():
        if folded == english:
            yield from chinese
        elif folded in chinese:
            yield english


def list_variants(text: str) -> set[str]:
    """Return *text* with other words for the same thing: 图片 for 图像, 蒙版 for 遮罩."""
    variants = {text}
    for word, other in _VARIANTS:
        if word in text:
            variants |= {one.replace(word, other) for one in variants}
    return variants


def find_choice(text: str, choices: Iterable[JSON]) -> str | None:
    """Return the only choice that a name contains: "vertical" for 垂直翻转, "ellipse" for "ellipse mask"."""
    folded = fold(text)
    found = [
        one
        for one in choices
        if isinstance(one, str)
        and any(form in folded for form in (fold(one), *CHOICES.get(fold(one), ())) if len(form) > 1)
    ]
    return found[0] if len(found) == 1 else None


def stem(word: str) -> str:
    """Return *word* without an English ending, so that "decoder" and "decode" are the same."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _MIN_STEM:
            return word[: -len(ending)]
    return word


@lru_cache(CACHED_NAMES)
def _list_forms(name: str) -> frozenset[str]:
    """Return the forms of *name*: as words, in the plural, "model loader" and "load a model" for "load model"."""
    folded = fold(name)
    words = [fold(word) for word in _CAMEL.split(name) if word]
    if not words or is_chinese(name):
        return frozenset({folded, *(one for form in list_variants(folded.replace(" ", "")) for one in _part(form))})
    joined = " ".join(words)
    forms = [joined]
    if len(words) > 1 and words[0] in _AGENTS:
        forms.append(" ".join((*words[1:], _AGENTS[words[0]])))
    if words[-1] in _AGENTS:
        forms.append(" ".join((*words[:-1], _AGENTS[words[-1]])))
    forms += [form.replace(word, short) for form in forms for word, short in _SHORT if word in form]
    with_articles = [" ".join((words[0], article, *words[1:])) for article in _ARTICLES if len(words) > 1]
    return frozenset({folded, *with_articles, *(form + ending for form in forms for ending in ("", "s", "es"))})


def _part(name: str) -> Iterator[str]:
    """Yield *name*, and with words after its verb: 加载一张图片 for 加载图片, 反转一下遮罩 for 反转遮罩."""
    yield name
    if name[:2] in _VERBS_ZH and len(name) > 2:
        yield from (name[:2] + word + name[2:] for word in _AFTER_VERB)
    yield from _SHORT_FORMS.get(name, ())


_VERBS_ZH = frozenset(
    ("加载", "载入", "读取", "导入", "上传", "打开", "保存", "导出", "预览", "查看", "显示", "反转", "扩展",
     "收缩", "羽化",     "柔化", "合并", "混合", "叠加", "缩放", "放大", "缩小", "锐化", "模糊", "裁剪", "裁切",
     "旋转", "翻转", "调整", "拼接")
)  # fmt: skip
_SHORT_FORMS = {
    "裁剪": ("裁一下", "裁下", "裁一裁"),
    "旋转": ("转一下",),
    "保存图像": ("存一下", "存起来", "存盘", "存"),
    "模糊": ("糊一下",),
}
_AFTER_VERB = ("一张", "一个", "张", "个", "一下", "下", "一份", "一遍")
_ARTICLES = ("a", "an", "the")
_SHORT = ((" to ", "2"), (" to ", " 2 "), ("checkpoint", "ckpt"), ("saturation", "sat"), ("image", "img"))
"""What is shorter in writing: "mask2image", "ckpt"."""

_VARIANTS = (
    ("图像", "图片"),
    ("遮罩", "蒙版"),
    ("潜图", "潜空间"),
    ("加载", "载入"),
    ("空白", "空"),
    ("反向", "负向"),
    ("反向", "负面"),
    ("正向", "正面"),
    ("反向提示词", "负面词"),
    ("正向提示词", "正面词"),
)

_AGENTS = {
    "load": "loader", "save": "saver", "preview": "previewer", "encode": "encoder", "decode": "decoder",
    "resize": "resizer", "crop": "cropper", "upscale": "upscaler", "adjust": "adjuster", "invert": "inverter",
}  # fmt: skip


def _list_stems(word: str) -> set[str]:
    """Return the stems before an English ending: "sav" of "save", "cropp" of "crop"."""
    if word.endswith("e"):
        return {word[:-1]}
    return {word, word + word[-1]} if re.fullmatch(r"\w*[^aeiou][aeiou][bglmnprt]", word) else {word}


@lru_cache(CACHED_NAMES)
def _split_parts(name: str) -> frozenset[str]:
    """Return words of *name* that may replace it: "decode" and "decoder" for "VAE Decode", "解码" for "VAE解码"."""
    parts: set[str] = set()
    for word in _CAMEL.split(name):
        folded = fold(word)
        if folded.isascii() and len(folded) >= 3 and folded not in _COMMON:
            root = stem(folded)
            parts |= {folded, f"{folded}s", f"{root}or", root}
            parts |= {f"{one}{ending}" for one in _list_stems(folded) | {root} for ending in ("er", "ers", "ing", "ed")}
    chinese = "".join(letter if "\u3400" <= letter <= "\u9fff" else " " for letter in fold(name))
    for run in chinese.split():
        parts |= {run[:length] for length in range(2, len(run) + 1)} | {run[-length:] for length in range(2, len(run))}
    return frozenset(variant for part in parts for variant in list_variants(part)) - _COMMON_ZH - _COMMON
