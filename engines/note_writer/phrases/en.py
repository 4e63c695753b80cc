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
from engines.note_writer.phrases.topics import TopicPhrases
from engines.note_writer.values import Section, Template

GENERAL = Template(
    titles=(
        "{topic}: where to start",
        "New to {topic}? {count} things first",
        "{topic}, made simple",
        "A calm guide to {topic}",
        "{topic}: the short version",
    ),
    openings=(
        "Curious about {topic} and not sure where to begin? Take it in this order and it gets a lot clearer.",
        "Here is {topic} boiled down to what matters most. No rush, no jargon.",
        "If {topic} is on your list, get the basics right first. The rest follows.",
    ),
    sections=(
        Section(
            "🎯 Before anything else",
            (
                "Write down in one line why you want this and how far you want to go.",
                "Decide how much time and energy you really have for it.",
                "Split your list into must-haves and nice-to-haves; choosing gets easier.",
                "Keep the first goal small. Finished beats perfect.",
            ),
        ),
        Section(
            "🧰 Getting ready",
            (
                "List what you need, then check what you already own.",
                "One or two good sources are enough. More only slows you down.",
                "Leave some slack: the first time always takes longer.",
            ),
        ),
        Section(
            "👣 Step by step",
            (
                "Start with the easiest part and only then look at the next.",
                "Take short notes along the way. You will be glad later.",
                "Stuck? Change the order, or leave it for a day.",
            ),
        ),
        Section(
            "⚠️ Easy to miss",
            (
                "What works for someone else may not suit you, so try it small.",
                "Change one thing at a time, or you won't know what helped.",
                "Not sure a tip is right? Check a second source.",
            ),
        ),
    ),
    closings=(
        "Save this for when you start. What would you like to know about {topic}?",
        "That's it! Which step will you try first?",
        "Take it slowly, and tell me how it goes.",
    ),
)

TOPICS = (
    TopicPhrases(frozenset((Theme.TRAVEL, Theme.OUTDOORS)), TRAVEL),
    TopicPhrases(frozenset((Theme.FOOD, Theme.DRINK)), FOOD),
    TopicPhrases(frozenset((Theme.BEAUTY, Theme.FASHION)), LOOKS),
    TopicPhrases(frozenset((Theme.FITNESS,)), FITNESS),
    TopicPhrases(frozenset((Theme.STUDY,)), STUDY),
    TopicPhrases(frozenset((Theme.WORK,)), WORK),
    TopicPhrases(frozenset((Theme.PHOTO,)), PHOTO),
    TopicPhrases(frozenset((Theme.HEALTH,)), HEALTH),
    TopicPhrases(frozenset((Theme.READING,)), READING),
    TopicPhrases(frozenset((Theme.MONEY,)), MONEY),
    TopicPhrases(frozenset((Theme.PLANTS,)), PLANTS),
    TopicPhrases(frozenset((Theme.TECH,)), TECH),
    TopicPhrases(frozenset((Theme.PARENTING,)), PARENTING),
    TopicPhrases(frozenset((Theme.FESTIVAL,)), FESTIVAL),
    TopicPhrases(frozenset((Theme.CRAFT,)), CRAFT),
    TopicPhrases(frozenset((Theme.HOME,)), HOME),
    TopicPhrases(frozenset((Theme.PETS,)), PETS),
)

ASIDES = (
    (("budget", "cost", "money", "price"), "For the budget, keep three columns: must spend, can save, small treats."),
    (("transport", "getting there", "parking"), "Look up two ways to get there, one as your plan and one as a backup."),
    (("weather", "rain"), "Check the weather once more before you leave, and have a rainy-day plan ready."),
    (("photo", "picture"), "For photos, go early or late: the light is soft, and a clean background does the rest."),
    (
        ("hotel", "stay", "accommodation"),
        "For a place to stay, look at location and recent reviews before anything else.",
    ),
    (("kid", "child", "baby"), "With kids, halve the pace and double the snacks."),
    (("parents", "elderly", "grand"), "With older company, plan fewer stairs and more places to sit."),
    (("time", "how long"), "Leave about a third of your time free. Doing less is better than rushing."),
    (("safety", "safe"), "Safety first: if you are not sure, don't push it."),
    (("beginner", "new to"), "If this is your first time, aim for complete rather than perfect."),
    (("pack", "gear", "bring"), "Make a packing list and tick it off; one item per purpose is enough."),
)
GENERAL_ASIDE = "About {word}: know what you need first, then choose what fits your own situation."
