"""Plans of tasks by rules: templates by the words of a request or its meaning, agents by their names."""

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from services.common.agents.catalog import load_catalog
from services.common.agents.plan_check import check_plan
from services.common.contract.agent_team.team import RankedCandidates, TeamFile
from services.common.contract.agent_team.team_requests import RankCandidates as Request
from services.common.contract.step import StepCall, StepContext
from services.common.errors import Code, ReflowError
from services.common.text.language import Language
from services.planner.domain.task_rules import (
    find_template,
    list_candidates,
    plan_by_rules,
    plan_ranked,
    plan_template,
)
from services.rag.adapters.embeddings import BuiltinEmbeddings, Vectors
from services.rag.application.rank_candidates import RankCandidates

CATALOG = load_catalog()
CASES = Path(__file__).parents[2] / "fixtures" / "team"
IMAGE = (TeamFile("a.png", asset_id="0" * 64),)
# Measured: 24, 23, 44, 35; by the words alone 24, 24, 17, 16.
FLOORS = {"requests": 24, "requests_held_out": 22, "requests_indirect": 43, "requests_indirect_held_out": 34}


def choose(text: str, images: str, rank: RankCandidates | None) -> str:
    """Return the template, or the agent, of a request; "-" for none. Without *rank* by its words alone."""
    attachments = IMAGE if images == "1" else ()
    try:
        plan = plan_by_rules(text, attachments, CATALOG, Language.CHINESE)
        if plan is None:
            ranked = asyncio.run(find(text, rank)) if rank is not None else RankedCandidates()
            plan = plan_ranked(ranked, text, attachments, CATALOG, Language.CHINESE)
    except ReflowError as error:
        assert error.code in (Code.INTENT_UNKNOWN, Code.INVALID_INPUT_EMPTY)
        return "-"
    return plan.template or plan.stages[0].agent


async def find(text: str, rank: RankCandidates) -> RankedCandidates:
    request = Request(text, list_candidates(CATALOG).candidates)
    outcomes = [one async for one in rank(request, StepCall(StepContext("run"), lambda: None))]
    assert isinstance(outcomes[-1], RankedCandidates)
    return outcomes[-1]


@pytest.fixture(scope="module")
def rank() -> RankCandidates:
    async def run(function: object, texts: list[str]) -> Vectors:
        return await asyncio.to_thread(function, texts)  # type: ignore[arg-type]

    return RankCandidates(BuiltinEmbeddings(run))


