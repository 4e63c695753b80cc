"""Frames in English for themes; each sentence is true for any topic of its theme, and for no other theme."""

from engines.note_writer.values import Section, Template

PHOTO = Template(
    titles=("{topic}: light before gear", "{topic} in {count} steps", "Better {topic}: look at the light first"),
    openings=("Half of {topic} is light, the other half is pressing the shutter more often.",),
    sections=(
        Section(
            "☀️ Light",
            (
                "Early and late light is soft, and the shadows in the picture stay gentle.",
                "Backlight draws outlines, side light shows texture, front light shows color.",
            ),
        ),
        Section(
            "📷 Composition",
            (
                "Put the subject on a third of the frame and move the clutter out of the shot.",
                "Shoot the same subject low, close and from the side, one frame each.",
            ),
        ),
        Section(
            "🖼️ After the shoot",
            (
                "Keep the sharpest frame of each scene and delete the rest the same day.",
                "Edit exposure and white balance first, filters last.",
            ),
        ),
    ),
    closings=("Which of your photos worked best?", "Is it the light or the framing that gives you trouble?"),
)
HEALTH = Template(
    titles=("{topic}: start with small habits", "{topic}, gently", "{topic}: {count} habits to change first"),
    openings=("With {topic}, a regular rhythm does more than a strict plan.",),
    sections=(
        Section(
            "📝 Notice first",
            (
                "Write down for a week when you sleep, wake and feel unwell.",
                "Such a record also helps a doctor understand your symptoms.",
            ),
        ),
        Section(
            "🌿 Gentle changes",
            (
                "Get up at the same time every day, weekends included.",
                "If you sit for long, stand up and move for a few minutes every hour.",
            ),
        ),
        Section(
            "🩺 When to see a doctor",
            (
                "See a doctor if symptoms get worse, come back, or disturb your sleep.",
                "Do not stop a medicine by yourself; ask the doctor or pharmacist first.",
            ),
        ),
    ),
    closings=("These are everyday habits and do not replace a doctor's advice.",),
)
READING = Template(
    titles=("{topic}: where to start", "{topic}, a page at a time", "{topic}: {count} ways to choose"),
    openings=("You don't have to finish everything: {topic} is about the pages you enjoy.",),
    sections=(
        Section(
            "📖 Choosing a book",
            (
                "Read the first chapter; if it does not hold you, put the book back.",
                "With a translation, compare a page of each edition before you buy.",
            ),
        ),
        Section(
            "🔖 Reading",
            (
                "Keep a pencil at hand and mark the sentence that made you stop.",
                "A half-read novel is fine: leave the bookmark in and come back later.",
            ),
        ),
        Section(
            "✍️ After the last page",
            (
                "Write three lines: the plot, the passage you liked, and who should read it.",
                "Talk with someone who read the same book, and see what you missed.",
            ),
        ),
    ),
    closings=("Which book is open on your table?",),
)
MONEY = Template(
    titles=("{topic}: see where it goes", "{topic}, from the first payday", "{topic}: {count} pots of money"),
    openings=("The first step of {topic} is to see where the money goes.",),
    sections=(
        Section(
            "🧾 See the spending",
            (
                "Go through three months of bank statements and sort rent, food and transport.",
                "Read through the subscriptions and cancel those you did not use last month.",
            ),
        ),
        Section(
            "💰 Keep it apart",
            (
                "Move your savings on payday and live on what is left.",
                "Keep the emergency money in an account that you can reach at once.",
            ),
        ),
        Section(
            "⚠️ Before you sign",
            (
                "Do not buy an investment you cannot explain: higher returns carry more risk.",
                "Pay the credit card in full where you can, and work out the interest before you split it.",
            ),
        ),
    ),
    closings=("What is your largest expense each month?", "These are habits of saving money, not investment advice."),
)
PLANTS = Template(
    titles=("{topic}: light, water, soil", "{topic} for beginners", "{topic}: {count} things to remember"),
    openings=("With {topic}, look at the light first and the watering can second.",),
    sections=(
        Section(
            "☀️ Light and air",
            (
                "Count the hours of direct sun on the spot before you choose a plant for it.",
                "Leave gaps between the pots: moving air keeps pests away from the leaves.",
            ),
        ),
        Section(
            "💧 Watering",
            (
                "Push a finger two centimetres into the soil, and water when it is dry.",
                "Empty the saucer afterwards, since roots rot in standing water.",
            ),
        ),
        Section(
            "🪴 Pot and soil",
            (
                "The pot needs a drainage hole and the soil has to stay loose.",
                "After repotting, let the plant rest for a week or two before you feed it.",
            ),
        ),
    ),
    closings=("Which way does your balcony or window face, and how much sun does it get?",),
)
TECH = Template(
    titles=("{topic}: use before specs", "{topic}: {count} checks before you buy", "{topic}, without the spec sheet"),
    openings=("For {topic}, write down your three main uses before you read a spec sheet.",),
    sections=(
        Section(
            "🔍 What you need",
            (
                "For a device that travels, compare weight and battery; for one on the desk, ports and screen.",
                "Check that it works with the phone and laptop you own, adapters included.",
            ),
        ),
        Section(
            "🛒 Before you buy",
            (
                "Try the device in a shop: buttons, weight and screen cannot be judged from a photo.",
                "Read the warranty, the return period, and whether the battery can be replaced.",
            ),
        ),
        Section(
            "🔧 The first day",
            (
                "Update the firmware, then set a password and a backup.",
                "Switch off the notifications and preinstalled apps you do not use.",
            ),
        ),
    ),
    closings=("Which device do you use now, and what bothers you about it?",),
)
PARENTING = Template(
    titles=("{topic}, at your child's pace", "{topic}: {count} things that help at home", "{topic} without the drama"),
    openings=("With {topic}, every child has a pace of their own.",),
    sections=(
        Section(
            "🧸 Look at the child first",
            (
                "A tired or hungry child cannot follow a rule, so food and sleep come first.",
                "Get down to the child's eye level and name the feeling before the rule.",
            ),
        ),
        Section(
            "🏠 At home",
            (
                "Let your child choose between two options: it works better than an order.",
                "Set one family rule at a time, and have every adult keep to it.",
            ),
        ),
        Section(
            "⚠️ Safety and help",
            (
                "Keep small parts, medicines and cleaners out of a child's reach.",
                "Ask a pediatrician about health and development rather than a forum for parents.",
            ),
        ),
    ),
    closings=("What is the hardest part of the day with your child?",),
)
FESTIVAL = Template(
    titles=("{topic}, calmly planned", "{topic}: {count} things to settle first", "{topic} without the rush"),
    openings=("Plan {topic} a week ahead, and the day itself is for the guests.",),
    sections=(
        Section(
            "🎁 Presents",
            (
                "Remember what they wished for lately: that makes a better gift than a price.",
                "Add a handwritten card with one memory to the present.",
            ),
        ),
        Section(
            "🏮 Table and rooms",
            (
                "Prepare what keeps the day before, and cook only the hot dishes for the party.",
                "One color for candles, flowers and napkins makes a festive table.",
            ),
        ),
        Section(
            "👪 Guests",
            (
                "Ask the guests two days ahead when they come and what they cannot eat.",
                "Give grandparents and children a task at the celebration: cards, lanterns, dessert.",
            ),
        ),
    ),
    closings=("Which tradition does your celebration need most?",),
)
CRAFT = Template(
    titles=("{topic}: finish a small piece first", "{topic} in {count} steps", "{topic} with a starter kit"),
    openings=("A first piece may be crooked: with {topic}, the hands learn by making.",),
    sections=(
        Section(
            "🧵 Materials",
            (
                "Buy one starter set, enough for two small pieces.",
                "Keep scissors, ruler and thread in one box, so a craft evening starts at once.",
            ),
        ),
        Section(
            "✂️ Making",
            (
                "Practise the stitch or the cut on scraps before you touch the good material.",
                "Mark the pattern, measure twice, cut once.",
            ),
        ),
        Section(
            "🧼 Finishing",
            (
                "Trim loose threads, glue marks and rough edges at the end, all together.",
                "Open a window and stay in the room while you use blades, hot glue or a flame.",
            ),
        ),
    ),
    closings=("What was the first piece you made? Unpicking and starting over is part of the craft.",),
)
WORK = Template(
    titles=("{topic}: prepare, say, follow up", "{topic}, well prepared", "{topic}: write {count} things down first"),
    openings=("With {topic}, being prepared takes most of the nerves away.",),
    sections=(
        Section(
            "📝 Prepare",
            (
                "Write down three projects, each with a number and your role in it.",
                "Read the job description or the agenda twice and mark the words that return.",
            ),
        ),
        Section(
            "🗣️ Say it",
            (
                "Start with the conclusion, then the reason, then what you need from your colleague.",
                "Record a rehearsal of the meeting and take out the filler words.",
            ),
        ),
        Section(
            "📬 Follow up",
            (
                "Send a short email the same day: the decision, the owner, the date.",
                "Keep the feedback of your manager, since the next review will need it.",
            ),
        ),
    ),
    closings=("Which conversation at work do you dread most?",),
)
