"""What a model may write where its text is stored: the policy of answers, for a whole text."""

from collections.abc import Collection, Sequence

from askwell.languages import wording
from askwell.text.output_policy import OutputPolicy, PolicyWords
from askwell.types import Language, Message


def is_allowed(text: str, messages: Sequence[Message], language: Language, secrets: Collection[str] = ()) -> bool:
    """Whether a text for this prompt has nothing that answers may not have: see `text.output_policy`."""
    words = wording(language)
    policy = OutputPolicy(
        "\n".join(each.content for each in messages),
        PolicyWords(words.link_removed, words.withheld),
        instructions="\n".join(each.content for each in messages if each.role == "system"),
        secrets=secrets,
    )
    policy.clean(text)
    return not policy.withheld
