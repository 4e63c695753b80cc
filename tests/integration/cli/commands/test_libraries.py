"""Commands on the libraries of styles, notes and templates: their requests and their output."""

import json
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.message import Message
from reflow.v1 import knowledge_pb2, note_workflow_pb2, notes_pb2, prompts_pb2, rag_pb2

from services.common.errors import Code, ReflowError
from tests.fixtures.services.scripted_system import Reflow

LIBRARY = Path(__file__).parents[4] / "services" / "rag" / "library"
LOOK = rag_pb2.Look(medium="ink_wash", palette=["#101010"])
INK = knowledge_pb2.Style(key="ink", name_zh="水墨", prompt="ink wash", look=LOOK, revision=3)
NOTE = notes_pb2.Note(key="travel_1", title="春游\t去哪", body="湖边。", tags=["春游"], published="2026-03-01", likes=7)
GUIDE = note_workflow_pb2.NoteTemplate(
    key="guide", locale="zh", name="攻略", content_type="guide", titles=["去{topic}"]
)
ENGLISH_GUIDE = note_workflow_pb2.NoteTemplate(key="guide", locale="en", name="Guide", titles=["To {topic}"])


def read_lines(name: str, count: int) -> list[str]:
    """Return the first lines of a library of seed data."""
    return (LIBRARY / name).read_text("utf-8").splitlines()[:count]


def test_the_styles_of_all_pages_are_listed(reflow: Reflow) -> None:
    oil = knowledge_pb2.Style(key="oil")
    reflow.script(
        "ListStyles",
        knowledge_pb2.ListStylesResponse(styles=[INK], next_page_token="2"),
        knowledge_pb2.ListStylesResponse(styles=[oil]),
    )
    ended = reflow.run("styles", "list")
    assert [line.split("\t")[0] for line in ended.lines] == ["ink", "oil"]
    assert [getattr(request, "page_token", "") for request in reflow.requests] == ["", "2"]


def test_a_style_as_json_has_its_look_and_no_revision(reflow: Reflow) -> None:
    reflow.script("ListStyles", knowledge_pb2.ListStylesResponse(styles=[INK]))
    ended = reflow.run("styles", "list", "--json")
    assert json.loads(ended.out) == {
        "key": "ink", "name_zh": "水墨", "prompt": "ink wash", "medium": "ink_wash", "palette": ["#101010"],
    }  # fmt: skip


def test_one_style_is_shown_with_its_prompt(reflow: Reflow) -> None:
    reflow.script("ListStyles", knowledge_pb2.ListStylesResponse(styles=[INK, knowledge_pb2.Style(key="oil")]))
    ended = reflow.run("styles", "show", "ink")
    assert "ink wash" in ended.out and "oil" not in ended.out


@pytest.mark.parametrize(
    ("command", "method"), [("styles", "ListStyles"), ("notes", "ListNotes"), ("templates", "ListTemplates")]
)
def test_a_missing_record_is_reported_with_the_command_that_lists_the_records(
    reflow: Reflow, command: str, method: str
) -> None:
    ended = reflow.run(command, "show", "nothing")
    assert (ended.status, ended.out, reflow.system.methods) == (2, "", [method])
    assert f"`reflow {command} list`" in ended.err


@pytest.mark.parametrize(
    ("command", "method", "code"),
    [("styles", "RemoveStyle", Code.STYLE_UNKNOWN), ("notes", "RemoveNote", Code.NOTE_UNKNOWN)],
)
def test_removing_a_missing_record_names_the_command_that_lists_the_records(
    reflow: Reflow, command: str, method: str, code: Code
) -> None:
    reflow.script(method, ReflowError(code, field="key"))
    ended = reflow.run(command, "remove", "nothing")
    assert ended.status == 2 and f"`reflow {command} list`" in ended.err


@pytest.mark.parametrize(("command", "method"), [("styles", "RemoveStyle"), ("notes", "RemoveNote")])
def test_a_removed_record_is_named(reflow: Reflow, command: str, method: str) -> None:
    ended = reflow.run(command, "remove", "travel_1")
    assert (ended.status, reflow.system.methods) == (0, [method])
    assert "travel_1" in ended.out and getattr(reflow.requests[0], "key", "") == "travel_1"


@pytest.mark.parametrize(
    ("command", "file", "method", "response"),
    [
        ("styles", "styles.jsonl", "ImportStyles", knowledge_pb2.ImportStylesResponse(count=2)),
        ("notes", "notes/samples.jsonl", "ImportNotes", notes_pb2.ImportNotesResponse(count=2)),
    ],
)
def test_all_records_of_a_file_are_imported_in_one_request(
    reflow: Reflow, tmp_path: Path, command: str, file: str, method: str, response: Message
) -> None:
    lines, path = read_lines(file, 2), tmp_path / "records.jsonl"
    path.write_text("\n".join(lines), "utf-8")
    reflow.script(method, response)
    ended = reflow.run(command, "import", path)
    (request,) = reflow.requests
    sent: Any = getattr(request, command)
    assert [record.key for record in sent] == [json.loads(line)["key"] for line in lines]
    assert ended.out == f"Imported 2 {command}.\n"


