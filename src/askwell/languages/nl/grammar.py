"""The grammar of Dutch."""

from askwell.languages.grammar import Grammar

GRAMMAR = Grammar(
    copulas=frozenset("is was wordt worden zijn".split()),
    perfect=frozenset(),
    fused=frozenset(),
    of=frozenset({"van"}),
    of_forms=frozenset({"van"}),
    of_kind=frozenset({"van"}),
    of_group=frozenset("of van".split()),
    partitives=frozenset(),
    for_words=frozenset({"voor"}),
    about_words=frozenset({"over"}),
    where_words=frozenset("in te bij naar".split()),
    once_words=frozenset("volgens naar sinds vanaf".split()),
    and_words=frozenset({"en"}),
    or_words=frozenset({"of"}),
    small_words=frozenset("van de het en in".split()),
    if_words=frozenset("als wanneer terwijl indien nadat".split()),
    after=frozenset({"nadat"}),
    that_words=frozenset({"dat"}),
    clause_openers=frozenset("om dat".split()),
    relatives=frozenset("die dat".split()),
    infinitive=frozenset({"te"}),
    it_words=frozenset({"het"}),
    there_words=frozenset({"er"}),
    empty_subjects=frozenset({"er"}),
    this_words=frozenset("dat dit".split()),
    these_words=frozenset(),
    who=frozenset({"wie"}),
    which=frozenset({"welke"}),
    which_plural=frozenset(),
    which_of_two=frozenset({"welke"}),
    which_noun=frozenset({"welke"}),
    how=frozenset({"hoe"}),
    why=frozenset("waarom hezo".split()),
    much=frozenset({"veel"}),
    more=frozenset({"meer"}),
    degrees=frozenset(),
    comparative_endings=frozenset({"er"}),
    superlative_endings=frozenset({"ste"}),
    plural_stand_ins=frozenset(),
    adjective_follows=False,
    adjective_endings=frozenset({"e"}),
    agreeing={
        "de": frozenset("de die deze".split()),
        "die": frozenset("de die deze".split()),
        "het": frozenset("het dat dit".split()),
        "dat": frozenset("het dat dit".split()),
    },
    restricting=frozenset("gewoon alleen enkel slechts louter simpelweg".split()),
    not_words=frozenset({"niet"}),
    without_words=frozenset({"zonder"}),
    all_words=frozenset("alle allemaal".split()),
    other=frozenset({"andere"}),
    others=frozenset("andere ander".split()),
    options=frozenset("optie keuze resultaat".split()),
    items=frozenset(
        """
        punt stap nummer nr optie regel tip manier ding keuze resultaat mogelijkheid antwoord
        """.split()
    ),
    middle=frozenset("middelste middelst".split()),
    have=frozenset("heeft hebben kent kennen".split()),
    articles=frozenset("de het een".split()),
    own_articles=frozenset("de het een".split()),
    one_articles=frozenset({"een"}),
    at_most=frozenset("onder,minder dan,lager dan,goedkoper dan,hoogstens,maximaal,tot,niet meer dan".split(",")),
    at_least=frozenset("boven,meer dan,hoger dan,minstens,minimaal,vanaf".split(",")),
    around=frozenset("rond,rondom,ongeveer,circa,zo'n".split(",")),
    or_less=frozenset("of minder".split(",")),
    or_more=frozenset("of meer".split(",")),
    between=frozenset("en tot".split()),
)

