"""What a question asks for, as far as its form shows: a definition, a number, a person, steps, a comparison."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from askwell.text.words import content_words, fold
from askwell.types import Language

AskedFor = Literal[
    "definition",
    "number",
    "duration",
    "person",
    "time",
    "place",
    "reason",
    "steps",
    "comparison",
    "list",
    "yes_no",
    "other",
]
"""What an answer must hold to answer the question."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The form of a question."""

    for_: AskedFor
    subject: str = ""
    """What a definition is asked of; what is counted by "how many"; the kind asked for by "which"; else empty."""
    sides: tuple[str, ...] = ()
    """The two things that are compared; empty otherwise."""


_FORMS: dict[Language, tuple[tuple[AskedFor, str], ...]] = {
    "en": (
        ("comparison", r"\bdifferen(?:t|ce|ces|tly)\b|\bdiffers?\b|\bcompar(?:e|ed|es|ing|ison)\b|\bvs\b|\bversus\b"),
        (
            "reason",
            r"^why\b|\bhow come\b|\bwhat (?:is|was|are|were) the (?:reason|motivation|purpose)|\bfor what reason",
        ),
        ("duration", r"\bhow (?:long|soon|often|old|frequently)\b|\bwhat (?:is the )?(?:deadline|age)\b|\bdeadline\b"),
        (
            "number",
            r"\bhow (?:much|many|large|big|high|fast|low|far)\b|\b(?:what|which)\b.{0,40}\b(?:amounts?|rates?"
            r"|limits?|scores?"
            r"|sizes?|costs?|prices?|percentages?|percent|numbers?|accuracy|ratios?|phone|telephone|fid|bleu|budget"
            r"|lengths?"
            r"|share|maximum|minimum|hotline)\b",
        ),
        ("time", r"^(?:and )?when\b|\b(?:what|which) (?:year|date|day|month|time)\b|\bsince when\b"),
        ("person", r"^(?:and )?(?:who|whom|whose)\b|\bby whom\b|\b(?:which|what) authors?\b"),
        ("place", r"^(?:and )?where\b|\b(?:which|what) (?:address|place|location|city|website)\b"),
        (
            "steps",
            r"\bhow (?:do|can|could|should|must|would|may|did) (?:i|we|you|one|they|families|parents?|people|someone"
            r"|providers?"
            r"|an? \w+)\b|\bhow to\b|\bsteps?\b|\bwhat (?:do|must|should|can) (?:i|we|parents?|providers?"
            r"|families) (?:have to )?do\b"
            r"|\bprocedure\b|\bprocess for\b",
        ),
        (
            "list",
            r"^(?:and )?which\b|^list\b|^name\b|\bwhat (?:kinds?|types?|sorts?|documents?|papers?|requirements?"
            r"|options?"
            r"|are the|were the|do i need|other)\b",
        ),
        (
            "definition",
            r"\bhow (?:does|do|did) (?=.+ work\b)|^(?:so )?what(?:'s| is| are| was| were)\b"
            r"|^what do(?:es)? (?=.+ (?:mean|stand for|do)$)|^(?:please )?(?:define|explain|describe)\b"
            r"|\btell me (?:more )?about\b"
            r"|\bmeaning of\b|\bstands? for\b",
        ),
        (
            "yes_no",
            r"^(?:and |but |so )?(?:is|are|was|were|can|could|do|does|did|will|would|should|may|might|must|has|have"
            r"|had|am)\b",
        ),
    ),
    "nl": (
        ("comparison", r"\bverschil(?:len|t)?\b|\bvergelijk\w*\b|\bvs\b|\bversus\b|\banders dan\b"),
        ("reason", r"^waarom\b|\bhoe komt het\b|\breden(?:en)?\b|\boorza(?:ak|ken)\b|\bwaardoor\b"),
        ("duration", r"\bhoe (?:lang|vaak|snel|oud)\b|\btermijn\b|\bbinnen hoeveel\b|\bleeftijd\b"),
        (
            "number",
            r"\bhoeveel\b|\bhoe (?:hoog|groot|duur|ver|laag)\b|\b(?:wat|welke?)\b.{0,40}\b(?:bedrag|bedragen|kosten"
            r"|kost|prijs"
            r"|percentage|aantal|maximum|minimum|grens|tarief|telefoonnummer|nummer|hoogte)\b",
        ),
        # Under what condition, not on which day.
        (
            "other",
            r"^(?:en )?wanneer (?:mag|mogen|moet|moeten|kan|kunnen)\b|^(?:en )?wanneer (?:is|zijn) .*\b"
            r"(?:verplicht|nodig|toegestaan|verboden)$",
        ),
        ("time", r"^(?:en )?wanneer\b|\b(?:welk jaar|welke datum|welke dag|hoe laat)\b|\bsinds wanneer\b"),
        ("person", r"^(?:en )?wie\b|\bdoor wie\b|\bvan wie\b"),
        ("place", r"^(?:en )?waar\b(?! (?:bestaat|gaat))|\bwelk(?:e)? (?:adres|plaats|website)\b"),
        (
            "steps",
            r"\bhoe (?:kan|moet|kun|doe|vraag|meld|dien|krijg|regel|maak|stop|zeg|wijzig|geef|betaal)\w* (?:ik|je|u"
            r"|we|men|iemand)\b"
            r"|\bstappen\b|\bwat moet (?:ik|je|u) doen\b|\bhoe (?:ik|je|u)\b|^hoe voorkom\w* (?:ik|je|u|we)\b",
        ),
        (
            "list",
            r"^(?:en )?welke\b|\bnoem\b|\bwat zijn de\b|\bwat heb ik nodig\b|\bsoorten\b"
            r"|^wat (?:moet|moeten|hoort|horen) (?:er )?in\b.* (?:staan|komen)$|^wat staat er in\b",
        ),
        (
            "definition",
            r"^hoe werk(?:t|en)\b|^wat (?:is|zijn|was|waren|betekent|houdt)\b|^(?:leg uit|beschrijf|omschrijf)\b"
            r"|\bvertel\b.*\bover\b|\bstaat voor\b",
        ),
        (
            "yes_no",
            r"^(?:en |maar )?(?:is|zijn|was|waren|kan|kun|kunt|kunnen|mag|mogen|moet|moeten|heb|hebt|heeft|hebben"
            r"|krijg|krijgt"
            r"|wordt|word|worden|zal|zou|geldt|doet|ben|bent|telt)\b",
        ),
    ),
    "it": (
        ("comparison", r"\bdifferenz[ae]\b|\bconfront\w*\b|\bvs\b|\brispetto a\b|\bdivers[aoie] da\b|\bdistingu\w*\b"),
        ("reason", r"^perche\b|\bper quale motivo\b|\bcome mai\b|\bper quale ragione\b"),
        (
            "duration",
            r"\bper quanto tempo\b|\bquanto (?:tempo|dura|spesso)\b|\bogni quanto\b|\bentro quando\b|\bscadenza\b"
            r"|\bentro quanto\b|\beta\b",
        ),
        (
            "number",
            r"\bquant[oaie]\b|\bqual e\b.{0,40}\b(?:importo|limite|soglia|aliquota|costo|prezzo|percentuale|numero"
            r"|massimo|minimo"
            r"|ammontare|tetto|misura)\b|\ba quanto\b",
        ),
        ("time", r"^(?:e )?quando\b|\bin (?:che|quale) (?:anno|data|giorno)\b|\bda quando\b"),
        ("person", r"^(?:e )?chi\b|\bda chi\b|\bdi chi\b|\ba chi\b"),
        ("place", r"^(?:e )?dove\b|\bquale indirizzo\b|\bdov'e\b"),
        (
            "steps",
            r"\bcome (?:posso|devo|si|faccio|fare|chiedere|richiedere|presentare|ottenere|pagare|si fa|fa)\b"
            r"|\bprocedura\b|\bpassaggi\b"
            r"|\bche cosa devo fare\b|\bcosa devo fare\b",
        ),
        ("list", r"^(?:e )?quali\b|\belenca\b|\bche tipi\b|\bquali sono\b"),
        (
            "definition",
            r"^come funziona(?:no)?\b|^(?:che )?cos(?:'e| e|a e|a sono|a significa|a vuol dire|a si intende)\b"
            r"|^che (?:significa|cosa)\b|^qual e\b"
            r"|^(?:spiega|descrivi|definisci|parlami)\b|\bsi intende per\b",
        ),
        (
            "yes_no",
            r"^(?:e |ma )?(?:e|sono|posso|puo|possono|devo|deve|devono|ho|ha|hanno|si puo|si deve|si possono|esiste"
            r"|esistono|bisogna"
            r"|serve|c'e|spetta|vale|e possibile)\b",
        ),
    ),
}
_KIND: dict[Language, str] = {
    "en": r"\b(?:how many|how much|which|what)(?: (?:top|other|kinds? of|types? of|sorts? of|of the))? ([\w'@-]{3,})",
    "nl": r"\b(?:hoeveel|welke?|wat voor|soorten|wat zijn de) ([\w'@-]{3,})",
    "it": r"\b(?:quant[aie]|quali?|che|tipi di) ([\w'@-]{4,})",
}
"""The word behind a question word: what is counted, or the kind that is asked for."""
_SIDES: dict[Language, str] = {
    "en": r"\bbetween (?P<a>.+?) and (?P<b>.+)$|(?P<c>.+?) (?:vs\.?|versus|differs? from|different from"
    r"|compared (?:to|with)) (?P<d>.+)$"
    r"|\bcompare (?P<e>.+?) (?:and|with|to) (?P<f>.+)$|\bfrom (?P<g>.+)$",
    "nl": r"\btussen (?P<a>.+?) en (?P<b>.+)$|(?P<c>.+?) (?:vs\.?|versus|vergeleken met|anders dan) (?P<d>.+)$"
    r"|\b(?:verschilt|verschillen) (?P<g>.+?) van (?P<h>.+)$|\bvergelijk (?P<e>.+?) (?:en|met) (?P<f>.+)$",
    "it": r"\b(?:tra|fra) (?P<a>.+?) e (?P<b>.+)$|(?P<c>.+?) (?:vs\.?|rispetto a\w*|divers\w+ d\w+) (?P<d>.+)$"
    r"|\bconfronta (?P<e>.+?) (?:e|con) (?P<f>.+)$",
}
_SCAFFOLD: dict[Language, str] = {
    "en": "difference differ different compare comparison versus vs mean meaning stand explain describe define tell"
    " work works "
    "reason need know want find give list name kind type exactly according happen use say look like use does",
    "nl": "verschil verschillen verschilt vergelijk vergelijken betekent betekenis uitleg beschrijf vertel werkt"
    " reden nodig weten "
    "geef noem soort precies gebeurt zegt staan staat komen",
    "it": "differenza differenze confronto confronta significa significato spiega descrivi parlami funziona motivo"
    " bisogno sapere "
    "elenca tipo tipi esattamente succede dice",
}


