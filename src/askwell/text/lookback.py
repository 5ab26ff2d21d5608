"""What a question about the conversation wants to be shown of it."""

import re
from functools import cache
from typing import Literal

from askwell.languages import lexicon
from askwell.text.words import fold, words
from askwell.types import Language

LookBack = Literal["first_question", "last_question", "last_answer", "discussed", ""]
"""A part of the conversation; empty when a question asks for none."""

_PATTERNS: dict[Language, tuple[tuple[LookBack, str], ...]] = {
    "en": (
        (
            "first_question",
            r"\b(?:first|initial|original|earliest)\b.*\b(?:question|thing|message|ask(?:ed)?)\b"
            r"|\bask(?:ed)?\b.*\b(?:first|at the (?:start"
            r"|beginning)|to begin with)\b|\b(?:start|began|begin|started)\b.*\b(?:conversation|chat|with)\b",
        ),
        (
            "last_answer",
            r"\b(?:what did you|you) (?:just )?(?:say|said|answer|answered|tell|told)\b|\b(?:last"
            r"|previous) (?:answer|reply|response)\b"
            r"|\brepeat (?:that|it|your)\b|\bsay that again\b",
        ),
        (
            "last_question",
            r"\b(?:last|previous) (?:question|thing)\b|\bwhat did i (?:just )?(?:ask|say)\b|\bwhat was my question\b"
            r"|\bmy question was\b",
        ),
        (
            "discussed",
            r"\b(?:discuss|discussed|talk|talked|speak|spoke|covered?)\b|\bso far\b|\bmy questions\b|\b(?:what|which"
            r"|how many) (?:have|did) i asked?\b"
            r"|\bsummar\w+\b|\brecap\b|\bquestions (?:did|have) i\b|\bconversation\b",
        ),
    ),
    "nl": (
        (
            "first_question",
            r"\beerste\b.*\b(?:vraag|vroeg|bericht)\b|\bvroeg\b.*\beerst\w*\b|\b(?:begonnen|begon)\b.*\b(?:gesprek"
            r"|mee)\b|\bals eerste\b",
        ),
        (
            "last_answer",
            r"\bwat (?:zei|zeg|antwoordde|vertelde) (?:je|u)\b|\b(?:laatste|vorige) antwoord\b|\bherhaal\b"
            r"|\bnog een keer\b|\b(?:heb je|hebt u) gezegd\b",
        ),
        (
            "last_question",
            r"\b(?:laatste|vorige) vraag\b|\bwat vroeg ik\b|\bwat heb ik (?:net )?gevraagd\b|\bwat was mijn vraag\b",
        ),
        (
            "discussed",
            r"\b(?:besproken|bespraken|gepraat|gehad over|gesprek|tot nu toe|samenvatt\w+|samenvatten|vat)\b"
            r"|\bmijn vragen\b|\bhebben we\b|\bhadden we het\b.*\bover\b",
        ),
    ),
    "it": (
        (
            "first_question",
            r"\bprim[ao]\b.*\b(?:domanda|chiesto|cosa|messaggio)\b|\bchiesto\b.*\bprim[ao]\b|\ball'inizio\b"
            r"|\bper prim[ao]\b",
        ),
        (
            "last_answer",
            r"\b(?:ultima|precedente) risposta\b|\bche (?:cosa )?(?:hai|ha) (?:detto|risposto)\b|\bcosa (?:hai"
            r"|ha) (?:detto|risposto)\b|\bripeti\b|\bripeta\b",
        ),
        (
            "last_question",
            r"\b(?:ultima|precedente) domanda\b|\b(?:che )?cosa (?:ti |le )?ho chiesto\b|\bqual era la mia domanda\b",
        ),
        (
            "discussed",
            r"\b(?:discusso|parlato|conversazione|finora|riassum\w+|riassunto|riepilog\w+)\b|\bmie domande\b",
        ),
    ),
}


