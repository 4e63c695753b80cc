"""Prompts and templates over gRPC."""

import asyncio
from collections.abc import Awaitable

import grpc
import pytest
from google.protobuf.json_format import ParseDict
from reflow.v1 import note_workflow_pb2, prompts_pb2

from services.common.contract.note import NoteTemplate
from services.common.contract.prompts import PromptName
from services.common.database.pool import Pool
from services.common.errors import Code
from services.common.errors.wire import from_rpc_error
from services.rag.adapters.seed_data import ensure_templates, load_seed_templates
from services.rag.adapters.template_store import MAX_OWN, TemplateStore
from services.rag.application.libraries.prompt_library import TemplateLibrary
from services.rag.domain.template import parse_template, to_record
from services.rag.proto_mapper import template_from_proto
from services.rag.records import template_to_proto
from tests.fixtures.services.rag_client import ConfiguredRag, RagClient, RunRag

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


async def get_rejection(call: Awaitable[object]) -> tuple[Code, str | None]:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    error = from_rpc_error(caught.value)
    return error.code, error.field


async def save(service: RagClient, text: str) -> prompts_pb2.Prompt:
    return (await service.prompts.SavePrompt(prompts_pb2.SavePromptRequest(name=NAME, text=text))).prompt


async def use(service: RagClient, version: int) -> prompts_pb2.Prompt:
    request = prompts_pb2.ActivatePromptRequest(name=NAME, version=version)
    return (await service.prompts.ActivatePrompt(request)).prompt


async def get(service: RagClient) -> prompts_pb2.Prompt:
    return (await service.prompts.GetPrompt(prompts_pb2.GetPromptRequest(name=NAME))).prompt


async def put(service: RagClient, template: NoteTemplate) -> note_workflow_pb2.NoteTemplate:
    request = prompts_pb2.PutTemplateRequest(template=template_to_proto(template))
    return (await service.prompts.PutTemplate(request)).template


async def remove(service: RagClient, key: str, locale: str = "zh") -> None:
    await service.prompts.RemoveTemplate(prompts_pb2.RemoveTemplateRequest(key=key, locale=locale))


async def listed(service: RagClient, locale: str = "") -> list[note_workflow_pb2.NoteTemplate]:
    return [*(await service.prompts.ListTemplates(prompts_pb2.ListTemplatesRequest(locale=locale))).templates]


async def test_a_prompt_without_versions_is_the_builtin_one(configured: ConfiguredRag, running: RunRag) -> None:
    async with running(configured()) as service:
        listed = (await service.prompts.ListPrompts(prompts_pb2.ListPromptsRequest())).prompts
        assert [prompt.name for prompt in listed] == sorted(PromptName)
        assert all((prompt.active, [*prompt.versions]) == (0, []) for prompt in listed)
        (writer,) = [prompt for prompt in listed if prompt.name == NAME]
        assert "笔记" in writer.purpose and "notes" in writer.purpose


async def test_each_saved_text_is_an_active_version_and_older_ones_can_be_activated(
    configured: ConfiguredRag, running: RunRag
) -> None:
    async with running(configured()) as service:
        for version, text in enumerate(["短一点。", "长一点。"], start=1):
            saved = await save(service, f"  {text}\n")
            assert (saved.active, [(one.version, one.text) for one in saved.versions]) == (version, [(version, text)])
        assert [(one.version, one.text) for one in (await use(service, 1)).versions] == [(1, "短一点。")]
        prompt = await get(service)
        assert (prompt.active, [one.version for one in prompt.versions]) == (1, [2, 1])
        assert prompt.versions[0].created_at.ToDatetime() > prompt.versions[1].created_at.ToDatetime()
        own = await use(service, 0)
        assert (own.active, [*own.versions]) == (0, [])


async def test_saving_the_active_text_adds_no_version(configured: ConfiguredRag, running: RunRag) -> None:
    async with running(configured()) as service:
        await save(service, "短一点。")
        assert (await save(service, "短一点。\r\n")).active == 1
        await use(service, 0)
        assert (await save(service, "短一点。")).active == 2


async def test_texts_saved_concurrently_are_all_versions_and_the_last_is_active(
    configured: ConfiguredRag, running: RunRag
) -> None:
    async with running(configured()) as service:
        await asyncio.gather(*(save(service, f"text {number}") for number in range(12)))
        prompt = await get(service)
        assert [one.version for one in prompt.versions] == list(range(12, 0, -1))
        assert {one.text for one in prompt.versions} == {f"text {number}" for number in range(12)}
        timestamps = [one.created_at.ToNanoseconds() for one in prompt.versions]
        assert prompt.active == 12 and timestamps == sorted(timestamps, reverse=True)


async def test_a_prompt_with_too_much_text_for_a_message_still_lists_every_version(
    configured: ConfiguredRag, running: RunRag
) -> None:
    async with running(configured()) as service:
        for number in range(LEFT_OUT + 10):
            await save(service, f"{number:03}" + "春" * 19_000)
        prompt = await get(service)
        assert len(prompt.versions) == LEFT_OUT + 10
        assert prompt.versions[0].text and not prompt.versions[-1].text
        assert (await use(service, 1)).versions[0].text.startswith("000")


