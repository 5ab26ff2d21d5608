"""How each language settles and corrects things: what people say of themselves, and how they take it back."""

from dataclasses import dataclass

from askwell.types import Language


@dataclass(frozen=True, slots=True)
class Settling:
    """Patterns of one language, for lower-case text."""

    openers: str
    """Beginnings that say no to something; they may also answer a question of ours."""
    marks: str
    """Beginnings that take something back, whatever was asked."""
    change: str
    """An order to put one thing in the place of another, with the groups `old` and `new`."""
    instead: str
    """Stands between what holds and what it replaces."""
    rather: str
    """What holds before what it is preferred to, with the groups `new` and `old`."""
    negation: str
    """Words that deny what follows them; behind everything else they deny what went before."""
    but: str
    """Conjunctions before what holds instead."""
    linking: str
    """Conjunctions that may stand before a denial: `X and not Y`."""
    fillers: str
    """Words at the edges of a contrast that belong to neither side."""
    only: str
    """Words that narrow down to what follows them."""
    any_more: str
    """Marks of a denial that takes something back: `after all`, `any more`."""
    asides: str
    """Beginnings of a clause that says why, or more about what was just named."""
    requests: str
    """Beginnings that ask for an answer without being a question."""
    idle: str
    """Beginnings that only take note of what was said."""
    wish: str
    decision: str
    months: str
    weekdays: str
    clock: str
    """What makes a number a time of day, before it (`before`) or behind it."""
    clock_before: str
    ones: str
    """Words for one that are told from an article."""


_EN = Settling(
    openers=r"no(?=[,.;:!–—-]|$)|no no|nope|sorry|oh|oops|wait|hold on|well(?=,)|my mistake",
    marks=r"actually|correction|in fact|i meant?|i mean|that(?:'s| is| was) (?:wrong|not right|incorrect|not correct)"
    r"|scratch that|on second thoughts?|i misspoke|i was wrong|let me correct that|make that",
    change=r"^(?:please )?(?:change|replace|swap|correct|update)(?: the| my| our)? (?P<old>.{1,60}?)"
    r" (?:to|with|for|by|into) (?P<new>.{1,80})$"
    r"|\b(?:moved|changed|postponed|brought forward) from (?P<old2>.{1,40}?) to (?P<new2>.{1,60})$",
    instead=r"instead of|rather than|in place of",
    rather=r"^(?:i(?:'d| would)? )?(?:rather|sooner|prefer) (?P<new>.{1,60}?) (?:than|to) (?P<old>.{1,60})$",
    negation=r"no longer|not|no|never|isn't|aren't|wasn't|weren't|won't|don't|doesn't|didn't|can't|cannot|shouldn't",
    but=r"but|rather",
    linking=r"and|so",
    fillers=r"after all|any ?more|any longer|instead|actually|please|now|then|but|so|rather|just now|at all|make it"
    r"|i mean",
    only=r"only|just",
    any_more=r"after all|any ?more|any longer|no longer",
    asides=r"because|since|as|which|who|that|therefore|due to|thanks to|says?",
    requests=r"tell|give|show|explain|list|write|make|summari[sz]e|find|repeat|compare|calculate|help|describe|define"
    r"|search|look up|translate|recommend|suggest|remind|print|let me know|i(?:'d| would) like to know|i want to know"
    r"|(?:and )?what about|how about|more (?:about|on)|put"
    r"|i(?: am|'m)? wonder(?:ing)?|speaking (?:of|about)|going back to|please (?:explain|tell|give|show|list)",
    idle=r"i see|i understand|got it|makes sense|that makes sense|you(?: are|'re) right|omg|wow|lol"
    r"|that(?: is|'s) (?:really )?(?:interesting|surprising|true|great|good|nice|amazing)",
    wish=r"\bi(?:'d| would)? (?:want|like|love|prefer|need|hope|wish)\b"
    r"|\bwe(?:'d| would)? (?:want|like|love|prefer|need|hope)\b|\b(?:looking for|must|should be|has to|have to)\b",
    decision=r"\b(?:we|i)(?:'ll| will|'ve| have)? (?:take|taken|took|choose|chose|chosen|decided|picked|booked|agreed"
    r"|go with|went with|going with|settled|switched|moved)\b|\bit (?:will be|is going to be)\b|\blet's\b",
    months=r"january|february|march|april|may|june|july|august|september|october|november|december"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec",
    weekdays=r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?",
    clock=r"am|pm|a\.m\.|p\.m\.|o'clock",
    clock_before="at",
    ones="one",
)

