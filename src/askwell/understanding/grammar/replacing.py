"""What is written in place of a pointing expression once it is known what it points to."""

from itertools import zip_longest

from askwell.languages import wording
from askwell.languages.en import grammar as english
from askwell.languages.it import grammar as italian
from askwell.languages.nl import grammar as dutch
from askwell.text.inflection import plural, singular
from askwell.text.pieces import Token
from askwell.text.words import stem
from askwell.types import Antecedent
from askwell.understanding.grammar.amounts import last_amount
from askwell.understanding.grammar.context import Candidate, Context
from askwell.understanding.grammar.cues import Cue, Reading
from askwell.understanding.grammar.edits import Edit
from askwell.understanding.grammar.owning import has_singular_verb, of_last_subject
from askwell.understanding.grammar.phrasing import genitive, italian_article


def replacement(  # noqa: C901, PLR0911, PLR0912
    question: Reading, cue: Cue, candidate: Candidate, context: Context
) -> Edit:
    """What is written for an expression, or put after it, so that its referent stands in the question."""
    said = Antecedent(cue.expression, candidate.text, candidate.turn)
    if cue.kind == "pronoun":
        clitic = next((token for token in question.tokens if token.start == cue.end and token.low == "'s"), None)
        text, end = _for_pronoun(cue, candidate, question), cue.end
        if question.language == "it" and cue.expression.lower() == italian.THERE:
            return _for_ci(question, cue, text, said)
        moved = _behind_verb(question, cue) if question.language == "it" else None
        if moved is not None:
            inner = question.text[cue.end : moved].strip()
            return Edit(cue.start, moved, f"{inner} {text}", said, "pronoun")
        if question.language == "nl" and (stranded := _stranded(question, cue)) is not None:
            inner = question.text[cue.end : stranded.start].strip()
            preposition = dutch.PREPOSITION_OF.get(stranded.low, stranded.low)
            return Edit(cue.start, stranded.end, f"{inner} {preposition} {text}".lstrip(), said, "pronoun")
        return Edit(cue.start, clitic.end if clitic else end, f"{text} is" if clitic else text, said, "pronoun")
    if cue.kind == "possessive":
        return _possessive(question, cue, candidate, said)
    if cue.kind == "demonstrative":
        return _demonstrative(question, cue, candidate, said, context)
    if cue.kind == "definite":
        if _same_head(cue, candidate, question):
            return Edit(cue.start, cue.end, candidate.text, said, "definite")
        named = cue.mention is not None and not cue.mention.complement and candidate.mention.name
        if named and cue.head in question.lexicon.kinds:
            return Edit(cue.start, cue.end, _kind_of(cue, candidate, question), said, "definite")
        return _owner(question, cue, candidate, said)
    if cue.kind in {"attribute", "kind_of"}:
        return _owner(question, cue, candidate, said)
    if cue.kind == "stand_in" and (cue.mention is not None or cue.start == cue.end):
        noun = noun_of(candidate, question, besides=cue.expression, several=cue.start == cue.end)
        if question.language == "nl" and cue.start == cue.end and has_singular_verb(question, cue):
            noun = " ".join([*noun.split()[:-1], singular(noun.split()[-1], "nl")])
        return Edit(cue.end, cue.end, f" {noun}", said, "pronoun")
    if cue.kind == "stand_in":
        several = cue.expression.lower() == "ones"
        return Edit(cue.start, cue.end, noun_of(candidate, question, several=several), said, "pronoun")
    if cue.kind == "comparing":
        return _compare(question, cue, candidate, said)
    if cue.kind == "hanging":
        preposition = question.lexicon.needs_object.get(cue.head, "")
        linked = candidate.text if question.lexicon.drops_subject else f"{preposition} {candidate.text}"
        return Edit(cue.end, cue.end, f" {linked}", said, "ellipsis")
    return _owner(question, cue, candidate, said)


def _behind_verb(question: Reading, cue: Cue) -> int | None:
    """Where the verb ends that an Italian clitic stands before: its noun goes after it."""
    if cue.expression.lower() not in italian.VERB_CLITICS:
        return None
    end = None
    for token in question.tokens:
        if token.start >= cue.end:
            if token.tag not in {"aux", "verb"}:
                break
            end = token.end
    return end


def _for_ci(question: Reading, cue: Cue, thing: str, said: Antecedent) -> Edit:
    """The thing after the verb that an Italian `ci` stands before: "che cosa serve per il permesso?"."""
    verbs: list[Token] = []
    for token in question.tokens:
        if token.start >= cue.end:
            if token.tag not in {"aux", "verb"} and not (verbs and token.low.endswith(italian.INFINITIVE)):
                break
            verbs.append(token)
    if not verbs:
        return Edit(cue.start, cue.end, cue.expression, said, "pronoun")
    inner = question.text[cue.end : verbs[-1].end].strip()
    if verbs[-1].low in italian.TAKING:
        return Edit(verbs[-1].end, verbs[-1].end, f" {italian.FOR} {thing}", said, "pronoun")
    preposition = italian.FOR if verbs[-1].low in italian.NEEDING else italian.TO
    return Edit(cue.start, verbs[-1].end, f"{inner} {preposition} {thing}", said, "pronoun")


def _stranded(question: Reading, cue: Cue) -> Token | None:
    """The preposition that belongs to a Dutch `er` before it: "mag ik er iets in schrijven?"; nothing follows it."""
    if cue.expression.lower() not in dutch.ADVERBS:
        return None
    tokens = [token for token in question.tokens if token.start >= cue.end and token.tag != "punct"]
    for token, following in zip_longest(tokens, tokens[1:]):
        if token.low in dutch.PREPOSITION_OF:
            return token
        if token.tag == "prep" and (following is None or following.tag in {"verb", "aux", "adverb"}):
            return token
        is_before_last = following is not None and following is tokens[-1] and following.text.islower()
        if token.low in dutch.STRANDED and is_before_last and tokens[-1].low.endswith((*dutch.NON_FINITE, "nodig")):
            return token
    return None


