"""Localized texts of the agent team."""

from services.common.text.language import Text

WORKING = Text("正在执行任务…", "Working on the task…")
CANCELLED = Text("已取消。", "Cancelled.")
DONE = Text(
    "完成 {done}/{total} 个阶段，生成 {files} 个文件。", "{done} of {total} stages done; generated files: {files}."
)
LEFT_OUT = Text("“{stage}”没有执行：{reason}", 'Left out "{stage}": {reason}')
NOT_ACCEPTED = Text("评估没有通过：{feedback}", "The evaluation did not pass: {feedback}")
PLAN_REJECTED = Text(
    "提出了 {attempts} 次计划，都不能执行：{reasons}", "{attempts} plans could not be executed: {reasons}"
)
STAGE_FAILED = Text("阶段“{stage}”（{agent}）失败：{reason}", 'The stage "{stage}" ({agent}) failed: {reason}')
NOTHING_DONE = Text("没有一个阶段有结果。{reason}", "No stage has a result. {reason}")
CONDITION_FALSE = Text("条件不成立：{condition}", "its condition does not hold: {condition}")
NO_INPUTS = Text("它的输入都没有结果。", "none of its inputs has a result.")
NO_ITEMS = Text("要处理的列表是空的。", "the list that it runs over is empty.")
NOT_NEEDED = Text("不需要备用。", "the stage that it replaces succeeded.")
NO_LIST = Text("forEach 的结果不是列表。", "forEach does not yield a list.")
TOO_MANY_ITEMS = Text(
    "列表有 {count} 项，最多 {limit} 项。", "the list has {count} items, at most {limit} are allowed."
)
ITEM_TOO_LARGE = Text("列表里有一项太大。", "an item of the list is too large.")
DATA_TOO_LARGE = Text("各项的数据合起来太大。", "the data of all items together is too large.")
EXPRESSION_FAILED = Text("表达式无法计算：{error}", "an expression cannot be evaluated: {error}")
SCHEMA_VIOLATED = Text("输出不符合要求的结构：{violations}", "its output does not satisfy the schema: {violations}")
APPROVE_CALLS = Text(
    "阶段“{stage}”的智能体 {agent} 要调用 {tools}，可以吗？",
    'The agent {agent} of the stage "{stage}" wants to call {tools}. Allow it?',
)
CALL_REJECTED = Text("用户没有同意这次调用。{feedback}", "The user rejected this call. {feedback}")
SUBAGENTS_TOO_DEEP = Text(
    "子智能体最多嵌套 {depth} 层，这部分请自己完成。", "Subagents nest at most {depth} deep: do this part yourself."
)
TOO_MANY_SUBAGENTS = Text(
    "一个阶段最多 {count} 个子智能体，剩下的请自己完成。",
    "A stage has at most {count} subagents: do the rest yourself.",
)
SUBAGENT_UNKNOWN = Text(
    "不能派出子智能体“{agent}”，可以用的有：{agents}。",
    'The subagent "{agent}" cannot be spawned; there are: {agents}.',
)
STAGE_BUDGET = Text(
    "这个阶段分到的预算用完了（词元 {used} / {allowed}）。",
    "its part of the budget is used up ({used} of {allowed} tokens).",
)
TOO_MANY_ITERATIONS = Text("{limit} 轮之后还没有完成。", "it was not done after {limit} iterations.")
NEVER_TRUE = Text("重复 {limit} 次后条件仍不成立：{condition}", "after {limit} repeats this does not hold: {condition}")
ITEMS_LEFT_OUT = Text("{count} 项没有结果：{reason}", "{count} items have no result: {reason}")
REPLACED = Text("由“{fallback}”代替：{reason}", 'replaced by "{fallback}": {reason}')
PLANNED_BY_RULES = Text(
    "模型没能规划这个任务，改用内置规则。", "The model could not plan this task; built-in rules planned it instead."
)
NEVER_PLANNED = Text("规划者一直没有给出计划。", "The planner never returned a plan.")
NOT_READ = Text(
    "规划时没能读到文件，只按文件名规划。", "The files could not be read for the plan; it rests on their names."
)
NO_PROMPTS = Text(
    "保存的提示词暂时读不到，先用内置的。", "The saved prompts could not be read; the built-in ones are used."
)
NOT_EVALUATED = Text("评估暂时不可用，结果没有评估。", "The evaluator was not available; the result was not evaluated.")
