"""Prompt for a change of a graph: the rules of patches as system prompt, and all other text as data."""

from services.common.contract.graphs.graph_requests import PlanPatch
from services.common.llm.prompts import DATA_RULE, delimit
from services.common.text.language import Language, Text
from services.planner.prompts.json_lines import to_json_line
from services.planner.prompts.prompt import Prompt

MAX_REJECTED_LENGTH = 20_000
_INSTRUCTIONS = Text(
    "你把用户的话变成对节点图的改动：RFC 6902 的操作，只做用户要求的事。",
    "You turn a user's words into a change of a node graph: operations of RFC 6902 that do what is requested and "
    "nothing else.",
)
"""Operators can replace these instructions; the rules always apply."""
_RULES = Text(
    """\
代码会逐条检查这些操作；被退回的错误在 errors 里，改正后再交。

规则
- 添加节点：{"op":"add","path":"/nodes/-","value":{"localId":"a","type":"core:Sampler","data":{"steps":30}}}。\
type 只能用 node-types 里的；绝不写 id 和 position。
- 添加连线：{"op":"add","path":"/edges/-","value":{"source" 或 "sourceLocalId","sourceHandle",\
"target" 或 "targetLocalId","targetHandle"}}。localId 只指这一批里新加的节点；数据类型必须一致。
- 参数：replace 或 add "/nodes/<id>/data/<名称>"；改名：add "/nodes/<id>/title"；停用、绕过、启用：\
add "/nodes/<id>/mode"，值为 muted、bypassed、active；删除：remove "/nodes/<id>" 或 "/edges/<id>"。
- 输入已有连线时，先删除旧连线。
字段（用简体中文）
- operations；explanation：每条改动一句话。
- question 和 options：只在有两种以上合理做法时提问，此时 operations 为空；answers 里答过的不再问。
- not_understood：没看懂的原文片段；与图无关的话也放这里，不要猜。
- reply：给用户的一句话。
只输出一个 JSON 对象。""",
    """\
Code checks every operation; errors of operations that were returned are in errors: correct them.

Rules
- Add a node: {"op":"add","path":"/nodes/-","value":{"localId":"a","type":"core:Sampler","data":{"steps":30}}}. Only
  types of node-types; never an id or a position.
- Add a link: {"op":"add","path":"/edges/-","value":{"source" or "sourceLocalId","sourceHandle","target" or
  "targetLocalId","targetHandle"}}. A localId is that of a node added in the same answer; data types must match.
- A parameter: replace or add "/nodes/<id>/data/<name>". A title: add "/nodes/<id>/title". Mute, bypass, enable: add
  "/nodes/<id>/mode" with muted, bypassed or active. Remove "/nodes/<id>" or "/edges/<id>".
- Remove the old link of an input before adding another.
Fields (in English)
- operations; explanation: one sentence for each change.
- question and options: only where more than one change is reasonable, then without operations; never one that
  is in answers.
- not_understood: parts of the text that you did not understand or that do not concern the graph. Do not guess.
- reply: one sentence to the user.
Answer with one JSON object alone.""",
)


def build_patch_prompt(request: PlanPatch, context: tuple[str, str], language: Language) -> Prompt:
    """Return the prompt for a change, with the graph and the node types in *context*."""
    graph, types = context
    errors = "\n".join(
        to_json_line(
            {
                "operation": error.index,
                "pointer": error.pointer,
                "reason": error.reason,
                "message": error.message,
                "alternatives": list(error.alternatives),
                **({"localId": error.local_id} if error.local_id else {}),
            }
        )
        for error in request.errors
    )
    rejected = request.rejected_operations.decode("utf-8", "replace")[:MAX_REJECTED_LENGTH]
    answers = "\n".join(
        to_json_line({"question": one.key, "choices": list(one.choices), "answer": one.text}) for one in request.answers
    )
    messages = "\n".join(to_json_line({"from": one.role, "text": one.content}) for one in request.messages)
    marked = {"selected": list(request.selected_node_ids[:50]), "last added": list(request.recent_node_ids[:50])}
    data = {
        "node-types": types,
        "graph": graph,
        "nodes": to_json_line(marked),
        "earlier-messages": messages,
        "answers": answers,
        "rejected-operations": rejected,
        "errors": errors,
        "feedback": request.feedback,
        "request": request.text,
    }
    content = "\n\n".join(delimit(name, text) for name, text in data.items() if text.strip())
    saved = request.prompt.text.strip() if request.prompt else ""
    parts = (saved or _INSTRUCTIONS.pick(language), _RULES.pick(language), DATA_RULE)
    return Prompt("\n\n".join(parts), content)
