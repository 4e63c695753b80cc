"""Names of agents in texts for users."""

from collections.abc import Mapping

from services.common.text.language import Language, Text

AGENT_NAMES: Mapping[str, Text] = {
    "planner": Text("规划", "planner"),
    "rag": Text("检索", "rag"),
    "executor": Text("绘制", "executor"),
    "node_search": Text("查找节点", "node search"),
    "patch_planner": Text("规划改动", "patch planner"),
    "patch_tools": Text("应用改动", "patch tools"),
    "graph_critic": Text("评审改动", "graph critic"),
    "graph_layout": Text("布局", "layout"),
    "graph_store": Text("保存", "store"),
    "graph_planner": Text("规划执行", "plan"),
    "graph_node": Text("节点", "node"),
    "graph_server": Text("ComfyUI", "ComfyUI"),
    "critic": Text("评审", "critic"),
    "supervisor": Text("主管", "supervisor"),
    "brief_compiler_agent": Text("需求", "brief"),
    "research_evidence_agent": Text("资料", "evidence"),
    "reference_intelligence_agent": Text("参考图", "references"),
    "writer_agent": Text("写作", "writer"),
    "layout_planner_agent": Text("排版", "layout"),
    "image_planner_agent": Text("配图", "plan"),
    "image_agent": Text("绘图", "image"),
    "review_agent": Text("评审", "review"),
    "evaluator": Text("评估", "evaluator"),
    "vision-analyzer": Text("视觉分析", "analyzer"),
    "vision-annotator": Text("视觉标注", "annotator"),
    "code-reviewer": Text("代码审查", "reviewer"),
    "coder": Text("编码", "coder"),
    "test-writer": Text("测试", "test writer"),
    "vision-processor": Text("视觉处理", "processor"),
    "documenter": Text("文档", "documenter"),
    "debugger": Text("调试", "debugger"),
    "architect": Text("架构", "architect"),
    "coordinator": Text("协调", "coordinator"),
}


def name_agent(agent: str, language: Language) -> str:
    """Return the name of *agent*, its id where it has none: an agent of the operator."""
    return AGENT_NAMES[agent].pick(language) if agent in AGENT_NAMES else agent
