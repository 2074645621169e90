"""The hunter itself: what it reads as a card, and that it catches what it must."""

from dataclasses import replace

import pytest

from .cards import cards_of
from .club import Club
from .leaks import leaks_in
from .limits import faults_in
from .players import Player, text_of
from .seen import Sight


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("♣️B", "CJ"),
        ("♣ J", "CJ"),
        ("**♦️10**  Anna", "DT"),
        ("♥️Q ♠️9 ♦️7", "HQ S9 D7"),
        ("♥️D", "HQ"),
        ("Kreuz-Bube", "CJ"),
        ("pik zehn und Karo 7", "ST D7"),
        ("Queen of Hearts", "HQ"),
        ("k1:412:57:a:pCJ", "CJ"),
        ("k1:412:57:a:gDT", "DT"),
        ("CJ", "CJ"),
        ("<:french_clubs_jack_de_ab12cd:123> <:german_bells_ober_00ff00:5>", "CJ DQ"),
        ("four_spades_ten_ab12cd", "ST"),
        ("<:german_acorns_ab12cd:123> <:card_back_ab12cd:1>", ""),
        ("Trumpf: ♥️ Herz (Anna, 4)", ""),
        ("3 ♣️♠️", ""),
        ("♦️ Karo, ♣️ Kreuz, ♦️ Diamonds", ""),
        ("Du hast die Farbe nicht (C11), B16, C9", ""),
        ("k1:1:3:a:c4 k1:1:0:sit:N k1:1:9:a:tC", ""),
        ("Kleinster Trumpf: Karl 7", ""),
    ],
)
def test_what_is_a_card(text: str, cards: str) -> None:
    assert cards_of(text) == set(cards.split())


async def held(club: Club) -> tuple[Player, Player, str]:
    """Two players in a running deal, and a card that only the first may know."""
    await club.four_at_a_table()
    await club.play(club.anything(), until=lambda: club.table().game_phase == "play")
    deal = club.disk.deals()[0]
    return club.karl, club.lisa, sorted(deal.hands[0] - {"CJ"})[0]


def shown(club: Club, reader: Player | None, piece: str, *, push: str = "") -> list[str]:
    """What the hunter says if that reader sees this now."""
    whole = f"Tisch 1 · Spiel 1\n{piece}"
    place = club.channel.id if reader is None else reader.user.dm_channel.id
    sight = Sight(reader.id if reader else None, place, (piece,), whole, club.disk.moment(), push, "new")
    return leaks_in([sight], club.disk.books(club.chance.given, {club.channel.id: club.guild.id}))


async def test_a_hidden_card_is_caught_wherever_it_stands(club: Club) -> None:
    owner, other, card = await held(club)
    assert shown(club, owner, card) == []
    for reader in (other, None):
        assert shown(club, reader, card)
        assert shown(club, reader, f"k1:1:7:a:p{card}")
    assert shown(club, owner, "", push=card), "never on a locked phone"
    player = club.on_turn()
    assert player is not None
    played = (await player.move(club.anything()))[1:]
    assert all(shown(club, reader, played) == [] for reader in (owner, other, None))


async def test_whoever_tells_of_the_kreide_is_caught(club: Club) -> None:
    await held(club)
    holder = club.seat("NESW"[["CJ" in hand for hand in club.disk.deals()[0].hands].index(True)])
    other = next(player for player in club.people.values() if player is not holder)
    hidden = "🖍️ Kreide: wer ♣️B hat"
    assert shown(club, None, hidden) == [] and shown(club, other, hidden) == []
    assert shown(club, holder, f"{hidden} (pst, das bist du)") == []
    assert shown(club, other, f"{hidden} (pst, das bist du)")
    assert shown(club, None, f"{hidden} (pst, das bist du)")
    assert shown(club, None, "Karl & Erna: 🖍️ Kreide")


async def test_a_card_in_a_log_line_is_caught(club: Club) -> None:
    club.bot.dispatch("nothing")
    assert club.leaks() == []
    import logging

    logging.getLogger("bot.tables").warning("seat %s holds %s", 0, "CJ")
    assert len(club.leaks()) == 1
    club.log.records.clear()


async def test_everything_shown_has_been_looked_at(club: Club) -> None:
    """Hands, boards, private answers, choice lists: the witness has them all, each for its reader."""
    await club.four_at_a_table()
    await club.karl.slash("hand")
    seat = club.table().to_act
    assert seat is not None
    await club.seat("NESW"[seat]).offers("call", "word")
    sights = [*club.witness.sights, *club.witness.choices()]
    readers = {sight.reader for sight in sights}
    assert readers >= {None, *(player.id for player in club.people.values())}
    assert {sight.kind for sight in sights} == {"new", "edit", "choices"}
    private = [sight for sight in sights if sight.place == club.channel.id and sight.reader == club.karl.id]
    assert any("Dein Blatt" in sight.whole for sight in private)
    for player in club.people.values():
        hand = player.hand()
        assert any(sight.reader == player.id and sight.whole == text_of(hand) for sight in sights)


async def test_the_limits_are_looked_at(club: Club) -> None:
    await club.lobby()
    requests = club.env.http_requests
    posted = next(r for r in reversed(requests) if r.method == "POST" and r.json and r.json.get("components"))
    assert faults_in(requests) == []

    def spoilt(**changes: object) -> list[str]:
        row = {"type": 1, "components": [{"type": 2, "style": 2, "custom_id": "k1:1:0:hand", "label": "x", **changes}]}
        return faults_in([replace(posted, json={"content": "", "components": [row]})])

    assert spoilt() == []
    assert spoilt(label="x" * 81) and spoilt(custom_id="x" * 101) and spoilt(label=None) and spoilt(url="https://x.y")
    assert spoilt(emoji={"name": ":card:"}) and spoilt(emoji={"name": "♣"}) and not spoilt(emoji={"name": "♣️"})
    assert faults_in([replace(posted, json={"content": "x" * 2001})])
    commands = next(r for r in requests if r.path.endswith("/commands"))
    assert isinstance(commands.json, list)
    long = [{**commands.json[0], "description_localizations": {"de": "x" * 101}}]
    assert faults_in([replace(commands, json=long)])
    assert faults_in([replace(commands, json=[{**commands.json[0], "name": "Table"}])])
