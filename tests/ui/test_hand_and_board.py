"""The lines and buttons people look for, in positions set up by hand."""

from dataclasses import replace

import pytest

from bot.core.actions import Call, Deal, Give, NameTrump, Play
from bot.core.cards import ALL_CARDS, CLUBS, HEARTS, Card
from bot.core.game import Outcome
from bot.core.seats import E, N, S, W
from bot.table import Chair, Drawing, StopVote, Table, TablePhase
from bot.ui.board import board_message
from bot.ui.hand import hand_message
from bot.ui.lobby import lobby_message
from bot.ui.message import Button, Message
from bot.ui.text import text

from .partien import ERNA, FOUR, KARL, LISA, NAMES_OF, OPA, URL, card, lobby, moments, pressable, step

# North deals; East is forehand. East: CJ and four hearts with HJ; West: two Jacks.
HANDS = {
    "E": "CJ HJ HA HT HK C7 S7 D7",
    "S": "SJ CA CT CK SA ST DA DT",
    "W": "DJ HQ H9 H8 CQ SK SQ DK",
    "N": "H7 C9 C8 S9 S8 DQ D9 D8",
}


def dealt(striche: tuple[int, int] = (0, 0), kreide: int | None = None) -> Table:
    table = replace(lobby(), phase=TablePhase.PARTIE, partie=1)
    state = table.rules.begin(N)
    if kreide is not None:
        state = table.rules.resume(f"N {striche[0]}:{striche[1]} {('NS', 'EW')[kreide]} 4")
    table = replace(table, state=state)
    order = [HANDS[seat].split() for seat in "ESWN"]
    pack = tuple(card(name) for half in (slice(0, 4), slice(4, 8)) for hand in order for name in hand[half])
    return step(table, N, Deal(pack))


def acted(table: Table, *actions: object) -> Table:
    for action in actions:
        table = step(table, table.to_act, action)
    return table


def calls(*words: str) -> list[Call]:
    return [Call(word) for word in words]


CALLED = calls("5", "weg", "weg", "weg")
NAMED = (*CALLED, NameTrump(HEARTS))


def played(*names: str) -> list[Play]:
    return [Play(card(name)) for name in names]


def hand(table: Table, seat, locale: str = "de", **more) -> Message:
    return hand_message(table, seat, NAMES_OF, text(locale), server="Stammtisch", **more)


def board(table: Table, locale: str = "de") -> Message:
    return board_message(table, NAMES_OF, text(locale), hands_in_dm=(N, E, S, W))


def lines(message: Message) -> list[str]:
    assert message.embed is not None
    return message.embed.description.split("\n")


def labels(message: Message) -> list[list[str]]:
    return [[getattr(item, "label", "") for item in row] for row in message.rows]


def test_the_content_says_first_whose_turn_it_is() -> None:
    table = dealt()
    assert hand(table, E).content == "👉 **Du bist dran: melde!**\nTisch 3 · Spiel 1 · Stammtisch"
    assert hand(table, S).content == "⏳ **Lisa** ist dran und meldet.\nTisch 3 · Spiel 1 · Stammtisch"
    assert board(table).content == "⏳ **Lisa** ist dran und meldet.\nTisch 3 · Bauernstoss · Spiel 1"
    assert hand(acted(table, *NAMED), E).content.startswith("👉 **Du kommst raus: spiel eine Karte aus!**")
    assert hand(table, E, "en").content.startswith("👉 **Your turn: call!**")


def test_calls_stand_above_the_cards_with_the_suits_that_bear_them() -> None:
    message = hand(dealt(), E)
    assert labels(message)[0] == ["3 ♣️♠️♦️", "5 ♥️"]
    assert labels(message)[1:] == [["B", "B", "7", "7"], ["A", "10", "K", "7"]]
    assert all(item.disabled for row in message.rows[1:] for item in row if isinstance(item, Button))
    assert "Dein Blatt: ♣️B ♥️B ♣️7 ♠️7 ♥️A ♥️10 ♥️K ♦️7" in lines(message)
    assert "Du hast einen Buben und noch steht keine Zahl: Du musst melden (B4)." in lines(message)


def test_what_can_be_called_is_explained_to_whoever_may_call_it() -> None:
    number = "Eine Zahl sagt, wie viele Trümpfe du hast: Buben und Karten einer Farbe."
    number += " Die höchste bestimmt den Trumpf (B2, B7)."
    mit = "*Mit* heißt: Die gemeldete Zahl hast du auch (B6)."
    first = lines(hand(dealt(), E))
    assert number in first and mit not in first
    west = lines(hand(acted(dealt(), *calls("3", "weg")), W))
    assert number in west and mit in west
    jackless = lines(hand(acted(dealt(), *calls("3", "weg", "weg")), N))
    assert number not in jackless and mit not in jackless


