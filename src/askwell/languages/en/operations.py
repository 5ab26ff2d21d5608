"""The operations of English."""

from askwell.languages.operations import Operations, phrases

_LANGUAGES = "english dutch italian french german spanish portuguese polish turkish arabic chinese japanese".split()
_IN_LANGUAGES = ", ".join(
    form.format(name)
    for name in (*_LANGUAGES, "another language", "other language", "different language", "my language")
    for form in ("in {}", "into {}", "to {}", "{} please", "same in {}", "get in {}")
)

OPERATIONS = Operations(
    phrases=phrases(
        {
            "shorter": "short, shorter, shorten, shortened, shortly, brief, briefer, briefly, concise, concisely,"
            " condense, condensed, compact, summary, summarise, summarize, summarised, summarized, summing up, sum"
            " up, recap, gist, tldr, tl dr, tl;dr, too long, less words, fewer words, key point, key points, main"
            " point, main points, nutshell, cut down, too much text, too many words, too wordy, wall text",
            "sentence": "one sentence, single sentence, 1 sentence, one line, single line, 1 line, one liner",
            "example": "another example, one more example, example, examples, instance, instances, e.g, eg,"
            " illustrate, illustration, such as, like what, concretely",
            "continue": "more, longer, elaborate, continue, continued, go on, further, detail, details, detailed,"
            " expand, explain, explanation, what else, anything else, something else, keep going, carry on, whole"
            " list, full list, complete list, entire list, rest list, rest items, other items, remaining items, show"
            " all",
            "reason": "why, how come, what reason, which reason, for what reason, the reason, reasons",
            "check": "sure, you sure, you certain, what source, which source, what evidence, where does say,"
            " certain, certainty, really, true, correct, source, sources, proof, prove, evidence, confident, verify,"
            " double check, doublecheck, double-check, who says, how know, where say, where says, where written,"
            " where stated, what based, show source, show sources, see source, see sources, give source, give"
            " sources, your source, your sources, cite source, cite sources",
            "reword": "other words, different words, another way, other way, different way, differently, rephrase,"
            " reword, rewrite, reformulate, paraphrase, what mean, i.e, meaning that",
            "list": "list, lists, bullet, bullets, bulleted, numbered, itemise, itemize, enumerate",
            "repeat": "repeat, say again, tell again, answer again, explain again, again please, once more, one more"
            " time, pardon, come again, what again",
            "transform": f"{_IN_LANGUAGES}, translate, translated, translation, poem, rhyme, song, rap, joke, haiku,"
            " limerick, story, simpler, simply, simplify, simple words, simple terms, simple language, easy words,"
            " easier, plain words, plain language, plain english, layman, layman's, laymans, eli5, five year old, 5"
            " year old, explain child, explain kid, write email, write e-mail, write letter, write tweet, write"
            " essay, as table, in table, diagram, chart, drawing, formal, informal, friendlier, funny, funnier,"
            " easier understand, dumb down, too complicated, too difficult, too complex, explain like five, explain"
            " like 5, explain if five, explain if 5, like i'm five, like i'm 5, like im five, like im 5",
        }
    ),
    ordered=phrases(
        {
            "check": "is that right, is this right, is it right, is that correct, is this correct, is it correct, is"
            " that true, is this true, is it true, is that so, is that certain, is this certain, are you positive,"
            " where does that come from, where does this come from, where did that come from, where did this come"
            " from, where did you get that, where did you get this, where do you get that, where do you get this,"
            " which document says that, which document says this, which document is that from, which document is"
            " this from, where can i read that, where can i read this, where can i check that, can you prove that",
            "reword": "i don't understand, i dont understand, i do not understand, i don't understand that, i don't"
            " understand this, i do not understand that, i don't get it, i dont get it, i don't get that",
            "continue": "the rest, show me the rest, give me the rest, tell me the rest, can i see the rest, what"
            " about the rest",
        }
    ),
    frame=frozenset(
        """
        answer answers answered reply response version form format style way words word text statement thing
        things give gimme make write put say saying said tell show provide offer find want need like try use using keep
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
