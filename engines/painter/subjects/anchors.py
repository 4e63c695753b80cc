"""Where the head of a living figure is in its drawing: what it wears and holds is placed there."""

from dataclasses import dataclass

from engines.painter.scene import Subject
from engines.painter.subjects.icons import PREFIX


@dataclass(frozen=True, slots=True)
class Anchor:
    """The head of a drawing, in shares of its width from the left and of its height from the top.

    Attributes:
        x: middle of the head.
        crown: where the rim of a hat is.
        width: of the head.
        eyes: level of the eyes.
        neck: level of the neck; 0 for a drawing without one.
        is_lateral: whether the drawing is seen from the side.

    """

    x: float
    crown: float
    width: float
    eyes: float
    neck: float = 0.0
    is_lateral: bool = False

    @property
    def is_head_alone(self) -> bool:
        """Whether the drawing is a face without a body."""
        return not (self.is_lateral or self.neck) and self.eyes >= _FACE_EYES


_FACE_EYES = 0.38
"""Level of the eyes from which a drawing seen from the front, without a neck, has no body."""
_FRONTAL = """
cat .42 .16 .56 .30 .46 | dog .40 .04 .50 .18 .46 | tiger .40 .06 .50 .21 .43 | fox .43 .18 .50 .30 .47
panda .50 .06 .70 .24 .44 | bear .50 .05 .66 .23 .45 | rabbit .40 .32 .52 .41 .58 | owl .44 .04 .40 .22
robot .46 .15 .55 .27 | woman .50 .07 .50 .33 .66 | man .50 .05 .48 .33 .66 | person .50 .05 .46 .30 .66
icon/bear .50 .06 .80 .46 | icon/cow-face .50 .14 .55 .45 | icon/fox .50 .20 .80 .58 | icon/frog .50 .10 .90 .20
icon/front-facing-baby-chick .50 .03 .60 .21 | icon/hamster .50 .22 .70 .55 | icon/koala .50 .12 .70 .58
icon/lion .50 .10 .70 .45 | icon/monkey-face .50 .08 .70 .40 | icon/orangutan .50 .06 .40 .20
icon/owl .50 .04 .90 .26 | icon/panda .50 .08 .85 .45 | icon/penguin .50 .02 .50 .20 .40
icon/pig-face .50 .06 .90 .42
icon/polar-bear .50 .10 .80 .48 | icon/rabbit-face .50 .32 .75 .58 | icon/raccoon .50 .12 .80 .53
icon/tiger-face .50 .10 .85 .46 | icon/wolf .50 .22 .80 .48 | icon/ghost .50 .03 .60 .24 | icon/alien .50 .04 .80 .50
icon/teddy-bear .50 .06 .55 .23 .44 | icon/woman .50 .10 .80 .53 | icon/man .50 .10 .85 .53 | icon/girl .50 .10 .80 .53
icon/boy .50 .10 .75 .53 | icon/own/old_man .50 .04 .54 .26 .60 | icon/old-woman .50 .14 .75 .60
icon/baby .50 .10 .85 .62
icon/own/husky .36 .16 .62 .32 .50 | icon/own/golden_retriever .35 .04 .50 .19 .48
icon/own/red_panda .67 .10 .50 .29 .49
icon/own/meerkat .32 .05 .45 .16 .34 | icon/own/lemur .33 .08 .50 .29 .50 | icon/own/samoyed .39 .14 .72 .27 .50
icon/own/border_collie .35 .12 .50 .27 .50 | icon/own/pug .50 .06 .80 .24 .55
icon/own/siamese_cat .36 .15 .62 .29 .50
icon/own/calico_cat .36 .15 .60 .31 .50 | icon/own/lynx .50 .22 .60 .37 .55 | icon/own/frog .50 .08 .50 .14
icon/own/raccoon .33 .06 .58 .33 .52 | icon/own/koala .60 .20 .55 .33 .52 | icon/own/hamster .50 .10 .75 .25
icon/own/nine_tailed_fox .50 .20 .35 .33 | icon/octopus .50 .04 .65 .38
icon/own/octopus .50 .06 .36 .36 | icon/monkey .20 .06 .38 .18
icon/own/otter .29 .03 .47 .17 .41 | icon/chicken .45 .12 .60 .50
icon/own/ragdoll_cat .41 .19 .61 .35 .55 | icon/own/persian_cat .43 .19 .58 .34 .56
icon/own/sphynx_cat .50 .18 .52 .38 .49 | icon/own/maine_coon .40 .26 .51 .41 .59
icon/own/british_shorthair .42 .20 .67 .35 .57 | icon/own/french_bulldog .50 .23 .76 .34 .61
icon/own/schnauzer .48 .17 .63 .31 .60 | icon/own/yorkshire_terrier .50 .16 .59 .31 .59
icon/own/bichon .50 .17 .68 .33 .57 | icon/own/pomeranian .37 .20 .53 .34 .60
icon/own/groundhog .50 .05 .41 .16 .38 | icon/own/chinchilla .67 .21 .44 .36 .57
icon/own/gecko .50 .03 .33 .12 | icon/own/snowy_owl .50 .06 .75 .22 .40
icon/own/snowman .50 .22 .42 .30 .43
icon/own/barn_owl .49 .05 .58 .23 .44
icon/bat .60 .43 .30 .59 | icon/snowman .48 .12 .52 .25 | icon/snowman-without-snow .48 .12 .56 .25
icon/own/bulldog .50 .05 .70 .21 .58 | icon/own/chihuahua .50 .18 .48 .34 .55 | icon/own/mole .50 .02 .36 .20 .50
icon/own/chimpanzee .50 .08 .55 .21 .48 | icon/own/scarecrow .50 .21 .36 .29 .46
icon/own/cloth_tiger .34 .12 .52 .37 | icon/own/stuffed_rabbit .50 .33 .60 .44 .60
"""
_LATERAL = """
horse .86 .08 .20 .16 | bird .58 .04 .30 .13 | crane .80 .03 .14 .06 | icon/baby-chick .30 .02 .50 .22
icon/own/beaver .68 .07 .36 .20 | icon/bird .30 .02 .45 .25 | icon/blackbird .25 .03 .30 .10
icon/camel .15 .04 .22 .16 | icon/cat .17 .14 .30 .32 | icon/chipmunk .18 .10 .30 .28 | icon/cow .12 .08 .25 .22
icon/deer .15 .18 .24 .28
icon/dodo .30 .03 .35 .15 | icon/dog .18 .10 .30 .22 | icon/duck .28 .02 .35 .15 | icon/elephant .22 .04 .40 .33
icon/ewe .15 .10 .25 .24 | icon/flamingo .25 .02 .30 .10 | icon/own/giraffe .79 .08 .22 .16 | icon/goat .20 .10 .30 .22
icon/goose .30 .02 .30 .12 | icon/gorilla .15 .05 .25 .15
icon/horse .15 .07 .20 .15 | icon/kangaroo .15 .08 .25 .20 | icon/own/leopard .85 .09 .26 .22
icon/llama .16 .14 .24 .22 | icon/mouse .22 .22 .35 .35 | icon/rat .22 .22 .35 .35 | icon/parrot .28 .02 .50 .15
icon/rabbit .18 .20 .35 .40 | icon/ram .15 .10 .25 .23 | icon/rooster .22 .10 .20 .20 | icon/sauropod .14 .02 .22 .06
icon/t-rex .27 .03 .30 .07 | icon/tiger .20 .10 .33 .25 | icon/two-hump-camel .15 .06 .22 .16
icon/zebra .15 .10 .25 .14 | icon/own/lion .77 .17 .26 .32 | icon/own/corgi .82 .16 .30 .30
icon/own/shiba .78 .14 .40 .25 | icon/own/doe .85 .12 .28 .20 | icon/own/fawn .82 .14 .38 .26
icon/own/lion_cub .76 .06 .46 .29 | icon/own/zebra .19 .10 .25 .21
icon/own/dachshund .82 .05 .20 .25 | icon/own/dalmatian .75 .04 .25 .13 | icon/own/reindeer .72 .36 .25 .43
icon/own/pegasus .85 .15 .25 .27 | icon/own/black_panther .84 .10 .25 .25 | icon/own/german_shepherd .82 .12 .25 .25
icon/own/ostrich .78 .08 .18 .13 | icon/own/pelican .60 .06 .20 .08 | icon/own/snow_leopard .83 .12 .28 .24
icon/own/wolf .78 .22 .25 .37 | icon/own/heron .62 .03 .15 .08 | icon/own/walrus .80 .04 .35 .15
icon/own/labrador .75 .05 .24 .12 | icon/own/doberman .69 .26 .26 .32
icon/own/greyhound .68 .05 .20 .09
icon/own/cheetah .84 .07 .27 .22 | icon/own/jaguar .83 .06 .28 .23
icon/own/cougar .85 .09 .26 .22 | icon/own/mule .75 .26 .22 .33 | icon/own/donkey .78 .30 .22 .40
icon/own/pink_pig .82 .16 .30 .38 | icon/own/river_hippo .78 .12 .28 .24
icon/own/guinea_pig .76 .07 .30 .35 | icon/own/robin .70 .02 .26 .15
icon/own/sparrow .70 .05 .26 .19 | icon/own/mallard .73 .01 .21 .14
icon/own/foal .73 .18 .23 .25 | icon/own/calf .79 .04 .32 .14
icon/own/quail .76 .22 .29 .33
icon/badger .25 .08 .26 .28 | icon/beaver .26 .06 .36 .14 | icon/bison .13 .20 .22 .38 | icon/boar .50 .16 .50 .47
icon/giraffe .14 .08 .22 .15 | icon/hippopotamus .28 .14 .36 .33 | icon/horse-face .45 .12 .45 .37
icon/leopard .17 .12 .28 .28 | icon/mammoth .22 .12 .28 .36 | icon/moose .50 .44 .50 .59 | icon/ox .20 .12 .26 .21
icon/poodle .30 .06 .32 .29 | icon/rhinoceros .18 .26 .26 .40 | icon/unicorn .43 .22 .42 .40
icon/water-buffalo .22 .14 .26 .25 | icon/own/rhinoceros .23 .32 .22 .47 | icon/own/beagle .74 .04 .30 .15
icon/own/triceratops .83 .32 .22 .43 | icon/own/platypus .73 .10 .16 .23 | icon/own/yak .84 .24 .24 .38
icon/own/bull .84 .29 .22 .40 | icon/own/coyote .75 .18 .22 .24 | icon/own/baboon .83 .06 .24 .16
icon/own/mandrill .80 .06 .24 .18 | icon/own/lioness .84 .07 .28 .21 | icon/own/water_buffalo .77 .36 .22 .44
icon/own/weasel .84 .08 .20 .22 | icon/own/anteater .69 .14 .16 .26 | icon/own/pangolin .84 .34 .16 .46
icon/own/hyena .79 .08 .24 .20 | icon/own/antelope .79 .35 .20 .41 | icon/own/capybara .72 .25 .26 .36
icon/own/qilin .76 .26 .20 .32 | icon/own/unicorn .80 .28 .22 .33
"""


