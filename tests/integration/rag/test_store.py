"""The style library in PostgreSQL stores and finds styles."""

import asyncio
from dataclasses import replace

import pytest

from services.common.contract.image_chat import Medium
from services.common.database.pool import Pool
from services.common.errors import Code, ReflowError
from services.rag.adapters.embeddings import BuiltinEmbeddings
from services.rag.adapters.seed_data import ensure_styles, load_seed_styles
from services.rag.adapters.style_store import StyleStore
from services.rag.domain.rank_fusion import Match
from services.rag.domain.style import Style

MINE = Style(
    key="moss_dream",
    name_zh="苔藓梦境",
    name_en="Moss Dream",
    aliases=("苔梦",),
    prompt="velvet moss over quiet stones, diffuse green light",
    prompt_zh="苔藓覆盖静石，绿光弥散。",
    medium=Medium.WATERCOLOR,
    palette=("#e8efe0", "#5d7a4a", "#2f4a2a", "#a8c090"),
    tags=("moss", "苔藓"),
)


async def find(
    store: StyleStore, embeddings: BuiltinEmbeddings, query: str, *, scope: str = "", limit: int = 3
) -> tuple[Match, ...]:
    (vector,) = (await embeddings.embed([query])).vectors
    return await store.search(
        query, vector, embeddings.name, scope=scope, limit=limit, min_similarity=embeddings.min_similarity
    )


async def put(store: StyleStore, embeddings: BuiltinEmbeddings, scope: str, style: Style) -> int:
    (vector,) = (await embeddings.embed([style.embedded_text])).vectors
    return (await store.put(scope, style, vector, embeddings.name)).revision


async def test_a_named_style_comes_first_with_similarity_one(
    library: StyleStore, embeddings: BuiltinEmbeddings
) -> None:
    for query, key in [
        ("画一只赛博朋克风格的猫", "cyberpunk"),
        ("A WATERCOLOUR fox", "watercolor"),
        ("窗花", "paper_cut"),
    ]:
        first, *_ = await find(library, embeddings, query)
        assert (first.style.key, first.similarity) == (key, 1.0)


async def test_a_description_without_a_name_matches_by_vector(
    library: StyleStore, embeddings: BuiltinEmbeddings
) -> None:
    first, *_ = await find(library, embeddings, "brass gears and Victorian machines full of steam")
    assert first.style.key == "steampunk"
    assert embeddings.min_similarity <= first.similarity < 1


async def test_an_unrelated_query_matches_nothing(library: StyleStore, embeddings: BuiltinEmbeddings) -> None:
    assert await find(library, embeddings, "画一只猫") == ()


async def test_a_negated_style_does_not_match(library: StyleStore, embeddings: BuiltinEmbeddings) -> None:
    found = await find(library, embeddings, "画一只水墨的猫，不要赛博朋克")
    assert [match.style.key for match in found if match.similarity == 1] == ["ink_wash"]


async def test_the_limit_of_matches_applies(library: StyleStore, embeddings: BuiltinEmbeddings) -> None:
    found = await find(library, embeddings, "水墨、水彩、油画、剪纸", limit=3)
    assert [match.style.key for match in found] == ["ink_wash", "watercolor", "oil_painting"]


async def test_a_changed_style_has_the_next_revision_and_matches_as_changed(
    library: StyleStore, embeddings: BuiltinEmbeddings
) -> None:
    assert await put(library, embeddings, "studio", MINE) == 1
    assert await put(library, embeddings, "studio", replace(MINE, aliases=("青苔幻想",))) == 2
    (found, *_) = await find(library, embeddings, "青苔幻想", scope="studio")
    assert found.style.aliases == ("青苔幻想",)
    assert (await library.get("studio", "moss_dream")).revision == 2


async def test_a_style_is_not_visible_to_another_scope(library: StyleStore, embeddings: BuiltinEmbeddings) -> None:
    await put(library, embeddings, "studio", MINE)
    assert all(match.style != MINE for match in await find(library, embeddings, "苔藓梦境", scope="other"))
    with pytest.raises(ReflowError, match="STYLE_UNKNOWN"):
        await library.get("other", "moss_dream")


