"""Judgements by a language model. They implement the same ports as the rules, and use the rules if the model fails."""