def _for_pronoun(cue: Cue, candidate: Candidate, question: Reading) -> str:
    lex = question.lexicon
    low = cue.expression.lower()
    if question.language == "it" and any(token.end == cue.start for token in question.tokens):
        # `ottener-la`: the infinitive gets its last vowel back.
        return f"{italian.LAST_VOWEL} {f'{italian.OF} ' if low == italian.OF_IT else ''}{candidate.text}"
    if cue.refers == "place" and low != italian.THERE:
        return wording(lex.language).rewriting.place.format(question="", x=candidate.text).strip()
    if question.language == "nl" and cue.refers == "any":
        for adverb in dutch.ADVERBS:
            rest = low.removeprefix(adverb)
            if rest != low and rest:
                return f"{dutch.PREPOSITION_OF.get(rest, rest)} {candidate.text}"
    if question.language == "it" and low == italian.OF_IT:
        return f"{italian.OF} {candidate.text}"
    if (
        question.language == "en"
        and cue.refers == "plural"
        and candidate.mention.determiner == "indefinite"
        and not (candidate.mention.joined or candidate.mention.complement)
    ):
        return plural(candidate.mention.core)
    return candidate.text


def _possessive(question: Reading, cue: Cue, candidate: Candidate, said: Antecedent) -> Edit:
    phrase = next((m for m in question.mentions if m.start <= cue.start < m.end and not m.joined), None)
    if phrase is None:
        return Edit(cue.start, cue.end, candidate.text, said, "possessive")
    noun = question.text[cue.end : phrase.end].strip()
    if question.language == "it":
        before = question.text[phrase.start : cue.start].strip()
        article = italian_article(before, noun) if before else ""
        return Edit(phrase.start, phrase.end, f"{article}{noun} {italian.OF} {candidate.text}", said, "possessive")
    return Edit(phrase.start, phrase.end, genitive(candidate.text, noun, question.language), said, "possessive")


def _demonstrative(question: Reading, cue: Cue, candidate: Candidate, said: Antecedent, context: Context) -> Edit:
    if cue.mention is not None and cue.head in question.lexicon.owned and not _same_head(cue, candidate, question):
        amount = last_amount(context) if cue.head in question.lexicon.prices else None
        if amount:
            said = Antecedent(cue.expression, amount[0], amount[1])
            return Edit(cue.start, cue.end, amount[0], said, "pronoun")
        noun = cue.mention.core
        return Edit(cue.start, cue.end, genitive(candidate.text, noun, question.language), said, "definite")
    if _is_part_of(cue, candidate, question):
        return of_last_subject(cue, context, said)
    return Edit(cue.start, cue.end, candidate.text, said, "pronoun")


def _is_part_of(cue: Cue, candidate: Candidate, question: Reading) -> bool:
    """Whether a Dutch plural is more likely something of what was asked about than that itself: `die gegevens`."""
    if question.language != "nl" or cue.mention is None or _same_head(cue, candidate, question):
        return False
    return cue.mention.plural and not candidate.mention.name


def _kind_of(cue: Cue, candidate: Candidate, question: Reading) -> str:
    """A noun for a kind with the name that it stood for: `the DPR paper`."""
    assert cue.mention is not None
    if candidate.traits["place"]:
        return genitive(candidate.text, cue.mention.core, question.language, whole=True)
    if question.language == "en" and len(candidate.mention.core.split()) <= 4:
        return f"the {candidate.mention.core} {cue.mention.core}"
    about = wording(question.language).rewriting.about_word
    return f"{cue.mention.text} {about} {candidate.text}"


def _owner(question: Reading, cue: Cue, candidate: Candidate, said: Antecedent) -> Edit:
    of = wording(question.language).rewriting.owner.format(noun="", x=candidate.text).strip()
    pairs = [m.end for m in question.mentions if m.joined and m.start == cue.start and m.complement != "owner"]
    end = max([cue.end, *pairs])
    return Edit(end, end, f" {of}", said, "definite")


def _same_head(cue: Cue, candidate: Candidate, question: Reading) -> bool:
    return bool(cue.head) and stem(cue.head, question.language) in candidate.stems


def noun_of(candidate: Candidate, question: Reading, *, besides: str = "", several: bool = False) -> str:
    """The noun of a referent, for one of its kind or for several; without the words that already stand before it."""
    there = besides.lower().split()
    besides_rank = question.lexicon.adjectives | set(there)
    words = [word for word in candidate.mention.core.split() if word.lower() not in besides_rank | dutch.COUNTS]
    words = words or [candidate.mention.core]
    if question.language != "en" or candidate.mention.name:
        return " ".join(words)
    return " ".join([*words[:-1], plural(words[-1]) if several else singular(words[-1], "en")])


def _compare(question: Reading, cue: Cue, candidate: Candidate, said: Antecedent) -> Edit:
    low = cue.expression.lower()
    if question.language == "en":
        word = english.COMPARED_WITH.get(low) or (
            "besides" if low in english.BESIDES else "with" if low.startswith("difference") else "than"
        )
        addition = f"{word} {candidate.text}"
    else:
        addition = wording(question.language).rewriting.than.format(x=candidate.text)
    end = end_of(question)
    return Edit(end, end, f" {addition}", said, "ellipsis")


def end_of(question: Reading) -> int:
    """Where the last word of a question ends."""
    words = question.words
    return words[-1].end if words else len(question.text)
