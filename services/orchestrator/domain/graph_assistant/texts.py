"""Localized texts of the graph assistant."""

from services.common.text.language import Text

WORKING = Text("正在修改图…", "Changing the graph…")
CANCELLED = Text("已取消，图没有改动。", "Cancelled. The graph is unchanged.")
DECLINED = Text("好的，图没有改动。", "Nothing was changed.")
DONE = Text("图已更新到第 {revision} 版：{change}。", "The graph is now at revision {revision}: {change}.")
REBASED = Text(
    "您看到的是第 {seen} 版，之后的改动也都保留了。", "Later changes than revision {seen}, which you saw, are kept."
)
PARTLY_DONE = Text("没有做的部分：{parts}。", "Not done: {parts}.")
NOT_UNDERSTOOD = Text(
    "没有看懂“{request}”，图没有改动。可以这样说：“加一个采样器，接到模型后面”、“把步数改成 30”。",
    'I did not understand "{request}"; the graph is unchanged. Try "add a sampler and connect it to the model" or '
    '"set the steps to 30".',
)
NOT_DONE_BECAUSE = Text("图没有改动。{reasons}", "The graph is unchanged. {reasons}")
EXAMPLES = (
    Text("加一个加载模型和采样器并连起来", "add a checkpoint loader and a sampler and connect them"),
    Text("把步数改成 30", "set the steps to 30"),
    Text("删除最后一个节点", "remove the last node"),
)
REJECTED = Text(
    "改了 {attempts} 次都没有通过检查，图没有改动。{reasons}",
    "{attempts} plans did not pass the checks; the graph is unchanged. {reasons}",
)
TOO_MANY_QUESTIONS = Text(
    "问了 {count} 次还是没有弄清楚，图没有改动。请把要求说得具体一些，例如写出节点的名字。",
    "It is still unclear after {count} questions; the graph is unchanged. Be more specific: name the nodes.",
)
NO_PROMPTS = Text(
    "保存的提示词暂时读不到，先用内置的。", "The saved prompts could not be read; the built-in ones are used."
)
PLANNED_BY_RULES = Text(
    "模型没能理解这次请求，改用内置规则理解。",
    "The model could not plan this request; built-in rules planned it instead.",
)
NOT_REVIEWED = Text(
    "评审暂时不可用，这次改动只经过代码检查。", "The critic was not available; only code checked this change."
)
NOT_PLACED = Text(
    "自动布局暂时不可用，新节点还没有位置。", "The layout was not available; new nodes have no place yet."
)
