"""A reviewer's feedback on planned images, applied image by image: parts that it does not name do not change."""

import re
from collections.abc import Sequence
from dataclasses import replace

from engines.language.characters import is_chinese
from engines.language.moods import Mood, read_mood
from engines.note_planner import plan_patterns as patterns
from engines.note_planner.clause_images import (
    CHANGE,
    KEEP,
    NUMBERS,
    PRAISE,
    Clause,
    find_retained,
    is_praise,
    read_clause,
)
from engines.note_planner.plan_absence import avoid
from engines.note_planner.plan_clauses import list_clauses
from engines.note_planner.plan_colors import color_images
from engines.note_planner.plan_coverage import find_unshown, measure, read_preferences
from engines.note_planner.plan_details import (
    find_ambience,
    find_detail,
    find_look,
    is_about_text,
    is_ambience,
    join_detail,
    strip_feeling,
)
from engines.note_planner.plan_edits import (
    Draft,
    add,
    find_new_subjects,
    map_plans,
    move,
    remove,
    remove_all_but,
    remove_several,
    renew,
    resize,
    swap,
    with_detail,
    with_style,
    with_subject,
)
from engines.note_planner.plan_limits import limit_to_named
from engines.note_planner.plan_palettes import with_moods
from engines.note_planner.plan_places import find_places, place_subject, retain_places
from engines.note_planner.plan_removal import (
    find_removed,
    is_scope,
    removes_described,
    removes_others,
    wants_cover_alone,
)
from engines.note_planner.plan_sequence import continues_unread, find_number, is_of_number, retains_rest
from engines.note_planner.plan_shown import find_addition, find_bare_subject, find_seen, find_subject, join_seen
from engines.note_planner.plan_subjects import is_statement, strip_subject
from engines.note_planner.plan_texts import apply_text, set_title
from engines.note_planner.plan_things import takes_no_subject
from engines.note_planner.plan_unwanted import apply_absent
from engines.note_planner.plan_verification import declare_undone, find_described, verify
from engines.note_planner.request.preferences import Preferences, parse_preferences
from engines.note_planner.scenes import find_scenes
from services.common.contract.feedback import ChangeOutcome, FeedbackChange
from services.common.contract.note import ImagePlan, ImagePlanSet
from services.common.text.language import Language

MAX_CHANGES, MAX_FEEDBACK_LENGTH = 20, 4_000


