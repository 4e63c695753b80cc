"""A note as Markdown, saved and edited."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from reflow.v1 import creatives_pb2

from services.cli.rendering.note_markdown import format_editable, parse_edited, render_markdown
from services.common.errors import Code, ReflowError
from services.common.text.language import Language
from tests.unit.cli.run_script import delivered_note, plans

NAMES = {"image-1": "image-1.png", "image-2": "image-2.png"}


def the_note() -> creatives_pb2.ComposedNote:
    note = delivered_note().view.progress.note
    assert note is not None
    return note


def written(note: creatives_pb2.ComposedNote) -> str:
    return render_markdown(note, NAMES, {"asset-1": "封面", "asset-2": "配图：火车"}, Language.CHINESE)


def test_a_note_is_rendered_from_its_cover_to_its_remarks() -> None:
    assert written(the_note()) == (
        "# 春游去哪儿\n\n![封面](image-1.png)\n\n一\n\n二\n\n![配图：火车](image-2.png)\n\n#春游\n\n> 这是草稿。\n"
    )


def test_a_missing_image_is_named_in_its_place() -> None:
    note = the_note()
    del note.images[1]
    note.missing.append(plans("樱花", "火车").plans[1])
    assert "二\n\n*（缺图：配图：火车）*\n\n#春游" in written(note)


def test_images_bound_to_no_paragraph_are_not_lost() -> None:
    note = the_note()
    del note.bindings[:]
    assert "二\n\n![配图：火车](image-2.png)" in written(note)


def test_line_breaks_in_a_paragraph_are_preserved_and_remarks_are_separate_paragraphs() -> None:
    note = the_note()
    note.content.body = "📌 先定下来\n• 人数\n• 时间"
    note.remarks.append("没有评审。")
    assert "📌 先定下来  \n• 人数  \n• 时间" in written(note)
    assert written(note).endswith("> 这是草稿。\n>\n> 没有评审。\n")


def test_markup_that_a_viewer_would_execute_or_fetch_is_escaped() -> None:
    note = the_note()
    note.content.body = "<script>alert(1)</script> ![x](http://example.com/x.png) 3 < 4 **粗**"
    note.content.title = "<b>题</b>\n第二行"
    markdown = written(note)
    assert "\\<script>" in markdown and "\\![x]" in markdown and "3 < 4 **粗**" in markdown
    assert markdown.startswith("# \\<b>题\\</b> 第二行\n")


MARKUP = r"""[a ] ]( ]: ) ( javascript: JAVASCRIPT: file: //x http://x https://x data:, /etc/passwd java&#115;cript: \ !
< > <a href=" " [a] ftp: `"""
FRAGMENTS = st.sampled_from(MARKUP.split()).flatmap(
    lambda part: st.sampled_from([part, f" {part}", f"{part}\n", f"{part}\n\n"])
)


@given(st.lists(FRAGMENTS, max_size=12).map("".join))
@example("[a](javascript:alert(1)) [b](file:///etc/passwd) [c](../../x)")
@example("[a]\n\n[a]: javascript:alert(1)\n\n[a]:\njavascript:1")
@example("<javascript:alert(1)> \\<file:///x> \\\\![a](http://x)")
def test_only_links_to_http_are_rendered(body: str) -> None:
    note = the_note()
    note.content.body = note.content.title = body or "x"
    parser = MarkdownIt("commonmark")
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # ours must not depend on the viewer's
    for token in parser.parse(written(note)):
        assert token.type != "html_block", token
        for inline in token.children or ():
            assert inline.type != "html_inline", inline
            assert str(inline.attrs.get("href", "http://")).startswith(("http://", "https://")), inline
            assert inline.attrs.get("src", "image-1.png") in NAMES.values(), inline


def test_a_link_to_the_web_and_plain_text_are_unchanged() -> None:
    note = the_note()
    note.content.body = "[图](https://example.com/a) 8:00 [注](见下) a]b a:b"
    assert "[图](https://example.com/a) 8:00 [注]\\(见下) a]b a:b" in written(note)


@pytest.mark.parametrize("scheme", ["file", "ftp", "JavaScript", "vscode", "\\file"])
def test_a_bare_address_of_another_scheme_is_not_a_link(scheme: str) -> None:
    note = the_note()
    note.content.body = f"看 {scheme}://host/x"
    assert f"{scheme}\\://host/x" in written(note)


def test_brackets_in_a_description_do_not_end_the_image_link() -> None:
    markdown = render_markdown(the_note(), NAMES, {"asset-1": "a](http://x)"}, Language.ENGLISH)
    assert "![a\\](http://x)](image-1.png)" in markdown


def test_an_edited_text_is_parsed_into_title_body_and_tags() -> None:
    text = format_editable("标题", "一\n\n二", ["春游", "露营"], Language.CHINESE)
    assert text.startswith("<!--") and text.endswith("\n# 标题\n\n一\n\n二\n\n#春游 #露营\n")
    assert parse_edited(text) == {"title": "标题", "body": "一\n\n二", "tags": ["春游", "露营"]}


WORDS = st.text(st.characters(categories=("L", "N", "So"))).filter(lambda word: word.strip())


@given(WORDS, st.lists(WORDS, min_size=1), st.lists(WORDS))
def test_an_unchanged_text_is_parsed_as_it_was(title: str, paragraphs: list[str], tags: list[str]) -> None:
    body = "\n\n".join(paragraphs)
    read = parse_edited(format_editable(title, body, tags, Language.ENGLISH))
    assert read == {"title": title, "body": body, "tags": tags}


def test_tags_may_be_on_several_lines_or_directly_below_the_text() -> None:
    read = parse_edited("# t\nbody\n#a #b\n#c d\n")
    assert read == {"title": "t", "body": "body", "tags": ["a", "b", "c d"]}


def test_a_heading_at_the_end_is_text() -> None:
    assert parse_edited("# t\n\nbody\n\n## more")["body"] == "body\n\n## more"


@pytest.mark.parametrize(
    ("text", "named"), [("body alone", "标题"), ("", "标题"), ("# t\n\n#a", "正文"), ("# \n\nx", "标题")]
)
def test_missing_values_are_named(text: str, named: str) -> None:
    with pytest.raises(ReflowError) as raised:
        parse_edited(text)
    assert raised.value.code is Code.INVALID_INPUT_FORMAT and named in raised.value.text.zh
