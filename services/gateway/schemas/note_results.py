"""Schemas of what notes are: their events, the creative, and the state that AG-UI clients share."""

import json
from typing import Any

from reflow.v1 import note_workflow_pb2

from services.gateway.dialects.note_sse.events import events_schema
from services.gateway.json_mapper.proto_json import message_schema
from services.gateway.json_mapper.values import Json

_REF = "#/components/schemas/"
_OUTCOMES = {
    "done": "",
    "partly": "the rest needs a model",
    "already_so": "nothing to change; what is to be removed is not there",
    "not_possible": "understood, but the built-in engine cannot do it",
    "not_understood": "",
}


def note_schemas() -> dict[str, Json]:
    """Return the schemas of notes by their names in /openapi.json."""
    events = events_schema()
    text = json.dumps({name: body for name, body in events.items() if name not in ("$schema", "$defs")})
    parts = json.dumps(events["$defs"])
    schemas: dict[str, Json] = {
        f"NoteEvent.{name}": body for name, body in json.loads(parts.replace("#/$defs/", f"{_REF}NoteEvent.")).items()
    }
    change = message_schema(note_workflow_pb2.FeedbackChange.DESCRIPTOR)
    change["description"] = "One change that a reviewer's feedback requests, and what became of it."
    change["properties"]["outcome"] = {
        "enum": list(_OUTCOMES),
        "description": "; ".join(f"{name}: {meaning}" if meaning else name for name, meaning in _OUTCOMES.items()),
    }
    return schemas | {
        "NoteEvent": json.loads(text.replace("#/$defs/", f"{_REF}NoteEvent.")),
        "FeedbackChange": change,
        "ComposedNote": _object(
            {
                "title": _or_null("string"),
                "body": _or_null("string"),
                "tags": _list({"type": "string"}),
                "draft": {"type": "boolean"},
                "engine": _or_null("string"),
                "images": _list({"type": "object"}),
                "layout": _or_null("object"),
                "verdict": _or_null("object"),
                "missing": _list(message_schema(note_workflow_pb2.ImagePlan.DESCRIPTOR)),
                "remarks": _list({"type": "string"}, "What the reader must know of the note."),
                "changes": _changes(),
            }
        ),
        "Creative": _object(
            {
                "creativeId": {"type": "string"},
                "threadId": {"type": "string"},
                "status": {"enum": ["running", "paused", "complete", "aborted", "failed"]},
                "title": _or_null("string"),
                "message": _or_null("string"),
                "error": _or_null("object"),
                "createdAt": {"type": "integer"},
                "updatedAt": {"type": "integer"},
                "input": _or_null("object"),
                "note": {"anyOf": [{"$ref": f"{_REF}ComposedNote"}, {"type": "null"}]},
                "pending": _or_null("object"),
            }
        ),
        "NoteAgentState": _object(
            {
                "workflow": {"const": "note"},
                "runId": {"type": "string"},
                "threadId": {"type": "string"},
                "status": {"type": "string"},
                "currentAgent": _or_null("string"),
                "iteration": {"type": "integer"},
                "question": _or_null("object"),
                "quality": _or_null("object"),
                "brief": _or_null("object"),
                "content": {"anyOf": [_content(), {"type": "null"}]},
                "layout": _or_null("object"),
                "plans": {"anyOf": [_plans(), {"type": "null"}]},
                "images": _list({"type": "object"}),
            }
        ),
    }


def _content() -> Json:
    content = message_schema(note_workflow_pb2.NoteContent.DESCRIPTOR)
    content["properties"]["changes"] = _changes()
    return content


def _plans() -> Json:
    names = ("imagePlans", "paragraphImageBindings", "textOverlayPlan")
    lists: dict[str, Json] = {name: _list({"type": "object"}) for name in names}
    return _object(lists | {"changes": _changes(), "engine": {"type": "string"}, "degraded": {"type": "boolean"}})


def _changes() -> Json:
    return _list({"$ref": f"{_REF}FeedbackChange"}, "What the last feedback requested; empty without feedback.")


def _object(properties: dict[str, Json]) -> Json:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _list(items: Json, description: str = "") -> Json:
    return {"type": "array", "items": items} | ({"description": description} if description else {})


def _or_null(kind: str) -> dict[str, Any]:
    return {"type": [kind, "null"]}