def apply_plan_feedback(previous: ImagePlanSet, feedback: str, draft: Draft, language: Language) -> ImagePlanSet:
    """Return *previous* with the changes in *feedback*; each part of it is among `changes`, with its outcome."""
    plans = replace(previous, changes=(), clarification=None)
    stated = list_clauses(feedback[:MAX_FEEDBACK_LENGTH], previous)
    texts = [one.resolved for one in stated]
    changes, indexes, is_retained, is_continued = list[FeedbackChange](), tuple[int, ...](), False, False
    retained, styled = find_retained(texts, previous), find_retained(texts, previous, style_alone=True)
    orders, subjects, resized = dict[int, tuple[int, ...]](), dict[int, dict[str, str]](), dict[int, int]()
    clauses, numbered = dict[int, Clause](), -1
    for position, text in enumerate(texts[:MAX_CHANGES]):
        clause = read_clause(text, indexes, len(plans.plans))
        if is_retained and not clause.is_named:
            # "Leave the cover, make it watercolor": the cover does not become watercolor.
            clause = replace(clause, indexes=(), is_broad=True)
        named_before, indexes = indexes, clause.indexes
        is_retained = clause.retains and not PRAISE.search(clause.folded)
        if is_retained:
            orders[len(changes)] = indexes
        before, following = plans, texts[position + 1 : MAX_CHANGES]
        is_repeated = bool(changes) and patterns.BARE_REMOVAL.fullmatch(clause.folded) is not None
        if is_repeated and len(clause.indexes) == 1 and not _removed(changes[-1]):
            clause = replace(clause, is_named=True, folded=f"{clause.folded} remove this picture")
        elif is_repeated and _removed(changes[-1]):
            changes.append(FeedbackChange(text, changes[-1].outcome))
            continue
        if following and is_scope(clause):
            # "Cover only, make it dusk": the clauses after it are about the cover.
            changes.append(FeedbackChange(text))
            continue
        count = parse_preferences(text).count
        number = find_number(clause.folded, following)
        if 0 < number <= len(plans.plans):
            numbered = position + 1
            resized[len(changes)] = number
            changes.append(FeedbackChange(text))
            continue
        if position == numbered:
            resized[len(changes)] = resized[len(changes) - 1]
            changes.append(FeedbackChange(text))
            continue
        if retains_rest(clause.folded, following):
            changes.append(FeedbackChange(text, ChangeOutcome.NOT_UNDERSTOOD))
            continue
        if count and any(map(removes_described, following)):
            # The named image is removed first, then the number is met.
            resized[len(changes)] = count
            changes.append(FeedbackChange(text))
            continue
        clauses[len(changes)] = clause
        plans, outcome = _apply_clause(plans, clause, draft, language)
        is_unread = bool(changes) and changes[-1].outcome is ChangeOutcome.NOT_UNDERSTOOD
        if is_unread and patterns.REPLACES.search(changes[-1].text) and patterns.ANOTHER.search(clause.folded):
            # "Change it to a stew, all three": it repeats the clause before.
            plans, outcome = before, ChangeOutcome.NOT_UNDERSTOOD
        detail = ""
        if is_continued and clause.indexes and not clause.is_named:
            # "Two dogs, a brown one": the noun is there.
            noun, shown = stated[position].noun, before.plans[clause.indexes[0]].subject
            is_there = shown.endswith(noun) if is_chinese(noun) else noun in shown
            own = replace(clause, text=stated[position].request) if noun and is_there else clause
            detail = find_detail(own, language)
        detailed = _add_to_subject(before, clause.indexes, detail, language) if detail else before
        detail = "" if len(plans.plans) != len(before.plans) or takes_no_subject(clause, before, detailed) else detail
        if detail:
            plans, outcome = detailed, ChangeOutcome.DONE
        elif takes_no_subject(clause, before, plans):
            plans, outcome = before, ChangeOutcome.NOT_UNDERSTOOD
        is_moved = [one.subject for one in plans.plans] != [one.subject for one in before.plans]
        is_moved = is_moved and {one.subject for one in plans.plans} == {one.subject for one in before.plans}
        is_continued = outcome is ChangeOutcome.DONE and bool(clause.indexes) and not clause.is_broad and not is_moved
        if is_moved and (retaining := retain_places(before, plans, retained, clause)) is not plans:
            plans, outcome = retaining, ChangeOutcome.NOT_POSSIBLE if retaining is before else outcome
        if not stated[position].noun and continues_unread(clause, changes, before, plans):
            plans, outcome = before, ChangeOutcome.NOT_UNDERSTOOD
        plans, outcome = limit_to_named(plans, before, clause, outcome, (retained, styled))
        plans, outcome = measure(clause, before, plans, outcome)
        if (
            outcome is ChangeOutcome.DONE
            and patterns.ADD.search(clause.folded)
            and len(plans.plans) == len(before.plans)
        ):
            # "Add one of the pan right after the cover": one more was requested, and not another cover.
            plans, outcome = before, ChangeOutcome.NOT_UNDERSTOOD
        if len(plans.plans) > len(before.plans) and changes and changes[-1].outcome is ChangeOutcome.NOT_UNDERSTOOD:
            # The clause before may state what the added image is to show.
            outcome = ChangeOutcome.PARTLY
        if outcome is ChangeOutcome.ALREADY_SO and (before.plans, before.overlays) != (
            previous.plans,
            previous.overlays,
        ):
            # An earlier clause requested the same: too dark, brighter.
            outcome = _compare_with_first(previous, clause, draft, language)
        if find_subject(clause) or detail:
            subjects[len(changes)] = find_new_subjects(before, plans)
        is_remark = outcome is ChangeOutcome.NOT_UNDERSTOOD and clause.is_broad
        if is_remark or is_of_number(clause, outcome) or patterns.COVER_AND.search(clause.folded):
            # A remark on all images does not move the clauses after it to them.
            indexes = named_before
        if len(plans.plans) != len(before.plans):
            # The following clauses are about the added image, and not about one in the place of a removed one.
            is_added = len(plans.plans) > len(before.plans) and not patterns.COUNT.fullmatch(clause.folded.strip())
            indexes = (len(plans.plans) - 1,) if is_added else ()
        changes.append(FeedbackChange(text, outcome))
    changes += [FeedbackChange(text, ChangeOutcome.NOT_UNDERSTOOD) for text in texts[MAX_CHANGES:]]
    changes = [replace(change, text=one.text) for change, one in zip(changes, stated, strict=True)]
    for position, count in resized.items():
        plans, outcome = _report(plans, resize(plans, count, draft))
        is_same = len(previous.plans) == count and len(plans.plans) == count
        changes[position] = replace(changes[position], outcome=ChangeOutcome.ALREADY_SO if is_same else outcome)
    changes = list(verify(changes, clauses, previous, plans))
    return declare_undone(plans, previous, changes, orders, subjects)


