"""B25 and S9: a card taken back. That the others agree, or the Kreidtführer, is seen to before the engine is asked."""

import pytest

from bot.core.cards import hand_of
from bot.core.schafkopf.engine import Schafkopf
from bot.core.seats import E, N, S, W

from .positions import GAME, SCHOOFKOPP, STRICT, TAVERN, Position, cards, first_deal, later_deal, name_of, partie
from .tavern_positions import BAUERNSTOSS, HANDS, HEARTS, bauernstoss, ending, honestly, settle, verdict

TRICK = "N plays CA, E plays C9, S plays H7, W plays C7"
EVERY_GAME = pytest.mark.parametrize("game", (*STRICT, *TAVERN), ids=name_of)
BOTH_SCHOOFKOPP = pytest.mark.parametrize("game", (SCHOOFKOPP, TAVERN[1]), ids=name_of)


def hearts(game: Schafkopf, *steps: str) -> Position:
    return later_deal("W", "NS", 3, 3, game, **HANDS).do(HEARTS, *steps)


# -- B25


@EVERY_GAME
def test_b25_the_card_is_in_the_hand_again_and_its_player_to_act(game: Schafkopf):
    deal = hearts(game)
    before = deal.legal
    deal.do("N plays CA, N takes-back")
    assert (deal.to_act, deal.legal, deal.state.trick) == ("N", before, ())
    deal.do("N plays SA, E plays HA, E takes-back")
    assert (deal.to_act, deal.state.trick) == ("E", cards("SA"))
    assert "HA" in deal.hand("E")


@EVERY_GAME
def test_b25_the_last_card_of_a_trick(game: Schafkopf):
    deal = hearts(game, TRICK)
    assert (deal.to_act, deal.facts["augen"], deal.facts["tricks"]) == ("S", {"NS": 11, "EW": 0}, {"NS": 1, "EW": 0})
    deal.do("W takes-back")
    assert (deal.to_act, deal.facts["augen"], deal.facts["tricks"]) == ("W", {"NS": 0, "EW": 0}, {"NS": 0, "EW": 0})
    assert deal.view(None).trick_seats == (N, E, S)
    deal.do("W plays C7, S plays DA, W plays D8, N plays SA, E plays D7, E takes-back")
    assert (deal.to_act, deal.facts["augen"]) == ("E", {"NS": 11, "EW": 0})
    assert deal.view(None).trick_seats == (S, W, N)


@EVERY_GAME
def test_b25_only_its_player_and_before_the_next_card(game: Schafkopf):
    deal = later_deal("W", "NS", 3, 3, game, **HANDS)
    assert deal.refuses("N takes-back") == "phase"
    deal.do(HEARTS)
    assert deal.refuses("N takes-back") == "B25"
    deal.do("N plays CA")
    assert deal.refuses("E takes-back") == "B25"
    deal.do("E plays C9")
    assert deal.refuses("N takes-back") == "B25"
    deal.do("E takes-back")
    assert deal.refuses("E takes-back") == "B25"
    assert deal.refuses("N takes-back") == "B25"  # its card lies


@EVERY_GAME
def test_b25_not_once_the_deal_is_over(game: Schafkopf):
    deal = honestly(hearts(game))
    for seat in "NESW":
        assert deal.refuses(f"{seat} takes-back") == "over"


@EVERY_GAME
def test_b25_it_was_seen_and_is_known_until_it_is_played(game: Schafkopf):
    deal = hearts(game, "N plays CA, N takes-back")
    for seat in ("N", "E", None):
        assert deal.view(seat).seen == (cards("CA"), (), (), ())
    deal.do("N plays CT, E plays C9, E takes-back")
    assert deal.view(None).seen == (cards("CA"), cards("C9"), (), ())
    deal.do("E plays C9, S plays H7, W plays C7, S plays DA, W plays D8, N plays CA")
    assert deal.view(None).seen == ((), (), (), ())


def test_b25_in_bauernstoss_as_often_as_all_agree():
    for game in (GAME, BAUERNSTOSS):
        deal = hearts(game, *["N plays CA, N takes-back"] * 3)
        assert deal.to_act == "N"
        assert deal.view(None).took_back == ()


def test_b25_who_has_cj_stays_known():
    deal = first_deal("W", BAUERNSTOSS, **HANDS).do(HEARTS, "N plays SA, E plays CJ, E takes-back")
    assert deal.view("W").kreide == 1