_NL = Settling(
    openers=r"nee+n?(?: hoor)?(?=[,.;:!–—-]|$)|nee nee|sorry|o nee|oeps|wacht(?: even)?|ho|excuus|pardon|welnee",
    marks=r"eigenlijk|correctie|ik bedoel(?:de)?|dat klopt niet|dat is (?:niet juist|fout|onjuist)|ik vergis(?:te)? me"
    r"|fout(?=[,:])|verbetering|bij nader inzien|toch(?: maar)?|of nee",
    change=r"^(?:graag |maak er )?(?:verander|wijzig|vervang|corrigeer|pas)(?: de| het| mijn| ons| onze)?"
    r" (?P<old>.{1,60}?)"
    r" (?:in|naar|door|aan naar) (?P<new>.{1,80})$"
    r"|\b(?:verzet|verplaatst|verschoven|uitgesteld|vervroegd) van (?P<old2>.{1,40}?) naar (?P<new2>.{1,60})$",
    instead=r"in plaats van|i\.p\.v\.|ipv",
    rather=r"^(?:(?:ik|we|wij) (?:heb|hebben|wil|willen|zou|zouden) )?(?:liever|eerder|beter) (?P<new>.{1,60}?) dan"
    r" (?P<old>.{1,60})$",
    negation=r"niet meer|niet langer|niet|geen|nooit",
    but=r"maar|doch",
    linking=r"en|dus",
    fillers=r"toch|meer|langer|wel|graag|maar|liever|echt|hoor|nu|dan|dus|eigenlijk|inmiddels|voortaan|zeker|ook",
    only=r"alleen(?: maar)?|slechts|enkel",
    any_more=r"toch|niet meer|niet langer|bij nader inzien",
    asides=r"want|omdat|vanwege|wegens|die|dat|wie|waar|dankzij|zegt|volgens",
    requests=r"vertel|geef|toon|laat|leg|zet|maak|schrijf|noem|vat|zoek|herhaal|vergelijk|bereken|help|beschrijf"
    r"|definieer|vertaal|som|kun|kan|kunt|weet|graag (?:meer|uitleg)|ik wil (?:graag )?weten|ik zou graag weten"
    r"|(?:en )?hoe zit|wat dacht|meer over|stel|ik vraag me af",
    idle=r"ik (?:snap|begrijp)(?: het| dat)?|(?:je|u) hebt gelijk|wauw|ik zie het"
    r"|dat is (?:interessant|mooi|goed|fijn|waar)",
    wish=r"\b(?:ik|we|wij) (?:wil|willen|zou|zouden|zoek|zoeken|hoop|hopen|hoef|hoeven)\b"
    r"|\b(?:wil|willen|zou|zouden|zoek|zoeken) (?:ik|we|wij)\b|\b(?:graag|liefst|liever|moet|moeten)\b",
    decision=r"\b(?:ik|we|wij) (?:neem|nemen|kies|kiezen|koos|kozen|gaan|ga|boek|boeken|besluit|besloten|doen|doe)\b"
    r"|\b(?:gekozen|besloten|afgesproken|geboekt|besteld|wordt)\b",
    months=r"januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december"
    r"|jan|feb|mrt|apr|jun|jul|aug|sept?|okt|nov|dec",
    weekdays=r"(?:maan|dins|woens|donder|vrij|zater|zon)dag(?:en|ochtend|middag|avond|nacht)?",
    clock=r"uur|u",
    clock_before="om",
    ones="één",
)

_IT = Settling(
    openers=r"no(?=[,.;:!–—-]|$)|no no|scusa(?:mi)?|scusi|mi scusi|aspetta|aspetti|oh|ops|mi dispiace",
    marks=r"in realtà|in effetti|anzi|veramente|correzione|intendevo(?: dire)?|volevo dire|intendo|mi (?:sono|ero)"
    r" sbagliat[oa]|mi correggo|(?:è|era) sbagliato|non è (?:vero|giusto|corretto)(?=[,:;.])|errore(?=[,:])"
    r"|ripensandoci|alla fine",
    change=r"^(?:per favore )?(?:cambia|cambi|cambiate|sostituisci|sostituisca|sostituite|correggi|modifica|sposta)"
    r"(?: il| la| i| le| lo)? (?P<old>.{1,60}?) (?:con|in|a|al|alla) (?P<new>.{1,80})$"
    r"|\b(?:spostat[oaie]|rinviat[oaie]|anticipat[oaie]) (?:da|dal|dalla) (?P<old2>.{1,40}?) (?:a|al|alla)"
    r" (?P<new2>.{1,60})$",
    instead=r"invece (?:di|che|del|della|dell'|dei|delle)|al posto (?:di|del|della|dell'|dei|delle)|anziché"
    r"|piuttosto che",
    rather=r"^(?:preferisco|preferiamo|preferirei|meglio) (?P<new>.{1,60}?) (?:che|a|al|alla|di) (?P<old>.{1,60})$",
    negation=r"non|niente|nessun[oa]?|mai|no(?=$)",
    but=r"ma|bensì|però",
    linking=r"e|ed|quindi",
    fillers=r"più|alla fine|invece|meglio|proprio|ora|adesso|ormai|però|ma|bensì|grazie|per favore|anche|allora",
    only=r"solo|soltanto|solamente",
    any_more=r"più|alla fine",
    asides=r"perché|poiché|siccome|che|dato che|visto che|grazie a|cui|dice",
    requests=r"dimmi|dammi|mostra|mostrami|spiega|spiegami|elenca|scrivi|fai|fammi|riassumi|trova|cerca|confronta"
    r"|calcola|aiutami|parlami|descrivi|definisci|ripeti|traduci|consigliami|metti|può|puoi|potete|potrebbe"
    r"|vorrei sapere|vorrei capire|mi (?:dica|dice|dici|spieghi)|(?:e )?che ne dici|altro su|mi chiedo",
    idle=r"capisco|ho capito|(?:hai|ha) ragione|interessante|è vero|ottimo|che bello",
    wish=r"\b(?:voglio|vogliamo|vorrei|vorremmo|desidero|cerco|cerchiamo|preferisco|preferiamo|spero|devo|dobbiamo"
    r"|deve|devono|ci serve|mi serve|ci servono|mi servono|mi piacerebbe)\b",
    decision=r"\b(?:ho|abbiamo) (?:scelto|deciso|prenotato|preso|ordinato)\b|\b(?:prendo|prendiamo|scelgo|scegliamo"
    r"|decidiamo|andiamo|sono passat[oa]|si sposta)\b",
    months=r"gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre",
    weekdays=r"lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica",
    clock=r"ore?(?= )|in punto",
    clock_before="alle|ore",
    ones="uno",
)

SETTLING: dict[Language, Settling] = {"en": _EN, "nl": _NL, "it": _IT}


def settling(language: Language) -> Settling:
    """The patterns of a language; those of English for one that has none."""
    return SETTLING.get(language, _EN)
