"""Hand and board of Bauernheinrich: what people look for, what fits, what may be pressed and what nobody may see."""

from dataclasses import replace
from random import Random

import pytest

from bot.core.actions import Take, Void, code
from bot.core.cards import CLUB_ACE, Card, Hand, cards_in, count
from bot.core.game import Outcome, Reason
from bot.core.seats import SEATS, E, N, S, Seat, W
from bot.table import Chair, Drawing, StopVote, Table, TablePhase
from bot.ui.faces import card_name
from bot.ui.heinrich_lines import sort_hand
from bot.ui.lobby import lobby_message
from bot.ui.message import Button, Message
from bot.ui.notices import reason_text
from bot.ui.text import text

from .heinrich_partien import (
    HANDS,
    acted,
    board,
    dealt,
    evening,
    everything,
    hand,
    heinrich_lobby,
    state_of,
    view_of,
    with_hands,
)
from .partien import ERNA, KARL, LONG, OPA, URL, card, pressable, step, texts_of, troubled
from .partien import cards_in as cards_shown

HUGE = 2**63 - 1
SERVER = "Ｓ" * 100


def lines(message: Message) -> list[str]:
    assert message.embed is not None
    return message.embed.description.split("\n")


def labels(message: Message) -> list[list[str]]:
    return [[getattr(item, "label", "") for item in row] for row in message.rows]


# -- the start


def test_a_fresh_deal_in_the_hand_of_its_leader() -> None:
    message = hand(dealt(), E, board_url=URL)
    assert message.content == "👉 **Du kommst raus: spiel eine Karte aus!**\nTisch 3 · Spiel 1 · Stammtisch"
    assert lines(message) == [
        "📣 Du: „Hier ist Kreuz!“ (H3)",
        "Noch liegt nichts auf dem Tisch.",
        "",
        "Dein Trumpf: **♣️ Kreuz**, dazu die Buben",
        "8 Karten, Trumpf ♠️ · Oma Erna",
        "8 Karten, Trumpf ♥️ · Opa Heinz",
        "8 Karten, Trumpf ♦️ · Karl 🧢",
        "8 Karten, Trumpf ♣️ · du",
    ]
    assert labels(message) == [["B", "A", "K", "10"], ["A", "9", "7", "9"], ["Zum Tisch"]]
    assert message.embed is not None
    assert message.embed.footer == "Du sitzt Ost. Wer zuerst keine Karte mehr hat, ist Erster."
    assert pressable(message, "a") == {f"p{name}" for name in HANDS["E"].split()}


def test_a_fresh_deal_on_the_board_and_in_english() -> None:
    message = board(dealt())
    assert message.content == "⏳ **Lisa** ist dran und kommt raus.\nTisch 3 · Bauernheinrich · Spiel 1"
    assert lines(message) == [
        "▫️ Nord · **Karl** 🧢 · 8 Karten, Trumpf ♦️",
        "👉 Ost · **Lisa** · 8 Karten, Trumpf ♣️",
        "▫️ Süd · **Oma Erna** · 8 Karten, Trumpf ♠️",
        "▫️ West · **Opa Heinz** · 8 Karten, Trumpf ♥️",
        "",
        "📣 Lisa: „Hier ist Kreuz!“ (H3)",
    ]
    assert labels(message) == [["Meine Karten"]]
    english = hand(dealt(), S, "en")
    assert lines(english)[0] == "📣 Lisa: “Hier ist Kreuz!” (Clubs are here, H3)"
    assert "Your trumps: **♠️ Spades** and the Jacks" in lines(english)
    assert english.content.startswith("⏳ **Lisa** is to lead.")