def asked(question: str, language: Language) -> Asked:
    """The form of a question by the closed patterns of its language; `other` when none fits."""
    plain = _plain(question)
    for for_, pattern in _FORMS.get(language, _FORMS["en"]):
        if _compiled(pattern).search(plain):
            if for_ == "comparison":
                sides = _sides(question, language)
                return Asked("comparison", sides=sides) if sides else Asked("other")
            return Asked(for_, subject=_subject(for_, plain, pattern, language))
    return Asked("other")


def compared(question: str, language: Language) -> tuple[str, ...]:
    """The `sides` alone, for those who want nothing else of the form: empty for what is no comparison."""
    for_, pattern = _FORMS.get(language, _FORMS["en"])[0]
    assert for_ == "comparison", "it goes before all other forms"
    return _sides(question, language) if _compiled(pattern).search(_plain(question)) else ()


def _plain(question: str) -> str:
    return " ".join(fold(question.replace("’", "'")).split()).strip(" ?!.")


def scaffold(language: Language) -> frozenset[str]:
    """Words that frame a question and say little of its subject: "difference", "mean", "explain"."""
    return frozenset(_SCAFFOLD.get(language, _SCAFFOLD["en"]).split())


def _sides(question: str, language: Language) -> tuple[str, ...]:
    found = _compiled(_SIDES.get(language, _SIDES["en"])).search(question.strip(" ?!."))
    parts = [part.strip() for part in found.groups() if part] if found else []
    if len(parts) == 1 and found:
        parts.insert(0, question[: found.start()].strip())
    return tuple(part for part in parts if part) if len(parts) == 2 else ()


def _subject(for_: AskedFor, plain: str, pattern: str, language: Language) -> str:
    if for_ == "definition":
        found = _compiled(pattern).search(plain)
        behind = plain[found.end() :] if found else ""
        framing = scaffold(language)
        return " ".join(word for word in content_words(behind, language) if word not in framing)
    kind = _compiled(_KIND.get(language, _KIND["en"])).search(plain)
    return kind.group(1) if kind else ""


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
