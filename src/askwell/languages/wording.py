"""The types of a language's wording: sentences of answers by rules, and parts of rewritten questions."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rewriting:
    """Templates for rewritten questions; names in braces are replaced."""

    owner: str
    """A noun with its owner: `{noun} of {x}`."""
    about: str
    """A question restricted to a subject: `{question} for {x}`."""
    place: str
    """A question restricted to a place: `{question} in {x}`."""
    than: str
    """The other side of a comparison: `than {x}`."""
    without: str
    """What a question is asked without: `without {x}`."""
    again: str
    """After `why` with an earlier question: `like that`; may be empty."""
    about_word: str
    """The preposition before a subject: `about`."""
    it: str
    """The pronoun for an event: `it`."""
    the: str
    """The article before a noun with its owner, with its space; empty if it depends on the noun."""
    named_the: str
    """The article of things whose name needs one; empty if it depends on gender."""
    me: str
    """The first-person pronoun: `I`."""
    mine: str
    contractions: tuple[tuple[str, str], ...]
    """Preposition and article to their fused form, longest first: `di il` becomes `del`."""


@dataclass(frozen=True, slots=True)
class AboutLastAnswer:
    """Sentences about operations on the last answer."""

    wishes: Mapping[str, str]
    """Operation to the end of the two sentences below."""
    nothing_yet: str
    """With {wish}: nothing was answered yet."""
    not_answered: str
    """With {wish}: the last question has no answer."""
    transform: str
    """States that this needs a model, and what is possible."""
    no_example: str
    no_more: str
    no_reason: str
    no_other_words: str
    shortest: str
    """Before an answer that cannot be shorter."""
    first_of: str
    """With {count} and {all}: after the first lines of a list."""
    based_on_one: str
    """Before the only passage that an answer quotes."""
    based_on: str
    """With {count}: before the passages that an answer quotes."""
    only_shown: str
    """Before passages that were shown as unsure."""
    by_model: str
    """Before the passages that a model used."""
    page: str
    """With {page}: part of a place."""


@dataclass(frozen=True, slots=True)
class Wording:
    """Sentences of one language; names in braces are replaced."""

    passages: str
    nothing_clear: str
    """In place of `passages` where it is unlikely that they answer."""
    not_found: str
    nearest_known: str
    """Before a known question that may be what is asked."""
    nearest: str
    """Before a line with the closest document."""
    decline: str
    """With {about}."""
    decline_plain: str
    """For an assistant without a subject."""
    greeting: str
    i_am: str
    """With {title}: the name of an assistant that has a subject."""
    thanks: str
    goodbye: str
    about_us: str
    """With {about}: what the assistant does."""
    about_us_plain: str
    """The same of one without a subject."""
    about: str
    """With {about}: what users may ask."""
    ask_me: str
    """For an assistant without a subject."""
    first_question: str
    """With {question}."""
    numbered_question: str
    """With {number} and {question}."""
    last_question: str
    """With {question}."""
    last_answer: str
    """With {question}; the answer follows."""
    discussed: str
    """Before a list of questions."""
    discussed_before: str
    """Before the questions in a summary."""
    since_then: str
    """Before facts that were settled after a person or model wrote the summary."""
    nothing_yet: str
    you_said: str
    """With {number} of a turn and {text}."""
    you_asked: str
    """With {number} of a turn and {text}."""
    i_answered: str
    """With {text}; after one of the two."""
    corrected: str
    """With {number} and {text}: the later correction."""
    from_removed_file: str
    """In the place of an answer that cites a file that was removed."""
    spoken_of: str
    """Before a list of subjects."""
    spoken_at: str
    """With {number} and {text}: a turn in that list."""
    not_in_talk: str
    nearest_in_talk: str
    """Before turns that may contain the answer."""
    documents_in: str
    """With {language}, if the quotes are in another language than the question."""
    link_removed: str
    """In place of a web address that a model made up."""
    withheld: str
    """In place of a secret or of the instructions of a model."""
    no_model: str
    """States that no model wrote the answer."""
    language_names: tuple[tuple[str, str], ...]
    """Names of the languages in this language."""
    english_name: str
    """This language in English, for prompts."""
    rewriting: Rewriting
    about_last_answer: AboutLastAnswer

    def language_name(self, code: str) -> str:
        """The name of a language in this language, or its code if there is none."""
        return dict(self.language_names).get(code, code)
