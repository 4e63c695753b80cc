"""Paint requests on contact sheets for inspection, and print the painter's report of each.

    uv run python -m benchmarks.contact_sheets FOLDER [--part seen|unseen|people|claims|counts|blind|...|blind28]

Writes sheets of ten images with their numbers. For each request it prints the medium, the critic's score, and the parts
that the image shows, shows instead and lacks according to its report. At the end it prints the AUC of the score between
images and others in the same medium under the same report: how well the critic recognizes that the image is another
one.
"""

import argparse
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from engines.language import parse_intent
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import Painting, paint_with_report
from services.common.contract.image_chat import ContentPart, Medium, TaskType, Verdict
from services.common.contract.requests import ParseIntent
from services.common.limits import Limits
from services.common.text.language import Language
from services.critic.domain.image.aggregation import decide_by_metrics
from services.critic.domain.image.assessment import assess_generation
from services.critic.domain.image.content import apply_content_report
from services.critic.domain.image.expectations import Expectation, weigh_palette
from services.rag.adapters.seed_data import load_seed_styles

PARTS = {
    "seen": "requests.jsonl",
    "unseen": "requests.held_out.jsonl",
    "people": "requests.people.jsonl",
    "claims": "requests.claims.jsonl",
    "claims2": "requests.claims2.jsonl",
    "claims3": "requests.claims3.jsonl",
    "claims4": "requests.claims4.jsonl",
    "claims5": "requests.claims5.jsonl",
    "claims6": "requests.claims6.jsonl",
    "claims7": "requests.claims7.jsonl",
    "claims8": "requests.claims8.jsonl",
    "actions": "requests.actions.jsonl",
    "actions2": "requests.actions2.jsonl",
    "truth": "requests.truth.jsonl",
    "truth2": "requests.truth2.jsonl",
    "relations": "requests.relations.jsonl",
    "relations_held_out": "requests.relations_held_out.jsonl",
    "relations2": "requests.relations2.jsonl",
    "relations3": "requests.relations3.jsonl",
    "relations3_held_out": "requests.relations3_held_out.jsonl",
    "counts": "requests.counts.jsonl",
    "counts_held_out": "requests.counts_held_out.jsonl",
    "conditions": "requests.conditions.jsonl",
    "composition": "requests.composition.jsonl",
    "composition_held_out": "requests.composition.held_out.jsonl",
    **{f"dev{number}": f"requests.dev{number}.jsonl" for number in range(1, 10)},
    "deeds1": "requests.deeds1.jsonl",
    "deeds2": "requests.deeds2.jsonl",
    "blind": "requests.blind.jsonl",
    **{f"blind{number}": f"requests.blind{number}.jsonl" for number in range(2, 29)},
}
COLUMNS, ROWS = 5, 2


def read_requests(part: str) -> list[tuple[str, Medium]]:
    """Return the texts of *part* with their media."""
    lines = Path(__file__).with_name(PARTS[part]).read_text("utf-8").splitlines()
    return [(row["text"], Medium(row["medium"])) for row in map(json.loads, lines)]


def paint_request(text: str, medium: Medium, side: int) -> Painting:
    """Return the image of *text* in *medium*, parsed as in a run."""
    seed = int.from_bytes(hashlib.sha256(f"{text} {medium}".encode()).digest()[:4])
    subject = parse_intent(ParseIntent(text)).subject
    return paint_with_report(PaintRequest(text, subject, Look(medium, find_palette(medium)), side, side, seed))


def find_palette(medium: Medium) -> tuple[str, ...]:
    """Return the palette of the first style in *medium*."""
    return next(style for style in load_seed_styles() if style.medium is medium).palette


def review(pixels: NDArray[np.uint8], painting: Painting, medium: Medium) -> Verdict:
    """Return the critic's verdict on *pixels* with the report of *painting*."""
    height, width = pixels.shape[:2]
    strength = weigh_palette(painting.content)
    expectation = Expectation(TaskType.TEXT_TO_IMAGE, width, height, find_palette(medium), medium.value, strength)
    assessment = assess_generation(pixels, expectation, painting.sketch)
    verdict = decide_by_metrics(assessment, Limits(), Language.ENGLISH)
    return apply_content_report(verdict, painting.content, Limits(), Language.ENGLISH)


def compute_auc(present: Sequence[float], absent: Sequence[float]) -> float:
    """Return the probability that a score of *present* is above one of *absent*; ties count half."""
    wins = [(one > other) + (one == other) / 2 for one in present for other in absent]
    return float(np.mean(wins))


def draw_page(images: Sequence[NDArray[np.uint8]], first: int, side: int) -> Image.Image:
    """Return a page of *images*, numbered from *first*."""
    page = Image.new("RGB", (COLUMNS * side, ROWS * side))
    for place, pixels in enumerate(images):
        at = place % COLUMNS * side, place // COLUMNS * side
        page.paste(Image.fromarray(pixels).resize((side, side), Image.Resampling.LANCZOS), at)
        corner = (at[0] + 4, at[1] + 4)
        ImageDraw.Draw(page).text(corner, str(first + place), fill="white", stroke_width=2, stroke_fill="black")
    return page


def describe(part: ContentPart) -> str:
    """Return *part* on one line."""
    return f"{part.kind.value} {part.requested!r} {part.outcome.value} {part.substitute}".strip()


def main() -> None:
    """Paint the sheets and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--part", choices=PARTS, default="seen")
    parser.add_argument("--side", type=int, default=256)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    requests = read_requests(arguments.part)
    paintings, present = [], []
    for number, (text, medium) in enumerate(requests):
        # Twice the side: media have details that a small image does not show.
        painting = paint_request(text, medium, 2 * arguments.side)
        verdict = review(painting.pixels, painting, medium)
        paintings.append(painting)
        present.append(verdict.score)
        print(number, medium.value, text, f"{verdict.score:.2f}", "; ".join(map(describe, painting.content)))
        if len(paintings) % 10 == 0:
            first = len(paintings) - 10
            page = draw_page([one.pixels for one in paintings[first:]], first, arguments.side)
            page.save(arguments.folder / f"page-{first // 10}.png")
    others = [
        review(other.pixels, painting, medium).score
        for (_, medium), painting, other in zip(requests, paintings, [*paintings[1:], paintings[0]], strict=True)
    ]
    print(f"AUC of the score, its own image or another one: {compute_auc(present, others):.3f}")


if __name__ == "__main__":
    main()
