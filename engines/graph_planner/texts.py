"""Texts of the planner for users."""

from services.common.text.language import Text

NO_REQUEST = Text("没看懂想怎么改这张图。", "I cannot tell how to change the graph.")
QUESTION = Text(
    "这是一个问题，没有改动；要改的话请直接说要改什么。",
    "This is a question, so nothing was changed: request the change itself.",
)
UNDO = Text(
    "撤销上一次改动用命令 reflow graphs undo {graph}，重做用 reflow graphs redo {graph}。",
    "`reflow graphs undo {graph}` undoes the last change, `reflow graphs redo {graph}` repeats it.",
)
NO_CHANGE = Text("已经是这样了，没有要改的。", "The graph is already in this state: nothing to change.")
NO_CONDITIONS = Text("不会按条件改动，请直接说要改什么。", "Conditions are not supported: request the change itself.")
NO_BRANCHES = Text(
    "不会自己拆分分支，请说明每条连线从哪到哪。", "Branches are not planned: state each link, from which node to which."
)
NO_SUCH_NODE = Text("图里没有这个节点。", "The graph has no such node.")
NO_SUCH_TYPE = Text("没有这种节点。", "There is no such type of node.")
NO_ORDINAL = Text("图里没有那么多这样的节点。", "The graph does not have that many of them.")
NO_LINK = Text("它们之间没有连线。", "There is no link between them.")
NO_PARAMETER = Text("这里没有这个参数。", "There is no such parameter here.")
UNNAMED_VALUES = Text(
    "文件没有写出 {types} 的参数名；用 reflow nodes import 导入节点类型后就能改。",
    "The file does not name the values of {types}; `reflow nodes import` of its node types adds the names.",
)
NO_VALUE = Text("没看懂要设成什么值。", "I cannot tell which value to set.")
NOT_A_NUMBER = Text("这个参数需要一个数字。", "This parameter takes a number.")
NO_TITLE = Text("没看懂新的名称。", "I cannot tell the new name.")
NO_REPLACEMENT = Text("没看懂要换成什么。", "I cannot tell what to replace it with.")
NO_PLACE = Text("它放不进这个位置：数据类型不合。", "It does not fit there: the data types differ.")
LINKED_TWICE = Text("同一句话把两个输出连到了同一个输入。", "The text links two outputs to the same input.")
NOTHING_TO_CONNECT = Text("没有可以连的输入和输出。", "There are no inputs and outputs to connect.")
WHICH_OF_SEVERAL = Text(
    "这里有几种可能，请直接说要哪一个。", "Several changes are possible here: name the one to make."
)
TWO_VALUES = Text(
    "同一个参数给了两个值，请分开说每个节点要多少。",
    "One parameter has two values: state the value of each node by itself.",
)
WHICH_NODES = Text("没看懂是哪些节点。", "I cannot tell which nodes.")
DEPENDS = Text("它依赖前面没看懂的部分。", "It depends on a part that was not understood.")
EXTRA_WORDS = Text("这几个字没看懂，为稳妥起见没有改动。", "These words were not understood, so nothing was changed.")
QUOTE_TEXT = Text(
    "这可能是要写的文字，没有改动；是文字的话请加上引号。",
    "This may be a text to set, so nothing was changed: put a text in quotes.",
)
TAKEN_BACK = Text(
    "后面又否定了前面的话，所以没有改动，请直接说要改什么。",
    "The text withdraws its own request, so nothing was changed: request the change itself.",
)
IGNORED_WORDS = Text("这几个字没看懂，已略过。", "These words were not understood and were skipped.")
TOO_MANY = Text("一次最多添加 {count} 个。", "At most {count} can be added at once.")
CORRECTED = Text("把“{word}”当作“{known}”。", 'Read "{word}" as "{known}".')

UNKNOWN_ANSWER = Text(
    "没有看懂回答“{answer}”。{question}", 'I cannot match the answer "{answer}" to one choice. {question}'
)
NEW_TITLE = Text(
    "这个名字是这句话里刚起的，请另发一句来改它。",
    "It got this title in the same text. Change it in a request of its own.",
)
WHICH_NODE = Text("“{quote}”是指哪一个？", 'Which one is "{quote}"?')
WHICH_TYPE = Text("“{quote}”要加哪一种？", 'Which type of node is "{quote}"?')
WHICH_PARAMETER = Text("“{quote}”是指哪个参数？", 'Which parameter is "{quote}"?')
WHICH_LINK = Text("这两个节点怎么连？", "How should these nodes be connected?")
WHICH_UNLINK = Text("要断开哪条连线？", "Which link should be removed?")
WHICH_PLACE = Text("放在哪条连线上？", "On which link should it be placed?")

CONFIRM = Text("“{quote}”：要这样改吗？", '"{quote}": apply this change?')
CONFIRMATIONS = {
    "yes": Text("是，照做：{quote}", "Yes, do it: {quote}"),
    "no": Text("否，保持原样", "No, leave it as it is"),
}
NOT_CONFIRMED = Text("按您的回答，没有改动。", "Nothing was changed, as answered.")

ADDED = Text("添加“{node}”", 'Add "{node}"')
REMOVED = Text("删除“{node}”", 'Remove "{node}"')
LINKED = Text("连接“{source}”的 {output} → “{target}”的 {input}", 'Connect "{source}" {output} → "{target}" {input}')
UNLINKED = Text(
    "断开“{source}”的 {output} → “{target}”的 {input}", 'Disconnect "{source}" {output} → "{target}" {input}'
)
SET = Text("把“{node}”的 {parameter} 设为 {value}", 'Set {parameter} of "{node}" to {value}')
RENAMED = Text("把“{node}”改名为“{title}”", 'Rename "{node}" to "{title}"')
MODES = {
    "muted": Text("停用“{node}”", 'Mute "{node}"'),
    "bypassed": Text("绕过“{node}”", 'Bypass "{node}"'),
    "active": Text("启用“{node}”", 'Enable "{node}"'),
}
DUPLICATED = Text("复制“{node}”", 'Duplicate "{node}"')
COPY = Text("{title} 副本", "{title} copy")
REPLACED = Text("把“{node}”换成“{type}”", 'Replace "{node}" with "{type}"')


def fill(text: Text, **values: Text | str) -> Text:
    """Return *text* with *values* in place of its placeholders."""
    return Text(
        text.zh.format(**{name: value.zh if isinstance(value, Text) else value for name, value in values.items()}),
        text.en.format(**{name: value.en if isinstance(value, Text) else value for name, value in values.items()}),
    )