def test_b25_what_the_card_broke_is_undone_with_it():
    deal = bauernstoss().do(HEARTS, "N plays CA, E plays D7, N reports E, E takes-back, E plays C9, S reports E")
    assert verdict(honestly(deal)) is None


def test_b25_earlier_breaches_are_not_undone():
    deal = bauernstoss().do(HEARTS, "N plays CA, E plays D7, S plays H7, S takes-back, N reports E")
    assert verdict(honestly(deal)) == ("C11", "HK")


def test_b25_what_it_proved_stays_proven():
    deal = bauernstoss().do("N weg, E weg, S 6, W weg, S trump D, N plays CA, E plays CJ, E takes-back")
    assert deal.state.seen[E] == hand_of(cards("CJ"))
    assert verdict(deal.do("N reports E")) == ("B4", "CJ")


def test_b25_a_card_seen_and_withheld_is_a_proof_at_once():
    deal = bauernstoss().do(HEARTS, "N plays CA, E plays C9, E takes-back, E plays D7")
    assert verdict(deal) is None
    assert verdict(deal.do("N reports E")) == ("C10", "C9")


# -- S9


@BOTH_SCHOOFKOPP
def test_s9_a_second_one_asked_for_loses_the_deal(game: Schafkopf):
    deal = hearts(game, "N plays CA, N takes-back")
    assert deal.view(None).took_back == (N,)
    deal.do("N plays CA, N takes-back")
    assert (deal.facts["outcome"], deal.facts["kreide"]) == ("breach", "EW")
    assert deal.facts["striche"] == {"NS": 3, "EW": 4}
    assert verdict(deal) == ("S9", "CA")
    assert deal.state.verdict is not None
    assert (deal.state.verdict.seat, deal.state.verdict.accused) == (None, N)
    assert deal.refuses("E reports N") == "over"
    assert deal.refuses("N takes-back") == "over"


@BOTH_SCHOOFKOPP
def test_s9_everyone_has_one_of_their_own(game: Schafkopf):
    deal = hearts(game, "N plays CA, N takes-back, N plays CA, E plays C9, E takes-back, E plays C9")
    deal.do("S plays H7, S takes-back, S plays H7, W plays C7, W takes-back")
    assert deal.view(None).took_back == (N, E, S, W)
    deal.do("W plays C7, S plays DA, S takes-back")
    assert (deal.facts["outcome"], deal.facts["kreide"]) == ("breach", "EW")


@BOTH_SCHOOFKOPP
def test_s9_once_a_partie_and_not_once_a_deal(game: Schafkopf):
    deal = honestly(hearts(game, "N plays CA, N takes-back"))
    if deal.state.pending is not None:
        settle(deal)
    assert game.resume(game.standing(deal.state)).standing.took_back == (N,)
    deal.deal(**HANDS).do("E 5, S weg, W weg, N weg, E trump H, E plays CJ, E takes-back, E plays CJ")
    assert deal.facts.get("outcome") is None
    deal.do("S plays H7, W plays DJ, N plays SQ, N takes-back")
    assert deal.facts["outcome"] == "breach"
    assert partie("W", game=game).deal(**HANDS).view(None).took_back == ()


@BOTH_SCHOOFKOPP
def test_s9_in_the_first_deal(game: Schafkopf):
    deal = first_deal("W", game, **HANDS).do(HEARTS, *["N plays CA, N takes-back"] * 2)
    assert (deal.facts["striche"], deal.facts["kreide"]) == ({"NS": 0, "EW": 1}, "EW")


@BOTH_SCHOOFKOPP
def test_s9_in_a_lechdich_the_fifteen(game: Schafkopf):
    deal = later_deal("W", "NS", 3, 3, game, **HANDS).do("N lechdich, N trump S, N plays CA, E plays C9, E takes-back")
    deal.do("E plays C9, E takes-back")
    assert (deal.facts["striche"], deal.facts["winner"]) == ({"NS": 18, "EW": 3}, "NS")


def test_s9_a_report_before_it_does_not_matter_then():
    deal = hearts(TAVERN[1], "N plays CA, N takes-back, N plays CA, E plays D7, N reports E, E takes-back")
    deal.do("E plays D7, E takes-back")
    assert ending(deal) == ("breach", (1, 0), "NS")
    assert verdict(deal) == ("S9", "D7")
