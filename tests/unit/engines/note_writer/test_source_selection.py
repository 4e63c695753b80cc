"""Sources that are none for the request, by what they are about and for whom."""

import pytest

from engines.note_writer.source_selection.selection import select_sources
from engines.note_writer.values import NoteRequest, Source
from engines.note_writer.writer import write_note
from services.common.contract.note import Closeness
from services.common.text.language import Language


@pytest.mark.parametrize(
    ("topic", "title", "excerpt", "is_source"),
    [
        ("petite skirts for work", "Skirts for the office", "A skirt for the office ends at the knee.", False),
        ("petite skirts for work", "Petite office skirts", "A petite skirt ends above the knee.", True),
        ("卷发护理 自然卷", "头发怎么护理", "头发每两三天洗一次就够，洗前先梳开。", False),
    ],
)
def test_a_source_for_everybody_is_none_for_a_build_or_hair_that_it_does_not_name(
    topic: str, title: str, excerpt: str, is_source: bool
) -> None:
    language = Language.ENGLISH if topic.isascii() else Language.CHINESE
    request = NoteRequest(language, topic, sources=(Source(title, excerpt, Closeness.CLOSE),))
    assert bool(select_sources(request)) is is_source


@pytest.mark.parametrize(
    ("topic", "title", "excerpt"),
    [
        ("大码头夜景", "夜景怎么拍", "拍夜景用三脚架，快门放慢到两秒。"),
        ("凉拌油皮", "凉拌菜怎么调", "凉拌菜的料汁用生抽和醋调匀。"),
        ("oily fish recipes", "Fish recipes", "Fish bakes in the oven for twenty minutes."),
    ],
)
def test_a_word_that_only_looks_like_a_trait_rejects_no_source(topic: str, title: str, excerpt: str) -> None:
    language = Language.ENGLISH if topic.isascii() else Language.CHINESE
    request = NoteRequest(language, topic, sources=(Source(title, excerpt, Closeness.CLOSE),))
    assert select_sources(request)


def test_the_sources_of_a_request_are_selected_once_however_many_details_it_has() -> None:
    source = Source(
        "Growing strawberries", "A strawberry plant bears fruit in full sun for two years.", Closeness.CLOSE
    )
    details = tuple(f"with kids, a small budget and no garden {number}" for number in range(12))
    request = NoteRequest(Language.ENGLISH, "growing strawberries", constraints=details, sources=(source,))
    select_sources.cache_clear()
    write_note(request)
    assert select_sources.cache_info().misses == 1
