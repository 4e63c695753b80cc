"""Notes to review: valid ones, which the tests modify."""

from dataclasses import replace
from typing import Any

from services.common.contract.assets import Asset
from services.common.contract.image_chat import ImageResult, TaskType
from services.common.contract.note import (
    Backing,
    Brief,
    DrawnText,
    EvidencePack,
    EvidenceSource,
    ImagePlan,
    LayoutSection,
    LayoutSpec,
    NoteContent,
    NoteImage,
    ParagraphImageBinding,
    PlannedText,
    ReferenceAnalysis,
)
from services.common.limits import Limits
from services.common.text.language import Language, Text
from services.critic.domain.note.assessment import NoteAssessment, add_images
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.images import MeasuredImage
from services.critic.domain.note.note import ReviewedNote
from services.critic.domain.note.text_assessment import assess_text

LIMITS = Limits()
DARK, LIGHTER = Text("画面太暗", "the image is too dark"), Text("提高亮度", "raise the brightness")
TITLE = "春游攻略｜带娃一日游这样安排"
PARAGRAPHS = (
    "一到周末就不知道带娃去哪？这份春游攻略我走过两遍，照着安排就不慌。",
    "路线：上午九点从植物园南门进，先看樱花大道，再去郁金香花田。十一点前人还不多，推车也好走。",
    "野餐：午饭带三明治、小番茄和温水，草坪要自带野餐垫。垃圾袋多备两个，走的时候把草地收拾干净。",
    "装备：薄外套一件，防晒和驱蚊各一份。孩子跑起来会出汗，背包里放一件换洗的短袖就够了。",
    "你们春天最想带孩子去哪里？评论区告诉我，下一篇就写它。",
)


def make_plan(plan_id: str, prompt: str, subject: str = "", *, width: int = 0, height: int = 0) -> ImagePlan:
    """Return a plan."""
    return ImagePlan(plan_id, "illustration", prompt, subject, width=width, height=height)


def make_image(plan_id: str, asset_id: str, texts: tuple[DrawnText, ...] = (), *, plain: str = "") -> NoteImage:
    """Return an image; *plain* is the id of its asset without texts."""
    result = ImageResult(Asset(asset_id, 768, 1024), TaskType.TEXT_TO_IMAGE, "builtin", 1, "")
    return NoteImage(plan_id, result, plain or asset_id, texts)


def make_drawn_text(*, cut: bool = False, left_out: str = "", contrast: float = 0.0) -> DrawnText:
    """Return a drawn text."""
    return DrawnText(40, (), "#ffffff", Backing.NONE, contrast, left_out, cut)