def _compare_with_first(previous: ImagePlanSet, clause: Clause, draft: Draft, language: Language) -> ChangeOutcome:
    """Return whether the images before all changes already had what *clause* requests, or have it since."""
    if any(index >= len(previous.plans) for index in clause.indexes):
        return ChangeOutcome.ALREADY_SO
    changed, outcome = _apply_clause(previous, clause, draft, language)
    is_same = (changed.plans, changed.overlays) == (previous.plans, previous.overlays)
    if outcome is not ChangeOutcome.DONE or is_same:
        return ChangeOutcome.ALREADY_SO
    return ChangeOutcome.PARTLY if find_unshown(clause.folded, previous, changed) else ChangeOutcome.DONE


def _removed(change: FeedbackChange) -> bool:
    return patterns.REMOVE.search(change.text.lower()) is not None


def _apply_clause(
    plans: ImagePlanSet, clause: Clause, draft: Draft, language: Language
) -> tuple[ImagePlanSet, ChangeOutcome]:
    folded, count = clause.folded, len(plans.plans)
    if any(index >= count for index in clause.indexes):
        return plans, ChangeOutcome.NOT_POSSIBLE
    if is_statement(folded) and not clause.is_named:
        return plans, ChangeOutcome.NOT_UNDERSTOOD
    if patterns.STATES.search(folded) or read_mood(clause.text) is Mood.REMARK:
        return plans, ChangeOutcome.NOT_UNDERSTOOD
    if written := apply_text(plans, clause) or apply_absent(plans, clause, draft):
        return written
    if counted := patterns.COUNT.fullmatch(folded.strip()):
        return _count(plans, counted, draft)
    if others := patterns.COVER_AND.search(folded):
        return _report(plans, resize(plans, 2 + NUMBERS[next(filter(None, others.groups()))], draft))
    if patterns.CONDITION.search(folded) or (not clause.is_named and patterns.DESCRIBED.search(folded)):
        return plans, ChangeOutcome.NOT_UNDERSTOOD
    if patterns.LETTERED.search(folded):
        return plans, ChangeOutcome.NOT_POSSIBLE
    if patterns.ORDERS_DESCRIBED.search(folded):
        return plans, ChangeOutcome.NOT_POSSIBLE
    if is_about_text(folded) and not patterns.NO_TEXT.search(folded):
        return plans, ChangeOutcome.NOT_POSSIBLE
    if (ambience := find_ambience(folded)) and clause.indexes:
        return _add_to_subject(plans, clause.indexes, ambience, language), ChangeOutcome.DONE
    if wants_cover_alone(clause):
        return _report(plans, resize(plans, 1, draft))
    if patterns.OWN_PHOTO.search(folded):
        return plans, ChangeOutcome.NOT_POSSIBLE
    if patterns.RETAINS_ONLY.search(folded) and clause.is_named and not clause.is_broad:
        unnamed = [index for index in range(count) if index not in clause.indexes]
        return _report(plans, remove_several(plans, unnamed))
    if removes_others(clause):
        return _report(plans, remove_all_but(plans, clause))
    if KEEP.search(folded):
        # A change in the same clause would be lost.
        is_lost = (
            not clause.retains and (CHANGE.search(folded) or patterns.LEFT_EMPTY.search(folded))
        ) or find_described(clause, plans) == ()
        return plans, ChangeOutcome.NOT_UNDERSTOOD if is_lost else ChangeOutcome.DONE
    if clause.is_named and len(clause.indexes) == patterns.PAIR and patterns.SWAPS.search(folded):
        return _report(plans, swap(plans, *clause.indexes))
    if (moved := patterns.MOVE.search(folded)) and (places := find_places(moved, count)):
        return _report(plans, move(plans, *places))
    if swapped := patterns.SWAP.search(patterns.PRO_FORM.sub("", folded)):
        first, second = (NUMBERS[group] for group in swapped.groups() if group)
        return _report(plans, swap(plans, first, second))
    if cover := patterns.USE_FOR_COVER.search(folded):
        return _report(plans, swap(plans, 0, NUMBERS[next(filter(None, cover.groups()))]))
    if patterns.NO_TEXT.search(folded):
        ids = {plans.plans[index].plan_id for index in clause.indexes or range(count)}
        texts = tuple(text for text in plans.overlays if text.plan_id not in ids)
        return replace(plans, overlays=texts), ChangeOutcome.DONE
    if is_praise(folded):
        return plans, ChangeOutcome.DONE
    if patterns.PHOTOS.search(folded):
        style = "照片" if language is Language.CHINESE else "photo"
        indexes = clause.indexes or tuple(range(count))
        return map_plans(plans, indexes, lambda plan: with_style(plan, style)), ChangeOutcome.DONE
    if patterns.ANOTHER.search(patterns.PLACE.sub("", folded).strip()) and clause.indexes:
        return _report(plans, renew(plans, clause.indexes, draft))
    if patterns.REMOVE.search(folded) and not find_subject(clause):
        removed = find_removed(clause, plans)
        return _report(plans, None if removed is None else remove(plans, removed))
    if patterns.ADD.search(folded) and not clause.is_named:
        return _report(plans, _add_about(plans, clause, draft, language))
    preferences = Preferences() if patterns.COMPLAINT.search(folded) else read_preferences(clause.text)
    if patterns.STATEMENT.search(folded):
        preferences = replace(preferences, style="")
    if preferred := _apply_preferences(plans, clause, preferences, draft, language):
        if (named := patterns.IMAGE_OF.search(folded)) and named[1] and clause.indexes:
            preferred = map_plans(preferred, clause.indexes, lambda plan: with_subject(plan, named[1]))
        return preferred, ChangeOutcome.DONE
    if not find_subject(clause) and (look := find_look(clause, language)):
        indexes = clause.indexes or tuple(range(count))
        return map_plans(plans, indexes, lambda plan: with_detail(plan, look, language)), ChangeOutcome.DONE
    if patterns.PHOTOGRAPHED.search(folded):
        return plans, ChangeOutcome.NOT_POSSIBLE
    return _change_subject(plans, clause, draft, language)


