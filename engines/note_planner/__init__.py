"""Rules that plan a note: its brief, layout and images, and advice on its route."""

from engines.note_planner.brief import compile_brief
from engines.note_planner.image_plans import plan_images
from engines.note_planner.layout import plan_layout
from engines.note_planner.route_advice import advise_route

__all__ = ["advise_route", "compile_brief", "plan_images", "plan_layout"]
