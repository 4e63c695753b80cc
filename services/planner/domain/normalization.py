"""Normalizes parts of requests about notes that the contract leaves open: unknown names, and numbers out of range."""

from dataclasses import replace

from engines.note_planner.limits import MAX_IMAGES, MIN_IMAGES
from services.common.contract.note import Brief, ContentType, LayoutSpec, SectionRole


def normalize_brief(brief: Brief) -> Brief:
    """Return *brief* with a known content type and 1 to 9 images."""
    return replace(
        brief,
        content_type=brief.content_type if brief.content_type in tuple(ContentType) else ContentType.GUIDE,
        image_count=min(MAX_IMAGES, max(MIN_IMAGES, brief.image_count)),
    )


def normalize_content_type(content_type: str) -> str:
    """Return *content_type*, "" for an unknown one."""
    return content_type if content_type in tuple(ContentType) else ""


def normalize_layout(layout: LayoutSpec) -> LayoutSpec:
    """Return *layout* with known roles of its sections."""
    sections = (
        section if section.role in tuple(SectionRole) else replace(section, role=SectionRole.SECTION)
        for section in layout.sections
    )
    return replace(layout, sections=tuple(sections))
