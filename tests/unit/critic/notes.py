"""Notes to be judged: good ones as the agents make them, changed by the tests."""

from dataclasses import replace
from typing import Any

from services.common.language import Language, Text
from services.common.limits import Limits
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.gallery import Measured
from services.critic.domain.note.judgement import NoteJudgement, with_pictures
from services.critic.domain.note.judging import judge_text
from services.critic.domain.note.note import (
    Binding,
    Brief,
    Content,
    Drawn,
    Evidence,
    Layout,
    Made,
    Note,
    Overlay,
    Plan,
    Reference,
    Section,
    Source,
)

LIMITS = Limits()
DARK, LIGHTER = Text("画面太暗", "the picture is too dark"), Text("提高亮度", "raise the brightness")
TITLE = "春游攻略｜带娃一日游这样安排"
PARAGRAPHS = (
    "一到周末就不知道带娃去哪？这份春游攻略我走过两遍，照着安排就不慌。",
    "路线：上午九点从植物园南门进，先看樱花大道，再去郁金香花田。十一点前人还不多，推车也好走。",
    "野餐：午饭带三明治、小番茄和温水，草坪要自带野餐垫。垃圾袋多备两个，走的时候把草地收拾干净。",
    "装备：薄外套一件，防晒和驱蚊各一份。孩子跑起来会出汗，背包里放一件换洗的短袖就够了。",
    "你们春天最想带孩子去哪里？评论区告诉我，下一篇就写它。",
)
CHINESE = Note(
    text="写一篇春游攻略，给带孩子的爸妈看",
    brief=Brief(
        topic="春游",
        audience="带孩子的家庭",
        goal="照着就能安排一天",
        tone="亲切、实用",
        keywords=("春游", "亲子", "野餐"),
        content_type="guide",
        picture_count=3,
    ),
    content=Content(TITLE, "\n\n".join(PARAGRAPHS), ("春游", "亲子游", "野餐", "周末去哪")),
    layout=Layout(
        "春游攻略",
        "带娃一日游",
        (
            Section("cover", picture=True),
            Section("opening", paragraphs=(0,)),
            Section("section", "路线怎么走", (1,), picture=True),
            Section("section", "野餐带什么", (2,), picture=True),
            Section("section", "装备清单", (3,)),
            Section("closing", paragraphs=(4,)),
        ),
    ),
    evidence=Evidence(
        (
            Source("春游去哪儿，这五个公园不挤", "植物园、湿地公园，九点前到最好", "travel_11"),
            Source("带娃野餐的清单", "三明治和水果提前切好", "food_03"),
        ),
        ("春游", "野餐", "周末去哪"),
    ),
    plans=(
        Plan("image-1", "春日公园里一家人在草地上，春游，清新插画", "春游的一家人", width=768, height=1024),
        Plan("image-2", "植物园的樱花大道，阳光透过花瓣", "樱花大道", width=768, height=1024),
        Plan("image-3", "草坪上的野餐垫，三明治和小番茄", "野餐", width=768, height=1024),
    ),
    bindings=(Binding(0, "image-1"), Binding(1, "image-2"), Binding(2, "image-3")),
    overlays=(Overlay("image-1", "春游攻略"), Overlay("image-2", "樱花大道")),
    made=(
        Made("image-1", "one", "one-plain", (Drawn(contrast=9.0),)),
        Made("image-2", "two", "two-plain", (Drawn(contrast=7.0),)),
        Made("image-3", "three", "three"),
    ),
)

ENGLISH_PARAGRAPHS = (
    "Never quite sure where to take the kids on a free Saturday? This spring picnic plan worked for us twice.",
    "The route: arrive at the botanical garden by nine, walk the cherry avenue first, then the tulip field. Before "
    "eleven the paths are still empty and a pushchair has room.",
    "The food: bring sandwiches, cherry tomatoes and warm water, and a blanket for the lawn. Pack two spare bags and "
    "leave the grass as clean as you found it.",
    "The bag: one light jacket, sun cream, and a dry shirt for every child who runs. That is all you need.",
    "Where will you go this spring? Tell me below and I will write about it next.",
)
ENGLISH = Note(
    text="write a guide to a spring picnic with kids",
    brief=Brief(
        topic="spring picnic",
        audience="families",
        goal="plan the day",
        tone="friendly",
        keywords=("picnic", "kids", "garden"),
        content_type="guide",
        picture_count=1,
    ),
    content=Content(
        "Spring Picnic With Kids: A Calm One-Day Plan", "\n\n".join(ENGLISH_PARAGRAPHS), ("picnic", "kids", "spring")
    ),
    layout=Layout(
        "Spring Picnic",
        "A one-day plan",
        (
            Section("cover", picture=True),
            Section("opening", paragraphs=(0,)),
            Section("section", "The route", (1,)),
            Section("section", "The food", (2,)),
            Section("section", "The bag", (3,)),
            Section("closing", paragraphs=(4,)),
        ),
    ),
    plans=(Plan("image-1", "a family having a picnic on a spring lawn", "picnic", width=768, height=1024),),
    bindings=(Binding(0, "image-1"),),
    overlays=(Overlay("image-1", "Spring Picnic"),),
    made=(Made("image-1", "one", "one", (Drawn(contrast=9.0),)),),
)
REFERENCE = Reference(("#f2e3c6", "#588b8b"), 0.6, 1080, 1440, "3:4")


def text(note: Note = CHINESE, **changed: Any) -> Note:
    """Return *note* with its title, body or tags changed."""
    return replace(note, content=replace(note.content, **changed))


def brief(note: Note = CHINESE, **changed: Any) -> Note:
    """Return *note* with its brief changed."""
    return replace(note, brief=replace(note.brief, **changed))


def layout(note: Note = CHINESE, **changed: Any) -> Note:
    """Return *note* with its layout changed."""
    return replace(note, layout=replace(note.layout, **changed))


def plan(number: int, note: Note = CHINESE, **changed: Any) -> Note:
    """Return *note* with its plan *number*, from 1, changed."""
    plans = list(note.plans)
    plans[number - 1] = replace(plans[number - 1], **changed)
    return replace(note, plans=tuple(plans))


def drawn(number: int, *texts: Drawn, note: Note = CHINESE) -> Note:
    """Return *note* with the texts on its picture *number*, from 1, drawn as *texts*."""
    made = list(note.made)
    made[number - 1] = replace(made[number - 1], drawn=texts)
    return replace(note, made=tuple(made))


def measured(note: Note = CHINESE, *scores: float) -> dict[str, Measured]:
    """Return the pictures of *note* measured as planned, with *scores* or 0.9."""
    found = {}
    for number, made in enumerate(note.made_by_plan.values()):
        planned = note.plans_by_id[made.plan_id]
        score = scores[number] if number < len(scores) else 0.9
        found[made.plan_id] = Measured(made.plan_id, score, planned.width, planned.height, made.asset_id, DARK, LIGHTER)
    return found


def judged(note: Note, language: Language = Language.CHINESE, *scores: float) -> NoteJudgement:
    """Return the judgement of *note*, its pictures measured with *scores*."""
    return with_pictures(judge_text(note, language), note, measured(note, *scores), LIMITS)


def score(note: Note, dimension: NoteDimension, language: Language = Language.CHINESE) -> float:
    """Return the score of one dimension of *note*."""
    return judged(note, language).scores[dimension]


def faults(note: Note, dimension: NoteDimension, language: Language = Language.CHINESE) -> str:
    """Return what is wrong with one dimension of *note*, in *language*."""
    return "；".join(one.fault(language) for one in judged(note, language).of(dimension))
