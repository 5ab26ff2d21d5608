"""The judgements by a language model: the same ports as the rules, and the rules after them when a model fails."""