def test_every_template_of_a_file_is_stored(reflow: Reflow, tmp_path: Path) -> None:
    lines = read_lines("templates.jsonl", 2)
    (tmp_path / "templates.jsonl").write_text("\n".join(lines), "utf-8")
    ended = reflow.run("templates", "import", tmp_path / "templates.jsonl")
    assert reflow.system.methods == ["PutTemplate", "PutTemplate"] and ended.out == "Imported 2 templates.\n"


@pytest.mark.parametrize("content", ["{", "[]", "7"])
def test_a_file_that_is_not_a_json_object_is_named_before_a_request(
    reflow: Reflow, tmp_path: Path, content: str
) -> None:
    file = tmp_path / "one.json"
    file.write_text(content, "utf-8")
    ended = reflow.run("templates", "add", file)
    assert (ended.status, reflow.requests) == (2, []) and str(file) in ended.err


def test_a_file_that_is_not_text_is_named(reflow: Reflow, tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    file.write_bytes(b"\xff\xfe{")
    ended = reflow.run("styles", "add", "--file", file)
    assert ended.status == 2 and f"{file} is not UTF-8 text." in ended.err


def test_a_style_from_options_is_stored_and_its_revision_printed(reflow: Reflow) -> None:
    reflow.script("PutStyle", knowledge_pb2.PutStyleResponse(style=INK))
    palette = "#101010, #f0f0f0,#808080,#303030"
    ended = reflow.run(
        "styles", "add", "ink", "--name-en", "Ink", "--prompt", "ink", "--medium", "ink_wash", "--palette", palette
    )
    (request,) = reflow.requests
    assert isinstance(request, knowledge_pb2.PutStyleRequest)
    assert list(request.style.look.palette) == ["#101010", "#f0f0f0", "#808080", "#303030"]
    assert ended.out == "Stored the style ink (revision 3).\n"


def test_a_note_from_options_is_stored(reflow: Reflow) -> None:
    reflow.script("PutNote", notes_pb2.PutNoteResponse(note=NOTE))
    ended = reflow.run(
        "notes", "add", "travel_1", "--title", "春游", "--body", "湖边。", "--topic", "旅行",
        "--published", "2026-03-01", "--tag", "春游", "--tag", "湖", "--likes", "7",
    )  # fmt: skip
    (request,) = reflow.requests
    assert isinstance(request, notes_pb2.PutNoteRequest), ended
    assert (list(request.note.tags), request.note.likes) == (["春游", "湖"], 7)
    assert ended.out == "Stored the note travel_1 (revision 0).\n"


def test_notes_are_listed_by_their_filter_on_one_line_each(reflow: Reflow) -> None:
    reflow.script("ListNotes", notes_pb2.ListNotesResponse(notes=[NOTE]))
    ended = reflow.run("notes", "list", "--topic", "旅行", "--since", "2026-01-01")
    (request,) = reflow.requests
    assert isinstance(request, notes_pb2.ListNotesRequest)
    assert (request.filter.topic, request.filter.since) == ("旅行", "2026-01-01")
    assert ended.lines == ["travel_1\t2026-03-01\t\t春游 去哪\t#春游\t7"]


def test_a_note_as_json_is_a_line_that_import_reads(reflow: Reflow) -> None:
    reflow.script("ListNotes", notes_pb2.ListNotesResponse(notes=[NOTE]))
    (line,) = reflow.run("notes", "list", "--json").lines
    fields = json.loads(line)
    assert (fields["key"], fields["tags"], fields["likes"]) == ("travel_1", ["春游"], 7) and "revision" not in fields


def test_one_note_is_shown_with_its_engagement(reflow: Reflow) -> None:
    reflow.script("ListNotes", notes_pb2.ListNotesResponse(notes=[NOTE]))
    ended = reflow.run("notes", "show", "travel_1")
    assert "湖边。" in ended.out and "likes 7" in ended.out


FOUND = notes_pb2.SearchNotesResponse(notes=[notes_pb2.NoteMatch(note=NOTE, similarity=0.81254)])


def test_notes_of_a_search_have_their_similarity(reflow: Reflow) -> None:
    reflow.script("SearchNotes", FOUND, FOUND)
    plain = reflow.run("notes", "search", "春游", "--count", 3)
    as_json = reflow.run("notes", "search", "春游", "--json")
    assert plain.out.startswith("0.81\ttravel_1\t") and json.loads(as_json.out)["similarity"] == 0.8125
    assert getattr(reflow.requests[0], "limit", 0) == 3


def test_the_report_on_tags_has_counts_and_shares(reflow: Reflow) -> None:
    tag = notes_pb2.TagStatistics(tag="春游", notes=4, share=0.5, engagement=12.4, beside=["湖"])
    report = notes_pb2.AnalyzeTopTagsResponse(tags=[tag], notes=8)
    reflow.script("AnalyzeTopTags", report, report)
    assert reflow.run("notes", "tags", "--query", "春").lines == ["春游\t4\t0.500\t12\t#湖"]
    assert json.loads(reflow.run("notes", "tags", "--json").out)["tags"][0]["share"] == 0.5


def test_the_report_on_titles_has_the_titles_and_then_their_patterns(reflow: Reflow) -> None:
    number = notes_pb2.TITLE_PATTERN_NUMBER
    title = notes_pb2.TopTitle(key="travel_1", title="7 个湖", engagement=90, patterns=[number])
    pattern = notes_pb2.TitlePatternStatistics(pattern=number, notes=2, share=0.25, engagement=40, lift=1.5)
    reflow.script("GetTopTitles", notes_pb2.GetTopTitlesResponse(titles=[title], patterns=[pattern], notes=8))
    assert reflow.run("notes", "titles").lines == ["90\ttravel_1\t7 个湖", "number\t2\t0.250\t40\t1.50"]


def test_the_report_on_trends_requests_its_period_and_prints_each_list(reflow: Reflow) -> None:
    rising = notes_pb2.TagTrend(tag="露营", counts=[1, 4], growth=3.0)
    falling = notes_pb2.TagTrend(tag="滑雪", counts=[5, 1], growth=-0.8)
    reflow.script("GetTrendReport", notes_pb2.GetTrendReportResponse(rising=[rising], falling=[falling]))
    ended = reflow.run("notes", "trends", "--period", "week", "--periods", 2, "--tag", "露营")
    (request,) = reflow.requests
    assert isinstance(request, notes_pb2.GetTrendReportRequest)
    assert (request.period, request.periods, list(request.tags)) == (notes_pb2.TREND_PERIOD_WEEK, 2, ["露营"])
    assert ended.lines == ["rising\t露营\t+3.00\t1\t4", "falling\t滑雪\t-0.80\t5\t1"]


def test_a_template_of_two_languages_is_not_removed_without_one(reflow: Reflow) -> None:
    reflow.script("ListTemplates", prompts_pb2.ListTemplatesResponse(templates=[GUIDE, ENGLISH_GUIDE]))
    ended = reflow.run("templates", "remove", "guide")
    assert (ended.status, reflow.system.methods) == (2, ["ListTemplates"]) and "--locale zh" in ended.err


def test_a_template_of_one_language_is_removed_without_naming_it(reflow: Reflow) -> None:
    reflow.script("ListTemplates", prompts_pb2.ListTemplatesResponse(templates=[ENGLISH_GUIDE]))
    ended = reflow.run("templates", "remove", "guide")
    assert ended.out == "Removed the template guide (en).\n"
    removed = reflow.requests[-1]
    assert isinstance(removed, prompts_pb2.RemoveTemplateRequest) and (removed.key, removed.locale) == ("guide", "en")


def test_removing_a_missing_template_is_rejected(reflow: Reflow) -> None:
    ended = reflow.run("templates", "remove", "guide", "--locale", "zh")
    assert (ended.status, reflow.system.methods) == (2, ["ListTemplates"]) and "reflow templates list" in ended.err


def test_templates_are_recommended_in_the_language_of_the_command(reflow: Reflow) -> None:
    reflow.script("RecommendTemplates", prompts_pb2.RecommendTemplatesResponse(templates=[ENGLISH_GUIDE]))
    ended = reflow.run("templates", "recommend", "picnic", "--type", "guide", "--count", 2)
    (request,) = reflow.requests
    assert isinstance(request, prompts_pb2.RecommendTemplatesRequest)
    assert (request.topic, request.content_type, request.locale, request.limit) == ("picnic", "guide", "en", 2)
    assert ended.out.startswith("guide\ten\t")


def test_a_template_is_listed_in_its_language_and_shown_whole(reflow: Reflow) -> None:
    responses = [prompts_pb2.ListTemplatesResponse(templates=[GUIDE]) for _ in range(3)]
    reflow.script("ListTemplates", *responses)
    assert reflow.run("templates", "list", "--locale", "zh").out == "guide\tzh\tguide\t攻略\t\t去{topic}\n"
    assert json.loads(reflow.run("templates", "list", "--json").out)["titles"] == ["去{topic}"]
    assert "去{topic}" in reflow.run("templates", "show", "guide").out


def test_an_unknown_language_of_templates_is_rejected_before_a_request(reflow: Reflow) -> None:
    ended = reflow.run("templates", "list", "--locale", "fr")
    assert (ended.status, reflow.requests) == (2, [])