def test_solos_stand_apart_and_ask_first() -> None:
    message = hand(dealt(kreide=0), E)
    assert labels(message)[1] == ["kleines Solo …", "grosses Solo …"]
    asked = hand(dealt(kreide=0), E, ask="ckleines-solo")
    assert labels(asked)[0] == ["Ja, kleines Solo", "Zurück"]
    assert "8 Striche für euch" in lines(asked)[0]


def test_trump_is_named_by_suit() -> None:
    message = hand(acted(dealt(), *CALLED), E)
    assert labels(message)[0] == ["Herz"]
    assert "Gemeldet: du 5 · Oma Erna weg · Opa Heinz weg · Karl weg" in lines(message)


def test_the_tied_partner_may_name() -> None:
    table = acted(dealt(), *calls("3", "weg", "4", "weg"))
    assert "Gemeldet: Lisa 3 · Oma Erna weg · du 4 · Karl weg" in lines(hand(table, W))
    tied = acted(dealt(), *calls("3", "weg", "mit", "weg"))
    message = hand(tied, E)
    assert labels(message)[1] == ["Partner soll taufen"]
    assert "Ihr habt beide die 3: Du kannst auch deinen Partner taufen lassen (B8)." in lines(message)


def test_a_made_known_rank_is_shown() -> None:
    table = acted(dealt(), *calls("3", "4", "mit", "weg"))
    assert any(line.startswith("Kleinster Trumpf: Oma Erna ") for line in lines(board(table)))


def test_the_trick_and_why_not_every_card_may_be_played() -> None:
    table = acted(dealt(), *NAMED, *played("C7", "CA"))
    message = hand(table, W)
    assert lines(message)[:3] == ["**Auf dem Tisch**", "**♣️7**  Lisa", "**♣️A**  Oma Erna"]
    assert "Trumpf: **♥️ Herz** (Lisa, 5)" in lines(message)
    assert lines(message)[-1] == "Kreuz liegt: Du musst bedienen (C10)."
    assert pressable(message, "a") == {"pCQ"}


def test_the_jack_rule_is_explained() -> None:
    table = acted(dealt(), *NAMED, *played("HJ", "SJ"))
    assert lines(hand(table, W))[-1] == "Trumpf liegt: Du musst Trumpf bedienen (C10)."
    table = acted(dealt(), *NAMED, *played("C7", "CA", "CQ", "C9", "SA", "SK", "S9", "S7", "DA", "DK", "DQ", "D7"))
    table = acted(table, *played("SJ", "DJ", "H7"))
    assert lines(hand(table, E))[-1] == "Ein Bube liegt: Dein höherer Bube muss drauf (B16)."
    assert pressable(hand(table, E), "a") == {"pCJ"}


def test_a_taken_trick_stays_until_the_next_card() -> None:
    table = acted(dealt(), *NAMED, *played("C7", "CA", "CQ", "C9"))
    assert lines(hand(table, S))[0] == "**Der Stich gehört dir**"
    assert lines(hand(table, W))[:2] == ["**Stich an Oma Erna**", "**♣️7**  Lisa"]
    assert "Letzter Stich: Lisa ♣️7 · Oma Erna ♣️A · Opa Heinz ♣️D · Karl ♣️9 → **Oma Erna**" in lines(board(table))
    assert "Stiche: Ihr 1 · Die anderen 0" in lines(hand(table, S))
    further = acted(table, *played("SA"))
    assert "Letzter Stich: du ♣️7 · Oma Erna ♣️A · Opa Heinz ♣️D · Karl ♣️9 → **Oma Erna**" in lines(hand(further, E))


def test_the_board_has_a_line_for_each_seat() -> None:
    table = acted(dealt(), *NAMED, *played("C7", "CA"))
    assert lines(board(table))[:4] == [
        "▫️ Nord · **Karl** 🧢",
        "▫️ Ost · **Lisa** · **♣️7** (kam raus)",
        "▫️ Süd · **Oma Erna** · **♣️A**",
        "👉 West · **Opa Heinz**",
    ]
    calling = acted(dealt(), *calls("5"))
    assert lines(board(calling))[1:3] == ["▫️ Ost · **Lisa** · „5“", "👉 Süd · **Oma Erna**"]
    assert labels(board(table)) == [["Meine Karten"]]


