"""Personal data of conversations: hidden before anything is stored, shown to its owner only."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal, TypeVar

from askwell.assistant import Assistant
from askwell.assistant.privacy import PrivacySection
from askwell.ports import Store, Vault
from askwell.privacy.find import Recognise, find
from askwell.privacy.mapping import Placeholders, masks
from askwell.privacy.placeholders import Change, masked, names_in, restorations, rewritten
from askwell.privacy.values import changed, changed_within
from askwell.types import ParsedDocument, Principal, TurnOptions

KEPT_CONVERSATIONS = 1_000
"""Number of conversations whose values are kept in memory."""
_TRACE = ("decisions", "resolution")
"""Fields of turns, answers and events that tell how an answer came about."""
SHORT_CHARS = 4_000
"""A text up to this length is read at once; a longer one in a thread."""

LOG = logging.getLogger("askwell")

T = TypeVar("T")
Hide = Callable[[str], Awaitable[str]]
Show = Callable[[Any], Any]
"""Returns a value with the personal data that its owner may see."""


def as_it_is(value: T) -> T:
    """The value itself, for conversations without placeholders."""
    return value


async def stay(text: str) -> str:
    """The text itself."""
    return text


@dataclass(frozen=True, slots=True)
class Hidden:
    """Texts of one turn without personal data, and how their owner sees what comes from them."""

    question: str
    options: TurnOptions
    show: Show
    hide: Hide = stay
    """Returns a text that came up in the turn, as from a tool, without personal data."""


class PersonalData:
    """The personal data of all conversations of a process."""

    def __init__(
        self,
        vault: Vault | None = None,
        assistants: Mapping[str, Assistant] | None = None,
        recognise: Recognise = find,
    ) -> None:
        """Without a vault nothing is hidden."""
        assistants = assistants or {}
        self._vault = vault
        self.recognise = recognise
        self._assistants = assistants
        self._known: OrderedDict[tuple[Principal, str], Placeholders] = OrderedDict()
        self._is_used = any(each.privacy.store == "pseudonym" for each in assistants.values())
        self._is_checked = self._is_used or vault is None

        self._filters: list[LogFilter] = []

    @property
    def vault(self) -> Vault | None:
        """The values of placeholders; None if nothing is hidden."""
        return self._vault

    def watch_log(self) -> None:
        """Keep personal data out of the log until `close`, if the policy of an assistant says so."""
        if any("off" not in {each.privacy.store, each.privacy.log} for each in self._assistants.values()):
            self._filters.append(LogFilter(self.recognise))
            LOG.addFilter(self._filters[-1])

    def close(self) -> None:
        """Let the log be as it was."""
        for each in self._filters:
            LOG.removeFilter(each)

    async def hide(
        self, principal: Principal, session_id: str | None, policy: PrivacySection, question: str, options: TurnOptions
    ) -> Hidden:
        """The question and the options of a turn as they may be stored. Raises StorageFailed.

        Without a session, or for a turn that is not stored, its placeholders are kept in memory only.
        """
        if policy.store == "off":
            return Hidden(question, options, await self.show_of(principal, session_id) if session_id else as_it_is)
        kept = session_id if options.store else None
        known = await self._read(principal, session_id) if session_id else self._new()
        if kept is None:
            known = Placeholders.of(known.values, self.recognise)
        texts = (question, options.standalone_question, *(value for _, value in options.about_user))
        made = [await self._hidden(principal, kept, policy, known, text) for text in texts]
        named = zip((name for name, _ in options.about_user), made[2:], strict=True)
        hidden = replace(options, standalone_question=made[1], about_user=tuple(named))

        async def hide_found(text: str) -> str:
            await self._learn(principal, kept, policy, known, text)
            kinds = frozenset(policy.kinds)
            found = masks(text, kinds, known.recognise) if policy.store == "mask" else known.replacements(text, kinds)
            return rewritten(text, found).text

        return Hidden(made[0], hidden, _show(known, policy), hide_found)

    async def hidden(self, principal: Principal, session_id: str, assistant: str, value: T) -> T:
        """A value of a conversation as it may be stored: its texts without personal data. Raises StorageFailed."""
        policy = self.policy_of(assistant)
        if policy.store == "off":
            return value
        known = await self._read(principal, session_id)
        texts: list[str] = []

        def collect(text: str) -> Sequence[Change]:
            texts.append(text)
            return ()

        changed(value, collect)
        for text in texts:
            await self._hidden(principal, session_id, policy, known, text)
        return changed(value, partial(_changes, known, policy))

    async def screened(
        self, store: Store, principal: Principal, session_id: str, document: ParsedDocument
    ) -> ParsedDocument | None:
        """An attached document as it may be stored; None if it may be stored as it is. Raises StorageFailed."""
        assistant = (await store.sessions.get(principal, session_id)).assistant
        policy = self.policy_of(assistant)
        if policy.store == "off":
            return None
        known = await self._read(principal, session_id)
        await self._hidden(principal, session_id, policy, known, document.text)
        texts = await asyncio.to_thread(lambda: rewritten(document.text, _changes(known, policy, document.text)))
        sections = tuple(
            replace(each, start=texts.moved(each.start), end=texts.moved(each.end)) for each in document.sections
        )
        bare = replace(document, text="", sections=())
        rest = await self.hidden(principal, session_id, assistant, bare)
        headed = await self.hidden(principal, session_id, assistant, sections)
        return replace(rest, text=texts.text, sections=headed)

    async def show_of(self, principal: Principal, session_id: str) -> Show:
        """How the owner sees the values of a conversation. Raises StorageFailed."""
        if not await self.has_any():
            return as_it_is
        return _show(await self._read(principal, session_id), PrivacySection())

    async def shown(self, principal: Principal, session_id: str, assistant: str, value: T, *, is_export: bool) -> T:
        """A value of a conversation as its owner sees it, or exports it. Raises StorageFailed."""
        if not await self.has_any():
            return value
        policy = self.policy_of(assistant)
        known = await self._recent(principal, session_id, value)
        if is_export and policy.export != "off":
            return _masked(value) if policy.export == "mask" else value
        found: T = _show(known, policy)(value)
        return found

    async def forget(self, principal: Principal, session_id: str) -> None:
        """Remove the values of a conversation. Raises StorageFailed."""
        self._known.pop((principal, session_id), None)
        if await self.has_any():
            await self._of_values().forget(principal, session_id)

    async def erase(self, principal: Principal) -> int:
        """Remove the values of a person and the key that encrypts them; returns how many. Raises StorageFailed."""
        for known in [each for each in self._known if each[0] == principal]:
            del self._known[known]
        return 0 if self._vault is None else await self._vault.destroy(principal)

    async def conversations(self) -> set[tuple[Principal, str]]:
        """The conversations of everybody that have values, each with its owner. Raises StorageFailed."""
        return set() if self._vault is None else await self._vault.conversations()

    async def values_of(self, principal: Principal, session_id: str) -> Mapping[str, str]:
        """Placeholder to value in a conversation. Raises StorageFailed."""
        return await self._of_values().read(principal, session_id) if await self.has_any() else {}

    def policy_of(self, assistant: str) -> PrivacySection:
        """The policy of an assistant; all is shown of one that there is no more."""
        found = self._assistants.get(assistant)
        return PrivacySection() if found is None else found.privacy

    def _of_values(self) -> Vault:
        assert self._vault is not None, "there are no placeholders without a vault"
        return self._vault

    async def has_any(self) -> bool:
        """Whether there may be placeholders: an assistant makes some, or one did earlier."""
        if not self._is_checked:
            self._is_used, self._is_checked = await self._of_values().is_used(), True
        return self._is_used

    async def _read(self, principal: Principal, session_id: str) -> Placeholders:
        """The placeholders of a conversation as they are now, in whatever process they were given."""
        known = self._known.setdefault((principal, session_id), self._new())
        self._known.move_to_end((principal, session_id))
        while len(self._known) > KEPT_CONVERSATIONS:
            self._known.popitem(last=False)
        known.learn(await self._of_values().read(principal, session_id))
        return known

    async def _recent(self, principal: Principal, session_id: str, value: object) -> Placeholders:
        """The placeholders in memory if they are all that the value has, else those of the vault."""
        known = self._known.get((principal, session_id))
        names: set[str] = set()

        def collect(text: str) -> Sequence[Change]:
            names.update(names_in([text]) if "[[" in text else ())
            return ()

        changed(value, collect)
        if known is not None and names <= known.values.keys():
            return known
        return await self._read(principal, session_id) if names else self._new()

    def _new(self) -> Placeholders:
        return Placeholders(recognise=self.recognise)

    async def _hidden(
        self, principal: Principal, session_id: str | None, policy: PrivacySection, known: Placeholders, text: str
    ) -> str:
        await self._learn(principal, session_id, policy, known, text)
        return rewritten(text, _changes(known, policy, text)).text

    async def _learn(
        self, principal: Principal, session_id: str | None, policy: PrivacySection, known: Placeholders, text: str
    ) -> None:
        """Give the new values of a text their placeholders, which are kept if there is a session."""
        if len(text) > SHORT_CHARS:
            missing = await asyncio.to_thread(known.missing, text, frozenset(policy.kinds))
        else:
            missing = known.missing(text, frozenset(policy.kinds))
        if policy.store == "pseudonym" and missing and session_id is not None:
            known.learn(await self._of_values().add(principal, session_id, missing))
            self._is_used = self._is_checked = True


def _changes(known: Placeholders, policy: PrivacySection, text: str) -> Sequence[Change]:
    kinds = frozenset(policy.kinds)
    return masks(text, kinds, known.recognise) if policy.store == "mask" else known.changes(text, kinds)


def _show(known: Placeholders, policy: PrivacySection) -> Show:
    def show(value: T) -> T:
        if policy.trace == "mask":
            value = changed_within(value, _TRACE, _masked_texts)
        without = () if policy.trace == "off" else _TRACE
        return changed(value, lambda text: restorations(text, known.values) if "[[" in text else (), without=without)

    return show


def _masked(value: T) -> T:
    return changed(value, _masked_texts)


def _masked_texts(text: str) -> Sequence[Change]:
    return [Change(0, len(text), masked(text))] if "[[" in text else ()


class LogFilter(logging.Filter):
    """Leaves of the personal data in messages of a log only what it is."""

    def __init__(self, recognise: Recognise) -> None:
        super().__init__()
        self._recognise = recognise

    def filter(self, record: logging.LogRecord) -> Literal[True]:
        """Replace the message; every record is kept."""
        text = record.getMessage()
        changes = masks(text, recognise=self._recognise)
        if changes:
            record.msg, record.args = rewritten(text, changes).text, ()
        return True
