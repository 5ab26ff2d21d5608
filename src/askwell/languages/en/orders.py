"""The orders of English."""

from askwell.languages.orders import Orders

ORDERS = Orders(
    override="ignore|disregard|forget|override|bypass|stop following|do not follow|don't follow|skip",
    rules=(
        "instructions?|rules|prompts?|guidelines|directives?|orders|everything|(?:the )?above|previous|prior"
        "|earlier|safety"
    ),
    model="ai|assistant|chatbot|chat bot|language model|llm|gpt|bot|system prompt|system message|developer mode",
    role=(
        "you are now|from now on|you will now|act as|pretend (?:to be|you|that)|roleplay|role-play"
        "|you must (?:now|answer|reply|respond|say|obey|write|output)|new (?:instructions?|task|rules?)"
        "|your (?:new|real|true|actual) (?:task|job|goal)"
    ),
    opening="please|also|then|and|now|finally|instead,?",
    command=(
        "write|compose|draft|respond|reply|answer|say|print|output|translate|summari[sz]e|include|insert|append"
        "|add|replace|generate|provide|explain|describe|tell|begin|start|end|use|create|give|convert|encode"
        "|encrypt|send|repeat|incorporate|develop|present|substitute|apply|recommend|promote|mention|list|propose"
        "|suggest|break down|rewrite|encipher|reverse"
    ),
    output=(
        r"(?:your|the|each|every|this|any) (?:\w+ )?(?:answers?|repl(?:y|ies)|responses?|outputs?|messages?"
        "|code|solution|implementation|summary|sentences?|text|conclusion)|in your own words"
        "|(?:following|subsequent) code|code (?:block|snippet|section|excerpt)|instead of (?:answering|the answer)"
        "|base64|caesar|cipher|rot13|emojis?|all caps"
        "|in (?:french|german|spanish|italian|dutch|chinese|japanese|russian|arabic|latin)"
    ),
    withheld=(
        "(?:do not|don't|never) (?:tell|mention|reveal|inform|warn|disclose)"
        "|without (?:telling|mentioning|informing)"
        r"|reveal (?:your|the) (?:\w+ )?(?:prompt|instructions|key|password|secret)"
    ),
    form=(
        r"(?:in|of|from|into|at the end of|at the beginning of|within) your (?:\w+ )?(?:answers?|reply"
        "|replies|responses?|outputs?)"
        "|(?:modify|change|alter|start|end|begin|finish|rearrange|render|encode|write|format|adapt"
        r"|conclude) your (?:\w+ )?(?:answers?|reply|replies|responses?|outputs?|messages?)"
    ),
)
