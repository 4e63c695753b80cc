"""Prompts and templates by the service's doors."""

import asyncio
from collections.abc import Awaitable

import grpc
import pytest
from google.protobuf.json_format import ParseDict
from reflow.v1 import creations_pb2, prompts_pb2

from services.common.database.pool import Pool
from services.common.errors import Code
from services.common.errors.wire import from_rpc_error
from services.rag.adapters.library import ensure_templates, shipped_templates
from services.rag.adapters.templates import MOST_OWN, TemplateStore
from services.rag.domain.template import NoteTemplate, parse_template
from services.rag.prompts import Templates
from services.rag.template_messages import read_template, template_message
from tests.fixtures.running_rag import ConfiguredRag, RunningRag, RunRag

NAME = "note-writer"
LEFT_OUT = 50
"""Versions of the longest text that an answer cannot hold all of: 60 KB each."""
MINE: dict[str, object] = {
    "key": "guide-lake",
    "locale": "zh",
    "name": "湖边攻略",
    "content_type": "guide",
    "topics": ["湖边"],
    "titles": ["{topic}的{count}件小事"],
    "openings": ["写给{audience}。"],
    "sections": [{"heading": "去之前", "sentences": ["看天气。", "带水。"]}],
    "closings": ["评论区见。"],
}


def mine(**changed: object) -> NoteTemplate:
    return parse_template(MINE | changed)


async def refused(call: Awaitable[object]) -> tuple[Code, str | None]:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    error = from_rpc_error(caught.value)
    return error.code, error.field


async def save(service: RunningRag, text: str) -> prompts_pb2.Prompt:
    return (await service.prompts.SavePrompt(prompts_pb2.SavePromptRequest(name=NAME, text=text))).prompt


async def use(service: RunningRag, version: int) -> prompts_pb2.Prompt:
    request = prompts_pb2.ActivatePromptRequest(name=NAME, version=version)
    return (await service.prompts.ActivatePrompt(request)).prompt


async def get(service: RunningRag) -> prompts_pb2.Prompt:
    return (await service.prompts.GetPrompt(prompts_pb2.GetPromptRequest(name=NAME))).prompt


async def put(service: RunningRag, template: NoteTemplate) -> creations_pb2.NoteTemplate:
    request = prompts_pb2.PutTemplateRequest(template=template_message(template))
    return (await service.prompts.PutTemplate(request)).template


async def remove(service: RunningRag, key: str, locale: str = "zh") -> None:
    await service.prompts.RemoveTemplate(prompts_pb2.RemoveTemplateRequest(key=key, locale=locale))


async def listed(service: RunningRag, locale: str = "") -> list[creations_pb2.NoteTemplate]:
    return [*(await service.prompts.ListTemplates(prompts_pb2.ListTemplatesRequest(locale=locale))).templates]


async def test_a_prompt_that_nobody_saved_is_the_agents_own(configured: ConfiguredRag, running: RunRag) -> None:
    async with running(configured()) as service:
        (prompt,) = (await service.prompts.ListPrompts(prompts_pb2.ListPromptsRequest())).prompts
        assert (prompt.name, prompt.active, [*prompt.versions]) == (NAME, 0, [])
        assert "笔记" in prompt.purpose and "notes" in prompt.purpose


async def test_each_text_that_is_saved_is_a_version_in_use_and_any_of_them_can_be_used_again(
    configured: ConfiguredRag, running: RunRag
) -> None:
    async with running(configured()) as service:
        for version, text in enumerate(["短一点。", "长一点。"], start=1):
            saved = await save(service, f"  {text}\n")
            assert (saved.active, [(one.version, one.text) for one in saved.versions]) == (version, [(version, text)])
        assert [(one.version, one.text) for one in (await use(service, 1)).versions] == [(1, "短一点。")]
        kept = await get(service)
        assert (kept.active, [one.version for one in kept.versions]) == (1, [2, 1])
        assert kept.versions[0].created_at.ToDatetime() > kept.versions[1].created_at.ToDatetime()
        own = await use(service, 0)
        assert (own.active, [*own.versions]) == (0, [])