@pytest.mark.parametrize("name", FLOORS)
def test_the_template_or_agent_that_fits_is_chosen(
    name: str, rank: RankCandidates, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = (CASES / f"{name}.tsv").read_text("utf-8").splitlines()
    cases = [line.split("\t") for line in lines]
    by_words = sum(choose(text, images, None) == expected for text, images, expected in cases)
    chosen = [choose(text, images, rank) for text, images, _ in cases]
    right = sum(one == expected for one, (_, _, expected) in zip(chosen, cases, strict=True))
    nothing = sum(one == "-" != expected for one, (_, _, expected) in zip(chosen, cases, strict=True))
    with capsys.disabled():
        sys.stdout.write(f"\n{name}: {right} of {len(cases)} requests, {nothing} without a plan; words: {by_words}\n")
    assert right >= FLOORS[name]


def test_agents_that_a_request_names_are_executed_in_that_order() -> None:
    plan = plan_by_rules("先让 code-reviewer 看，再让 @documenter 写文档", (), CATALOG, Language.CHINESE)
    assert plan is not None
    assert [(stage.agent, stage.inputs) for stage in plan.stages] == [
        ("code-reviewer", ()),
        ("documenter", ("code_reviewer",)),
    ]
    assert check_plan(plan) == ()


@pytest.mark.parametrize("ids", [(), ("template:gone",), ("agent:gone",), ("coder",)])
def test_a_ranking_without_anything_usable_is_an_unknown_intent_that_lists_the_templates(ids: tuple[str, ...]) -> None:
    with pytest.raises(ReflowError) as error:
        plan_ranked(RankedCandidates(ids), "x", (), CATALOG, Language.CHINESE)
    assert error.value.code is Code.INTENT_UNKNOWN
    assert "code-map" in error.value.text.en


@pytest.mark.parametrize(
    ("ids", "text"), [(("template:image-redact",), "x"), ((), "cover the private data"), ((), "把隐私打码")]
)
def test_a_request_for_a_template_that_lacks_its_images_asks_to_attach_one(ids: tuple[str, ...], text: str) -> None:
    with pytest.raises(ReflowError) as error:
        plan_ranked(RankedCandidates(ids), text, (), CATALOG, Language.ENGLISH)
    assert error.value.code is Code.INVALID_INPUT_EMPTY
    assert error.value.text.en == 'The template "image-redact" needs an image: attach one.'


@pytest.mark.parametrize("text", ["@nobody do it", "@nobody, review my code", "请让 @nobody 来"])
def test_an_unknown_agent_is_named_with_those_that_exist(text: str) -> None:
    with pytest.raises(ReflowError) as error:
        plan_by_rules(text, (), CATALOG, Language.ENGLISH) or plan_ranked(
            RankedCandidates(), text, (), CATALOG, Language.ENGLISH
        )
    assert error.value.text.en.startswith('There is no agent "nobody"; there are: ')
    assert "documenter" in error.value.text.en


@pytest.mark.parametrize(
    "text",
    [
        "review the code and mail me@example.org",
        "review the code and its @property",
        "@app.route('/login') is above the function, review this code",
        "@lru_cache(maxsize=1): review the code",
        "@angular/core: review the code",
        "@dataclass classes: review the code",
        "@everyone review the code",
    ],
)
def test_an_address_a_decorator_or_a_package_is_no_agent(text: str) -> None:
    plan = plan_by_rules(text, (), CATALOG, Language.ENGLISH)
    assert plan is not None and plan.template == "code-review-and-fix"


@pytest.mark.parametrize("text", ["how do I detect memory leaks", "find out why the words differ"])
def test_one_word_of_a_template_for_images_asks_for_none_where_nothing_is_close(text: str) -> None:
    assert plan_by_rules(text, (), CATALOG, Language.ENGLISH) is None
    with pytest.raises(ReflowError) as error:
        plan_ranked(RankedCandidates(), text, (), CATALOG, Language.ENGLISH)
    assert error.value.code is Code.INTENT_UNKNOWN


@pytest.mark.parametrize("text", ["write unit tests that cover the interface", "detect why it crashes", "框出文字"])
def test_words_of_a_template_that_lacks_its_images_leave_the_request_to_the_ranking(text: str) -> None:
    assert any(template.count_words(text) for template in CATALOG.templates.values())
    assert plan_by_rules(text, (), CATALOG, Language.CHINESE) is None


@pytest.mark.parametrize(
    ("templates", "agents", "ranked"),
    [(6, 6, (6, 6)), (150, 6, (94, 6)), (6, 150, (6, 94)), (150, 150, (50, 50))],
)
def test_too_many_candidates_leave_places_to_templates_and_to_agents(
    templates: int, agents: int, ranked: tuple[int, int]
) -> None:
    template, agent = CATALOG.templates["code-map"], CATALOG.agents["coder"]
    catalog = replace(
        CATALOG,
        templates={f"t{number}": replace(template, id=f"t{number}") for number in range(templates)},
        agents={f"a{number}": replace(agent, id=f"a{number}") for number in range(agents)},
    )
    ids = [one.id for one in list_candidates(catalog).candidates]
    assert tuple(sum(one.startswith(kind) for one in ids) for kind in ("template:", "agent:")) == ranked


def test_a_template_without_its_image_and_an_unknown_one_are_clear_errors() -> None:
    with pytest.raises(ReflowError) as lacking:
        plan_template(find_template("image-ocr-annotate", CATALOG), (), CATALOG, Language.CHINESE)
    assert (lacking.value.code, lacking.value.field) == (Code.INVALID_INPUT_EMPTY, "attachments")
    with pytest.raises(ReflowError) as unknown:
        find_template("nothing", CATALOG)
    assert unknown.value.code is Code.TEMPLATE_UNKNOWN
    assert "image-ocr-annotate" in unknown.value.text.en
