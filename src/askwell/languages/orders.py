"""The type of a language's orders: words of sentences that give instructions to a model."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Orders:
    """Alternations of one language for lower-case text."""

    override: str
    """Verbs that set aside what was said before."""
    rules: str
    """What they set aside: instructions, rules, what stands above."""
    model: str
    """Names for a model and for its instructions."""
    role: str
    """Phrases that give a model another role."""
    opening: str
    """Words that may stand before an imperative."""
    command: str
    """Imperatives for something to be written."""
    output: str
    """Phrases for what a model writes."""
    withheld: str
    """Phrases that forbid to tell, or that ask for what is secret."""
    form: str
    """Phrases that say how a model's answer is to be changed; no document speaks of its reader's answer like that."""
