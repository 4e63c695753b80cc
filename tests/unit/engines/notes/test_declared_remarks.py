"""What the user named and what the library has is declared where the note does not use it."""

from tests.fixtures.notes.pipeline import gather_evidence, write_first


def test_a_close_source_that_cannot_be_cited_is_not_denied() -> None:
    request = "带爸妈十月去泉州玩四天，我妈膝盖不好爬不了坡，预算人均2500，帮我写篇攻略"
    content = write_first(request).content
    title = gather_evidence(request).sources[0].title
    assert "来源：" not in content.body and title in content.remarks[0]


def test_readers_that_the_title_does_not_name_are_declared() -> None:
    request = "我妈迷上了集邮，家里堆了三摞没看的，怎么劝才不吵架，写一篇给刚结婚的年轻人"
    content = write_first(request).content
    assert "年轻人" in "\n".join((content.title, *content.remarks))


def test_a_long_clause_of_the_request_is_a_statement_or_a_detail() -> None:
    request = (
        "I volunteer at the library and the retired folks there keep asking me how to spot scam texts. "
        "could you write it up for them?"
    )
    note = write_first(f"{request} My uncle lost his savings and his patience to one of those last spring").content
    assert "his patience to one of those last spring" in "\n".join((note.body, *note.remarks))


def test_a_short_topic_retains_its_question() -> None:
    assert "怎么骑" in write_first("写一篇雨天怎么骑安全的").content.title
