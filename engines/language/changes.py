"""A difference from the last image, and the prompt that results from it."""

from dataclasses import dataclass

from engines.language.characters import is_chinese
from engines.language.conditions import add_condition
from engines.language.phrase import join_texts
from services.common.contract.session import LastResult


@dataclass(frozen=True, slots=True)
class Change:
    """Difference from the last image; empty for "again".

    Attributes:
        subject: replaces the subject.
        style: replaces the style.
        addition: is added to the subject.
        drops_style: another style is requested and none is named.
        needs_last_result: the same words could also start an independent request, so a last image must exist.
        size: width and height in pixels, if another format is requested.

    """

    subject: str = ""
    style: str = ""
    addition: str = ""
    drops_style: bool = False
    needs_last_result: bool = False
    size: tuple[int, int] | None = None


def compose_prompt(subject: str, style: str) -> str:
    """Return the prompt for *subject* in *style*, in the language of the style."""
    if not subject or not style:
        return subject or style
    return f"{style}风格的{subject}" if is_chinese(style) else f"{subject}, {style} style"


def _add(text: str, addition: str) -> str:
    """Return *text* with *addition*, which replaces a condition of its kind: at night, no longer at dawn."""
    return add_condition(text, addition) or join_texts(text, addition)


def apply_change(last_result: LastResult, change: Change) -> tuple[str, str, str]:
    """Return subject, style and prompt of the last image after *change*."""
    if not (change.subject or change.style or change.addition or change.drops_style):
        return (
            last_result.subject,
            last_result.style,
            last_result.prompt or compose_prompt(last_result.subject, last_result.style),
        )
    style = change.style or ("" if change.drops_style else last_result.style)
    subject_before = last_result.subject or ("" if change.subject else last_result.prompt)
    subject = _add(change.subject or subject_before, change.addition)
    if change.addition and not (change.subject or change.style or change.drops_style) and last_result.prompt:
        return subject, style, _add(last_result.prompt, change.addition)
    return subject, style, compose_prompt(subject, style)
