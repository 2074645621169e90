"""Interactions from the press to the last follow-up: their tokens, deadlines and answers."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.tryout import limits
from bot.tryout.errors import Json, Refusal, refusal
from bot.tryout.payloads import interaction_payload, message_payload, user_payload
from bot.tryout.things import DM, EPHEMERAL, GUILD_ID, LOADING, Channel, Message, Upload, User
from bot.tryout.world import World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
_KEPT = 5000


@dataclass
class Interaction:
    """One press, command, autocomplete or modal; `source` is the message whose component was used."""

    id: int
    token: str
    kind: int
    user: User
    channel: Channel
    data: Json
    opened: float
    source: Message | None = None
    command: str | None = None
    ref: object = None
    state: str = "waiting"
    original: Message | None = None
    sent: dict[int, Message] = field(default_factory=dict)
    modal: Json | None = None
    timer: asyncio.TimerHandle | None = None


class Interactions:
    """All interactions of this run. `answer_within` and `token_life` are Discord's 3 s and 15 min."""

    def __init__(self, world: World, *, answer_within: float = 3.0, token_life: float = 900.0) -> None:
        self._world = world
        self.answer_within = answer_within
        self.token_life = token_life
        self._by_token: dict[str, Interaction] = {}
        self._by_id: dict[int, Interaction] = {}

    def find(self, number: int) -> Interaction | None:
        """The interaction with that id, if it is known."""
        return self._by_id.get(number)

    def open(
        self,
        kind: int,
        user: User,
        channel: Channel,
        data: Json,
        *,
        source: Message | None = None,
        command: str | None = None,
        ref: object = None,
    ) -> Interaction:
        """Start an interaction: tell the bot, and fail it when no answer has come in time."""
        world = self._world
        token = secrets.token_urlsafe(64)
        interaction = Interaction(
            world.new_id(), token, kind, user, channel, data, world.clock(), source, command, ref=ref
        )
        self._by_token[token] = interaction
        self._by_id[interaction.id] = interaction
        while len(self._by_token) > _KEPT:
            old = self._by_token.pop(next(iter(self._by_token)))
            self._by_id.pop(old.id, None)
        interaction.timer = asyncio.get_running_loop().call_later(self.answer_within, self._fail, interaction)
        payload = interaction_payload(
            world,
            number=interaction.id,
            token=token,
            kind=kind,
            user=user,
            channel=channel,
            data=data,
            message=source,
        )
        world.on_dispatch("INTERACTION_CREATE", payload)
        return interaction

    def stop(self) -> None:
        """Forget every deadline."""
        for interaction in self._by_token.values():
            if interaction.timer is not None:
                interaction.timer.cancel()

    def answer(self, number: int, token: str, body: Json, uploads: Sequence[Upload]) -> Json:
        """Take the bot's callback; the answer is what with_response=true gives.

        Refuses with 10062 an unknown or late one, with 40060 a second one, with 50035 a wrong one.
        """
        interaction = self._by_token.get(token)
        if interaction is None or interaction.id != number or interaction.state == "failed":
            raise refusal(10062)
        if interaction.state == "answered":
            raise refusal(40060)
        kind, data = int(body.get("type") or 0), body.get("data") or {}
        if kind not in self._allowed(interaction):
            choices = ", ".join(map(str, self._allowed(interaction)))
            error = {"code": "BASE_TYPE_CHOICES", "message": f"Value must be one of {{{choices}}}."}
            raise Refusal(400, 50035, "Invalid Form Body", {"type": {"_errors": [error]}})
        message: Message | None = None
        if kind == 4:
            message = interaction.original = self._reply(interaction, data, uploads)
        elif kind == 5:
            flags = int(data.get("flags") or 0) & EPHEMERAL
            message = interaction.original = self._reply(interaction, {"flags": flags}, (), loading=True)
        elif kind == 6:
            interaction.original = interaction.source
        elif kind == 7 and interaction.source is not None:
            message = interaction.original = self._world.edit(self._present(interaction.source), data, uploads)
        elif kind == 8:
            limits.check_choices(data.get("choices") or [])
        elif kind == 9:
            limits.check_modal(data, self._world.emojis.keys())
            interaction.modal = data
        self._settle(interaction, kind, data)
        return self._response(interaction, kind, message)

    def use(self, token: str) -> Interaction:
        """The answered interaction behind a webhook token.

        Refuses with 10015 an unknown or unanswered one, with 50027 one whose token has run out.
        """
        interaction = self._by_token.get(token)
        if interaction is None:
            raise refusal(10015)
        if self._world.clock() - interaction.opened > self.token_life:
            raise refusal(50027)
        if interaction.state != "answered":
            raise refusal(10015)
        return interaction

    def reach(self, interaction: Interaction, which: str) -> Message:
        """@original or a follow-up of this interaction; refuses with 10008 everything else."""
        if which == "@original":
            if interaction.original is None:
                raise refusal(10008)
            return self._present(interaction.original)
        message = interaction.sent.get(int(which)) if which.isdecimal() else None
        if message is None and interaction.original is not None and which == str(interaction.original.id):
            message = interaction.original
        if message is None:
            raise refusal(10008)
        return self._present(message)

    def follow_up(self, interaction: Interaction, body: Json, uploads: Sequence[Upload]) -> Message:
        """Post a follow-up; the first one after a deferred answer takes the place of "thinking"."""
        original = interaction.original
        if original is not None and original.flags & LOADING and original.id in original.channel.messages:
            return self._world.edit(original, body, uploads)
        message = self._reply(interaction, body, uploads)
        interaction.sent[message.id] = message
        return message

    @staticmethod
    def _present(message: Message) -> Message:
        if message.id not in message.channel.messages:
            raise refusal(10008)
        return message

    @staticmethod
    def _allowed(interaction: Interaction) -> tuple[int, ...]:
        if interaction.kind == AUTOCOMPLETE:
            return (8,)
        if interaction.kind == COMMAND:
            return (4, 5, 9)
        updates = (6, 7) if interaction.source is not None else ()
        return (4, 5, *updates, 9) if interaction.kind == COMPONENT else (4, 5, *updates)

    def _reply(
        self, interaction: Interaction, body: Json, uploads: Sequence[Upload], *, loading: bool = False
    ) -> Message:
        ephemeral = bool(int(body.get("flags") or 0) & EPHEMERAL)
        user, own = interaction.user, interaction.channel
        metadata: Json = {
            "id": str(interaction.id),
            "type": interaction.kind,
            "user": user_payload(user),
            "authorizing_integration_owners": {"0": "0" if own.kind == DM else str(GUILD_ID)},
        }
        legacy: Json | None = None
        if interaction.kind == COMMAND and interaction.original is None:
            legacy = {"id": str(interaction.id), "type": COMMAND, "name": interaction.command}
            legacy["user"] = user_payload(user)
        elif interaction.source is not None:
            metadata["interacted_message_id"] = str(interaction.source.id)
        if interaction.kind == MODAL:
            # the loopback does not keep the chain back to what opened the modal: it names the modal itself
            metadata["triggering_interaction_metadata"] = {**metadata, "type": COMMAND}
        return self._world.send(
            own,
            self._world.bot,
            body,
            uploads,
            reader=user if ephemeral else None,
            flags=LOADING if loading else 0,
            kind=20 if legacy else 0,
            metadata=metadata,
            legacy=legacy,
        )

    def _settle(self, interaction: Interaction, kind: int, data: Json) -> None:
        """Record the answer and show the person what of it is theirs alone."""
        interaction.state = "answered"
        if interaction.timer is not None:
            interaction.timer.cancel()
        tell = self._world.on_page
        if kind == 8:
            choices = data.get("choices") or []
            tell(interaction.user, {"event": "choices", "ref": interaction.ref, "choices": choices, "failed": False})
            return
        if kind == 9:
            channel = str(interaction.channel.id)
            tell(interaction.user, {"event": "modal", "id": str(interaction.id), "channel": channel, "modal": data})
        self._report(interaction, answer=kind)

    def _fail(self, interaction: Interaction) -> None:
        if interaction.state != "waiting":
            return
        interaction.state = "failed"
        if interaction.kind == AUTOCOMPLETE:
            event = {"event": "choices", "ref": interaction.ref, "choices": [], "failed": True}
            self._world.on_page(interaction.user, event)
            return
        self._report(interaction, answer=None)

    def _report(self, interaction: Interaction, *, answer: int | None) -> None:
        event: Json = {
            "event": "interaction",
            "id": str(interaction.id),
            "ref": interaction.ref,
            "state": interaction.state,
            "answer": answer,
            "channel": str(interaction.channel.id),
            "message": str(interaction.source.id) if interaction.source else None,
            "custom_id": interaction.data.get("custom_id"),
            "command": interaction.command,
            "original": str(interaction.original.id) if interaction.original else None,
        }
        self._world.on_page(interaction.user, event)

    def _response(self, interaction: Interaction, kind: int, message: Message | None) -> Json:
        about: Json = {"id": str(interaction.id), "type": interaction.kind}
        response: Json = {"interaction": about}
        if message is not None:
            about |= {
                "response_message_id": str(message.id),
                "response_message_loading": bool(message.flags & LOADING),
                "response_message_ephemeral": message.reader is not None,
            }
            response["resource"] = {"type": kind, "message": message_payload(self._world, message)}
        elif kind == 6 and interaction.source is not None:
            about["response_message_id"] = str(interaction.source.id)
        return response
