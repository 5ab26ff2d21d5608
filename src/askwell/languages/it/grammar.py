"""The grammar of Italian."""

from askwell.languages.grammar import Grammar

GRAMMAR = Grammar(
    copulas=frozenset("è sono".split()),
    perfect=frozenset(),
    fused=frozenset(
        """
        del dello della dell' dei degli delle al allo alla all' ai agli alle nel nella nell' nei nelle sul sulla sull'
        sui
        """.split()
    ),
    of=frozenset({"di"}),
    of_forms=frozenset("di del dello della dell dei degli delle d".split()),
    of_kind=frozenset({"di"}),
    of_group=frozenset({"tra"}),
    partitives=frozenset("dei delle degli".split()),
    for_words=frozenset({"per"}),
    about_words=frozenset("su sul sulla".split()),
    where_words=frozenset("a ad nel nella".split()),
    once_words=frozenset({"secondo"}),
    and_words=frozenset("e ed".split()),
    or_words=frozenset({"o"}),
    small_words=frozenset("di del della e".split()),
    if_words=frozenset("se quando mentre".split()),
    after=frozenset(),
    that_words=frozenset({"che"}),
    clause_openers=frozenset(),
    relatives=frozenset({"che"}),
    infinitive=frozenset(),
    it_words=frozenset(),
    there_words=frozenset("ci c' c".split()),
    empty_subjects=frozenset(),
    this_words=frozenset("questo quello ciò".split()),
    these_words=frozenset("questi queste quelli quelle".split()),
    who=frozenset({"chi"}),
    which=frozenset("quale qual".split()),
    which_plural=frozenset({"quali"}),
    which_of_two=frozenset({"quale"}),
    which_noun=frozenset("quale quali".split()),
    how=frozenset(),
    why=frozenset("perché perche".split()),
    much=frozenset(),
    more=frozenset({"più"}),
    degrees=frozenset("più meno".split()),
    comparative_endings=frozenset(),
    superlative_endings=frozenset("issimo issima issimi issime".split()),
    plural_stand_ins=frozenset(),
    adjective_follows=True,
    adjective_endings=frozenset("aeio"),
    agreeing={
        "quello": frozenset(
            "il lo l un uno del dello dell al allo all dal dallo dall nel nello nell sul sullo".split()
        ),
        "quella": frozenset("la l una un della dell alla all dalla dall nella nell sulla sull".split()),
        "quelli": frozenset("i gli dei degli ai agli dai dagli nei negli sui sugli".split()),
        "quelle": frozenset("le delle alle dalle nelle sulle".split()),
    },
    restricting=frozenset("solo soltanto solamente semplicemente unicamente".split()),
    not_words=frozenset({"non"}),
    without_words=frozenset({"senza"}),
    all_words=frozenset("tutti tutte".split()),
    other=frozenset("altro altra".split()),
    others=frozenset("altri altre altra altro".split()),
    options=frozenset("opzione scelta risultato".split()),
    items=frozenset(
        """
        voce punto passo passaggio numero n opzione regola consiglio categoria cosa metodo modo scelta
        risultato possibilità risposta
        """.split()
    ),
    middle=frozenset("mezzo centrale".split()),
    have=frozenset("ha hanno".split()),
    articles=frozenset("il la lo i gli".split()),
    own_articles=frozenset("il lo la i gli le un una".split()),
    one_articles=frozenset("un uno una".split()),
    at_most=frozenset("sotto,meno di,inferiore a,al massimo,fino a,entro,non piu di".split(",")),
    at_least=frozenset("sopra,piu di,superiore a,almeno,minimo,a partire da".split(",")),
    around=frozenset("intorno a,verso,all'incirca".split(",")),
    or_less=frozenset("o meno".split(",")),
    or_more=frozenset("o piu".split(",")),
    between=frozenset("e a".split()),
)

ELISION = r"^([^\W\d_]{1,6}['’])(?=\w)"
"""An elided word before the next word: `l'autore`."""
ENCLITIC = r"^([^\W\d_]{2,}[aei]r)(l[aoie]|ne)$"
"""An infinitive without its last vowel, followed by a pronoun: `ottenerla`."""
CLITICS = frozenset("lo la li le".split())
"""Articles that are also pronouns."""
VERB_CLITICS = CLITICS | {"ne"}
"""Pronouns before a verb; the noun that replaces them follows the verb."""
PARTICIPLE = ("ato", "uto", "ito", "tto", "sto", "rso")
"""Endings of participles."""
GERUND = ("ando", "endo")
"""Endings of verbs that may have an object and still be no predicate."""
NON_FINITE = (
    *("ato", "ata", "ati", "ate", "uto", "uta", "uti", "ute", "ito", "ita", "iti", "ite", "tto", "tta", "tti", "tte"),
    *("sto", "sta", "sti", "ste", "rso", "rsa", "rsi", "rse", "are", "ere", "ire", "rre", "ndo"),
)
"""Endings of verbs that may belong to a noun phrase: `i biglietti comprati in rete`."""
REFLEXIVE = frozenset({"si"})
"""Pronouns that only a verb follows; `si` for `sì` is followed by a comma."""
FINITE_VOWELS = ("a", "e", "o")
"""Endings of verbs after them."""
FINITE = ("isco", "isci", "isce", "iscono")
"""Endings that only finite verbs have."""
WHICH = frozenset("che quale quali qual quanta quante quanti quanto".split())
OF = "di"
OF_IT = "ne"
THERE = "ci"
NEEDING = ("serve", "servono", "servirà", "serviranno")
"""Verbs with which `ci` is what something is needed for: `che cosa ci serve?`."""
TAKING = ("metto", "metti", "mette", "mettono", "mettiamo", "mettete")
"""Verbs that keep their `ci` with what takes the time: `quanto ci metto per il modulo?`."""
FOR = "per"
TO = "a"
SEVERAL = {"è": "sono", "era": "erano"}
PLURAL_VERBS = {
    **SEVERAL,
    "ha": "hanno",
    "fa": "fanno",
    "va": "vanno",
    "sta": "stanno",
    "dà": "danno",
    "sa": "sanno",
    "può": "possono",
    "vuole": "vogliono",
    "sale": "salgono",
    "vale": "valgono",
    "rimane": "rimangono",
    "piace": "piacciono",
}
"""Third person singular of irregular verbs to the plural."""
PLURAL_OF_ENDINGS = {"iene": "engono", "pone": "pongono", "glie": "lgono", "rà": "ranno", "a": "ano", "e": "ono"}
"""Ending of a verb in the third person singular to that in the plural; longer ones first."""
LAST_VOWEL = "e"
"""Last vowel of an infinitive, dropped before a pronoun."""
INFINITIVE = ("are", "ere", "ire", "rre")
NOUN_ENDINGS = ("iere",)
"""Endings of nouns like infinitives, unless they are `VERB_ENDINGS`."""
VERB_ENDINGS = ("gliere",)
LIKE_INFINITIVES = frozenset(
    """
    altare altere camere cellulare cenere circolare dovere elementare ere familiare genere gare intere lettere
    lire lunare mare militare mire nere particolare pere piacere polare polvere popolare potere regolare rovere sere
    singolare solare vere volgare
    """.split()
)
"""Nouns and adjectives that end like infinitives."""
ASK_WITH_INFINITIVE = frozenset("come dove quando perché".split())
"""Question words before an infinitive: `come aggiungere membri`."""
