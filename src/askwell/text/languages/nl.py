"""Dutch."""

from askwell.text.languages.lexicon import Lexicon

LEXICON = Lexicon(
    language="nl",
    stemmer="dutch",
    stop_words=frozenset(
        """
        aan al alle alleen als altijd andere anders bij daar daarbij daarin daarmee daarna daarom daarop daarover
        daarvan daarvoor dan dat de deze die dit doen doet door dus echter een eens en enkele er eraan erbij erin ermee
        erop erover ervan ervoor etc ga gaan gaat ge geef geen gewoon graag haar had hadden hebben hebt heeft heel hem
        hen het hier hierbij hiervan hij hoe hoeveel hoewel hun ik in is ja je jij jou jouw jullie kan kunnen kunt
        maar maken mag me meer meest men met mij mijn moet moeten na naar nee niet nog nu of om omdat ons onze ook op
        over per s samen sinds slechts t te tegen ten ter toch toen tot tussen u uit uw van vaak vanaf vanuit veel
        vertel via volgens voor waar waarbij waarin waarmee waarom waarop waarover waarvan waarvoor wanneer waren was
        wat we weer wel welk welke werd werden wie wij wil willen word worden wordt zal ze zelf zich zij zijn zo zoals
        zonder zou zouden
        """.split()
    ),
)