COPULAS = frozenset("is was wordt werd".split())
MODALS = frozenset("kan kun kunt kunnen kon moet moeten mag mogen wil wilt willen zal zullen zou zouden".split())
CLOSING_MODALS = MODALS | {"hoeft"}
"""Modals with an infinitive at the end of the clause."""
BECOMING = COPULAS | frozenset("zijn waren worden werden".split())
PASSIVE = frozenset("wordt werd".split())
INFINITIVES = frozenset("worden zijn hebben".split())
"""Auxiliaries before a verb at the end of the clause."""
PARTICIPLE = ("ge", "be", "ver", "ont", "her", "er")
"""Prefixes of participles."""
NOUNS = frozenset(
    """
    bedrijf begin begrip beheer belang beleid bericht beroep besluit bestand bestuur bewijs bezit bezwaar gebied gebod
    gebouw gebruik gegeven geheim geld geluid gerecht geschil gesprek getal gevolg gevaar geval gewicht gezicht onthaal
    ontslag ontwerp verband verbod verdrag verkeer verleden verlies verschil verslag verstand vertrouwen verzet verzoek
    """.split()
)
"""Singular neuter nouns (with `dat`) that begin like participles."""
RELATIVES = frozenset("die dat".split())
CLAUSE_RELATIVES = frozenset("die dat wat".split())
ANYBODY = frozenset("iemand niemand".split())
WHICH = frozenset("welk welke".split())
WHAT_OR_WHO = frozenset("wat wie".split())
THAT = frozenset("dat dit".split())
HE = frozenset("hij hem".split())
"""Pronouns that in Dutch also refer to things."""
ADVERBS = ("daar", "er", "hier")
"""Forms of a pronoun before its preposition: `daarvan`."""
SINGULAR_VERBS = frozenset("is was kan mag zal".split())
"""Singular verb forms without an ending."""
SINGULAR = {"gelden": "geldt", "zijn": "is", "worden": "wordt", "moeten": "moet", "mogen": "mag", "kunnen": "kan"}
PLURAL = ("en", "s")
"""Endings of nouns in the plural."""
SEVERAL = {"is": "zijn", "was": "waren", "wordt": "worden", "werd": "werden"}
PLURAL_VERBS = {
    **SEVERAL,
    "kan": "kunnen",
    "kon": "konden",
    "mag": "mogen",
    "mocht": "mochten",
    "zal": "zullen",
    "zou": "zouden",
    "moet": "moeten",
    "moest": "moesten",
    "heeft": "hebben",
    "had": "hadden",
    "gaat": "gaan",
    "ging": "gingen",
    "doet": "doen",
    "deed": "deden",
    "staat": "staan",
    "ziet": "zien",
    "komt": "komen",
    "wil": "willen",
}
"""Third person singular of irregular verbs to the plural."""
LONG_VOWEL = r"^(.*)([aeou])\2([^aeouijfswt])t$"
"""A verb in the singular whose plural has a single vowel: `weegt`, `duurt`. Before `f` and `s` it may change these."""
ASKED_WHETHER = frozenset("moet moeten mag mogen kan kunnen hoeft hoeven".split())
WHETHER = frozenset("verplicht toegestaan verboden nodig mogelijk".split())
"""Predicates of something that must, may or can be done."""
COUNTS = frozenset("twee drie vier vijf zes zeven acht negen tien".split())
GOVERNED = {"bij": frozenset("past passen hoort horen".split()), "aan": frozenset("voldoet voldoen".split())}
"""Preposition to the verbs that take exactly one phrase with it."""
ARTICLE_OF_WHICH = {"welk": "het", "welke": "de"}
PREPOSITION_OF = {"mee": "met", "toe": "tot", "heen": "naar"}
"""Ending of an adverb to its preposition, if they differ: `daarmee`."""
STRANDED = frozenset("aan achter bij door in naar onder op over tegen uit van voor".split())
"""Prepositions that may stand alone before the last verb, with an `er` before them: `er iets in zetten`."""
MATTERING = frozenset("doe doet doen deed deden".split())
MATTERS = "toe"
"""With `er` and one of these verbs it says that something matters."""
DOING = "het {verb} van {x}"
IN_DOING = "{question} bij {x}"
GERUND = ("end", "ende")
"""Endings of verbs that may have an object and still be no predicate: `students seeking work`."""
NON_FINITE = ("en", "end", "ende", "d")
"""Endings of verbs that may belong to a noun phrase: `het kopen van een kaartje`, `de kaarten besteld op zondag`."""
INFINITIVE = ("en", "doen", "gaan", "slaan", "staan", "zien")
MARKER = "te"
"""Before an infinitive, with `IN_ORDER` before its object: `om rozen te planten`."""
IN_ORDER = "om"
SEPARABLE = (
    "aan achter af bij binnen door in klaar los mee na neer om onder op over samen schoon tegen terug toe uit vast voor"
    " weg"
).split()
"""First parts of verbs that `te` follows: `toe te voegen`."""
CAN = {
    "ik": "kan",
    "je": "kun",
    "jij": "kun",
    "u": "kunt",
    "men": "kan",
    "we": "kunnen",
    "wij": "kunnen",
}
"""Subject to the form of `kunnen` before it."""
OBJECTS = frozenset("hem haar het ze die deze dit dat".split())
"""Pronouns for things as objects."""
ATTRIBUTIVE = "e"
"""Ending of adjectives before a noun."""
MATERIALS = frozenset(
    """
    betonnen bronzen eiken fluwelen glazen gouden grenen houten ijzeren kanten kartonnen katoenen koperen lederen leren
    linnen marmeren metalen papieren porseleinen rieten rubberen satijnen stalen stenen tinnen wollen zijden zilveren
    """.split()
)
"""Adjectives in -en."""