def test_the_slate_has_your_pair_first() -> None:
    table = dealt((12, 5), kreide=1)
    fields = [(field.name, field.value) for field in hand(table, E).embed.fields]  # type: ignore[union-attr]
    assert fields == [
        ("Ihr (Ost/West)", "~~IIII~~ **5** · 🖍️ Kreide"),
        ("Die anderen (Nord/Süd)", "~~IIII~~ ~~IIII~~ II **12**"),
    ]
    assert [field.name for field in board(table).embed.fields] == [  # type: ignore[union-attr]
        "Karl & Oma Erna (Nord/Süd)",
        "Lisa & Opa Heinz (Ost/West)",
    ]


def test_a_kleines_solo_from_both_sides() -> None:
    table = acted(dealt(kreide=0), *calls("kleines-solo"), NameTrump(HEARTS))
    soloist = hand(table, E)
    assert "pCJ" not in pressable(soloist, "a") and "gCJ" not in pressable(soloist, "a")
    assert len(pressable(soloist, "a")) == 7
    given = acted(table, Give(card("C7")))
    assert "Du hast ♣️7 gegeben." in lines(hand(given, E))
    assert "Eine Karte liegt verdeckt auf dem Tisch." in lines(hand(given, W))
    both = acted(given, Give(card("DJ")))
    assert "Du hast ♦️B bekommen." in lines(hand(both, E))
    assert "Offen getauscht: ♦️B." in lines(board(both))
    out = hand(both, W)
    assert out.content.startswith("⏳ Dein Partner spielt allein. **Lisa** ist dran.")
    assert lines(out)[-1] == "Dein Blatt liegt verdeckt. Lehn dich zurück!"
    assert not any(":a:" in button.id for button in out.buttons)


@pytest.mark.parametrize(
    ("outcome", "line"),
    [
        (Outcome.SOLO_WON, "gewonnen, alle acht Stiche (B15)"),
        (Outcome.SOLO_LOST, "verloren, ein Stich ging weg (B15)"),
        (Outcome.THROWN_IN, "zusammengeworfen (B10). Keine Striche."),
        (Outcome.PLAYED, "(B18)"),
    ],
)
def test_a_finished_deal_tells_what_it_brought_and_why(outcome: Outcome, line: str) -> None:
    table = _solo_won() if outcome is Outcome.SOLO_WON else next(moment.table for moment in moments(0, outcome))
    assert any(line in text for text in lines(board(table)))
    assert any(line in text for text in lines(hand(table, S)))


def _solo_won() -> Table:
    # South holds all of Clubs and the Jacks: nobody can take a trick.
    order = ["D7 D8 D9 DQ DK DT DA S7", "CJ SJ HJ DJ CA CT CK CQ", "S8 S9 SQ SK ST SA H7 H8", "C9 C8 C7 H9 HQ HK HT HA"]
    hands = [hand.split() for hand in order]
    pack = tuple(card(name) for half in (slice(0, 4), slice(4, 8)) for each in hands for name in each[half])
    table = lobby()
    fresh = replace(table, phase=TablePhase.PARTIE, state=table.rules.resume("N 0:0 NS 4"))
    table = acted(step(fresh, N, Deal(pack)), *calls("weg", "grosses-solo"), NameTrump(CLUBS))
    while table.to_act is not None:
        assert table.state is not None
        table = acted(table, max(table.rules.legal(table.state), key=lambda play: getattr(play, "card", 0) & 7))
    return table


def test_the_reasons_for_striche() -> None:
    seen = set()
    for moment in moments(0, Outcome.PLAYED):
        result = moment.table.view(None).result  # type: ignore[union-attr]
        assert result is not None and result.winner is not None
        shown = "\n".join(lines(board(moment.table)))
        worth = result.settlement.striche[result.winner] - (result.bonus == result.winner)
        kreide = result.kreide_before == result.winner
        why = {1: "42 Augen" if kreide else "79 Augen", 2: "91 Augen", 3: "alle acht Stiche"}[worth]
        assert f"**{worth} Strich{'' if worth == 1 else 'e'} für " in shown and why in shown
        assert ("(B19)" in shown) is (result.bonus is not None)
        assert f"Die Kreide {'bleibt bei' if kreide else 'wandert zu'} " in shown
        seen.add(why)
        if len(seen) >= 3:
            break
    assert seen >= {"42 Augen", "79 Augen", "91 Augen"}


