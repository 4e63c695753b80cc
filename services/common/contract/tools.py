"""The tools that the agents of a note call, with the JSON Schemas (draft 2020-12) of their input and output."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from services.common.text.language import Text

Schema = Mapping[str, Any]


class ToolName(StrEnum):
    """The name of a tool, as in tool calls."""

    SEARCH_NOTES = "searchNotes"
    ANALYZE_TOP_TAGS = "analyzeTopTags"
    GET_TOP_TITLES = "getTopTitles"
    GET_TREND_REPORT = "getTrendReport"
    WEB_SEARCH = "webSearch"
    ASK_USER = "askUser"
    MANAGE_PROMPT = "managePrompt"
    RECOMMEND_TEMPLATES = "recommendTemplates"
    GENERATE_IMAGE = "generateImage"
    GENERATE_WITH_REFERENCE = "generate_with_reference"
    GENERATE_IMAGES_BATCH = "generate_images_batch"


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: the agents that call it, and the schemas of its input and output."""

    name: ToolName
    description: Text
    agents: tuple[str, ...]
    input_schema: Schema
    output_schema: Schema


def _object(required: tuple[str, ...] = (), **properties: Schema) -> Schema:
    """Return the schema of an object without other properties."""
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _enum(*values: str) -> Schema:
    return {"enum": list(values)}


def _result(*others: str, **properties: Schema) -> Schema:
    """Return the schema of the output of a tool that can fail: the status, then a message or *properties*."""
    return _object(("status",), status=_enum("ok", "failed", *others), message=_STRING, **properties)


_STRING: Schema = {"type": "string"}
_INTEGER: Schema = {"type": "integer", "minimum": 0}
_NUMBER: Schema = {"type": "number"}
_BOOLEAN: Schema = {"type": "boolean"}

_GROWTH = _list(_object(("tag", "notes", "growth"), tag=_STRING, notes=_INTEGER, growth=_NUMBER))
_OPTION = _object(("id", "label"), id=_STRING, label=_STRING)
_IMAGE: Mapping[str, Schema] = {
    "planId": _STRING, "prompt": _STRING, "width": _INTEGER, "height": _INTEGER, "model": _STRING,
}  # fmt: skip
_GENERATED: Mapping[str, Schema] = {"assetId": _STRING, "model": _STRING}
_SUPERVISOR, _RESEARCH, _IMAGES = "supervisor", "research_evidence_agent", "image_agent"

TOOLS: tuple[Tool, ...] = (
    Tool(
        ToolName.SEARCH_NOTES,
        Text("在笔记库里查找与主题相关的笔记", "Finds notes of the library that are relevant to a topic"),
        (_RESEARCH,),
        _object(("query", "limit"), query=_STRING, limit=_INTEGER),
        _result(found=_INTEGER, notes=_list(_object(("key", "title"), key=_STRING, title=_STRING))),
    ),
    Tool(
        ToolName.ANALYZE_TOP_TAGS,
        Text("统计这些笔记最常用的标签", "Counts the most frequent tags of notes"),
        (_RESEARCH,),
        _object(("notes",), notes=_INTEGER),
        _result(tags=_list(_object(("tag", "notes"), tag=_STRING, notes=_INTEGER)), counted=_INTEGER),
    ),
    Tool(
        ToolName.GET_TOP_TITLES,
        Text("找出互动最多的标题和它们的规律", "Finds the titles with most engagement, and their patterns"),
        (_RESEARCH,),
        _object(("notes",), notes={"anyOf": [_INTEGER, {"const": "all"}]}),
        _result(titles=_list(_STRING), patterns=_list(_STRING), counted=_INTEGER),
    ),
    Tool(
        ToolName.GET_TREND_REPORT,
        Text("各时期标签的数量和增长", "Counts and growth of tags per period"),
        (_RESEARCH,),
        _object(("period", "periods", "tags"), period=_STRING, periods=_INTEGER, tags=_list(_STRING)),
        _result(rising=_GROWTH, falling=_GROWTH, until=_STRING),
    ),
    Tool(
        ToolName.WEB_SEARCH,
        Text("联网搜索；未配置搜索服务时如实说明", "Searches the web; says so where no search service is configured"),
        (_RESEARCH,),
        _object(("query", "limit"), query=_STRING, limit=_INTEGER),
        _result(
            "not_configured",
            pages=_list(_object(("title", "url"), title=_STRING, url=_STRING)),
            cached=_BOOLEAN,
        ),
    ),
    Tool(
        ToolName.ASK_USER,
        Text("向用户提问，运行暂停到有回答为止", "Asks the user; the run pauses until the answer"),
        (_SUPERVISOR, _RESEARCH),
        _object(("question", "kind", "options"), question=_STRING, kind=_STRING, options=_list(_OPTION)),
        _object(
            ("decision", "feedback", "chosen", "content", "expired"),
            decision=_enum("approve", "reject", "modify", "choose"),
            feedback=_STRING,
            chosen=_list(_STRING),
            content={"type": "object"},
            expired=_BOOLEAN,
        ),
    ),
    Tool(
        ToolName.MANAGE_PROMPT,
        Text(
            "各角色的提示词及其版本：主管用 list 读取正在用的版本；get、save 和 activate（回滚到早先的版本）"
            "由运维人员通过 PromptService 的 GetPrompt、SavePrompt、ActivatePrompt 使用",
            "The prompts of the agents and their versions: the supervisor reads the active versions with list; "
            "operators use get, save and activate (which rolls back): GetPrompt, SavePrompt and ActivatePrompt of "
            "PromptService",
        ),
        (_SUPERVISOR,),
        _object(
            ("action",),
            action=_enum("list", "get", "save", "activate"),
            name=_STRING,
            text=_STRING,
            version=_INTEGER,
        ),
        _result(prompts=_list(_object(("name", "version"), name=_STRING, version=_INTEGER))),
    ),
    Tool(
        ToolName.RECOMMEND_TEMPLATES,
        Text("推荐适合主题和内容类型的模板", "Recommends templates for a topic and a content type"),
        (_SUPERVISOR,),
        _object(("topic", "contentType", "limit"), topic=_STRING, contentType=_STRING, limit=_INTEGER),
        _result(templates=_list(_object(("key", "name"), key=_STRING, name=_STRING))),
    ),
    Tool(
        ToolName.GENERATE_IMAGE,
        Text("按提示词生成一张图", "Generates an image from a prompt"),
        (_IMAGES,),
        _object(tuple(_IMAGE), **_IMAGE),
        _object(tuple(_GENERATED), **_GENERATED),
    ),
    Tool(
        ToolName.GENERATE_WITH_REFERENCE,
        Text("按提示词和参考图生成一张图", "Generates an image from a prompt and a reference image"),
        (_IMAGES,),
        _object((*_IMAGE, "referenceAssetId"), **_IMAGE, referenceAssetId=_STRING, referencePurpose=_STRING),
        _object(tuple(_GENERATED), **_GENERATED, referenceUses=_list(_STRING), reference=_STRING),
    ),
    Tool(
        ToolName.GENERATE_IMAGES_BATCH,
        Text("同时生成一篇笔记的配图", "Generates the images of a note concurrently"),
        (_IMAGES,),
        _object(("tasks",), tasks=_list(_object(("taskId", "prompt"), taskId=_STRING, prompt=_STRING))),
        _object(
            ("images", "failed"),
            images=_list(_object(("taskId", "assetId"), taskId=_STRING, assetId=_STRING)),
            failed=_list(_object(("taskId", "error"), taskId=_STRING, error=_STRING)),
        ),
    ),
)
"""All tools. The inputs and outputs in the events of a run have these schemas."""
