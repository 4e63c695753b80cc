"""The built-in advice on the route of a note: continue."""

from engines.note_planner.brief import compile_brief
from services.common.contract.note import Advice
from services.common.contract.requests import AdviseRoute, CompileBrief
from services.common.text.language import Language, Text

_CONTINUE = Text("按既定顺序继续。", "Continuing in the usual order.")


def advise_route(request: AdviseRoute, language: Language = Language.CHINESE) -> Advice:
    """Return the advice to continue. Its clarity is that of the brief, or of the text before there is a brief."""
    brief = request.brief or compile_brief(
        CompileBrief(request.text, clarification_answers=request.clarification_answers), language
    )
    return Advice("", _CONTINUE.pick(language), brief.requirement_clarity)