def _count(plans: ImagePlanSet, counted: re.Match[str], draft: Draft) -> tuple[ImagePlanSet, ChangeOutcome]:
    """Return the plans with the number of images that the clause names, which may be a maximum."""
    named = next(filter(None, counted.group("zh", "en")))
    count = NUMBERS[named] + 1 + bool(counted["more"])
    if len(plans.plans) == count or (patterns.MAXIMUM.search(counted[0]) and len(plans.plans) < count):
        return plans, ChangeOutcome.ALREADY_SO
    return _report(plans, resize(plans, count, draft))


def _report(before: ImagePlanSet, after: ImagePlanSet | None) -> tuple[ImagePlanSet, ChangeOutcome]:
    return (before, ChangeOutcome.NOT_POSSIBLE) if after is None else (after, ChangeOutcome.DONE)


def _add_about(plans: ImagePlanSet, clause: Clause, draft: Draft, language: Language) -> ImagePlanSet | None:
    """Return the plans with one more, of the subject that the clause names."""
    added, named = add(plans, draft), patterns.IMAGE_OF.search(clause.folded)
    subject = next((group for group in named.groups() if group), "").strip() if named else ""
    if added is None or not subject or is_chinese(subject) is not (language is Language.CHINESE):
        return added
    return map_plans(added, (len(added.plans) - 1,), lambda plan: with_subject(plan, subject))


