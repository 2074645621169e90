"""Whole deals with the log turned up to DEBUG: no card, no token, every line about a table says which."""

import io
import json
import logging
import re
from collections.abc import Iterator

import pytest

from bot.core.actions import Deal, Give
from bot.core.cards import ALL_CARDS
from bot.core.seats import SEATS
from bot.logs import Calm, JsonForm, TextForm
from bot.moves import Move
from bot.shell import Change
from bot.surfaces import Surface
from bot.ui.message import Message

from .cards import DIGITS, cards_of
from .club import PEOPLE, Club
from .players import text_of

TOKEN = "MTk4NjIyNDgzNDcx.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"
PACK = re.compile(rf"d?[{DIGITS}]{{32}}")
RUNNING = re.compile(r"table=1 deal=1 ply=[0-9]+")


class Written:
    """What a server's log would hold."""

    def __init__(self, form: logging.Formatter) -> None:
        self.stream = io.StringIO()
        self.handler = Calm(self.stream)
        self.handler.setFormatter(form)
        self.is_json = isinstance(form, JsonForm)

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    @property
    def lines(self) -> list[str]:
        """Without tracebacks, JSON in the form of text."""
        if not self.is_json:
            return [line for line in self.text.splitlines() if re.match("(DEBUG|INFO|WARNING|ERROR) ", line)]
        found = []
        for line in map(json.loads, self.text.splitlines()):
            fields = [f" {name}={line[name]}" for name in ("table", "deal", "ply", "reference") if name in line]
            found.append(f"{line['level']} {line['logger']}{''.join(fields)}: {line['message']}")
        return found


@pytest.fixture(params=["text", "json"])
def written(club: Club, request: pytest.FixtureRequest) -> Iterator[Written]:
    form = JsonForm(token=TOKEN) if request.param == "json" else TextForm(timed=False, token=TOKEN)
    made = Written(form)
    root, own = logging.getLogger(), logging.getLogger("bot")
    before = root.level, own.level
    root.addHandler(made.handler)
    root.setLevel(logging.DEBUG)
    own.setLevel(logging.DEBUG)
    for library in ("discord", "aiosqlite", "simcord"):  # as bot.process does
        logging.getLogger(library).setLevel(logging.WARNING)
    yield made
    root.removeHandler(made.handler)
    root.setLevel(before[0])
    own.setLevel(before[1])


async def test_whole_deals_with_every_kind_of_fault(club: Club, written: Written) -> None:
    """Refused cards, stale presses, late answers, edits that fail, a press that crashes."""
    await club.four_at_a_table()
    await club.play(club.anything(), until=lambda: club.table().game_phase == "play")
    env, channel = club.env, club.channel.id

    player = club.on_turn()
    assert player is not None
    hand = player.hand()
    held = [button["custom_id"][-2:] for button in player.moves()]
    photo = club.photo(hand)
    for card in ("CJ", "D7", *held[1:]):  # typed by one who is not to act, or not allowed
        other = next(p for p in club.people.values() if p is not player)
        await other.slash("card", card=card)
    await player.move(club.anything())
    await player.press_late(photo, "a", f"p{held[-1]}")  # too late

    env.inject_error("PATCH", f"/channels/{channel}/messages/*", status=500)
    env.inject_error("PATCH", "/webhooks/*", status=401, code=50027)
    env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    club.unanswered = 1
    player = club.on_turn()
    assert player is not None
    await player.move(club.anything())

    env.inject_error("POST", "/interactions/*/callback", status=400, code=50035, message=f"Bot {TOKEN} is wrong")
    club.expected_errors.append("a press or command failed")
    club.unanswered = 2
    player = club.on_turn()
    assert player is not None
    await player.move(club.anything())

    await club.play(club.anything())
    assert club.settled() == 1
    await club.heinz.on_board("next")
    await club.play(club.anything())
    assert club.settled() == 2
    await club.bot.close()

    assert "Traceback" in written.text and "[token]" in written.text and TOKEN not in written.text
    assert not [line for line in written.text.splitlines() if cards_of(line) or PACK.search(line)]
    assert not any(name in written.text for name in PEOPLE)
    about_it = [line for line in written.lines if re.search("an answer was late|press or command failed", line)]
    assert len(about_it) == 2 and all(RUNNING.search(line) for line in about_it)
    [crashed] = [line for line in written.lines if "press or command failed" in line]
    reference = re.search(r" reference=([0-9A-F]{6}):", crashed)
    assert reference is not None
    messages = [text_of(message) for player in club.people.values() for message in player.mail()]
    private = [text_of(message) for message in club.messages_in(channel)]
    assert any(reference[1] in message for message in messages + private)


async def test_the_life_of_a_table_in_a_few_lines(club: Club, written: Written) -> None:
    await club.four_at_a_table()
    await club.play(club.anything())
    [(striche, standing)] = club.disk.rows("SELECT striche_ns || ':' || striche_ew, standing FROM settlement")
    await club.karl.on_board("next")
    for player in (club.karl, club.lisa, club.heinz):
        await (player.slash("table stop") if player is club.karl else player.on_board("stop", "yes"))
    assert club.bot.tables.all() == []
    told = [line for line in written.lines if "bot.chronicle" in line]
    plies = [int(ply) for ply in re.findall("ply=([0-9]+)", "\n".join(told))]
    assert plies == sorted(plies) and plies[3] > 20
    assert [re.sub(r" ply=[0-9]+|channel [0-9]+", "", line.removeprefix("INFO bot.chronicle ")) for line in told] == [
        "table=1 deal=0: opened by person 1 in ",
        "table=1 deal=0: Partie 1 begun",
        "table=1 deal=1: dealt",
        f"table=1 deal=1: settled (played): Striche NS:EW {striche}, now {standing.split()[1]}",
        "table=1 deal=2: dealt",
        f"table=1 deal=2: settled (abandoned): Striche NS:EW 0:0, now {standing.split()[1]}",
        "table=1 deal=2: Partie 1 ended without a winner",
        "table=1 deal=2: closed",
    ]


async def test_tables_and_what_is_made_of_them_print_without_hands(club: Club) -> None:
    """Two packs that differ only in who holds what look the same in print."""
    await club.four_at_a_table()
    table = club.table()
    rules = table.rules
    assert table.state is not None
    bare = rules.begin(table.state.dealer)
    printed: set[str] = set()
    for pack in (ALL_CARDS, tuple(reversed(ALL_CARDS))):
        action = Deal(tuple(pack))
        state = rules.apply(bare, bare.standing.dealer, action).state
        there = Move(table, table, None, action), Change(table, table), Give(pack[0]), action, state
        views = [rules.view(state, seat) for seat in SEATS]
        printed.add(repr((there, [view.hand_sizes for view in views], [repr(view) for view in views])))
        shown = Surface(sent=Message("♣️B"))
        assert cards_of(repr(shown)) == set()
    assert len(printed) == 1
