"""The origins of English."""

from askwell.languages.origins import Origins

_FILES = (
    r"(?:files?|attachments?|uploads?|pdfs?|scans?|spreadsheets?|letters?|contracts?|invoices?|reports?|documents?)"
)

ORIGINS = Origins(
    attachments=rf"(?:this|that|these|those|my|our|both|attached|uploaded|first|second|third|last) {_FILES}"
    rf"|the (?:attached |uploaded )?(?:files?|attachments?|uploads?|pdfs?|scans?)"
    rf"|(?:i|we)(?: have|'ve)? (?:just )?(?:uploaded|attached|sent|gave|added)",
    collections=r"your (?:documents|documentation|sources|collection|knowledge base)|(?:the )?knowledge base"
    r"|the (?:official|general|usual|standard|applicable) \w+"
    r"|the (?:rules|law|regulations?|policy|policies|guidelines|manual|handbook)"
    r"|in general|generally|normally|usually|officially",
)
