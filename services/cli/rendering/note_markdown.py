"""A note as Markdown: the saved file, and the text that a user edits. Pure."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from reflow.v1 import creatives_pb2

from services.cli.errors import bad_input
from services.common.text.language import Language, Text
from services.common.text.sanitization import to_one_line

_MISSING = Text("（缺图：{purpose}）", "(missing image: {purpose})")
_HOW_TO_EDIT = Text(
    "<!-- 第一行是标题，最后一行是标签，中间是正文；段落之间空一行。保存并退出即可。 -->",
    "<!-- The first line is the title, the last one the tags, the text stands between. Save and leave the editor. -->",
)
_COMMENT = re.compile(r"\A\s*<!--.*?-->", re.DOTALL)
_TAG = re.compile(r"[#＃]([^#＃]+)")
_TAG_LINE = re.compile(r"\s*[#＃][^\s#＃]")
# Markup that a viewer would execute, fetch or open: a note is text, and its images are local files. Links lead only to
# http and https: a destination or a definition of another kind (javascript:, file:, a path) loses its markup. A
# character that the text itself escapes, with an odd number of backslashes, stays escaped.
_ACTIVE = re.compile(
    r"""(?<!\\)((?:\\\\)*)              # not escaped yet
    (?:
        (?P<html><)(?=[A-Za-z/!?])         # HTML, and links in angle brackets
        | (?P<image>!)(?=\[)               # an image from elsewhere
    )
    | (?<![A-Za-z0-9+.-])(?!https?:)(?P<scheme>[A-Za-z][A-Za-z0-9+.-]{0,31}(?=://)|(?:java|vb)script(?=:))
    | (?<=\])(?P<link>[(:])(?!https?://)   # [text](destination), [label]: destination
    """,
    re.VERBOSE | re.IGNORECASE,
)


def render_markdown(
    note: creatives_pb2.ComposedNote, names: Mapping[str, str], descriptions: Mapping[str, str], language: Language
) -> str:
    """Return *note* as Markdown: the cover first, then each paragraph with its images.

    *names* are the files of the images by plan, *descriptions* those of the content of the images, by asset.
    """
    links = {
        image.plan_id: _image_link(descriptions.get(image.image.asset.asset_id, ""), names[image.plan_id])
        for image in note.images
        if image.plan_id in names
    }
    missing_text = _MISSING.pick(language)
    links |= {
        plan.plan_id: f"*{_escape(missing_text.format(purpose=plan.purpose or plan.subject))}*" for plan in note.missing
    }
    return "\n\n".join([*_render_body(note, links), *_render_end(note)]) + "\n"


def _render_body(note: creatives_pb2.ComposedNote, links: dict[str, str]) -> list[str]:
    """Return title, cover, and paragraphs with the images bound to them; unbound images follow at the end."""
    paragraphs = [part.strip() for part in note.content.body.split("\n\n") if part.strip()]
    order = [*(image.plan_id for image in note.images), *(plan.plan_id for plan in note.missing)]
    bound = {binding.plan_id: binding.paragraph for binding in note.bindings}
    parts = [f"# {_escape(note.content.title)}"]
    cover = note.images[0].plan_id if note.images else ""
    parts += [links.pop(cover)] if cover in links else []
    for number, paragraph in enumerate(paragraphs):
        parts.append("  \n".join(_neutralize(line.rstrip()) for line in paragraph.splitlines()))
        parts += [links.pop(plan) for plan in order if plan in links and bound.get(plan) == number]
    return [*parts, *links.values()]


def _render_end(note: creatives_pb2.ComposedNote) -> list[str]:
    tags = " ".join(f"#{''.join(tag.split())}" for tag in note.content.tags)
    remarks = "\n>\n".join(f"> {_escape(remark)}" for remark in note.remarks)
    return [part for part in (_neutralize(tags), remarks) if part]


def _image_link(description: str, name: str) -> str:
    alternative = re.sub(r"([\\\[\]])", r"\\\1", to_one_line(description))
    return f"![{_neutralize(alternative)}]({name})"


def _escape(text: str) -> str:
    return _neutralize(to_one_line(text))


def _neutralize(line: str) -> str:
    """Return *line* of Markdown without active content; text, emphasis, and links to http and https stay."""
    return _ACTIVE.sub(_escape_match, line)


def _escape_match(match: re.Match[str]) -> str:
    if match["scheme"]:
        return f"{match['scheme']}\\"
    character = match["html"] or match["image"] or match["link"]
    return f"{match[1] or ''}\\{character}"


def format_editable(title: str, body: str, tags: Sequence[str], language: Language) -> str:
    """Return a text for editing; `parse_edited` parses it."""
    last = " ".join(f"#{tag}" for tag in tags)
    return "\n\n".join([f"{_HOW_TO_EDIT.pick(language)}\n# {title}", body.strip(), last]).rstrip() + "\n"


def parse_edited(text: str) -> dict[str, Any]:
    """Return title, body and tags of an edited text. Raises INVALID_INPUT_FORMAT naming the missing part."""
    lines = _COMMENT.sub("", text.replace("\r\n", "\n")).strip().split("\n")
    title = lines[0].removeprefix("#").strip() if lines[0].startswith("# ") else ""
    if not title:
        raise bad_input("第一行应是标题，写成“# 标题”。", 'The first line is the title, written "# title".')
    body, tags = _split_tags("\n".join(lines[1:]).strip())
    if not body:
        raise bad_input("标题后面没有正文。", "There is no text after the title.")
    return {"title": title, "body": body, "tags": tags}


def _split_tags(text: str) -> tuple[str, list[str]]:
    """Return *text* without its last lines that contain only tags, and the tags."""
    lines, tag_lines = text.split("\n"), list[str]()
    while lines and (_TAG_LINE.match(lines[-1]) or (tag_lines and not lines[-1].strip())):
        tag_lines.insert(0, lines.pop())
    return "\n".join(lines).strip(), [tag.strip() for tag in _TAG.findall(" ".join(tag_lines)) if tag.strip()]
