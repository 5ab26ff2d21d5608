"""The words of Italian that change what a question asks for."""

from askwell.languages.known_questions import KnownQuestionWords

KNOWN_QUESTIONS = KnownQuestionWords(
    past=r"er[aoi]|erano|eravamo|\w+av[aoi]|\w+avano|\w{2,}ev[ao]|\w{2,}evano|\w+ivano|fu|furono|prima d'ora|già"
    r"|(?:ho|hai|ha|abbiamo|avete|hanno) (?:\w+ )?(?:\w+(?:at|it|ut)|fatt|dett|disdett|scritt|lett|pres|chiest|richiest"
    r"|mess|vist|apert|chius|pers|spes)o"
    r"|(?:è|sono|siamo) (?:\w+ )?stat[oaie]",
    future=r"sar[àò]|saranno|avr[àò]|avranno|\w{2,}[eiar]r[àò]|\w{2,}[eia]r+anno|prossimamente",
    neutral=frozenset(
        """
        faccio fa fare facciamo modo maniera possibile permesso consentito occorre occorrono serve servono bisogna
        esattamente
        """.split()
    ),
    alternations=(("ie", "e"), ("uo", "o")),
    now="adesso|ora|attualmente|al momento|oggi|ancora|oggigiorno|ultim[oaie]",
)
