"""The patterns of Italian."""

from askwell.languages.patterns import (
    History,
    Notations,
    Patterns,
    Questions,
    Repairs,
    Reversal,
    Settling,
    Signs,
    Talk,
    Times,
)

_QUESTIONS = Questions(
    forms=(
        ("comparison", r"\bdifferenz[ae]\b|\bconfront\w*\b|\bvs\b|\brispetto a\b|\bdivers[aoie] da\b|\bdistingu\w*\b"),
        ("reason", r"^perche\b|\bper quale motivo\b|\bcome mai\b|\bper quale ragione\b"),
        (
            "duration",
            r"\bper quanto tempo\b|\bquanto (?:tempo|dura|spesso)\b|\bogni quanto\b|\bentro quando\b|\bscadenza\b"
            r"|\bentro quanto\b|\beta\b",
        ),
        (
            "number",
            r"\bquant(?:[oaie]|'e)\b|\bqual e\b.{0,40}\b(?:importo|limite|soglia|tasso|aliquota|costo|prezzo"
            r"|percentuale|numero|massimo|minimo|ammontare|tetto|misura)\b|\ba quanto\b",
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
    kind=r"\b(?:quant[aie]|quali?|che|tipi di) ([\w'@-]{4,})",
    sides=r"\b(?:tra|fra) (?P<a>.+?) e (?P<b>.+)$|(?P<c>.+?) (?:vs\.?|rispetto a\w*|divers\w+ d\w+) (?P<d>.+)$"
    r"|\bconfronta (?P<e>.+?) (?:e|con) (?P<f>.+)$",
    number=r"quant[oaie]|che (?:prezzo|eta|ora|numero)|a che ora|ogni quanto",
    name=r"chi|di chi|dove|come si chiama(?:va)?|(?:quale|che) (?:citta|paese|luogo|marca|azienda)",
    values=(
        (
            r"\b(?:quanto|che|qual e)\b.{0,60}\b(?:costa|costano|prezzo|tariffa|costo)\b",
            r"[$€£]|\b(?:euro|centesimi|gratis|gratuit[oaie]|nulla|niente)\b",
        ),
        (
            r"\bnumero (?:di )?telefon\w+\b",
            r"\d(?:[ ()./-]{0,2}\d){5}",
        ),
        (
            r"\b(?:che|quale|qual e|quant[oa])\b.{0,20}\b(?:percentuale|per ?cento)\b|^percentuale\b",
            r"\d\s?%|\bper ?cento\b",
        ),
    ),
)

_TALK = Talk(
    greeting="ciao|salve|buongiorno|buon giorno|buonasera|buona sera|buon pomeriggio|ehi",
    thanks="grazie|grazie mille|molte grazie|tante grazie|grazie tante|la ringrazio|ti ringrazio|mille grazie",
    goodbye="arrivederci|addio|a presto|a dopo|buona notte|buonanotte|buona giornata|ci vediamo|alla prossima",
    about_us="chi sei|chi e lei|cosa sei|che cosa sei|cosa sai fare|che cosa sai fare|cosa puoi fare|che cosa puoi fare"
    "|cosa puo fare|cosa posso chiedere|cosa posso chiederti"
    "|posso fare un'altra domanda|posso farti un'altra domanda|posso chiedere un'altra cosa"
    "|posso chiederti un'altra cosa"
    "|come ti chiami|come si chiama|aiuto|sei un robot"
    "|sei una persona|come puoi aiutarmi|come puo aiutarmi|in che cosa puoi aiutarmi|come funzioni",
    fillers="ok|okay|bene|perfetto|ottimo|va bene|benissimo|e|allora|a tutti|ancora|per l'aiuto|per il suo aiuto"
    "|per il tuo aiuto|di tutto|e tutto|si|no|gentilissimo|gentilissima|per favore",
)

_HISTORY = History(
    parts=(
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
    question="domanda",
    us=r"io|mio|mia|miei|mie|noi|nostr[oaie]|ci(?! (?:sono|e|era|erano)\b)|mi|ho|[a-z]{2,}iamo"
    r"|[a-z]{2,}(?:avo|evo|ivo)",
    whole=r"\b(?:per intero|intera|completa|di nuovo|ancora|ripeti|ripeta)\b",
    answer=r"\brisposta\b",
    about=r"\b(?:su|sul|sullo|sulla|sui|sugli|sulle|riguardo a)\s+(.+)",
)

_TIMES = Times(
    when=r"quando|a che ora|da quando|(?:in |a )?(?:che|quale) (?:mese|anno|giorno|data|settimana)"
    r"|(?:per )?quanto tempo",
    opener="e ",
    before_month="a|ad|di|nel|da|entro|dopo|prima di|fine|inizio",
    day_endings="°",
    day_of=" di",
)

_SIGNS = Signs(
    months="gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|dicembre",
    periods="minuti|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]",
    time="entro|dopo|prima",
    person="da|chi|genitor[ei]",
    place="sito|ufficio|presso",
    reason="perché|poiché|affinché|quindi|a causa|per evitare",
    steps="deve|devono|può|possono|prima|poi|occorre|bisogna|presenta|compila",
    yes_no="non|solo|può|deve|anche",
    articles="il |lo |la |l'|gli |le |un |una ",
    be="è|sono",
    means="significa|indica",
    noun_phrase=r"un|una|un'\w+|uno|il|la|lo|l'\w+",
    by="da",
    since=(),
)

_NOTATIONS = Notations(
    money="dollari",
    percent="",
    page=r"pagina|pag\.",
    places=r"art(?:icolo|\.)|allegato|capitolo|comma",
    sources="fonte|fonti",
    versus="con",
    empty_titles=r"nome|titolo|(?:nuovo )?documento|senza (?:titolo|nome)|indice|sommario|pagina|foglio|diapositiva"
    r"|copertina|presentazione(?: (?:standard di|di) powerpoint)?",
    contents=r"indice|sommario|in questa pagina",
    changes=r"note (?:di rilascio|sulla versione)|(?:registro|elenco) delle modifiche|(?:le )?novità(?: .{1,40})?",
    changes_asked=r"nuov[oaie]|novità|cambiat[oaie]|modifiche|version[ei]|quando|da quanto",
    legal=r"rilasciato con licenza|nessuna parte di questa pubblicazione può essere riprodotta",
    last_article="il|la|lo|l'",
    refusals=r"\bcome (?:ia|intelligenza artificiale|modello)\b|\bnon posso (?:aiutar|riassum|farlo)|\bmi dispiace\b",
)

_SETTLING = Settling(
    openers=r"no(?=[,.;:!–—-]|$)|no no|scusa(?:mi)?|scusi|mi scusi|aspetta|aspetti|oh|ops|mi dispiace",
    no="no",
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

_REPAIRS = Repairs(
    dissent="(?:no)+|scus(?:a|ami|ate|i|atemi|ami)|aspetta|ops|pardon|cio[eèé]|macché",
    soft="anzi|oh?|ah|ok|allora|eh|mh+|comunque|e|io|invece",
    slips=r"(?:mi correggo|mi sono sbagliat[oa]|ho sbagliato(?: a scrivere)?|errore mio|mi è partito il dito)",
    meant=r"intend(?:evo|o)|vole(?:vo|vamo)(?: (?:dire|sapere))?(?: d[ie]\b)?|parla(?:vo|vamo)(?: d[ie]\b)?"
    r"|dice(?:vo|vamo)|chiede(?:vo|vamo)(?: d[ie]\b)?|mi riferi(?:vo|sco) a\b",
    meant_after="intendevo|intendo|volevo dire|dicevo",
    rejects="nn|non|invece d[ie]|lascia perdere|niente|mica",
    rejected="no|non c'entra(?:no)?(?: (?:niente|nulla))?",
    rather="ma|solo|soltanto|solamente|semplicemente|unicamente|bensì|però|piuttosto|meglio",
    presents=r"sono|era(?:no)?|è|si tratta di|siamo|ho|abbiamo|prendo",
    denial="no+|mai",
    assent="s[iì]|certo|ok|va bene|grazie|per favore|volentieri|magari|d'accordo|esatto",
    hedges="penso|credo|forse|direi|mi sa|solo|s[iì]|no|beh|eh|ok|per favore|grazie|di solito|circa|probabilmente",
    complains=r"\bnon (?:e|era) (?:quel\w*|questo|questa|cio|la risposta|giusto)\b"
    r"|\bnon (?:quell[oaie]|quest[oaie])\b|\bnon (?:e|era)? ?quel che\b|\bnon (?:intendevo|chiedevo|ho chiesto)\b"
    r"|\b(?:risposta|pagina|parte) sbagliata\b|\bnon (?:hai|ha) (?:capito|risposto)\b|\bnon risponde\b",
    declines=r"non (?:voglio|volevo|intendo|intendevo|mi serve|chiedevo)(?: (?:che|di))?",
)

_REVERSAL = Reversal(
    asks=r"\b(?:tolg\w+|togli\w*|tolta|lev[oai]\w*|levare|disattiv\w+|disabilit\w+|annull\w+|rimuov\w+|elimin\w+|cancell\w+"
    r"|spegn\w+|spengo|smett\w+|ripristin\w+|sblocc\w+)\b|\btorn\w+ (?:indietro|come prima)\b",
    says=r"\b(?:tolg\w+|togli\w*|disattiv\w+|disabilit\w+|annull\w+|rimuov\w+|rimoss\w+|elimin\w+|cancell\w+|deselezion\w+"
    r"|ripristin\w+|di nuovo|nuovamente|sblocc\w+|spegn\w+|interromp\w+|non .{0,20} piu)\b",
)

PATTERNS = Patterns(
    expletive=(r"\bci (?:sono|sia|siano|vuole|vogliono|saranno)\b", r"\bc['’]è\b", r"\bce n['’]è\b"),
    meta=(
        r"\bdi (?:che )?cosa (?:abbiamo|avevamo|ho|stavamo) (?:\w+ )?(?:parlato|discusso|parlando)\b",
        r"\b(?:che )?cosa (?:ti )?(?:ho|avevo|abbiamo|avevamo|hai) (?:\w+ )?(?:chiesto|detto|discusso|domandato)\b",
        r"\bqual (?:è|era) (?:stata )?la mia (?:\w+ )?domanda\b",
        r"\briassumi (?:la|questa|il|nostra)\b",
        r"\b(?:riassunto|sintesi) (?:della|di questa) (?:nostra )?(?:conversazione|chat)\b",
        r"\bne abbiamo (?:già )?parlato\b",
        r"\bho già chiesto\b",
    ),
    repairs=_REPAIRS,
    back=r"(?:(?:e|ma|allora|invece) )*(?:(?:ri)?torn(?:ando|iamo|o|erei) (?:un attimo |per un momento )?"
    r"a(?:l|llo|lla|ll'|i|gli|lle)?"
    r"|invece per|quanto a(?:l|lla|i|lle)?|a proposito d(?:i|el|ella|ei|elle|ell'))",
    courtesy=(
        r"^(?:(?:ok|okay|bene|perfetto|ottimo|sì|no|capito|va bene)[\s,.!]*)*"
        r"(?:(?:molte |mille |tante )?grazie(?: mille| tante| infinite)?(?: per (?:la|il|le|tutto|"
        r"l)[\w\s']*)?|ciao|salve|"
        r"buon ?giorno|buona ?sera|buona ?notte|arrivederci)(?: a tutti)?[\s,.!]*$",
        r"^(?:ok|okay|bene|perfetto|ottimo|capito|va bene|ho capito)[\s,.!]*$",
        r"^(?:(?:ok|grazie|bene|chiarissimo|perfetto|la ringrazio|è stat[oa] chiarissim[oa]|buona giornata|buona serata"
        r"|(?:molto )?gentile|a presto)[\s,.!]*)+$",
    ),
    more=(
        r"^(?:puoi |potresti )?(?:dimmi di più|dirmi di più|dimmi qualcosa di più|spiegami meglio|spiegare meglio|"
        r"continua|vai avanti|più dettagli|approfondisci)[\s.?!]*$",
        r"^(?:e )?(?:cos'altro|che altro|altro|qualcos'altro)[\s.?!]*$",
        r"^(?:un )?esempi?o?[\s.?!]*$",
    ),
    leans=r"esso|essa|essi|esse|questo|questa|questi|queste|quello|quella|tale|tali|inoltre|però|tuttavia|quindi"
    r"|pertanto|perciò|anche"
    r"|invece|altrimenti|poi|ma|ad esempio|per esempio|in questo caso|in tal caso|così|infatti|entrambi|entrambe"
    r"|lo stesso|la stessa|e|o"
    r"|egli|ella|loro|suo|sua|dunque",
    points_back="",
    questions=_QUESTIONS,
    talk=_TALK,
    history=_HISTORY,
    times=_TIMES,
    signs=_SIGNS,
    notations=_NOTATIONS,
    settling=_SETTLING,
    reversal=_REVERSAL,
)
