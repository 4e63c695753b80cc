"""English verbs that are names of drawings, too: the grammar of the text decides which one is meant.

All names of one English word are in `load_names()` and `load_similar()`; these are the ones that are verbs as well.
"""

import re
from collections.abc import Sequence

from engines.language.scanner import split_words

VERBS = frozenset(split_words(
    "anchor|ball|band|bandage|bank|bat|bear|bed|bell|belt|bench|bike|blanket|bleed|bless|bloom|blossom|boat|bolt|bomb|book|boot|boss|"
    "bottle|bow|bowl|box|branch|breathe|brew|bridge|brush|bucket|bug|butter|button|cage|cap|care|cart|chain|chair|chalk|circle|clock|"
    "cloud|clutch|coach|coast|coat|comb|come|cook|cork|count|cover|cradle|crane|cross|crow|crown|cruise|cup|curl|curtain|curve|dam|"
    "dart|dawn|deal|dive|dock|doctor|dog|dress|drill|drum|duck|egg|eye|face|fan|farm|father|fence|ferry|fiddle|field|fight|fire|fish|"
    "flame|flash|float|flock|flower|flute|fly|fork|fox|fuel|garden|garland|gear|gift|glow|glue|golf|grill|grin|groom|grow|guard|gun|"
    "hail|ham|hammer|hand|hang|harbor|harp|hawk|hedge|help|herd|hog|honk|hook|hoop|horse|hose|hound|house|hug|hurdle|iron|jam|jet|"
    "juice|jump|kid|kiss|knife|knight|knit|knot|label|ladder|lamp|leaf|level|lick|lock|log|man|market|mask|melt|milk|mirror|model|mop|"
    "mother|mount|mouse|mouth|mug|muscle|nail|nest|net|nose|nurse|oar|order|paddle|pan|parachute|park|party|path|pen|pencil|phone|"
    "photograph|pick|pickle|picnic|pilot|pinch|pipe|pirate|plane|plant|plate|plough|plow|plug|poke|polish|pool|pot|pound|pour|present|"
    "press|pump|punch|purse|puzzle|quilt|raft|rain|rake|ram|rat|ride|ring|rise|roar|rock|rocket|roof|root|rope|rule|salt|salute|sand|"
    "saw|scale|scarf|scout|scream|screw|seal|seat|seesaw|serve|shampoo|shed|shell|shield|shine|ship|shoe|shop|shovel|shower|shrug|sign|"
    "sing|sink|skateboard|sketch|ski|sled|slide|smile|snack|snail|snake|snare|sneeze|snow|snowboard|soak|soap|sow|spade|spark|speak|"
    "spear|spill|spin|split|sponge|spoon|spring|spy|squash|squeeze|squirrel|stable|stage|stamp|star|step|sting|stool|storm|stream|"
    "strike|string|study|suit|surf|swallow|swan|sweat|swim|swing|tango|tank|tap|tape|target|taxi|telephone|tent|thread|tie|toast|tower|"
    "track|trail|train|tram|trap|treat|trim|trumpet|tug|tunnel|turn|twist|umpire|unicycle|vacuum|watch|water|wave|wax|whale|wheel|"
    "whisk|whistle|wing|wink|wolf|worm|wrap|wreck|write|yawn|zoom|leap|hop|skip|dance|run|walk|climb|crawl|throw|catch|kick|row|sail|"
    "skate|sleep|eat|drink|play|read|draw|paint|bake|cut|chop|dig|build|sew|weave|weld|sweep|wash|feed|push|pull|carry",
))  # fmt: skip
_BEFORE_VERB = re.compile(
    r"(?:(?<!next )(?<!close )(?<!thanks )(?<!due )(?<!belonging )(?<!belongs )"
    r"(?<!attached )(?<!tied )(?<!similar )\bto"
    r"|\b(?:can|can't|cannot|could|couldn't|must|should|shouldn't|will|won't|would|wouldn't|may|might|let's|don't|doesn't|didn't|"
    r"help(?:s|ing)? (?:him|her|it|them)|mak(?:es|ing) (?:him|her|it|them)|lets? (?:him|her|it|them)))"
    r"(?: (?:not|never|always|just|also|suddenly|quickly|slowly|gently|happily|finally))? $"
)
_AFTER_VERB = re.compile(
    r"(?=$|[,.;!?]| (?:an?|the|his|her|its|their|in|into|on|onto|over|at|across|through"
    r"|along|to|up|down|away|around|under"
    r"|off|past|from|towards?|together|happily|slowly|quickly)\b)"
)


def names_deed(text: str, start: int, end: int, living: Sequence[int]) -> bool:
    """Return whether the English word at *start*..*end* is a verb: after "to" or "can", or as what one does.

    *living* are the ends of the names of people and animals in the singular.
    """
    word, before = text[start:end], text[:start]
    if word in VERBS:
        return _BEFORE_VERB.search(before) is not None
    is_third = any(
        word == stem + ending for ending in ("s", "es") for stem in (word.removesuffix(ending),) if stem in VERBS
    )
    is_third = is_third or (word.endswith("ies") and f"{word[:-3]}y" in VERBS)
    return is_third and before.endswith(" ") and start - 1 in living and _AFTER_VERB.match(text, end) is not None
