"""Records of the libraries, parsed from files and options into messages of the API.

For clients such as the command line: an invalid record is rejected before a system is started, with its line and field.
"""

from collections.abc import Iterable, Mapping

from reflow.v1 import knowledge_pb2, note_workflow_pb2, notes_pb2, rag_pb2

from services.common.contract.note import NoteTemplate
from services.common.contract.proto_mapper import to_proto
from services.common.text.language import Text
from services.rag.domain import note, prompt, style, template


def parse_style(fields: Mapping[str, object]) -> knowledge_pb2.Style:
    """Return the style with *fields*. Raises INVALID_INPUT_FORMAT naming the field."""
    return style_to_proto(style.parse_style(fields))


def parse_styles(lines: Iterable[str]) -> list[knowledge_pb2.Style]:
    """Return the styles of JSON *lines*. Raises INVALID_INPUT_FORMAT naming the line and the field."""
    return [style_to_proto(one) for one in style.parse_styles(lines)]


def parse_note(fields: Mapping[str, object]) -> notes_pb2.Note:
    """Return the note with *fields*. Raises INVALID_INPUT_FORMAT naming the field."""
    return note_to_proto(note.parse_note(fields))


def parse_notes(lines: Iterable[str]) -> list[notes_pb2.Note]:
    """Return the notes of JSON *lines*. Raises INVALID_INPUT_FORMAT naming the line and the field."""
    return [note_to_proto(one) for one in note.parse_notes(lines)]


def parse_template(fields: Mapping[str, object]) -> note_workflow_pb2.NoteTemplate:
    """Return the template with *fields*. Raises INVALID_INPUT_FORMAT naming the field."""
    return template_to_proto(template.parse_template(fields))


def parse_templates(lines: Iterable[str]) -> list[note_workflow_pb2.NoteTemplate]:
    """Return the templates of JSON *lines*. Raises INVALID_INPUT_FORMAT naming the line and the field."""
    return [template_to_proto(one) for one in template.parse_templates(lines)]


def parse_locale(value: str) -> str:
    """Return the locale of a template. Raises INVALID_INPUT_FORMAT for an unknown one."""
    return template.parse_locale(value)


def parse_content_type(value: str) -> str:
    """Return the content type of a template, "" for any. Raises INVALID_INPUT_FORMAT for an unknown one."""
    return template.parse_content_type(value)


def parse_prompt_text(value: str) -> str:
    """Return the text of a prompt. Raises INVALID_INPUT_FORMAT."""
    return prompt.parse_text(value)


def find_prompt_purpose(name: str) -> Text:
    """Return the purpose of the prompt *name*. Raises PROMPT_UNKNOWN."""
    return prompt.find_purpose(name)


def style_to_proto(value: style.Style, revision: int = 0) -> knowledge_pb2.Style:
    """Return a style as a message."""
    return knowledge_pb2.Style(
        key=value.key,
        name_zh=value.name_zh,
        name_en=value.name_en,
        aliases=value.aliases,
        prompt=value.prompt,
        prompt_zh=value.prompt_zh,
        look=rag_pb2.Look(medium=value.medium.value, palette=value.palette),
        tags=value.tags,
        revision=revision,
    )


def note_to_proto(value: note.Note, revision: int = 0) -> notes_pb2.Note:
    """Return a note as a message."""
    message = to_proto(value, notes_pb2.Note)
    message.revision = revision
    return message


def template_to_proto(value: NoteTemplate) -> note_workflow_pb2.NoteTemplate:
    """Return a template as a message, with its revision."""
    return to_proto(value, note_workflow_pb2.NoteTemplate)
