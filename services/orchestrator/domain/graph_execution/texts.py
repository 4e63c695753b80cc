"""Localized texts of the execution of a graph."""

from services.common.text.language import Text

WORKING = Text("正在执行图…", "Executing the graph…")
CANCELLED = Text("已取消。", "Cancelled.")
DONE = Text("图已执行，得到 {count} 个结果：{names}。", "The graph is executed; {count} results: {names}.")
REJECTED = Text("这张图没有执行：{reasons}", "This graph was not executed: {reasons}")
REQUEST = Text("执行图", "Execute the graph")
REASON = Text("“{node}”（{type}）：{reason}", '"{node}" ({type}): {reason}')
MORE = Text("还有 {count} 个。", "{count} more.")
