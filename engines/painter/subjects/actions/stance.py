"""Stances of people, given by what hands and feet touch; elbows and knees follow from the lengths of the limbs."""

from dataclasses import dataclass

import numpy as np

from engines.painter.subjects.people.model import SHOULDER, TURNED_JOINTS, TURNED_WIDTH, XY, Arms, Legs

_ARM, _LEG = (0.17, 0.16), (0.19, 0.18)
"""Lengths of upper arm and forearm in units of the torso, and of thigh and shin in units of the body."""
_MAX_STRETCH = 1.25
_HIP = 0.062


@dataclass(frozen=True, slots=True)
class Stance:
    """Hip, hands and feet in units of the body, its origin on the ground, y up; *lean* rotates the torso, in degrees.

    `elbows` and `knees` are the directions in which these joints point.
    """

    hip: XY
    hands: tuple[XY, XY]
    feet: tuple[XY, XY]
    lean: float = 0.0
    is_turned: bool = True
    elbows: XY = (-0.4, -1.0)
    knees: XY = (1.0, 0.2)


def solve(stance: Stance) -> tuple[Arms, Legs]:
    """Return the joints of *stance*; a hand or a foot that is out of reach is as near as the limb allows."""
    width, joints = (TURNED_WIDTH, TURNED_JOINTS) if stance.is_turned else (1.0, 1.0)
    angle = np.radians(stance.lean)
    rotation = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    arms, legs = [], []
    for side, sign in ((0, -1), (1, 1)):
        apart = (np.array(stance.hands[side]) - stance.hip) / (width, 1.0)
        outward = np.array(stance.elbows) * ((1, 1) if stance.is_turned else (-sign, 1))
        shoulder = np.array([sign * SHOULDER[0] * joints, SHOULDER[1]])
        arms.append(_bend(shoulder, rotation @ apart, _ARM, rotation @ outward))
        hip = np.add(stance.hip, (sign * _HIP * joints, 0.0))
        forward = np.array(stance.knees) * ((1, 1) if stance.is_turned else (sign, 1))
        legs.append(_bend(hip, np.array(stance.feet[side]), _LEG, forward))
    return Arms(arms[0], arms[1]), Legs(stance.hip, legs[0], legs[1], stance.lean, stance.is_turned)


def _bend(start: np.ndarray, end: np.ndarray, lengths: tuple[float, float], toward: np.ndarray) -> tuple[XY, XY]:
    """Return the joint between *start* and *end*, and the end, of a limb of two *lengths* that bends *toward*."""
    reach = float(np.hypot(*(end - start)))
    stretch = float(np.clip(reach / sum(lengths), 1.0, _MAX_STRETCH))
    upper, lower = (length * stretch for length in lengths)
    if reach > upper + lower:
        end = start + (end - start) * (upper + lower) / reach
        reach = upper + lower
    reach = max(reach, abs(upper - lower), 1e-6)
    along = (upper**2 - lower**2 + reach**2) / (2 * reach)
    aside = float(np.sqrt(max(0.0, upper**2 - along**2)))
    axis = (end - start) / reach
    normal = np.array([-axis[1], axis[0]])
    normal = normal if float(normal @ toward) >= 0 else -normal
    joint = start + axis * along + normal * aside
    return (float(joint[0]), float(joint[1])), (float(end[0]), float(end[1]))
