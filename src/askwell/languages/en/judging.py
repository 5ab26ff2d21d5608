"""The words of English for judging answers."""

from askwell.languages.judging import JudgingWords

JUDGING = JudgingWords(
    denial=r"(?:did not|didn't|do not|don't|does not|doesn't|could not|couldn't|cannot|can't|was not able to|unable to)"
    r" (?:\w+ ){0,3}?(?:find|answer|say|tell|mention|state|know|cover|contain|specify|include|provide|give|help|list"
    r"|address|explain|have)\b.{0,80}?\b(?:document|source|information|passage|text|question|answer|this|that|it|anything"
    r"|detail|page|guide|manual)"
    r"|(?:documents?|sources?|passages?|information|pages?|guide|manual|texts?)\b.{0,60}?"
    r"(?:do not|don't|does not|doesn't|is not|isn't|are not|aren't|no|nothing)\b.{0,40}?"
    r"\b(?:mention|say|state|cover|contain|specify|include|provide|give|answer|tell|available|about)"
    r"|(?:there is|i have|i found|i find|they say|it says) (?:no|nothing)\b.{0,60}?"
    r"\b(?:information|document|documents|sources|about|mention|answer)"
    r"|nothing (?:about|on) (?:this|that|it)\b|(?:is|are) not (?:mentioned|covered|specified|stated|given) (?:in|by)\b"
    r"|outside (?:of )?what i (?:can|know)",
)
