"""Frames in English."""

from engines.note_themes import Theme
from engines.note_writer.phrases.en_daily import FITNESS, HOME, PETS, STUDY
from engines.note_writer.phrases.en_outside import FOOD, LOOKS, TRAVEL
from engines.note_writer.phrases.en_themes import (
    CRAFT,
    FESTIVAL,
    HEALTH,
    MONEY,
    PARENTING,
    PHOTO,
    PLANTS,
    READING,
    TECH,
    WORK,
)
from engines.note_writer.phrases.topics import ACTIVITIES, PHOTOS, SPENDING, TRIPS, TopicPhrases

TOPICS = (
    TopicPhrases(
        frozenset((Theme.TRAVEL, Theme.OUTDOORS)),
        TRAVEL,
        "trip trips travel vacation picnic getaway",
    ),
    TopicPhrases(frozenset((Theme.FOOD, Theme.DRINK)), FOOD, "food cooking meals dinner lunch breakfast"),
    TopicPhrases(frozenset((Theme.BEAUTY, Theme.FASHION)), LOOKS, "outfit outfits clothes"),
    TopicPhrases(frozenset((Theme.FITNESS,)), FITNESS, "fitness workout workouts exercise yoga running"),
    TopicPhrases(frozenset((Theme.STUDY,)), STUDY, "study studying revision exam exams"),
    TopicPhrases(frozenset((Theme.WORK,)), WORK, "office job career"),
    TopicPhrases(frozenset((Theme.PHOTO,)), PHOTO, "photography photos"),
    TopicPhrases(frozenset((Theme.HEALTH,)), HEALTH, "health"),
    TopicPhrases(frozenset((Theme.READING,)), READING, "reading books"),
    TopicPhrases(frozenset((Theme.MONEY,)), MONEY, "saving money savings"),
    TopicPhrases(frozenset((Theme.PLANTS,)), PLANTS, "plants houseplants gardening"),
    TopicPhrases(frozenset((Theme.TECH,)), TECH, "gadgets"),
    TopicPhrases(frozenset((Theme.PARENTING,)), PARENTING, "parenting kids"),
    TopicPhrases(frozenset((Theme.FESTIVAL,)), FESTIVAL, "party"),
    TopicPhrases(frozenset((Theme.CRAFT,)), CRAFT, "crafts"),
    TopicPhrases(frozenset((Theme.HOME,)), HOME, "tidying decluttering storage"),
    TopicPhrases(frozenset((Theme.PETS,)), PETS, "pets pet cats dogs cat dog"),
)

ASIDES = (
    (("budget", "cost", "money"), "For the budget, keep three columns: must spend, can save, small treats.", SPENDING),
    (("transport", "getting there"), "Look up two ways to get there, one as your plan and one as a backup.", TRIPS),
    (("weather", "rain"), "Check the weather once more before you leave, and have a rainy-day plan ready.", TRIPS),
    (
        ("photo", "picture"),
        "For photos, go early or late: the light is soft, and a clean background does the rest.",
        PHOTOS,
    ),
    (
        ("hotel", "stay", "accommodation"),
        "For a place to stay, look at location and recent reviews before anything else.",
        TRIPS,
    ),
    (("kid", "child", "baby"), "With kids, halve the pace and double the snacks.", TRIPS),
    (("parents", "elderly", "grand"), "With older company, plan fewer stairs and more places to sit.", TRIPS),
    (("time",), "Leave about a third of your time free. Doing less is better than rushing.", TRIPS),
    (("safety", "safe"), "Safety first: if you are not sure, don't push it.", ACTIVITIES),
    (("beginner", "new to"), "If this is your first time, aim for complete rather than perfect.", ACTIVITIES),
    (("pack", "gear", "bring"), "Make a packing list and tick it off; one item per purpose is enough.", ACTIVITIES),
)
"""Names of a matter, a general sentence on it, and the themes of the notes for which it holds."""