async def test_a_style_of_a_scope_replaces_seed_data_for_this_scope_only(
    library: StyleStore, embeddings: BuiltinEmbeddings
) -> None:
    own = replace(MINE, key="cyberpunk", name_zh="赛博朋克")
    await put(library, embeddings, "studio", own)
    assert [m.style for m in await find(library, embeddings, "赛博朋克", scope="studio") if m.similarity == 1] == [own]
    assert (await find(library, embeddings, "赛博朋克"))[0].style != own


async def test_a_seed_style_removed_in_one_scope_remains_in_the_others(
    library: StyleStore, embeddings: BuiltinEmbeddings
) -> None:
    await library.remove("studio", "cyberpunk")
    assert all(m.style.key != "cyberpunk" for m in await find(library, embeddings, "赛博朋克", scope="studio"))
    assert (await find(library, embeddings, "赛博朋克"))[0].style.key == "cyberpunk"
    assert len(await library.list_all("studio")) == len(await library.list_all("")) - 1


async def test_removing_an_unknown_style_is_an_error(library: StyleStore) -> None:
    await library.remove("", "voxel")
    with pytest.raises(ReflowError) as caught:
        await library.remove("", "voxel")
    assert caught.value.code is Code.STYLE_UNKNOWN
    assert "voxel" in caught.value.text.zh


async def test_a_failed_import_stores_nothing(library: StyleStore, embeddings: BuiltinEmbeddings) -> None:
    styles = [replace(MINE, key=f"moss_{number}") for number in range(3)]
    vectors = (await embeddings.embed([style.embedded_text for style in styles])).vectors
    broken = [*styles[:2], replace(styles[2], name_zh="", name_en="", aliases=())]  # the table requires a name
    with pytest.raises(ReflowError, match="VECTOR_DB_ERROR"):
        await library.import_many("studio", broken, vectors, embeddings.name)
    assert len(await library.list_all("studio")) == len(load_seed_styles())
    await library.import_many("studio", styles, vectors, embeddings.name)
    assert len(await library.list_all("studio")) == len(load_seed_styles()) + 3


async def test_the_library_is_seeded_once(store: StyleStore, embeddings: BuiltinEmbeddings) -> None:
    added = await asyncio.gather(ensure_styles(store, embeddings), ensure_styles(store, embeddings))
    assert max(added) == len(load_seed_styles())
    assert await ensure_styles(store, embeddings) == 0
    assert {stored.revision for stored in await store.list_all("")} == {1}


async def test_changes_of_a_user_survive_the_next_start(library: StyleStore, embeddings: BuiltinEmbeddings) -> None:
    changed = replace(MINE, key="cyberpunk")
    await put(library, embeddings, "", changed)
    await library.remove("", "voxel")
    assert await ensure_styles(library, embeddings) == 0
    assert (await library.get("", "cyberpunk")).style == changed
    with pytest.raises(ReflowError, match="STYLE_UNKNOWN"):
        await library.get("", "voxel")


async def test_a_style_changed_or_removed_during_seeding_remains_so(
    library: StyleStore, embeddings: BuiltinEmbeddings
) -> None:
    await put(library, embeddings, "", replace(MINE, key="cyberpunk"))
    await library.remove("", "voxel")
    vectors = (await embeddings.embed([style.embedded_text for style in load_seed_styles()])).vectors
    await library.seed(load_seed_styles(), vectors, embeddings.name)
    assert (await library.get("", "cyberpunk")).style.name_zh == MINE.name_zh
    assert "voxel" not in {stored.style.key for stored in await library.list_all("")}


async def test_an_updated_seed_style_replaces_the_old_one(
    library: StyleStore, embeddings: BuiltinEmbeddings, pool: Pool
) -> None:
    async with pool.connection() as connection:
        await connection.execute("""UPDATE styles SET record = record || '{"prompt": "old"}' WHERE key = 'voxel'""")
    assert await ensure_styles(library, embeddings) == 1
    voxel = await library.get("", "voxel")
    assert (voxel.revision, voxel.style.prompt != "old", voxel.is_seed) == (2, True, True)


async def test_quotes_operators_and_long_texts_in_a_query_are_only_text(
    library: StyleStore, embeddings: BuiltinEmbeddings
) -> None:
    for query in ["' | ! & :* <-> (水墨", "'; DROP TABLE styles; --", "\\", "水墨" * 500, "🎨", ""]:
        await find(library, embeddings, query)
    assert len(await library.list_all("")) == len(load_seed_styles())