async def test_a_text_that_is_in_use_already_makes_no_version_and_one_that_is_not_does(
    configured: ConfiguredRag, running: RunRag
) -> None:
    async with running(configured()) as service:
        await save(service, "短一点。")
        assert (await save(service, "短一点。\r\n")).active == 1
        await use(service, 0)
        assert (await save(service, "短一点。")).active == 2


async def test_texts_saved_at_once_are_all_kept_in_one_order_and_the_last_is_in_use(
    configured: ConfiguredRag, running: RunRag
) -> None:
    async with running(configured()) as service:
        await asyncio.gather(*(save(service, f"text {number}") for number in range(12)))
        kept = await get(service)
        assert [one.version for one in kept.versions] == list(range(12, 0, -1))
        assert {one.text for one in kept.versions} == {f"text {number}" for number in range(12)}
        moments = [one.created_at.ToNanoseconds() for one in kept.versions]
        assert kept.active == 12 and moments == sorted(moments, reverse=True)


async def test_a_prompt_with_more_text_than_an_answer_holds_still_tells_every_version(
    configured: ConfiguredRag, running: RunRag
) -> None:
    async with running(configured()) as service:
        for number in range(LEFT_OUT + 10):
            await save(service, f"{number:03}" + "春" * 19_000)
        kept = await get(service)
        assert len(kept.versions) == LEFT_OUT + 10
        assert kept.versions[0].text and not kept.versions[-1].text
        assert (await use(service, 1)).versions[0].text.startswith("000")


@pytest.mark.parametrize("text", ["nul\x00", " \n ", "春" * 20_001])
async def test_a_text_that_cannot_be_kept_is_refused_and_changes_nothing(
    configured: ConfiguredRag, running: RunRag, text: str
) -> None:
    async with running(configured()) as service:
        assert await refused(save(service, text)) == (Code.INVALID_INPUT_FORMAT, "text")
        assert not (await get(service)).versions


async def test_an_unknown_prompt_and_an_unknown_version_are_told(configured: ConfiguredRag, running: RunRag) -> None:
    async with running(configured()) as service:
        await save(service, "短一点。")
        for version in (2, 2**32 - 1):
            assert await refused(use(service, version)) == (Code.PROMPT_UNKNOWN, "version")
        assert (await get(service)).active == 1
        for call in (
            service.prompts.GetPrompt(prompts_pb2.GetPromptRequest(name="nobody")),
            service.prompts.SavePrompt(prompts_pb2.SavePromptRequest(name="nobody", text="a")),
            service.prompts.ActivatePrompt(prompts_pb2.ActivatePromptRequest(name="nobody", version=0)),
        ):
            assert await refused(call) == (Code.PROMPT_UNKNOWN, "name")


async def test_two_tenants_do_not_see_each_others_prompts_and_templates(
    configured: ConfiguredRag, running: RunRag
) -> None:
    settings = configured()
    async with (
        running(settings) as one,
        running(settings.model_copy(update={"scope": "other"})) as other,
    ):
        await save(one, "短一点。")
        await put(one, mine())
        await remove(one, "guide-route")
        assert not (await get(other)).versions
        keys = {template.key for template in await listed(other, "zh")}
        assert "guide-route" in keys and "guide-lake" not in keys


async def test_the_first_call_on_a_new_database_sees_all_shipped_templates(
    configured: ConfiguredRag, running: RunRag
) -> None:
    async with running(configured()) as service:
        assert [read_template(one) for one in await listed(service)] == sorted(
            shipped_templates(), key=lambda one: (one.key, one.locale == "en")
        )
        assert {one.locale for one in await listed(service, "en")} == {"en"}


async def test_a_template_is_stored_as_given_replaced_and_removed(configured: ConfiguredRag, running: RunRag) -> None:
    async with running(configured()) as service:
        for revision, name in ((1, "湖边攻略"), (2, "湖边")):
            stored = await put(service, mine(name=name))
            assert (stored.revision, read_template(stored)) == (revision, mine(name=name))
        await remove(service, "guide-lake")
        assert await refused(remove(service, "guide-lake")) == (Code.TEMPLATE_UNKNOWN, "key")
        assert await refused(remove(service, "guide-route", "fr")) == (Code.INVALID_INPUT_FORMAT, "locale")
        assert (await put(service, mine())).revision == 4


