"""The built-in advice on the route of a note: to go on, with how clear the wish is."""

from services.common.language import Text
from services.planner.domain.note.briefing import compile_brief
from services.planner.domain.note.tasks import BriefTask, RouteTask
from services.planner.domain.note.values import Advice

_GO_ON = Text("按既定顺序继续。", "Going on in the usual order.")


def advise_route(task: RouteTask) -> Advice:
    """Return the advice to go on. How clear the wish is comes from the brief, before there is one from the text."""
    brief = task.brief or compile_brief(BriefTask(task.text, task.language, clarified=task.clarified))
    return Advice("", _GO_ON.pick(task.language), brief.requirement_clarity)