@pytest.mark.parametrize("text", ["nul\x00", " \n ", "春" * 20_001])
async def test_an_invalid_text_is_rejected_and_changes_nothing(
    configured: ConfiguredRag, running: RunRag, text: str
) -> None:
    async with running(configured()) as service:
        assert await get_rejection(save(service, text)) == (Code.INVALID_INPUT_FORMAT, "text")
        assert not (await get(service)).versions


async def test_an_unknown_prompt_and_an_unknown_version_are_errors(configured: ConfiguredRag, running: RunRag) -> None:
    async with running(configured()) as service:
        await save(service, "短一点。")
        for version in (2, 2**32 - 1):
            assert await get_rejection(use(service, version)) == (Code.PROMPT_UNKNOWN, "version")
        assert (await get(service)).active == 1
        for call in (
            service.prompts.GetPrompt(prompts_pb2.GetPromptRequest(name="nobody")),
            service.prompts.SavePrompt(prompts_pb2.SavePromptRequest(name="nobody", text="a")),
            service.prompts.ActivatePrompt(prompts_pb2.ActivatePromptRequest(name="nobody", version=0)),
        ):
            assert await get_rejection(call) == (Code.PROMPT_UNKNOWN, "name")


async def test_prompts_and_templates_are_not_visible_to_another_scope(
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


async def test_the_first_call_on_a_new_database_waits_for_all_seed_templates(
    configured: ConfiguredRag, running: RunRag
) -> None:
    async with running(configured()) as service:
        assert [template_from_proto(one) for one in await listed(service)] == sorted(
            load_seed_templates(), key=lambda one: (one.key, one.locale == "en")
        )
        assert {one.locale for one in await listed(service, "en")} == {"en"}


async def test_a_template_is_stored_replaced_and_removed(configured: ConfiguredRag, running: RunRag) -> None:
    async with running(configured()) as service:
        for revision, name in ((1, "湖边攻略"), (2, "湖边")):
            stored = await put(service, mine(name=name))
            assert (stored.revision, template_from_proto(stored)) == (revision, mine(name=name))
        await remove(service, "guide-lake")
        assert await get_rejection(remove(service, "guide-lake")) == (Code.TEMPLATE_UNKNOWN, "key")
        assert await get_rejection(remove(service, "guide-route", "fr")) == (Code.INVALID_INPUT_FORMAT, "locale")
        assert (await put(service, mine())).revision == 4


async def test_an_invalid_template_is_rejected_with_its_field(configured: ConfiguredRag, running: RunRag) -> None:
    changes: list[tuple[str, dict[str, object]]] = [
        ("titles", {"titles": ["{price}"]}),
        ("sections[1].sentences", {"sections": [{"heading": "a", "sentences": ["{"]}]}),
        ("template.closings[0]", {"closings": ["nul\x00"]}),
        ("template.locale", {"locale": "fr"}),
        ("template.key", {"key": "Nö"}),
    ]
    async with running(configured()) as service:
        for field, changed in changes:
            template = ParseDict(MINE | changed, note_workflow_pb2.NoteTemplate())
            call = service.prompts.PutTemplate(prompts_pb2.PutTemplateRequest(template=template))
            assert await get_rejection(call) == (Code.INVALID_INPUT_FORMAT, field)
        assert len(await listed(service)) == len(load_seed_templates())


async def test_matching_templates_are_recommended_best_first_up_to_the_limit(
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
        assert await get_rejection(keys("露营", "poem", "zh")) == (Code.INVALID_INPUT_FORMAT, "content_type")
        assert await get_rejection(keys("露营", "guide", "")) == (Code.INVALID_INPUT_FORMAT, "locale")


async def test_a_locale_with_a_region_is_accepted(pool: Pool) -> None:
    store = TemplateStore(pool)

    async def shipped() -> None:
        await ensure_templates(store)

    templates = TemplateLibrary(store, "default", shipped)
    assert {one.locale for one in await templates.recommend("camping", "guide", "en-US", 9)} == {"en"}
    assert {one.locale for one in await templates.recommend("露营", "guide", "", 1)} == {"zh"}


async def test_seed_templates_are_updated_but_changes_of_users_are_not(pool: Pool) -> None:
    store = TemplateStore(pool)
    assert await ensure_templates(store) == len(load_seed_templates())
    assert await ensure_templates(store) == 0
    changed = load_seed_templates()[0]
    await store.put("default", parse_template(to_record(changed) | {"name": "我的"}))
    await store.remove("default", "list-outing", "zh")
    async with pool.connection() as connection:
        await connection.execute("UPDATE templates SET record = record || '{\"name\": \"old\"}' WHERE scope = ''")
    assert await ensure_templates(store) == len(load_seed_templates())
    seen = {(one.key, one.locale): one for one in await store.list_all("default")}
    assert seen[changed.key, changed.locale].name == "我的"
    assert ("list-outing", "zh") not in seen and ("list-outing", "en") in seen
    assert seen["guide-start", "zh"].revision == 2


async def test_the_number_of_templates_of_a_scope_is_limited_but_they_can_be_changed(pool: Pool) -> None:
    store = TemplateStore(pool)
    for number in range(MAX_OWN):
        await store.put("default", mine(key=f"mine-{number}"))
    with pytest.raises(Exception, match=f"{MAX_OWN}"):
        await store.put("default", mine(key="one-more"))
    assert (await store.put("default", mine(key="mine-0", name="b"))).revision == 2
    await store.remove("default", "mine-1", "zh")
    assert (await store.put("default", mine(key="one-more"))).revision == 1
