"""The grammar of English."""

from askwell.languages.grammar import Grammar

GRAMMAR = Grammar(
    copulas=frozenset("is are was were am be been 's 're".split()),
    perfect=frozenset("have has had 've".split()),
    fused=frozenset(),
    of=frozenset({"of"}),
    of_forms=frozenset({"of"}),
    of_kind=frozenset("of from by".split()),
    of_group=frozenset("of or".split()),
    partitives=frozenset(),
    for_words=frozenset({"for"}),
    about_words=frozenset("about on".split()),
    where_words=frozenset("in at near around to".split()),
    once_words=frozenset("since until into".split()),
    and_words=frozenset({"and"}),
    or_words=frozenset({"or"}),
    small_words=frozenset("of the and for in".split()),
    if_words=frozenset("if when while after".split()),
    after=frozenset({"after"}),
    that_words=frozenset(),
    clause_openers=frozenset("that if".split()),
    relatives=frozenset("that which who".split()),
    infinitive=frozenset({"to"}),
    it_words=frozenset({"it"}),
    there_words=frozenset({"there"}),
    empty_subjects=frozenset("there it".split()),
    this_words=frozenset("that this".split()),
    these_words=frozenset("these those".split()),
    who=frozenset({"who"}),
    which=frozenset({"which"}),
    which_plural=frozenset(),
    which_of_two=frozenset({"which"}),
    which_noun=frozenset("which whose".split()),
    how=frozenset({"how"}),
    why=frozenset({"why"}),
    much=frozenset("many much".split()),
    more=frozenset({"more"}),
    degrees=frozenset(),
    comparative_endings=frozenset({"er"}),
    superlative_endings=frozenset({"est"}),
    plural_stand_ins=frozenset({"ones"}),
    adjective_follows=False,
    adjective_endings=frozenset(),
    agreeing={},
    restricting=frozenset("just only simply merely solely".split()),
    not_words=frozenset({"not"}),
    without_words=frozenset({"without"}),
    all_words=frozenset({"all"}),
    other=frozenset({"other"}),
    others=frozenset("other another else".split()),
    options=frozenset("option choice item result alternative".split()),
    items=frozenset(
        """
        item point step number no option rule tip way thing entry choice result alternative bullet section answer
        """.split()
    ),
    middle=frozenset("middle".split()),
    have=frozenset("has have".split()),
    articles=frozenset("the a an".split()),
    own_articles=frozenset("the a an".split()),
    one_articles=frozenset("a an".split()),
    at_most=frozenset(
        (
            "under,below,less than,lower than,cheaper than,at most,no more than,not more than,up to,max,maximum,within"
        ).split(",")
    ),
    at_least=frozenset(
        ("over,above,more than,higher than,at least,no less than,not less than,minimum,min,from,starting at").split(",")
    ),
    around=frozenset("around,about,roughly,approximately,near".split(",")),
    or_less=frozenset("or less,or under".split(",")),
    or_more=frozenset("or more".split(",")),
    between=frozenset("and to".split()),
)

CLITIC = r"^(.+)(['’](?:s|re|ve|ll|d|m))$"
"""A word with a clitic: `it's`."""
PLURALS = frozenset("people children men women criteria media data".split())
"""Irregular plurals."""
MAY_BE_MAIN = frozenset("do have had".split())
"""Auxiliaries that can also be main verbs."""
DO = frozenset("do does did doing done".split())
NEGATED = {"wo": "will", "ca": "can"}
"""Irregular stems before `n't`, to their auxiliary."""
PLURAL_FORMS = {"is": "are", "was": "were", "has": "have", "does": "do"}
POINTING = frozenset("that this".split())
"""Demonstratives before `one`, which then can refer to anything."""
ONE_OF_THEM = frozenset({"that one", "this one"})
ONES = frozenset("one ones".split())
COUNTS = frozenset("one two three four five six seven eight nine ten".split())
SOME = ("any", "some", "each", "every", "no ", "more", "most", "all ")
"""Beginnings of phrases for a quantity rather than a thing."""
COMPARED_WITH = {
    "different": "from",
    "differ": "from",
    "same": "as",
    "similar": "to",
    "compare": "to",
    "compared": "to",
}
"""Comparing word to the preposition before the other side."""
BESIDES = frozenset("other others another else rest more alternative alternatives".split())
"""Words for the rest of several things, which take `besides`."""
CAPITALS = frozenset({"I", "I'm", "I'd", "I'll", "I've"})
"""Capitalised words that are not names."""
ASKS_WITH_DO = frozenset("what why how".split())
"""Question words before an auxiliary and its subject."""
PREDICATES = ("ous", "ful", "ible", "able", "less")
"""Endings of predicative adjectives."""
ADJECTIVES = ("al", "ous", "ful", "ible", "able", "ic", "ical", "ive", "less", "ary")
"""Endings of attributive adjectives."""
GERUND = ("ing",)
"""Endings of verbs that may have an object and still be no predicate: `students seeking work`."""
NON_FINITE = ("ing", "ed")
"""Endings of verbs that may belong to a noun phrase: `the tickets booked online`."""
VOWEL = r"[aeiouy]"
SHORT_SYLLABLE = r"[^aeiou]*[aeiou][^aeiouwxy]"
"""One whose last consonant is doubled before -ing, unless the verb ends in -e: `bak`, `tap`."""
OFTEN_DOUBLE = frozenset("lsze")
"""Letters that also end a verb twice: `fill`."""
IE_ROOTS = frozenset("dy ly ty".split())
"""Verbs in -ie before -ing, without it."""
NOMINAL_GERUNDS = frozenset(
    """
    accounting banking bedding billing binding boarding boxing breeding building camping catering ceiling cleaning
    climbing closing clothing coating cooking cutting cycling dancing dining diving drawing dressing drinking driving
    earring eating evening existing filing fishing flooring folding following frying gardening hearing heating hiking
    housing hunting incoming interesting knitting landing learning lighting living mailing matching meeting mining
    missing morning nursing opening outgoing outstanding packing painting parking planning plumbing pricing racing
    rating reading recording recurring remaining riding ring rolling roofing running sailing seating serving sewing
    shipping shopping sibling singing skiing sleeping sliding smoking spelling spring staffing starting string
    supporting swimming teaching tracking training travelling upcoming voting waiting walking warning washing wedding
    welding wing wiring wording working writing
    """.split()
)
"""Words in -ing that stand before another noun as nouns or adjectives: `parking tickets`."""
