"""Frames in English for outdoor activities and for appearance."""

from engines.note_writer.values import Section, Template

TRAVEL = Template(
    titles=(
        "{topic}: an easy plan",
        "{topic} in {count} easy steps",
        "{topic} without the rush",
        "Save this before {topic}",
        "{topic}, the relaxed way",
        "{place}: {topic}, the easy way",
    ),
    openings=(
        "Good weather is reason enough to go out. Here is {topic}, from packing to the way home.",
        "Thinking of {topic} but dreading the crowds and the rush? Slow it down and it gets better.",
        "You don't need a packed schedule for {topic}. Leave some blank space for the good surprises.",
    ),
    sections=(
        Section(
            "🎒 Before you go",
            (
                "Check the weather and opening times the day before, and book what needs booking.",
                "Pack light: water, tissues, power bank, sunscreen, a snack.",
                "Mornings and evenings are cool, so bring a thin layer.",
                "Wear the shoes you can walk in, not the ones that look best.",
            ),
        ),
        Section(
            "🗺️ The route",
            (
                "Two main stops a day are plenty. Keep the time between them free.",
                "Put the place you want most in the morning, when it's quiet.",
                "Walk a loop instead of there and back.",
                "Add half an hour to every leg, and queues stop mattering.",
            ),
        ),
        Section(
            "📷 Photos",
            (
                "The light is softest before nine and around sunset.",
                "Find a clean background and stand a third into the frame.",
                "Skip the poses: walking, turning and laughing look better.",
            ),
        ),
        Section(
            "⚠️ Good to know",
            (
                "Go off-peak by half a day and it feels like another place.",
                "Read a few recent reviews before you trust a pretty picture.",
                "Take your rubbish home and leave the flowers where they are.",
                "Have one indoor idea ready in case it rains.",
            ),
        ),
    ),
    closings=(
        "Save this and tick it off before you leave. Who are you taking along?",
        "You don't have to go far to feel new. Enjoy every minute!",
        "Pick a date first, and half of it is done. What else would you like to know?",
    ),
)

FOOD = Template(
    titles=(
        "{topic}, simple and good",
        "{topic} for beginners: {count} steps",
        "Easy {topic}, no stress",
        "{topic} worth saving",
        "Eat well: {topic}",
    ),
    openings=(
        "A good meal is the simplest kind of joy. Here is {topic} made easy, even on your first try.",
        "There's no need to complicate {topic}. Good ingredients and a calm pace do most of it.",
        "Busy weeks need good food most. For {topic}, these few points are enough.",
    ),
    sections=(
        Section(
            "🛒 Ingredients first",
            (
                "What is in season tastes better and costs less.",
                "Empty the fridge before you shop, and buy for a day or two.",
                "Three colours on the plate look good and are more balanced.",
            ),
        ),
        Section(
            "🍳 While you make it",
            (
                "Chop and soak everything before you turn on the heat.",
                "Season in small steps and taste as you go.",
                "Follow the recipe the first time, then make it yours.",
                "Not sure about the heat? Keep it low and take your time.",
            ),
        ),
        Section(
            "📸 On the table",
            (
                "A bowl you love makes the same food taste better.",
                "Window light is the best light, from above or at an angle.",
                "Leave some of the plate empty.",
            ),
        ),
        Section(
            "💡 Little reminders",
            (
                "Allergies? Read the ingredients first.",
                "Cool leftovers quickly, seal them and eat them soon.",
                "To cut salt or oil, start with the sauces.",
            ),
        ),
    ),
    closings=(
        "Save it for next time. How do you like yours?",
        "Eating well is taking care of yourself. Tell me about yours!",
        "Tried it? Come back and tell me how it tasted.",
    ),
)

LOOKS = Template(
    titles=(
        "{topic} that suits you",
        "{topic}: {count} ideas that work",
        "{topic}, the simple way",
        "{topic} without the guesswork",
        "Less is more: {topic}",
    ),
    openings=(
        "Looking good doesn't mean buying more. Sort out the basics of {topic} and you will see it.",
        "There is no single right answer for {topic}, but a few ideas work for nearly everyone.",
        "Stuck on {topic}? Go back to two questions: where to today, and how do you want to feel?",
    ),
    sections=(
        Section(
            "🔍 Know yourself first",
            (
                "Note one thing about your skin, your colouring and your shape.",
                "Look in daylight. Lamps lie.",
                "Lay out what you use most, and you'll see what is missing.",
            ),
        ),
        Section(
            "✨ How to choose",
            (
                "Start from basics and add one highlight.",
                "Three colours at most keep it calm.",
                "Change one thing at a time, so you know what works.",
            ),
        ),
        Section(
            "🪞 Details that count",
            (
                "Clean and well fitting beats trendy.",
                "Pick one focus and keep the rest quiet.",
                "Before you leave, take one thing off.",
            ),
        ),
        Section(
            "⚠️ Skip the detours",
            (
                "What works for others may not for you, so sample first.",
                "If your skin reacts, stop; if it stays, see a doctor.",
                "Finish one before you buy the next.",
            ),
        ),
    ),
    closings=(
        "Save it for the next time you are unsure. Which step is hardest for you?",
        "Feeling at ease is what looks good. Share your own tips!",
        "Start with the simplest step. Your style will follow.",
    ),
)
