"""Templates as messages of the contract."""

from google.protobuf.json_format import MessageToDict
from reflow.v1 import creations_pb2

from services.rag.domain.template import NoteTemplate, parse_template


def template_message(template: NoteTemplate) -> creations_pb2.NoteTemplate:
    """Return *template*, its revision with it."""
    sections = [
        creations_pb2.TemplateSection(heading=one.heading, sentences=one.sentences) for one in template.sections
    ]
    return creations_pb2.NoteTemplate(
        key=template.key,
        revision=template.revision,
        locale=template.locale,
        name=template.name,
        content_type=template.content_type,
        topics=template.topics,
        titles=template.titles,
        openings=template.openings,
        sections=sections,
        closings=template.closings,
    )


def read_template(message: creations_pb2.NoteTemplate) -> NoteTemplate:
    """Return the template of *message*, without its revision. Raises INVALID_INPUT_FORMAT naming the field."""
    fields = MessageToDict(message, preserving_proto_field_name=True)
    fields.pop("revision", None)
    return parse_template(fields)
