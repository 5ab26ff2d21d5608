"""English."""

from askwell.text.languages.lexicon import Lexicon

LEXICON = Lexicon(
    language="en",
    stemmer="english",
    stop_words=frozenset(
        """
        a about above after again against all also am an and any are aren't as at be because been before being below
        between both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each
        else etc few for from further get gets got had hadn't has hasn't have haven't having he her here hers herself
        him himself his how i i'd i'll i'm i've if in into is isn't it it's its itself just let's many may me might
        more most much must my myself no nor not now of off on once one ones only or other others ought our ours
        ourselves out over own per please same shall she should shouldn't since so some such tell than thanks that
        that's the their theirs them themselves then there these they they're this those through to too under until
        up upon us very was wasn't we were weren't what what's when where which while who whom whose why will with
        won't would wouldn't yes you your yours yourself yourselves
        """.split()
    ),
)
