"""A request to judge a note, as the domain's values."""

from reflow.v1 import creations_pb2, critic_pb2, executor_pb2

from services.critic.domain.note.note import (
    Binding,
    Brief,
    Content,
    Drawn,
    Evidence,
    Layout,
    Made,
    Note,
    Overlay,
    Plan,
    Reference,
    Section,
    Source,
)

# The contract sets no bounds to a brief; more of one than this tells nothing more.
LONGEST_FIELD = 2_000
MOST_ENTRIES = 50


def note_of(request: critic_pb2.ReviewNoteRequest) -> Note:
    """Return the note that *request* is to have judged."""
    plans = request.plans
    return Note(
        text=request.text,
        brief=_brief(request.brief),
        content=Content(request.content.title, request.content.body, tuple(request.content.tags)),
        layout=_layout(request.layout),
        evidence=_evidence(request.evidence),
        references=tuple(map(_reference, request.references.references)),
        plans=tuple(map(_plan, plans.plans)),
        bindings=tuple(Binding(one.paragraph, one.plan_id) for one in plans.bindings),
        overlays=tuple(Overlay(one.plan_id, one.text) for one in plans.overlays),
        made=tuple(map(_made, request.images)),
    )


def _brief(brief: creations_pb2.Brief) -> Brief:
    return Brief(
        topic=brief.topic[:LONGEST_FIELD],
        audience=brief.audience[:LONGEST_FIELD],
        goal=brief.goal[:LONGEST_FIELD],
        tone=brief.tone[:LONGEST_FIELD],
        constraints=tuple(one[:LONGEST_FIELD] for one in brief.constraints[:MOST_ENTRIES]),
        keywords=tuple(one[:LONGEST_FIELD] for one in brief.keywords[:MOST_ENTRIES]),
        content_type=brief.content_type,
        picture_count=brief.picture_count,
    )


def _evidence(pack: creations_pb2.EvidencePack) -> Evidence:
    sources = (Source(one.title, one.excerpt, one.note_key or one.url) for one in pack.sources)
    return Evidence(tuple(sources), tuple(pack.tags), tuple(pack.example_titles))


def _reference(read: creations_pb2.ReferenceAnalysis) -> Reference:
    return Reference(
        palette=tuple(read.palette),
        brightness=read.brightness,
        width=read.width,
        height=read.height,
        aspect=read.aspect,
        meaning=read.meaning,
    )


def _layout(layout: creations_pb2.LayoutSpec) -> Layout:
    sections = (Section(one.role, one.heading, tuple(one.paragraphs), one.picture) for one in layout.sections)
    return Layout(layout.cover_title, layout.cover_subtitle, tuple(sections))


def _plan(plan: creations_pb2.ImagePlan) -> Plan:
    return Plan(plan.plan_id, plan.prompt, plan.subject, plan.width, plan.height)


def _made(image: executor_pb2.NoteImage) -> Made:
    asset_id = image.image.asset.asset_id
    drawn = tuple(Drawn(one.cut, one.left_out, one.contrast) for one in image.texts)
    return Made(image.plan_id, asset_id, image.plain_asset_id or asset_id, drawn)