CHINESE = ReviewedNote(
    text="写一篇春游攻略，给带孩子的爸妈看",
    brief=Brief(
        topic="春游",
        audience="带孩子的家庭",
        goal="照着就能安排一天",
        tone="亲切、实用",
        keywords=("春游", "亲子", "野餐"),
        content_type="guide",
        image_count=3,
    ),
    content=NoteContent(TITLE, "\n\n".join(PARAGRAPHS), ("春游", "亲子游", "野餐", "周末去哪")),
    layout=LayoutSpec(
        "guide",
        "春游攻略",
        "带娃一日游",
        (
            LayoutSection("cover", has_image=True),
            LayoutSection("opening", paragraphs=(0,)),
            LayoutSection("section", "路线怎么走", (1,), has_image=True),
            LayoutSection("section", "野餐带什么", (2,), has_image=True),
            LayoutSection("section", "装备清单", (3,)),
            LayoutSection("closing", paragraphs=(4,)),
        ),
    ),
    evidence=EvidencePack(
        sources=(
            EvidenceSource("春游去哪儿，这五个公园不挤", "travel_11", excerpt="植物园、湿地公园，九点前到最好"),
            EvidenceSource("带娃野餐的清单", "food_03", excerpt="三明治和水果提前切好"),
        ),
        tags=("春游", "野餐", "周末去哪"),
    ),
    plans=(
        make_plan("image-1", "春日公园里一家人在草地上，春游，清新插画", "春游的一家人", width=768, height=1024),
        make_plan("image-2", "植物园的樱花大道，阳光透过花瓣", "樱花大道", width=768, height=1024),
        make_plan("image-3", "草坪上的野餐垫，三明治和小番茄", "野餐", width=768, height=1024),
    ),
    bindings=(
        ParagraphImageBinding(0, "image-1"),
        ParagraphImageBinding(1, "image-2"),
        ParagraphImageBinding(2, "image-3"),
    ),
    overlays=(PlannedText("image-1", "春游攻略"), PlannedText("image-2", "樱花大道")),
    images=(
        make_image("image-1", "one", (make_drawn_text(contrast=9.0),), plain="one-plain"),
        make_image("image-2", "two", (make_drawn_text(contrast=7.0),), plain="two-plain"),
        make_image("image-3", "three"),
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
ENGLISH = ReviewedNote(
    text="write a guide to a spring picnic with kids",
    brief=Brief(
        topic="spring picnic",
        audience="families",
        goal="plan the day",
        tone="friendly",
        keywords=("picnic", "kids", "garden"),
        content_type="guide",
        image_count=1,
    ),
    content=NoteContent(
        "Spring Picnic With Kids: A Calm One-Day Plan", "\n\n".join(ENGLISH_PARAGRAPHS), ("picnic", "kids", "spring")
    ),
    layout=LayoutSpec(
        "guide",
        "Spring Picnic",
        "A one-day plan",
        (
            LayoutSection("cover", has_image=True),
            LayoutSection("opening", paragraphs=(0,)),
            LayoutSection("section", "The route", (1,)),
            LayoutSection("section", "The food", (2,)),
            LayoutSection("section", "The bag", (3,)),
            LayoutSection("closing", paragraphs=(4,)),
        ),
    ),
    plans=(make_plan("image-1", "a family having a picnic on a spring lawn", "picnic", width=768, height=1024),),
    bindings=(ParagraphImageBinding(0, "image-1"),),
    overlays=(PlannedText("image-1", "Spring Picnic"),),
    images=(make_image("image-1", "one", (make_drawn_text(contrast=9.0),)),),
)
REFERENCE = ReferenceAnalysis("reference", ("#f2e3c6", "#588b8b"), 0.6, 1080, 1440, "3:4")


def with_content(note: ReviewedNote = CHINESE, **changed: Any) -> ReviewedNote:
    """Return *note* with its title, body or tags changed."""
    return replace(note, content=replace(note.content, **changed))


def with_brief(note: ReviewedNote = CHINESE, **changed: Any) -> ReviewedNote:
    """Return *note* with its brief changed."""
    return replace(note, brief=replace(note.brief, **changed))


def with_layout(note: ReviewedNote = CHINESE, **changed: Any) -> ReviewedNote:
    """Return *note* with its layout changed."""
    return replace(note, layout=replace(note.layout, **changed))


def with_plan(number: int, note: ReviewedNote = CHINESE, **changed: Any) -> ReviewedNote:
    """Return *note* with its plan *number*, from 1, changed."""
    plans = list(note.plans)
    plans[number - 1] = replace(plans[number - 1], **changed)
    return replace(note, plans=tuple(plans))


def with_drawn_texts(number: int, *texts: DrawnText, note: ReviewedNote = CHINESE) -> ReviewedNote:
    """Return *note* with *texts* drawn on its image *number*, from 1."""
    images = list(note.images)
    images[number - 1] = replace(images[number - 1], texts=texts)
    return replace(note, images=tuple(images))


def measure_images(note: ReviewedNote = CHINESE, *scores: float) -> dict[str, MeasuredImage]:
    """Return measurements of the images of *note* as planned, with *scores* or 0.9."""
    measured = {}
    for number, (plan_id, image) in enumerate(note.images_by_plan.items()):
        planned = note.plans_by_id[plan_id]
        score = scores[number] if number < len(scores) else 0.9
        digest = image.image.asset.asset_id
        measured[plan_id] = MeasuredImage(plan_id, score, planned.width, planned.height, digest, DARK, LIGHTER)
    return measured


def assess(note: ReviewedNote, language: Language = Language.CHINESE, *scores: float) -> NoteAssessment:
    """Return the assessment of *note*, whose images have *scores*."""
    return add_images(assess_text(note, language), note, measure_images(note, *scores), LIMITS)


def score_dimension(note: ReviewedNote, dimension: NoteDimension, language: Language = Language.CHINESE) -> float:
    """Return the score of one dimension of *note*."""
    return assess(note, language).scores[dimension]


def format_problems(note: ReviewedNote, dimension: NoteDimension, language: Language = Language.CHINESE) -> str:
    """Return the problems of one dimension of *note*, in *language*."""
    return "；".join(one.format_problem(language) for one in assess(note, language).select(dimension))
