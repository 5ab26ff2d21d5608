"""The operations of English."""

from askwell.languages.operations import Operations, phrases

_IN_LANGUAGES = ", ".join(
    f"{before} {name}"
    for name in "english dutch italian french german spanish portuguese polish turkish arabic chinese japanese".split()
    for before in ("in", "into", "to")
)

OPERATIONS = Operations(
    phrases=phrases(
        {
            "shorter": "short, shorter, shorten, shortened, shortly, brief, briefer, briefly, concise, concisely,"
            " condense, condensed, compact, summary, summarise, summarize, summarised, summarized, summing"
            " up, sum up, recap, gist, tldr, tl dr, tl;dr, too long, less words, fewer words, key point,"
            " key points, main point, main points, nutshell, cut down",
            "sentence": "one sentence, single sentence, 1 sentence, one line, single line, 1 line, one liner",
            "example": "example, examples, instance, instances, e.g, eg, illustrate, illustration, such as, like"
            " what, concretely",
            "continue": "more, longer, elaborate, continue, continued, go on, further, detail, details, detailed,"
            " expand, explain, explanation, what else, anything else, something else, keep going",
            "reason": "why, how come, what reason, which reason, for what reason, the reason, reasons",
            "check": "sure, you sure, you certain, what source, which source, what evidence, where does say,"
            " certain, certainty, really, true, correct, source, sources, proof, prove, evidence,"
            " confident, verify, double check, doublecheck, double-check, who says, how know, where say,"
            " where says, where written, where stated, what based",
            "reword": "other words, different words, another way, other way, different way, differently, rephrase,"
            " reword, rewrite, reformulate, paraphrase, what mean, i.e, meaning that",
            "list": "list, lists, bullet, bullets, bulleted, numbered, itemise, itemize, enumerate",
            "repeat": "repeat, say again, tell again, answer again, explain again, again please, once more, one"
            " more time, pardon, come again, what again",
            "transform": f"{_IN_LANGUAGES}, translate, translated, translation, poem, rhyme, song, rap, joke, haiku,"
            " limerick, story, simpler, simply, simplify, simple words, simple terms, simple language,"
            " easy words, easier, plain words, plain language, plain english, layman, layman's, laymans,"
            " eli5, five year old, 5 year old, explain child, explain kid, write email, write e-mail,"
            " write letter, write tweet, write essay, as table, in table, diagram, chart, drawing, formal,"
            " informal, friendlier, funny, funnier",
        }
    ),
    frame=frozenset(
        """
        answer answers answered reply response version form format style way words word text statement thing
        things give gimme make write put say said tell show provide offer find want need like try use using keep
        let lets bit little lot even still pls plz plse please thx ur u r im whats thats kind sort lil much
        summarizing quick quickly time sir mate hmm hm uh um eh huh oh wow whoa wait sorry actually exactly could
        would can may might about into as quite possible possibly maybe perhaps got any some last previous above
        latest your read point points
        """.split()
    ),
    no_frame=frozenset(
        """
        we us our ours they them their there what which who whose when where why how one ones other he him his she her
        hers than most few before after between against without not same both each does did has had was were
        """.split()
    ),
    examples=r"for example|for instance|e\.g\.|such as|as an example|examples? (?:is|are|include)|examples?:"
    r"|an example|to illustrate|say,",
    reasons=r"because|therefore|due to|owing to|thanks to|the reasons?|reasons? (?:is|are|for)|this is why|that is why"
    r"|for this reason|caused? by",
)
