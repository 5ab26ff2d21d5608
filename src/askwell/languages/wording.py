"""The types of a language's wording: sentences in which the rules answer, and the pieces of rewritten questions."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rewriting:
    """Sentences and patterns a rewrite and its reason are put together from; `{x}` and the like are filled in."""

    owner: str
    """A noun and its owner: `{noun} of {x}`."""
    about: str
    """A question narrowed to a subject: `{question} for {x}`."""
    place: str
    """A question narrowed to a place: `{question} in {x}`."""
    than: str
    """What something is compared with: `than {x}`."""
    again: str
    """After a `why` over an earlier question: `like that`; may be empty."""
    about_word: str
    """The preposition before a subject: `about`."""
    it: str
    """What stands for an event: `it`."""
    the: str
    """The article before a noun with its owner, with its space; empty where the noun decides it."""
    named_the: str
    """The article of things that are named with one; empty where gender decides it."""
    me: str
    """How people speak of themselves: `I`."""
    mine: str
    contractions: tuple[tuple[str, str], ...]
    """Preposition and article as they fuse, longest first: `di il` becomes `del`."""


@dataclass(frozen=True, slots=True)
class Wording:
    """Sentences of one language; names in braces are filled in."""

    not_found: str
    nearest: str
    """Stands before a line of where to look."""
    decline: str
    """With {about}."""
    decline_plain: str
    """Where an assistant has not said what it is about."""
    greeting: str
    """With {title}."""
    thanks: str
    goodbye: str
    about_us: str
    """With {title} and {about}: who speaks."""
    about_us_plain: str
    """With {title}."""
    about: str
    """With {about}: what may be asked."""
    ask_me: str
    """Where an assistant has not said what it is about."""
    first_question: str
    """With {question}."""
    numbered_question: str
    """With {number} and {question}."""
    last_question: str
    """With {question}."""
    last_answer: str
    """With {question}; the answer follows."""
    discussed: str
    """Stands before a list of questions."""
    discussed_before: str
    """Stands before what was asked, in a summary."""
    since_then: str
    """Stands before what was settled after a summary had been worded."""
    nothing_yet: str
    you_said: str
    """With {number} of a turn and {text}."""
    you_asked: str
    """With {number} of a turn and {text}."""
    i_answered: str
    """With {text}; stands after one of the two."""
    corrected: str
    """With {number} and {text}: what has since been said instead."""
    spoken_of: str
    """Stands before what was spoken of."""
    spoken_at: str
    """With {number} and {text}: a turn in that list."""
    not_in_talk: str
    nearest_in_talk: str
    """Stands before turns that may answer."""
    documents_in: str
    """With {language}: the quotes are in another language than the question."""
    no_model: str
    """For faces that say how an answer came about."""
    language_names: tuple[tuple[str, str], ...]
    """The languages in this one."""
    english_name: str
    """This language in English, for prompts."""
    rewriting: Rewriting

    def language_name(self, code: str) -> str:
        """The name of a language in this one; the code itself when it has none."""
        return dict(self.language_names).get(code, code)
