"""Dutch words for questions about tables."""

from askwell.languages.tables import Concept, TableWords


def _words(written: str) -> frozenset[str]:
    return frozenset(word.strip() for word in written.split(","))


TABLES = TableWords(
    concepts={
        "price": Concept(
            _words("prijs,prijzen,kosten,tarief,bedrag,huur"),
            _words("kost,kosten,duur,hoeveel kost,betaal"),
            _words("goedkoopste,goedkoopst,goedkoper,voordeligste,minst dure,laagste prijs"),
            _words("duurste,duurst,duurder,meest dure,hoogste prijs"),
        ),
        "height": Concept(
            _words("hoogte"),
            _words("hoog"),
            _words("laagste,lager,laagst"),
            _words("hoogste,hoger,hoogst,grootste,langste"),
        ),
        "length": Concept(
            _words("lengte,afstand"),
            _words("lang,ver"),
            _words("kortste,korter,kortst,dichtstbijzijnde,dichterbij"),
            _words("langste,langer,langst,verste,verder"),
        ),
        "weight": Concept(
            _words("gewicht"),
            _words("zwaar,weegt,wegen"),
            _words("lichtste,lichtst,lichter"),
            _words("zwaarste,zwaarst,zwaarder"),
        ),
        "size": Concept(
            _words("grootte,oppervlakte,capaciteit,inhoud,inwoners"),
            _words("groot"),
            _words("kleinste,kleinst,kleiner"),
            _words("grootste,grootst,groter"),
        ),
        "time": Concept(
            _words("tijd,vertrek,aankomst,begin,opening"),
            _words("wanneer,vroeg,laat,hoe laat"),
            _words("vroegste,vroegst,vroeger,eerder,eerste"),
            _words("laatste,later"),
        ),
        "date": Concept(
            _words("datum,jaar,gebouwd,geboren,sinds"),
            _words("wanneer,oud,nieuw"),
            _words("oudste,oudst,ouder"),
            _words("nieuwste,nieuwst,nieuwer,jongste,jonger,recentste,meest recent,meest recente,laatst"),
        ),
        "duration": Concept(
            _words("duur,minuten,uren,dagen,tijd"),
            _words("lang,duurt"),
            _words("kortste,korter"),
            _words("langste,langer"),
        ),
        "temperature": Concept(
            _words("temperatuur"), _words("warm,koud"), _words("koudste,koudst,kouder"), _words("warmste,warmst,warmer")
        ),
        "speed": Concept(
            _words("snelheid"),
            _words("snel"),
            _words("langzaamste,langzamer,traagste"),
            _words("snelste,snelst,sneller"),
        ),
        "depth": Concept(
            _words("diepte"),
            _words("diep"),
            _words("ondiepste,ondieper"),
            _words("diepste,diepst,dieper"),
        ),
        "width": Concept(
            _words("breedte"),
            _words("breed"),
            _words("smalste,smalst"),
            _words("breedste,breedst,breder"),
        ),
        "age": Concept(
            _words("leeftijd"),
            _words("oud"),
            _words("jongste,jongst,jonger"),
            _words("oudste,oudst,ouder"),
        ),
        "pay": Concept(
            _words("salaris,loon,inkomen"),
            _words("verdient,verdienen,verdien"),
            _words("slechtst betaalde,minst betaalde,verdient het minst,verdient minder"),
            _words("best betaalde,bestbetaalde,verdient het meest,verdient meer"),
        ),
        "stock": Concept(_words("voorraad,beschikbaar,beschikbaarheid"), frozenset(), frozenset(), frozenset()),
        "phone": Concept(
            _words("telefoon,mobiel,toestel,tel,gsm"), _words("bellen,bereiken"), frozenset(), frozenset()
        ),
    },
    least=_words("laagste,minste,minst,kleinste,minimum,lager,minder,kleiner"),
    most=_words("hoogste,meeste,meest,grootste,maximum,hoger,meer,groter"),
    below=_words("onder,onder de,beneden,minder dan,lager dan,kleiner dan,voor,eerder dan"),
    above=_words("boven,boven de,meer dan,hoger dan,groter dan,over,na,later dan"),
    at_most=_words("of eerder,hoogstens,maximaal,tot,niet meer dan,of minder,ten hoogste,tot en met,max"),
    at_least=_words("sinds,of later,minstens,minimaal,vanaf,niet minder dan,of meer,ten minste,min"),
    between=_words("tussen,van"),
    until=_words("en,tot"),
    dated=_words("voor,na,sinds,tot,tot en met,vanaf,van,tussen,eerder dan,later dan,ouder dan,nieuwer dan"),
    than=_words("dan"),
    by=_words("op,gesorteerd op,geordend op,op volgorde van,naar"),
    top=_words("top,beste"),
    count=_words("hoeveel,aantal,het aantal"),
    total=_words("totaal,totale,samen,opgeteld,in totaal,som,bij elkaar"),
    average=_words("gemiddeld,gemiddelde,doorsnee"),
    per=_words("per,elke,elk,in elke,in elk,voor elke,voor elk,van elke,van elk,iedere,in iedere,voor iedere"),
    compare=_words("vergelijk,vergeleken,vergelijking,versus,verschil,of"),
    yes=_words("ja,j,waar,x,wel,aanwezig"),
    no=_words("nee,n,onwaar,geen,niet,afwezig"),
    nothing=_words("n.v.t.,nvt,onbekend"),
    range_to=_words("tot,t,m,tm,tot en met,en met"),
    range_and=_words("en,of,van,vanaf"),
    in_stock=_words("op voorraad,in voorraad,voorradig,beschikbaar,leverbaar"),
    out_of_stock=_words(
        "uitverkocht,niet op voorraad,niet voorradig,niet beschikbaar,niet leverbaar,niet meer op voorraad"
    ),
    without=_words("geen,zonder,niet"),
    months=tuple(
        _words(each)
        for each in (
            "januari,jan;februari,feb,febr;maart,mrt;april,apr;mei;juni,jun;juli,jul;augustus,aug;"
            "september,sep,sept;oktober,okt;november,nov;december,dec"
        ).split(";")
    ),
    days=tuple(
        _words(each)
        for each in (
            "maandag,ma,maandagen;dinsdag,di,dinsdagen;woensdag,wo,woensdagen;donderdag,do,donderdagen;"
            "vrijdag,vr,vrijdagen;zaterdag,za,zaterdagen;zondag,zo,zondagen"
        ).split(";")
    ),
    weekend=_words("weekend,weekends"),
    weekdays=_words("werkdag,werkdagen,doordeweeks"),
    those=_words("daarvan,hiervan,van die,van deze,van hen,ervan,deze"),
    them=_words("hij,zij,ze,haar,hun,deze"),
    ranks={
        "op een na": 2,
        "op 1 na": 2,
        "tweede": 2,
        "2e": 2,
        "volgende": 2,
        "op twee na": 3,
        "derde": 3,
        "3e": 3,
        "op drie na": 4,
        "vierde": 4,
        "vijfde": 5,
    },
    units={
        "meter": "m",
        "meters": "m",
        "kilometer": "km",
        "kilometers": "km",
        "centimeter": "cm",
        "centimeters": "cm",
        "gram": "g",
        "kilo": "kg",
        "kilogram": "kg",
        "liter": "l",
        "liters": "l",
        "minuten": "min",
        "minuut": "min",
        "uur": "h",
        "uren": "h",
        "dagen": "d",
        "euro": "€",
        "euro's": "€",
        "dollar": "$",
        "pond": "£",
        "graden": "°c",
        "procent": "%",
    },
    general=_words(
        "model,modellen,"
        "lijst,rij,rijen,tabel,item,items,iemand,mensen,persoon,personen,ding,dingen,alle,alles,elke,toon,geef,zeg,"
        "noem,naam,namen,nummer,waarde,soort,type,graag,informatie,zitten,zit,staan,staat,zetten,krijg,ook,alleen,"
        "precies,beschikbaar,product,producten,vinden,bestaat"
    ),
    verbs=_words(
        "is,zijn,was,waren,ben,heb,heeft,hebben,had,doe,doet,doen,kan,kun,kunt,kunnen,zou,zal,zullen,mag,"
        "moet,wil,wilt,krijgt,krijgen,vind,vinden,zie,zien,zoek,zoeken,weet,weten,ga,gaat,gaan,vertrekt,"
        "rijdt,stopt,neemt,nemen,kom,komt,komen,werk,werkt,werken,woont,ligt,liggen,bestaan,bevat,"
        "bevatten,gebruik,gebruiken,vergelijk,sorteer,meten,gemeten,wordt,worden,groeit,groeien,zet,toon,"
        "laat"
    ),
    fitting="{count} van {all}:",
    fitting_cut="{count} van {all}, de eerste {shown}:",
    shown="{shown} van {count}:",
    shown_known="{shown} van {count}, en nog {without} waarvan het getal niet bekend is:",
    lowest="Laagste {column} van {all}:",
    highest="Hoogste {column} van {all}:",
    lowest_cut="{column}, laagste eerst, {shown} van {all}:",
    highest_cut="{column}, hoogste eerst, {shown} van {all}:",
    rank_lowest="Nummer {rank} van {all} op {column}, laagste eerst:",
    rank_highest="Nummer {rank} van {all} op {column}, hoogste eerst:",
    average_of="Het gemiddelde van {column} is {value} (waarden: {count}).",
    total_of="Het totaal van {column} is {value} (waarden: {count}).",
    grouped="Per {column}, {count} in totaal:",
    none_fits="Geen van {all} past; het dichtst erbij:",
    unknown="De tabel zegt niets over: {words}. Dit staat er wel:",
    empty="niet vermeld",
)