def test_next_rematch_and_who_has_pressed() -> None:
    table = next(moment.table for moment in moments(0, Outcome.PLAYED) if moment.table.between_deals)
    assert labels(board(table)) == [["Weiter", "Meine Karten", "Rückschau"]]
    pressed = replace(table, ready=frozenset({S}))
    assert labels(hand(pressed, S)) == [["Weiter ✓"]]
    assert not pressable(hand(pressed, S), "next")
    assert pressable(hand(pressed, N), "next") and pressable(board(pressed), "next")
    assert "Weiter sagen schon: Oma Erna" in lines(board(pressed))
    over = next(m.table for m in moments(0, Outcome.PLAYED) if m.table.phase is TablePhase.FINISHED)
    winner = over.settlement.winner  # type: ignore[union-attr]
    assert pressable(board(over), "rematch") and not pressable(board(over), "next")
    mine, theirs = (hand(over, seat).content for seat in ((S, W) if winner == 0 else (W, S)))
    assert mine.startswith("🎉") and "die anderen besser" in theirs
    closed = replace(over, phase=TablePhase.CLOSED)
    assert labels(board(closed)) == [["Rückschau"]] and hand(closed, S).rows == ()


def test_absence_and_coming_back() -> None:
    table = replace(dealt(), absent=True)
    assert pressable(board(table), "sub") and pressable(hand(table, S), "sub")
    assert not pressable(hand(table, E), "sub")
    assert "💤 Lisa ist schon eine Weile still." in lines(board(table))
    away = table.with_chair(E, Chair(person=LISA, computer=True))
    message = hand(away, E)
    assert "Ich bin wieder da" in labels(message)[-1]
    assert pressable(message, "show") and lines(message)[-1].startswith("🤖 Ein Computer spielt gerade für dich.")


def test_stopping_and_taking_seats() -> None:
    table = replace(dealt(), stop=StopVote(frozenset({ERNA}), frozenset({KARL}), 0.0))
    for message in (board(table), hand(table, S)):
        assert pressable(message, "stop") == {"yes", "no"}
        assert "⏹️ Aufhören? Ja: Oma Erna · Nein: Karl. Wer schweigt, sagt ja." in lines(message)
    between = next(moment.table for moment in moments(0, Outcome.PLAYED) if moment.table.between_deals)
    left = between.with_chair(W, Chair(computer=True, leaver=OPA))
    assert pressable(board(left), "take") == {"W"}
    assert any("🤖 für Opa Heinz" in line for line in lines(board(left)))


def test_the_drawing_lies_open_before_the_first_deal() -> None:
    drawn = Drawing(((card("C7"), card("CJ")), (card("S9"),), (card("HJ"),), (card("D8"),)), (31, 8, 0, 12))
    table = lobby()
    table = replace(table, phase=TablePhase.PARTIE, state=table.rules.begin(S), drawing=drawn)
    shown = lines(board(table))
    assert "Karl: ♣️7 ♣️B" in shown
    assert "♦️7  Oma Erna 🧢" in shown
    assert pressable(board(table), "next")
    assert hand(table, S).content == "**Gleich wird gegeben.**\nTisch 3 · Stammtisch"


def test_a_notice_stands_on_top() -> None:
    message = hand(dealt(), E, notice="Gemach.", board_url=URL)
    assert lines(message)[0] == "❗ Gemach."
    assert labels(message)[-1] == ["Zum Tisch"]
    assert "Gemach" not in message.content


def test_cards_by_button_are_announced() -> None:
    message = board_message(dealt(), NAMES_OF, text("de"), hands_in_dm=(N, S))
    assert "Karten nur per Knopf: Lisa, Opa Heinz" in lines(message)


def test_a_lobby_fills_up() -> None:
    table = lobby((Chair(), Chair(computer=True), Chair(person=ERNA), Chair()))
    message = lobby_message(table, NAMES_OF, text("de"))
    assert lines(message)[:4] == [
        "**Nord** · frei",
        "**Ost** · 🤖 Computer",
        "**Süd** · Oma Erna · Gastgeber",
        "**West** · frei",
    ]
    assert pressable(message, "sit") == {"N", "E", "W"} == pressable(message, "pc")
    assert pressable(message, "fill") and not pressable(message, "start")
    assert "2 Plätze sind noch frei." in lines(message)
    full = lobby_message(lobby(FOUR), NAMES_OF, text("de"))
    assert pressable(full, "start") and not pressable(full, "fill")


def test_the_pack_is_dealt_as_written_here() -> None:
    table = dealt()
    assert table.state is not None
    assert sorted(Card(c) for hand in HANDS.values() for c in map(card, hand.split())) == list(ALL_CARDS)
    view = table.view(E)
    assert view is not None and set(view.hand) == {card(name) for name in HANDS["E"].split()}