def _apply_preferences(
    plans: ImagePlanSet, clause: Clause, preferences: Preferences, draft: Draft, language: Language
) -> ImagePlanSet | None:
    """Return the plans with the style, moods, shape, number of images or title that the clause names."""
    indexes = clause.indexes or tuple(range(len(plans.plans)))
    if preferences.title:
        return set_title(plans, preferences.title)
    if preferences.count:
        return resize(plans, preferences.count, draft)
    if not (preferences.style or preferences.moods or preferences.size):
        return None

    def change(plan: ImagePlan) -> ImagePlan:
        if preferences.style:
            plan = with_style(plan, preferences.style)
        plan = with_moods(plan, preferences.moods, language)
        return replace(plan, width=preferences.size[0], height=preferences.size[1]) if preferences.size else plan

    return map_plans(plans, indexes, change)


def _add_to_subject(plans: ImagePlanSet, indexes: Sequence[int], detail: str, language: Language) -> ImagePlanSet:
    return map_plans(plans, indexes, lambda plan: with_subject(plan, join_detail(plan.subject, detail, language)))


def _change_subject(
    plans: ImagePlanSet, clause: Clause, draft: Draft, language: Language
) -> tuple[ImagePlanSet, ChangeOutcome]:
    """Return the plans with another subject, or with another scene in place of an excluded one."""
    unwanted = patterns.LACK.search(patterns.PLACE.sub("", clause.folded).strip())
    indexes = clause.indexes or ((0,) if len(plans.plans) == 1 else ())
    if unwanted and not (indexes and patterns.CONTRAST.search(clause.folded)):
        word = next(group for group in unwanted.groups() if group).strip(" 的了吧").removeprefix("用")
        if (
            word in ("", "it", "that", "this", "them")
            or patterns.DRAWN.search(word)
            or patterns.COLOR_NAME.fullmatch(word)
        ):
            # A kind of image, or a color, which no plan in other words lacks.
            return plans, ChangeOutcome.NOT_POSSIBLE
        return avoid(plans, indexes or tuple(range(len(plans.plans))), word, draft)
    rest = re.sub(r"^and ", "", patterns.PLACE.sub("", clause.folded).strip(" ，,:："))
    if color := patterns.COLOR.search(clause.folded):
        return color_images(plans, clause, next(filter(None, color.groups())), language)
    if clause.is_named and indexes and language is Language.ENGLISH and patterns.SETTING.match(rest):
        return map_plans(plans, indexes, lambda plan: with_subject(plan, f"{plan.subject} {rest}")), ChangeOutcome.DONE
    subject, other = find_subject(clause), find_addition(clause)
    if other and subject != other and subject.endswith(other):
        # "Show an old man with a stick": he has it, and not what the image shows now.
        other = ""
    if not subject and not other and language is Language.ENGLISH and (bare := find_bare_subject(clause, rest)):
        subject = strip_subject(bare[1])
    is_replaced = subject and patterns.REPLACES.search(clause.folded)
    if other and not is_replaced and indexes and is_chinese(other) is (language is Language.CHINESE):
        return map_plans(plans, indexes, lambda plan: join_seen(plan, other, find_seen(clause))), ChangeOutcome.DONE
    scenes = find_scenes([subject]) if subject and not indexes and patterns.SHOWS_ONLY.search(rest) else ()
    # A known scene without all words of the subject would lose some: the garden in rain.
    if scenes and subject.lower() in (known := scenes[0].pick(language)).lower():
        return map_plans(
            plans, range(len(plans.plans)), lambda plan: with_subject(plan, place_subject(known, plan.subject))
        ), (ChangeOutcome.DONE)
    if not subject or not indexes or is_chinese(subject) is not (language is Language.CHINESE):
        return plans, ChangeOutcome.NOT_UNDERSTOOD
    if is_ambience(subject):
        return _add_to_subject(plans, indexes, strip_feeling(subject), language), ChangeOutcome.DONE
    scenes = find_scenes([subject])
    known = scenes[0].pick(language) if scenes else ""
    named = known if known and subject.lower() in known.lower() else subject
    return map_plans(plans, indexes, lambda plan: with_subject(plan, named)), ChangeOutcome.DONE