_READ_CHARS = 500
_QUESTION_WORD = re.compile(r"\b(?:question|vraag|domanda)\b")


def question_number(question: str, language: Language) -> int | None:
    """Which question of the conversation is asked for ("my second question"), from 1; None for no certain one."""
    plain = fold(question)[:_READ_CHARS]
    if not _QUESTION_WORD.search(plain):
        return None
    ordinals = lexicon(language).ordinals
    named = [ordinals[word] for word in words(plain) if word in ordinals]
    return named[0] + 1 if len(named) == 1 and named[0] >= 0 else None


def look_back(question: str, language: Language) -> LookBack:
    """The part of the conversation that a question about it wants; patterns of its language and of English."""
    plain = fold(question.replace("’", "'"))[:_READ_CHARS]
    return next((part for part, pattern in _patterns(language) if pattern.search(plain)), "")


@cache
def _patterns(language: Language) -> tuple[tuple[LookBack, re.Pattern[str]], ...]:
    codes = dict.fromkeys((language, "en"))
    return tuple((part, re.compile(pattern)) for code in codes for part, pattern in _PATTERNS.get(code, ()))


_TALKING: dict[Language, str] = {
    "en": "discuss discussed discussion talk talked talking speak spoke spoken cover covered say said tell told ask"
    " asked asking question questions answer answers answered mention mentioned conversation chat topic topics subject"
    " subjects summary summarise summarize recap list earlier before previously already now first last previous again"
    " remember recall we us our i me my you your far thing things anything something everything give make please show",
    "nl": "besproken bespraken bespreken gepraat gesproken praten spraken gehad had hadden gezegd zei zeiden verteld"
    " vertelde gevraagd vroeg vraag vragen antwoord antwoorden antwoordde genoemd noemde behandeld gesprek onderwerp"
    " onderwerpen samenvatting samenvatten vat samen lijst eerder eerdere daarvoor al net nu toe tot eerste laatste"
    " vorige weer nog weet herinner herinnert we wij ik u je jij mijn ons onze uw het dit dat ook alweer iets alles"
    " eerst allemaal geef maak graag toon hebben hebt heb",
    "it": "discusso discutere parlato parlare parlavamo trattato detto dicevo dicevi chiesto chiedere domanda domande"
    " risposta risposte risposto menzionato conversazione argomento argomenti riassunto riassumi riassumere riepilogo"
    " riepiloga lista elenco prima finora gia adesso primo ultima ultimo precedente ancora ricordi ricorda noi io lei"
    " tu mio mia mie nostra nostro qualcosa tutto fammi fai dammi mostrami abbiamo hai ha ho avevamo avevo",
}


def subject_of_look_back(question: str, language: Language) -> str:
    """What a question about the conversation asks about, without the words of talking; empty for the whole talk."""
    stop_words, talking = lexicon(language).stop_words, _talking(language)
    return " ".join(
        word for word in words(question[:_READ_CHARS]) if word not in stop_words and fold(word) not in talking
    )


@cache
def _talking(language: Language) -> frozenset[str]:
    return frozenset(word for code in (language, "en") for word in _TALKING.get(code, "").split())


_US: dict[Language, str] = {
    "en": r"i|i'm|i've|i'd|i'll|my|mine|we|we're|we've|our|ours|us",
    "nl": r"ik|mijn|m'n|mij|we|wij|ons|onze",
    "it": r"io|mio|mia|miei|mie|noi|nostr[oaie]|ci(?! (?:sono|e|era|erano)\b)|mi|ho|[a-z]{2,}iamo"
    r"|[a-z]{2,}(?:avo|evo|ivo)",
}


def speaks_of_us(question: str, language: Language) -> bool:
    """Whether a question is about whoever asks it: no document tells what "my sister" cannot eat."""
    return bool(_us(language).search(fold(question[:_READ_CHARS].replace("’", "'"))))


@cache
def _us(language: Language) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{_US.get(language, _US['en'])})\b")
