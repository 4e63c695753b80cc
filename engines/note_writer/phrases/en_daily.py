"""Frames in English for everyday life."""

from engines.note_writer.values import Section, Template

FITNESS = Template(
    titles=(
        "{topic}: start with this",
        "{topic} you can keep up",
        "{topic}: get {count} things right",
        "Gentle {topic} for beginners",
        "{topic}, slow and steady",
    ),
    openings=(
        "The hard part of {topic} isn't intensity. It's starting, and coming back. Lower the bar and go further.",
        "Before you do more, get the order and the pace right. That is most of {topic}.",
        "You don't have to be good to start {topic}. You start, and then you get good.",
    ),
    sections=(
        Section(
            "🎯 A small goal",
            (
                "Write down how often and how long, and put it where you see it.",
                "In week one the goal is simply to show up.",
                "Pick a fixed time and let it become part of the day.",
            ),
        ),
        Section(
            "🏃 The plan",
            (
                "Warm up first, and keep a few minutes for stretching.",
                "Mix training and rest days: rest is when you get stronger.",
                "Add a little at a time, never everything at once.",
                "Good form first, numbers later.",
            ),
        ),
        Section(
            "🥗 Food and sleep",
            (
                "Eat normal meals with protein, vegetables and carbs.",
                "Sip water through the day.",
                "Enough sleep makes everything else easier.",
            ),
        ),
        Section(
            "⚠️ Don't force it",
            (
                "Sore muscles can wait a day; painful joints mean stop.",
                "Old injuries or a condition? Ask a doctor first.",
                "Compare yourself with last week's you, nobody else.",
            ),
        ),
    ),
    closings=(
        "Save it and take the first small step today. When will you fit it in?",
        "Let's keep each other going. What is your goal this week?",
        "On days you can't face it, do five minutes.",
    ),
)

STUDY = Template(
    titles=(
        "{topic} in {count} calm steps",
        "{topic}: a method that lasts",
        "Busy? Read this on {topic}",
        "Make {topic} lighter",
        "{topic} without the panic",
    ),
    openings=(
        "Too much of it at once feels heavy, {topic} included. Make the pieces small and take them one by one.",
        "You don't need many methods for {topic}, only one that you can keep up.",
        "The more you want from {topic}, the more you should leave out first.",
    ),
    sections=(
        Section(
            "🧭 Find the direction",
            (
                "Put the goal in one sentence, then cut it into pieces for this week.",
                "Choose three things a day. The rest can wait.",
                "Do the one you dread first.",
            ),
        ),
        Section(
            "⏰ Make the time",
            (
                "Twenty-five minutes on, five off, beats an hour of pushing.",
                "Put the phone out of reach.",
                "Keep a fifth of your plan empty for surprises.",
            ),
        ),
        Section(
            "📝 Write and review",
            (
                "Explain it in your own words. It sticks better than copying.",
                "Spend three minutes at night: what got done, what comes first tomorrow.",
                "Once a week, keep what works and drop what doesn't.",
            ),
        ),
        Section(
            "💛 Be kind to yourself",
            (
                "Missing one day is fine. Try not to miss two.",
                "Slow progress is still progress, so write it down.",
                "Rest is part of the plan.",
            ),
        ),
    ),
    closings=(
        "Save it and try just one today. What is hardest about {topic} for you?",
        "You don't need all of it. One habit that stays is plenty.",
        "Step by step. Time is on your side.",
    ),
)

HOME = Template(
    titles=(
        "{topic} that feels good",
        "{topic}: {count} ideas to copy",
        "{topic} on little money",
        "Where to start with {topic}",
        "A lighter home: {topic}",
    ),
    openings=(
        "A home needn't be big, just handy, fresh and yours. For {topic}, start with the smallest corner.",
        "Put off by {topic}? Don't do it all. One place at a time.",
        "The secret of {topic} isn't buying more, it's giving each thing a place.",
    ),
    sections=(
        Section(
            "📦 Less first",
            (
                "Lay out everything of one kind, and the extras show themselves.",
                "Not used for a year? Keep it, give it, or let it go.",
                "Clear one surface first. It changes the mood at once.",
            ),
        ),
        Section(
            "📐 Then find a place",
            (
                "What you use daily goes between waist and eye level.",
                "Store it where you use it.",
                "Measure before you buy boxes.",
                "Fill cupboards only four fifths.",
            ),
        ),
        Section(
            "🌿 A little mood",
            (
                "Warmer light does more than new furniture.",
                "Keep to three main colours.",
                "One easy plant brings a room to life.",
            ),
        ),
        Section(
            "🔁 Keep it up",
            (
                "Put it back at once. It beats the big clean-up.",
                "One in, one out.",
                "Ten minutes a day are enough.",
            ),
        ),
    ),
    closings=(
        "Save it, and start with one drawer this weekend. Which corner is your hardest?",
        "Homes take time. Show me your favourite spot!",
        "Begin with one corner. The rest will follow.",
    ),
)

PETS = Template(
    titles=(
        "{topic}: read this first",
        "{topic}: {count} things to know",
        "{topic} for beginners",
        "Before you start {topic}",
        "Everyday {topic}, made calm",
    ),
    openings=(
        "You are their whole world, so knowing a little more is loving a little more. Here are the basics of {topic}.",
        "Good at {topic}? It's mostly routine and patience.",
        "To do {topic} well, see it from their side first.",
    ),
    sections=(
        Section(
            "🏠 Set up the place",
            (
                "Give them a quiet corner to hide in, and don't rush the cuddles.",
                "Keep food, water and toilet apart.",
                "Put away cables, medicine and small parts; close the windows.",
            ),
        ),
        Section(
            "🍽️ Food and water",
            (
                "Change food slowly, mixing old and new for about a week.",
                "Fresh water, always.",
                "Human food isn't always safe. When unsure, don't.",
            ),
        ),
        Section(
            "🐾 Time together",
            (
                "Play at the same time each day; a tired pet is a calm pet.",
                "Reward what goes well and redirect what doesn't.",
                "Practise brushing and nails early, in short sessions.",
            ),
        ),
        Section(
            "🩺 Health",
            (
                "Follow the vet's schedule for vaccines and worming.",
                "Note changes in appetite, mood or toilet, and call the vet early.",
                "Never guess with medicine.",
            ),
        ),
    ),
    closings=(
        "Save it for later. What is your little one called?",
        "May every one of them be well looked after. Show me yours!",
        "Take it slowly. They will answer in their own way.",
    ),
)
