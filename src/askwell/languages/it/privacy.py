"""Words around personal data in Italian."""

from askwell.languages.privacy import PersonalWords

PERSONAL = PersonalWords(
    phone=r"telefono|tel|cell(?:ulare)?|fax|chiam\w*|telefon\w*|contatt\w*|recapito|whatsapp|telegram|sms|mobile|interno|fisso|"
    r"richiam\w*|squill\w*|reperibil\w*|raggiungibil\w*|rintraccia\w*",
    phone_or_not=r"numero",
    card=r"carta(?: di (?:credito|debito))?|bancomat|visa|mastercard|amex|american express|maestro|postepay",
    citizen=r"codice fiscale|cod\.? ?fisc\.?|c\.?f\.?|tessera sanitaria|bsn|ssn",
    company=r"partita iva|p\.? ?iva|part\.? iva|piva|iva",
    account=r"iban|conto|c/c|banca|bonifico|coordinate",
    document=r"passaporto|carta d['’]identit[aà]|patente|documento|permesso di soggiorno|c\.?i\.?e\.?",
    reference=r"ordin[ei]|fattur[ae]|spedizion[ei]|pacco|tracking|articolo|prodotto|pratica|protocollo|prot|pratiche|"
    r"riferimento|rif|contratto|polizza|serie|matricola|modello|lotto|certificato|avviso|bonario|cartella|verbale|atto|ticket|segnalazione|prenotazione|sentenza|delibera|"
    r"codice (?:articolo|cliente|ordine|pratica|prodotto|tributo)|rea|isbn|ean",
    numbered=r"n|nr|num|numero",
    digits=tuple("zero uno due tre quattro cinque sei sette otto nove".split()),
    amounts=r"euro|eur|dollari|sterline|milioni",
    versions=r"v|versione|release|firmware|build|sezione|art\.?",
    at_sign=r"chiocciola|at",
    dot=r"punto|dot",
    own_site=r"(?:il )?mio (?:sito|blog|portfolio)(?: web)?(?: personale)?|(?:la )?mia pagina(?: web)?(?: personale)?",
    own_pages=r"chi-?sono|il-?mio-?profilo|mio-?profilo|mio-?cv",
    born=r"nat[oaie]|nascita|nacque|data di nascita|compleanno|classe",
    months=r"gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre|gen|feb|mar|"
    r"apr|mag|giu|lug|ago|sett?|ott|nov|dic",
    titles=r"sig|sigg|sig\.?ra|sig\.?na|signor|signora|signore|signorina|dott|dott\.?ssa|dottor|dottore|dottoressa|avv|"
    r"avvocato|ing|ingegner|geom|rag|prof|prof\.?ssa|professor|professoressa|arch|don|suor|maestra|maestro|onorevole",
    introductions=r"mi chiamo|il mio nome è|nome e cognome|(?:il|la) sottoscritt[oa]",
    closings=r"saluti|un saluto|in fede|firmato",
    streets=r"via|viale|v\.le|vle|piazza|p\.zza|p\.za|piazzale|p\.le|piazzetta|corso|c\.so|largo|vicolo|vico|strada|"
    r"contrada|c\.da|lungomare|lungarno|lungotevere|borgo|salita|traversa|calle|fondamenta|rione|frazione|fraz\.|"
    r"localit[aà]|loc\.|viottolo|rampa|discesa|galleria|circonvallazione|passaggio",
    in_town="a|ad|in",
    small_words="di da del della dello dei degli de' d' la le lo",
    units=r"int(?:erno)?|scala|sc|piano",
    house_number=r"n\.?\s?|n°\s?|nr\.?\s?|civ(?:ico)?\.?\s",
    boxes=r"Casella postale|C\.P\.",
    age=r"N anni|N enne|di anni N|età:? N",
)