def _parse(table: str, *, is_lateral: bool) -> dict[str, Anchor]:
    anchors = {}
    for row in table.replace("\n", "|").strip("|").split("|"):
        key, *numbers = row.split()
        x, crown, width, eyes, neck = (*map(float, numbers), 0.0)[:5]
        anchors[key] = Anchor(x, crown, width, eyes, neck, is_lateral)
    return anchors


_ANCHORS = _parse(_FRONTAL, is_lateral=False) | _parse(_LATERAL, is_lateral=True)


def find_anchor(subject: str) -> Anchor | None:
    """Return where the head of *subject* is; None for what has none, or none that a hat fits on."""
    return _ANCHORS.get(subject)


HATS = frozenset(
    PREFIX + key
    for key in (
        "billed-cap", "crown", "graduation-cap", "military-helmet", "rescue-workers-helmet", "top-hat", "womans-hat",
        "own/cowboy_hat", "own/wool_beanie", "own/chef_hat", "own/hard_hat", "own/fedora", "own/wizard_hat",
        "own/party_hat", "own/santa_hat", "own/witch_hat", "own/helmet_knight",
        "own/army_helmet",
    )
)  # fmt: skip
HEADPHONES = frozenset((PREFIX + "own/headphones",))
GLASSES = frozenset(PREFIX + key for key in ("glasses", "goggles", "sunglasses"))
NECKWEAR = frozenset(
    PREFIX + key
    for key in ("scarf", "necktie", "prayer-beads", "own/prayer_bead_string", "own/bow_tie", "own/necklace")
)
WEARABLES = HATS | GLASSES | HEADPHONES | NECKWEAR
UMBRELLAS = frozenset((str(Subject.UMBRELLA), PREFIX + "umbrella"))
OVERHEAD = UMBRELLAS | {PREFIX + "balloon"}
"""What is up at a stick or a string, over who holds it."""
BALLOONS = frozenset(PREFIX + key for key in ("balloon", "kite"))
"""What rises from the hand that holds it."""
NARROW_HATS = frozenset(PREFIX + key for key in ("crown", "own/chef_hat", "own/wool_beanie", "own/party_hat"))
"""Hats without a brim."""
