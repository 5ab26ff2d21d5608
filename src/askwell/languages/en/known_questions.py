"""The words of English that change what a question asks for."""

from askwell.languages.known_questions import KnownQuestionWords

KNOWN_QUESTIONS = KnownQuestionWords(
    past=r"did|didn['’]t|was|wasn['’]t|were|weren['’]t|had|hadn['’]t|could|(?:has|have|having) (?:\w+ )?(?:been|\w+ed)"
    r"|used to|formerly|previously|already",
    future=r"will|won['’]t|shall|\w+['’]ll|going to|soon",
    neutral=frozenset("allow allowed permitted possible inside way ways able possibly exactly".split()),
    now="now|currently|at the moment|right now|nowadays|at present|still|latest|newest|today",
)
