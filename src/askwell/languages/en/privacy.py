"""Words around personal data in English."""

from askwell.languages.privacy import PersonalWords

PERSONAL = PersonalWords(
    phone=r"phone|tel(?:ephone)?|mobile|cell(?:phone|ular)?|fax|call(?:ed|ing)?|text(?:ed)?|dial|whatsapp|ring|reach|"
    r"contact|ext",
    phone_or_not=r"number",
    card=r"(?:credit|debit|bank)?\s?card|cc|visa|mastercard|amex|american express|maestro|discover",
    citizen=r"ssn|social security|soc\.? ?sec|bsn|tax ?id|taxpayer|national (?:id|insurance)|citizen service",
    company=r"vat|vat number|company number|tax number",
    account=r"iban|account|bank",
    document=r"passport|identity card|id card|id number|driver'?s? licen[cs]e|driving licen[cs]e|licen[cs]e number",
    reference=r"(?:order|invoice|shipment|parcel|tracking|article|item|product|part|serial|model|batch|case|file|ticket|"
    r"reference|contract|policy|protocol|claim|booking|reservation|licence plate)s?|ref|isbn|ean|sku|imei|po",
    numbered=r"no|nr|number",
    digits=tuple("zero|oh one two three four five six seven eight nine".split()),
    amounts=r"euros?|eur|dollars?|usd|pounds?|gbp|million",
    versions=r"v|version|release|firmware|build|section",
    at_sign="at",
    dot="dot",
    own_site=r"my (?:own |personal )?(?:web ?site|site|blog|web ?page|page|portfolio)",
    own_pages=r"about-?me|my-?profile|my-?cv",
    born=r"born|birth(?:day|date)?|dob|date of birth|d\.o\.b\.?",
    months=r"january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|"
    r"jul|aug|sept?|oct|nov|dec",
    titles=r"mr|mrs|ms|miss|mx|dr|doctor|prof|professor|sir|lady|madam|rev|judge|captain|sergeant",
    introductions=r"my name is|full name|name on (?:the )?card|signed by",
    closings=r"(?:kind |best |warm )?regards|sincerely|yours|cheers",
    streets=r"street|st|avenue|ave|road|rd|lane|ln|drive|dr|court|ct|boulevard|blvd|square|sq|terrace|ter|place|pl|"
    r"way|crescent|close|circle|cir|parkway|pkwy|highway|hwy|gardens|grove|mews|row|walk|trail|alley|loop|hill",
    in_town="in",
    small_words="of the",
    units=r"apt|apartment|suite|ste|unit|flat|room|floor|fl|#|no|box",
    boxes=r"P\.?\s?O\.?\s?Box|PSC|Unit",
    age=r"N[- ]years?[- ]old|N[- ]year[- ]old|aged N|age of N|age:? N|N y/?o\b",
)