def test_a_hand_is_sorted_with_the_ten_below_the_queen() -> None:
    held = [card(name) for name in ["C7", "DJ", "HT", "HQ", "HA", "CJ", "ST", "S9", "SQ", "DA"]]
    spades = [f"{'DHSC'[c // 8]}{'789QKTAJ'[c % 8]}" for c in sort_hand(held, card("S7") // 8)]  # type: ignore[arg-type]
    assert spades == ["CJ", "DJ", "SQ", "ST", "S9", "C7", "HA", "HQ", "HT", "DA"]


# -- beating, and taking up


def test_what_beats_may_be_pressed_and_the_reason_names_the_last_card() -> None:
    table = acted(dealt(), "H7")
    message = hand(table, S)
    assert message.content.startswith("👉 **Du bist dran: stich!**")
    assert lines(message)[:3] == ["📣 Lisa: „Hier ist Kreuz!“ (H3)", "**Auf dem Tisch** (1 von 4)", "**♥️7**  Lisa"]
    assert lines(message)[-1] == "Zu stechen ist ♥️7: höher in Herz, mit Pik oder einem Buben (H5)."
    assert pressable(message, "a") == {"pSJ", "pSK", "pSQ", "pST", "pHK", "pHQ"}
    assert "👉 Süd · **Oma Erna** · 8 Karten, Trumpf ♠️" in lines(board(table))
    assert "▫️ Ost · **Lisa** · 7 Karten, Trumpf ♣️ · **♥️7** (kam raus)" in lines(board(table))
    assert board(table).content.startswith("⏳ **Oma Erna** ist dran: stechen oder aufnehmen.")


def test_own_trump_and_jacks_have_reasons_of_their_own() -> None:
    trump = hand(acted(dealt(), "SA"), S)
    assert lines(trump)[-1] == "Zu stechen ist ♠️A: höher in Pik oder mit einem Buben (H5)."
    assert pressable(trump, "a") == {"pSJ"}
    jack = hand(acted(dealt(), "HJ"), S)
    assert lines(jack)[-1] == "Zu stechen ist ♥️B: nur mit einem höheren Buben (H5)."
    assert lines(hand(acted(dealt(), "HJ"), S, "en"))[-1].startswith("♥️J is to be beaten: only by a higher Jack")


def test_who_cannot_beat_takes_up_with_one_button() -> None:
    table = acted(dealt(), "HJ", "SJ")
    message = hand(table, W)
    assert message.content.startswith("👉 **Du bist dran: nimm auf!**")
    assert lines(message)[-1] == "♠️B von Oma Erna kannst du nicht stechen: Du nimmst auf, was liegt (H6)."
    assert labels(message)[0] == ["Aufnehmen (2 Karten)"]
    assert pressable(message, "a") == {"u"} == {code(Take())}
    first = message.rows[0][0]
    assert isinstance(first, Button) and first.style == "primary"
    assert first.id == f"k1:412:{table.turn}:a:u"
    assert all(button.style == "secondary" for button in message.buttons[1:])
    # That nothing beats is the reader's own affair.
    assert "nimm" not in board(table).content and "aufnehmen" in board(table).content


def test_one_card_is_taken_up_in_the_singular() -> None:
    table = with_hands(dealt(), E="HJ H8 C7", S="S7", W="D7", N="C8")
    assert labels(hand(acted(table, "HJ"), S))[0] == ["Aufnehmen (1 Karte)"]
    assert labels(hand(acted(table, "HJ"), S, "en"))[0] == ["Take up (1 card)"]
    assert "1 Karte, Trumpf ♠️ · du" in lines(hand(acted(table, "HJ"), S))


def test_what_became_of_the_last_trick() -> None:
    taken = acted(dealt(), "HJ", "SJ", "takes")
    cards = "Lisa ♥️B · Oma Erna ♠️B"
    assert f"Letzter Stich: {cards} → **Opa Heinz** nimmt auf" in lines(board(taken))
    assert lines(hand(taken, N))[:3] == ["**Opa Heinz nimmt auf**", "**♥️B**  Lisa", "**♠️B**  Oma Erna"]
    assert lines(hand(taken, W))[0] == "**Du nimmst auf**"
    assert hand(taken, N).content.startswith("👉 **Du kommst raus")  # H7
    assert "10 Karten, Trumpf ♥️ · du" in lines(hand(taken, W))
    further = acted(taken, "D7")
    assert "Letzter Stich: Lisa ♥️B · Oma Erna ♠️B → **du** nimmst auf" in lines(hand(further, W))
    gone = acted(with_hands(dealt(), E="C7 D7", S="C8 D8", W="C9 D9", N="CT DT"), "C7", "C8", "C9", "CT")
    assert lines(hand(gone, S))[0] == "**Der Stich ist weg**"
    assert "Letzter Stich: Lisa ♣️7 · Oma Erna ♣️8 · Opa Heinz ♣️9 · Karl ♣️10 → **weg**" in lines(board(gone))
    assert not any("Hier ist Kreuz" in line for line in lines(board(gone)))


# -- places


def test_who_is_out_has_a_place_and_watches() -> None:
    table = acted(with_hands(dealt(), E="C7", S="C8 D8", W="C9 D9", N="CT DT"), "C7")
    message = hand(table, E)
    assert message.content.startswith("🥇 1. Platz! Du bist draußen. **Oma Erna** ist dran.")
    assert "🥇 1. Platz · du" in lines(message)
    assert not any("Dein Trumpf" in line for line in lines(message))
    assert "▫️ Ost · **Lisa** · 🥇 1. Platz · **♣️7** (kam raus)" in lines(board(table))
    assert labels(message) == [["Wie steht’s?"]]


def test_a_deal_that_is_over_tells_the_places() -> None:
    table = acted(with_hands(dealt(), E="C7", S="C8", W="C9", N="CT DT"), "C7", "C8", "C9")
    assert lines(board(table))[5:] == [
        "**Spiel 1 ist aus**",
        "🥇 1. Platz: **Lisa**",
        "🥈 2. Platz: **Oma Erna**",
        "🥉 3. Platz: **Opa Heinz**",
        "4. Platz: **Karl**",
        "Zuletzt: Lisa ♣️7 · Oma Erna ♣️8 · Opa Heinz ♣️9",
        "🧢 Als Nächstes gibt: Opa Heinz",
    ]
    assert "4. Platz: **du**" in lines(hand(table, N))
    starts = [hand(table, seat).content.split("\n")[0] for seat in (E, S, W, N)]
    assert [start[0] for start in starts] == ["🥇", "🥈", "🥉", "*"]
    assert starts[3] == "**Das Spiel ist aus. Diesmal bist du Letzter.**"
    assert hand(table, E, "en").content.startswith("🥇 **The deal is over: first place is yours!**")
    assert labels(board(table)) == [["Weiter", "Meine Karten", "Rückschau"]] and pressable(board(table), "next")


def standstill() -> tuple[Table, Table]:
    """Before the position comes for the third time, and after."""
    for seed in range(0, 200, 2):
        before = None
        for moment in evening(seed, deals=1):
            settlement = moment.table.settlement
            if settlement is not None and settlement.outcome is Outcome.UNFINISHED and settlement.places:
                assert before is not None
                return before, moment.table
            before = moment.table
    raise AssertionError("never")


def test_h12_is_announced_and_explained() -> None:
    before, after = standstill()
    warning = "♻️ So lag es schon einmal. Beim dritten Mal ist Schluss (H12)."
    assert warning in lines(board(before)) and warning in lines(hand(before, N))
    assert warning not in lines(board(dealt()))
    told = lines(board(after))
    assert any(line.startswith("♻️ Dreimal dieselbe Stellung") for line in told)
    places = view_of(after, None).places
    assert 0 < len(places) < 4
    assert sum("Platz: **" in line for line in told) == len(places)
    assert hand(after, places[0]).content.startswith("🥇")
    without = next(seat for seat in SEATS if seat not in places)
    assert hand(after, without).content.startswith("**Das Spiel ist aus.**\n")


def test_a_stopped_table() -> None:
    in_mid_deal = replace(step(dealt(), None, Void()), phase=TablePhase.CLOSED)
    assert "Das Spiel ist abgebrochen und zählt nicht." in lines(board(in_mid_deal))
    assert board(in_mid_deal).content.startswith("**Dieser Tisch ist geschlossen.**")
    assert labels(board(in_mid_deal)) == [["Rückschau"]] and hand(in_mid_deal, S).rows == ()
    over = acted(with_hands(dealt(), E="C7", S="C8", W="C9", N="CT DT"), "C7", "C8", "C9")
    between = replace(step(over, None, Void()), phase=TablePhase.FINISHED)
    assert not any("abgebrochen" in line for line in lines(board(between)))
    assert "4. Platz: **Karl**" in lines(board(between))
    assert board(between).content.startswith("⏹️ **Schluss für heute!**")


# -- what else is at every table


def test_absence_stopping_and_seats_to_take() -> None:
    table = replace(dealt(), absent=True, stop=StopVote(frozenset({ERNA}), frozenset({KARL}), 0.0))
    for message in (board(table), hand(table, S)):
        assert pressable(message, "sub") and pressable(message, "stop") == {"yes", "no"}
        assert "💤 Lisa ist schon eine Weile still." in lines(message)
    assert not pressable(hand(table, E), "sub")
    over = acted(with_hands(dealt(), E="C7", S="C8", W="C9", N="CT DT"), "C7", "C8", "C9")
    left = over.with_chair(W, Chair(computer=True, leaver=OPA))
    assert pressable(board(left), "take") == {"W"}
    assert "Ein Computerplatz ist zu haben: Wer will, setzt sich!" in lines(board(left))
    assert "Karten nur per Knopf: Lisa, Opa Heinz" in lines(board(dealt(), hands_in_dm=(N, S)))
    noted = hand(dealt(), E, notice="Gemach.")
    assert lines(noted)[0] == "❗ Gemach." and "Gemach" not in noted.content


def test_the_drawing_lies_open_before_the_first_deal() -> None:
    table = heinrich_lobby()
    drawn = Drawing(None, (31, 8, 0, 12))
    table = replace(table, phase=TablePhase.PARTIE, state=table.rules.begin(S), drawing=drawn)
    assert "♦️7  Oma Erna 🧢" in lines(board(table))
    assert pressable(board(table), "next")
    assert hand(table, S).content == "**Gleich wird gegeben.**\nTisch 3 · Stammtisch"
    assert not any("♣️" in line and "Karten" in line for line in lines(board(table)))


@pytest.mark.parametrize("locale", ["de", "en"])
def test_the_lobby_speaks_of_no_partners(locale: str) -> None:
    texts = text(locale)
    for by_lot in (False, True):
        table = heinrich_lobby()
        shown = lines(lobby_message(replace(table, options=replace(table.options, by_lot=by_lot)), LONG, text(locale)))
        assert texts.t("lobby.alone") in shown
        assert not {texts.t("lobby.lot"), texts.t("lobby.opposite")} & set(shown)
    assert texts.t("lobby.opposite") in lines(
        lobby_message(replace(heinrich_lobby(), game="schoofkopp"), LONG, text(locale))
    )


@pytest.mark.parametrize("locale", ["de", "en"])
@pytest.mark.parametrize("reason", [Reason.H5, Reason.H6])
def test_refusals_name_their_rule(reason: Reason, locale: str) -> None:
    assert f"({reason})." in reason_text(reason, text(locale), view_of(dealt(), S))


# -- limits


def four_a_row(message: Message) -> bool:
    rows = [[button for button in row if isinstance(button, Button) and ":a:p" in button.id] for row in message.rows]
    return all(len(row) <= 4 for row in rows)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("language", ["de", "en"])
def test_hands_and_boards_fit(seed: int, language: str) -> None:
    rng = Random(seed)
    for moment in evening(seed):
        table = replace(troubled(moment.table, rng), id=HUGE, ply=HUGE, turn=HUGE, partie=HUGE, number=HUGE, host=ERNA)
        assert board(table, language, LONG, ()).faults == ()
        for seat in SEATS:
            message = hand(table, seat, language, LONG, SERVER, board_url=URL, notice="Ｎ" * 300)
            assert message.faults == (), message
            assert four_a_row(message)


def holding(table: Table, seat: Seat, many: int) -> Table:
    """That seat holds so many cards, the others have one each; the rest have left the game."""
    names = [f"{suit}{rank}" for rank in "789TQKAJ" for suit in "DHSC"]
    hands = {who: names.pop() for who in "NESW" if who != "NESW"[seat]} | {"NESW"[seat]: " ".join(names[:many])}
    return with_hands(table, **hands)


@pytest.mark.parametrize("many", [*range(1, 22), 25, 28, 29])
@pytest.mark.parametrize("language", ["de", "en"])
def test_however_much_was_taken_up_it_fits(many: int, language: str) -> None:
    vote = StopVote(frozenset(), frozenset(), 0.0)
    leading = replace(holding(dealt(), E, many), stop=vote)
    waiting = replace(holding(dealt(), W, many), stop=vote)
    beating = acted(replace(holding(dealt(), S, many), stop=vote), state_last(dealt(), S, many))
    for table, seat in ((leading, E), (waiting, W), (beating, S)):
        message = hand(table, seat, language, LONG, SERVER, board_url=URL)
        assert message.faults == ()
        shown = {button.id.split(":p")[-1] for button in message.buttons if ":a:p" in button.id}
        legal = {code(action) for action in table.rules.legal(table.state)} if seat == table.to_act else set()
        if len(legal) <= 16:
            assert four_a_row(message)
        if len(legal) <= 20:
            assert pressable(message, "a") == legal
        mine = {f"{'DHSC'[c // 8]}{'789QKTAJ'[c % 8]}" for c in cards_in(state_of(table).hands[seat])}
        said = text(language).t("line.your_cards", cards="")
        assert (shown == mine) is not any(line.startswith(said) for line in lines(message))
        assert cards_shown(message, language) >= mine


def state_last(table: Table, seat: Seat, many: int) -> str:
    """The one card that East holds in ``holding``."""
    (only,) = cards_in(state_of(holding(table, seat, many)).hands[E])
    return f"{'DHSC'[only // 8]}{'789QKTAJ'[only % 8]}"


@pytest.mark.parametrize("seed", range(4, 8))
def test_what_can_be_pressed_is_what_may_be_done(seed: int) -> None:
    taken = 0
    for moment in evening(seed):
        table = moment.table
        legal = {code(action) for action in table.rules.legal(table.state)} if table.to_act is not None else set()
        for seat in SEATS:
            assert pressable(hand(table, seat), "a") == (legal if seat == table.to_act else set())
        assert not pressable(board(table), "a")
        taken += legal == {"u"}
    assert taken


# -- secrets


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("language", ["de", "en"])
def test_boards_and_hands_show_only_what_may_be_known(seed: int, language: str) -> None:
    rng = Random(seed)
    names = {card_name(Card(each), text(language)) for each in range(32)}
    counted = 0
    for moment in evening(seed):
        if not moment.table.deal:
            continue
        table = troubled(moment.table, rng) if rng.random() < 0.5 else moment.table
        for seat, message in everything(table, language):
            assert cards_shown(message, language) <= moment.seen.by(seat)
            assert not cards_shown(Message(message.content), language)
            assert not any(name in piece for piece in texts_of(message) for name in names)
            counted += 1
    assert counted > 500


def dealt_anew(table: Table, known_to: Seat | None, rng: Random) -> Table:
    """The same for that reader: cards that nobody has seen change hands, CA, which was announced, stays."""
    state = state_of(table)
    kept = [set(cards_in(known)) for known in state.known]
    if known_to is not None:
        kept[known_to] = set(cards_in(state.hands[known_to]))
    hidden = [held for seat in SEATS for held in cards_in(state.hands[seat]) if held not in kept[seat]]
    rng.shuffle(hidden)
    hands = []
    for seat in SEATS:
        fresh = [hidden.pop() for _ in range(count(state.hands[seat]) - len(kept[seat]))]
        hands.append(Hand(sum(1 << held for held in (*kept[seat], *fresh))))
    return replace(table, state=replace(state, hands=tuple(hands), dealt=tuple(hands)))


@pytest.mark.parametrize("seed", range(20, 24))
def test_nothing_depends_on_hidden_cards(seed: int) -> None:
    rng = Random(seed)
    moved = 0
    for moment in evening(seed):
        table = moment.table
        if table.to_act is None:
            continue
        for seat, message in everything(table, "de"):
            other = dealt_anew(table, seat, rng)
            assert (board(other) if seat is None else hand(other, seat, board_url=URL)) == message
            moved += state_of(other).hands != state_of(table).hands
    assert moved > 100


def test_ca_is_announced_and_not_shown() -> None:
    for seat, message in everything(dealt(), "de"):
        assert ("CA" in cards_shown(message, "de")) is (seat == E)
    assert state_of(dealt()).hands[E] >> CLUB_ACE & 1