async def test_a_broken_template_is_refused_by_its_field(configured: ConfiguredRag, running: RunRag) -> None:
    changes: list[tuple[str, dict[str, object]]] = [
        ("titles", {"titles": ["{price}"]}),
        ("sections[1].sentences", {"sections": [{"heading": "a", "sentences": ["{"]}]}),
        ("closings", {"closings": ["nul\x00"]}),
        ("locale", {"locale": "fr"}),
        ("template.key", {"key": "Nö"}),
    ]
    async with running(configured()) as service:
        for field, changed in changes:
            template = ParseDict(MINE | changed, creations_pb2.NoteTemplate())
            call = service.prompts.PutTemplate(prompts_pb2.PutTemplateRequest(template=template))
            assert await refused(call) == (Code.INVALID_INPUT_FORMAT, field)
        assert len(await listed(service)) == len(shipped_templates())


async def test_what_fits_is_recommended_best_first_and_no_more_than_asked_for(
    configured: ConfiguredRag, running: RunRag
) -> None:
    async with running(configured()) as service:
        await put(service, mine())

        async def keys(topic: str, content_type: str, locale: str, limit: int = 0) -> list[str]:
            request = prompts_pb2.RecommendTemplatesRequest(
                topic=topic, content_type=content_type, locale=locale, limit=limit
            )
            return [one.key for one in (await service.prompts.RecommendTemplates(request)).templates]

        assert {*(await keys("湖边露营", "guide", "zh"))[:2]} == {"guide-lake", "guide-route"}
        assert await keys("camping", "guide", "en", limit=1) == ["guide-route"]
        assert await refused(keys("露营", "poem", "zh")) == (Code.INVALID_INPUT_FORMAT, "content_type")
        assert await refused(keys("露营", "guide", "")) == (Code.INVALID_INPUT_FORMAT, "locale")


async def test_a_locale_with_a_region_is_understood_by_who_recommends_within_the_rag(pool: Pool) -> None:
    store = TemplateStore(pool)

    async def shipped() -> None:
        await ensure_templates(store)

    templates = Templates(store, "default", shipped)
    assert {one.locale for one in await templates.recommend("camping", "guide", "en-US", 9)} == {"en"}
    assert {one.locale for one in await templates.recommend("露营", "guide", "", 1)} == {"zh"}


async def test_what_ships_is_renewed_but_neither_brought_back_nor_written_over(pool: Pool) -> None:
    store = TemplateStore(pool)
    assert await ensure_templates(store) == len(shipped_templates())
    assert await ensure_templates(store) == 0
    changed = shipped_templates()[0]
    await store.put("default", parse_template(changed.as_mapping() | {"name": "我的"}))
    await store.remove("default", "list-outing", "zh")
    async with pool.connection() as connection:
        await connection.execute("UPDATE templates SET record = record || '{\"name\": \"old\"}' WHERE scope = ''")
    assert await ensure_templates(store) == len(shipped_templates())
    seen = {(one.key, one.locale): one for one in await store.all("default")}
    assert seen[changed.key, changed.locale].name == "我的"
    assert ("list-outing", "zh") not in seen and ("list-outing", "en") in seen
    assert seen["guide-start", "zh"].revision == 2


async def test_a_tenant_can_have_so_many_templates_of_its_own_and_still_change_them(pool: Pool) -> None:
    store = TemplateStore(pool)
    for number in range(MOST_OWN):
        await store.put("default", mine(key=f"mine-{number}"))
    with pytest.raises(Exception, match=f"{MOST_OWN}"):
        await store.put("default", mine(key="one-more"))
    assert (await store.put("default", mine(key="mine-0", name="b"))).revision == 2
    await store.remove("default", "mine-1", "zh")
    assert (await store.put("default", mine(key="one-more"))).revision == 1
