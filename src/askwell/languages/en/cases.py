"""The cases of English."""

from askwell.languages.cases import Cases

CASES = Cases(
    texts=("Where can I renew a library card?", "The ferry does not sail when there is a storm."),
    sentences=(
        "Dr. Ellis moved to St. Albans in 1990.",
        "See p. 4 for tools, e.g. a saw.",
        "It opens at 9 a.m. daily.",
    ),
    asked=(
        ("What is a tide mill?", "definition"),
        ("How many bridges are there?", "number"),
        ("How long does the ferry take?", "duration"),
        ("When does the season begin?", "time"),
        ("Who runs the harbour?", "person"),
        ("Where is the ticket office?", "place"),
        ("Why is the bridge closed?", "reason"),
        ("How do I renew my card?", "steps"),
        ("What is the difference between a canoe and a kayak?", "comparison"),
        ("Which tools do I need?", "list"),
        ("Can I bring a dog?", "yes_no"),
    ),
    talk=(
        ("Good morning!", "greeting"),
        ("Many thanks", "thanks"),
        ("See you later", "goodbye"),
        ("Who are you?", "about_us"),
    ),
    history=(
        ("What was my first question?", "first_question"),
        ("What was my last question?", "last_question"),
        ("Can you repeat that?", "last_answer"),
        ("What have we discussed so far?", "discussed"),
    ),
    about_us=("When is my sister's birthday?",),
    numbers=(("twelve boats and 1,400 guests", ("12", "1400")), ("no figure at all", ())),
    times=(("It opens on 3 May 2024.", 5, 3), ("It was built in October.", 10, 0)),
    same=(("children", "child"), ("paid", "pay")),
    leaning=("However, it is closed on Mondays.", "They sail at noon."),
    corrections=(("Actually, the boat is blue.", "The boat is blue."),),
    follow_ups=(
        ("What is a tide mill?", "How does it work?", "How does a tide mill work?"),
        ("Who was Ada Byron?", "Where was she born?", "Where was Ada Byron born?"),
    ),
    complete=(("What is a tide mill?", "Who invented the telescope?"),),
)
