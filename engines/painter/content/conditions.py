"""Places, times and weather of a report: whether the pixels show them."""

import re

from engines.painter.content.inspection import Inspection
from engines.painter.content.names import load_names
from engines.painter.content.past_weather import is_past
from engines.painter.content.words import MOONLIGHT, NOON, SUNLIGHT
from engines.painter.scene import Setting, Subject, TimeOfDay, Weather
from services.common.contract.image_chat import ContentPart, PartKind

_IN_WATER = re.compile("水里|水中|浅水|(?:the|shallow) ?water")
_CLOUDS, _STARS, _STORM = re.compile("cloud|云"), re.compile("star|星"), re.compile("storm|暴")
_SNOW, _AUTUMN = re.compile("雪|snow"), re.compile("秋|autumn|fall")
_SUNNY = re.compile("晴|sunny|clear sk")
_WINTER, _MORNING = re.compile("冬|winter"), re.compile("清晨|早晨|morning")
_WITHOUT_MOON = (Setting.POND, Setting.UNDERWATER, Setting.STUDIO)
"""Settings in which darkness alone shows the night."""
_INDOORS = (
    Setting.TABLE, Setting.KITCHEN, Setting.BEDROOM, Setting.BATHROOM, Setting.LIVING_ROOM, Setting.CLASSROOM,
    Setting.LIBRARY,
)  # fmt: skip
"""Settings in which nothing falls from the sky, and no sun is seen."""
_FALLING = (Weather.RAIN, Weather.SNOW, Weather.PETALS, Weather.LEAVES)


def shows_environment(part: ContentPart, inspection: Inspection, setting: Setting) -> bool:
    """Return whether the pixels show the place, the time or the weather of *part*, as far as they can be measured."""
    if part.kind is PartKind.CONDITION and _SNOW.search(part.requested) and is_past(part.requested):
        return inspection.sky.shows_snow()
    named = load_names().match_at(part.requested, 0)
    if part.kind is PartKind.SETTING:
        return _shows_place(part.requested, named.value if named is not None else None, inspection, setting)
    if part.kind is not PartKind.CONDITION or named is None:
        return True
    if isinstance(named.value, TimeOfDay):
        return _shows_time(part.requested, named.value, inspection, setting)
    return not isinstance(named.value, Weather) or _shows_weather(part.requested, named.value, inspection, setting)


def _shows_place(words: str, named: object, inspection: Inspection, setting: Setting) -> bool:
    if _CLOUDS.search(words):
        return inspection.sky.shows_clouds()
    if _IN_WATER.fullmatch(words) and not inspection.stands_in_water():
        return False
    if named is Setting.MEADOW and named is setting and not inspection.sky.shows_grass():
        return False
    return named is not setting or inspection.shows_setting()


def _shows_time(words: str, time: TimeOfDay, inspection: Inspection, setting: Setting) -> bool:
    sky = inspection.sky
    if time is TimeOfDay.SUNSET or _MORNING.search(words):
        return sky.shows_dusk()
    if _STARS.search(words):
        return sky.shows_stars()
    if NOON.search(words) and not (sky.has_high_sun() and not sky.is_yellow()):
        return False
    if _SUNNY.search(words) and setting not in _INDOORS and sky.is_yellow() and not sky.shows_disc(Subject.SUN):
        return False
    if time is TimeOfDay.DAY:
        return not SUNLIGHT.search(words) or (setting not in _INDOORS and sky.shows_disc(Subject.SUN))
    if MOONLIGHT.search(words) and not sky.shows_disc(Subject.MOON):
        return False
    return sky.is_dark() if setting in _WITHOUT_MOON else sky.shows_night()


def _shows_weather(words: str, weather: Weather, inspection: Inspection, setting: Setting) -> bool:
    sky = inspection.sky
    if weather in _FALLING and setting in _INDOORS:
        return False
    if _STARS.search(words):
        return sky.shows_stars()
    if _WINTER.search(words):
        return sky.shows_weather() and sky.shows_snow()
    if weather is Weather.PETALS:
        return sky.shows_spring()
    if _AUTUMN.search(words):
        return sky.shows_autumn()
    if weather is Weather.FOG:
        return sky.shows_fog()
    if _STORM.search(words) and not sky.is_gloomy():
        return False
    return weather not in _FALLING or sky.shows_weather()
