"""Deals laid out for the rare things: both solos, the exchange, yielding, ties, four Jacks."""

from .chance import drawing_of, pack_with
from .choices import first_of, in_order
from .club import Club
from .players import text_of

# Dealt by north, so east calls first. East cannot lose once south... west's Jack is in hand.
KLEINES = {"E": "CJ SJ HJ CA CT CK CQ D7", "W": "DJ DA DT DK DQ D9 D8 H7"}
GROSSES_LOST = {"E": "C7 C8 D7 D8 H7 H8 S7 S8", "S": "CJ SJ HJ CA CT CK CQ C9"}


async def second_deal(club: Club, hands: dict[str, str]) -> None:
    """The first deal is played somehow, dealt by west; in the second these hands are dealt by north."""
    club.chance.lay_in(drawing_of("W"))
    await club.four_at_a_table()
    await club.play(club.anything())
    assert club.settled() == 1
    club.chance.lay_in(pack_with("N", hands))
    await club.erna.on_hand("next")


async def test_a_kleines_solo_with_a_jack_in_the_exchange_is_won(club: Club) -> None:
    await second_deal(club, KLEINES)
    lisa, heinz = club.lisa, club.heinz
    await lisa.on_hand("ask", "ckleines-solo")
    assert "Really" in text_of(lisa.hand()) or "really" in text_of(lisa.hand()).lower()
    before = club.table()
    await lisa.on_hand("show")  # thinks again
    assert club.table() == before
    await lisa.on_hand("ask", "ckleines-solo")
    await lisa.on_hand("a", "ckleines-solo")
    assert await lisa.move(in_order(["tC"])) == "tC"
    assert not [move for move in lisa.moves() if move["custom_id"].endswith("gCJ")], "CJ stays (B13)"
    refused = await lisa.slash("card", card="Kreuz-Bube")
    assert "(B13)" in text_of(refused.response)
    await lisa.move(in_order(["gD7"]))
    assert "D7" not in text_of(heinz.hand()) and "♦️7" not in text_of(heinz.hand())
    assert "Eine Karte liegt verdeckt" in text_of(club.board())
    await heinz.move(in_order(["gDJ"]))
    assert "Offen getauscht: ♦️B" in text_of(club.board())
    assert "♦️J" in text_of(lisa.hand()) and "♦️7" in text_of(heinz.hand())
    assert heinz.moves() == []
    await club.play(first_of("pCJ", "pSJ", "pHJ", "pDJ", "pCA", "pCT", "pCK", "pCQ"))
    assert club.disk.rows("SELECT outcome, striche_ew FROM settlement WHERE deal = 2")[0][:] == ("solo-won", 8)


async def test_a_kleines_solo_whose_gift_is_no_jack_stays_hidden(club: Club) -> None:
    """Erna and Karl never learn which cards changed hands; the hunter looks at every message."""
    await second_deal(club, KLEINES)
    await club.play(in_order(["ckleines-solo", "tC", "gCQ", "gDA"]), until=lambda: club.table().game_phase == "play")
    assert "Offen getauscht" not in text_of(club.board())
    assert "♦️A" in text_of(club.lisa.hand()) and "♣️Q" in text_of(club.heinz.hand())
    await club.play(club.anything())
    assert club.settled() == 2


async def test_a_grosses_solo_is_lost_with_the_first_trick_that_goes_away(club: Club) -> None:
    await second_deal(club, GROSSES_LOST)
    await club.lisa.on_hand("ask", "cgrosses-solo")
    await club.lisa.on_hand("a", "cgrosses-solo")
    await club.play(first_of("tC", "pC7", "pCJ"))
    row = club.disk.rows("SELECT outcome, striche_ns FROM settlement WHERE deal = 2")[0]
    assert row[:] == ("solo-lost", 12)
    assert len([step for step in club.disk.deals()[1].steps if step.code[0] == "p"]) == 3
    assert "setzt aus" not in text_of(club.board())
    assert "12 Striche für Karl & Erna" in text_of(club.board())


async def test_the_confirmation_of_a_solo_is_only_good_for_that_turn(club: Club) -> None:
    await second_deal(club, KLEINES)
    lisa = club.lisa
    await lisa.on_hand("ask", "ckleines-solo")
    asked = club.photo(lisa.hand())
    await lisa.slash("call", word="3" if "3" in await lisa.offers("call", "word") else "7")
    before = club.table()
    await lisa.press_late(asked, "a", "ckleines-solo")
    assert club.table() == before
    assert "already" in text_of(lisa.hand()).lower()


async def test_partners_in_a_tie_may_yield(club: Club) -> None:
    club.chance.lay_in(drawing_of("W"))
    club.chance.lay_in(pack_with("W", {"N": "CJ SJ CA CT H7 D7 S7 S8", "S": "HJ DJ SA ST DA DT C9 D9"}))
    await club.four_at_a_table()
    await club.play(in_order(["c4", "cweg", "cmit", "cweg"]), until=lambda: club.table().game_phase == "name")
    assert [move["custom_id"].split(":")[4] for move in club.karl.moves()][-1] == "y"
    await club.karl.on_hand("a", "y")
    assert "lässt den Partner taufen" in text_of(club.board())
    assert club.karl.moves() == []
    await club.erna.on_hand("a", "tS")
    await club.play(club.anything())
    assert club.settled() == 1


async def test_opponents_in_a_tie_make_their_lowest_known(club: Club) -> None:
    club.chance.lay_in(drawing_of("W"))
    club.chance.lay_in(pack_with("W", {"N": "CJ SJ CA C7 H7 D7 S7 S8", "E": "HJ DJ SA ST DA H9 C9 C8"}))
    await club.four_at_a_table()
    await club.play(in_order(["c4", "cmit", "cweg", "cweg"]), until=lambda: club.table().game_phase == "name")
    assert "Kleinster Trumpf: Karl 7 · Lisa 10" in text_of(club.board())
    assert club.on_turn() is club.lisa
    await club.play(club.anything())


async def test_four_jacks_in_the_first_deal_are_thrown_in_and_it_is_the_first_again(club: Club) -> None:
    club.chance.lay_in(drawing_of("W"), pack_with("W", {"S": "CJ SJ HJ DJ C7 C8 H7 D7"}))
    await club.four_at_a_table()
    board = text_of(club.board())
    assert "Alle vier Buben bei Erna" in board and "wieder das erste" in board
    assert "Alle vier Buben bei dir" in text_of(club.erna.hand())
    assert club.on_turn() is None
    await club.karl.on_board("next")
    assert "wer ♣️B hat" in text_of(club.board())
    assert club.table().view(None).dealer == 0  # type: ignore[union-attr]
    await club.play(club.anything())
    assert club.disk.rows("SELECT count(DISTINCT deal) FROM ledger")[0][0] == 1


async def test_four_jacks_later_are_thrown_in_when_their_holder_passes(club: Club) -> None:
    await second_deal(club, {"S": "CJ SJ HJ DJ C7 C8 H7 D7"})
    await club.play(first_of("cweg"))
    assert club.disk.rows("SELECT outcome FROM settlement WHERE deal = 2")[0][0] == "thrown-in"
    assert club.disk.rows("SELECT count(*) FROM ledger WHERE deal = 2")[0][0] == 0
