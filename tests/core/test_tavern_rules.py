"""B21 and B23: what tavern conduct lets pass, how a breach is reported, and what it costs."""

import pytest

from bot.core.actions import Settle, Void
from bot.core.game import IllegalAction, Phase
from bot.core.seats import N

from .positions import Position, first_deal, partie
from .tavern_positions import (
    BAUERNSTOSS,
    FOUR_JACKS,
    HANDS,
    HEARTS,
    REVOKE,
    SCHOOFKOPP,
    bauernstoss,
    ending,
    honestly,
    schoofkopp,
    scored,
    settle,
    verdict,
)

# -- B21


def test_b21_what_everyone_can_hear_is_still_enforced():
    deal = bauernstoss()
    assert deal.words == {*"2345678", "weg", "kleines-solo", "grosses-solo"}
    assert deal.refuses("E 5") == "turn"
    assert deal.refuses("N mit") == "B5"
    deal.do("N 5")
    assert deal.words == {*"678", "mit", "weg", "kleines-solo", "grosses-solo"}
    assert deal.refuses("E 5") == "B5"


def test_b21_no_solo_in_the_first_deal():
    deal = first_deal("W", BAUERNSTOSS, **HANDS)
    assert deal.words == {*"2345678", "weg"}
    assert deal.refuses("N grosses-solo") == "B11"
    assert deal.refuses("N kleines-solo") == "B11"
    assert first_deal("W", SCHOOFKOPP, **HANDS).refuses("N lechdich") == "S6"


def test_b21_any_suit_and_any_card_held():
    deal = bauernstoss().do("N 8, E weg, S weg, W weg")
    assert deal.words == {"trump C", "trump S", "trump H", "trump D"}
    deal.do("N trump D, N plays CA")
    assert deal.words == deal.hand("E")
    assert deal.refuses("E plays CT") == "hand"


def test_b21_in_a_tie_each_says_a_higher_rank_or_concedes():
    deal = bauernstoss().do("N 5, E mit, S weg, W mit")
    assert (deal.to_act, deal.state.phase) == ("N", Phase.LOW)
    assert deal.words == {f"low {rank}" for rank in "789QKTA"}
    assert deal.refuses("N concedes") == "B7"
    deal.do("N low Q")
    assert (deal.to_act, deal.words) == ("E", {"low K", "low T", "low A", "concedes"})
    assert deal.refuses("E low Q") == "B7"
    deal.do("E concedes")
    assert deal.words == {"low K", "low T", "low A", "concedes"}
    deal.do("W low A")
    assert (deal.to_act, deal.state.phase) == ("W", Phase.NAME)
    assert [known.rank for known in deal.view(None).made_known] == [3, None, 6]


def test_b21_after_an_ace_only_conceding_is_left():
    deal = bauernstoss().do("N 5, E mit, S weg, W weg, N low A")
    assert deal.words == {"concedes"}
    assert deal.do("E concedes").to_act == "N"


def test_b21_two_partners_alone_make_nothing_known():
    deal = bauernstoss().do("N 5, E weg, S mit, W weg")
    assert (deal.to_act, deal.state.phase) == ("N", Phase.NAME)
    assert "yields" in deal.words
    assert schoofkopp().do("N 5, E weg, S mit, W weg").state.phase is Phase.LOW  # S2: there they are opponents


def test_b21_in_a_kleines_solo_cj_is_not_given():
    deal = bauernstoss().do("N weg, E kleines-solo, E trump H")
    assert deal.words == deal.hand("E") - {"CJ"}
    assert deal.refuses("E gives CJ") == "B13"
    deal = bauernstoss().do("N kleines-solo, N trump C")  # a breach, which nobody sees
    assert deal.words == deal.hand("N")


def test_b21_all_four_weg_are_thrown_in():
    deal = bauernstoss().do("N weg, E weg, S weg, W weg")
    assert ending(deal) == ("thrown-in", (0, 0), "NS")
    assert deal.facts["next_dealer"] == "N"


def test_b21_b10_throws_in():
    deal = bauernstoss(N=FOUR_JACKS).do("N weg")
    assert ending(deal) == ("thrown-in", (0, 0), "NS")
    assert deal.state.pending is not None
    assert deal.state.pending.thrown_in_by == N
    assert bauernstoss(N=FOUR_JACKS, E=HANDS["N"]).do("N 5, E weg").state.phase is Phase.CALL
    assert first_deal("W", BAUERNSTOSS, N=FOUR_JACKS).facts["outcome"] == "thrown-in"


def test_b21_breaches_are_not_shown():
    """E trumps a Spade, once rightly and once with a Spade in hand; nobody else can tell the two deals apart but S."""
    wrong = HANDS | {"E": "CJ SJ HA HT HK S9 C8 D7", "S": "HJ DA DT DK DQ D9 C9 H7"}
    right_deal, wrong_deal = (bauernstoss(**hands).do(HEARTS, "N plays ST, E plays HA") for hands in (HANDS, wrong))
    assert (len(right_deal.state.breaches), len(wrong_deal.state.breaches)) == (0, 1)
    for seat in ("N", "W", None):
        assert right_deal.view(seat) == wrong_deal.view(seat)


def test_b21_strict_conduct_takes_none_of_it():
    deal = partie("W", 3, 3, "NS").deal(**HANDS)
    assert deal.refuses("N 5") == "B2"
    assert deal.refuses("N low 9") == "phase"
    assert deal.refuses("E reports N") == "phase"


# -- B23


def test_b23_a_deal_is_settled_only_by_the_table():
    deal = honestly(bauernstoss().do(HEARTS))
    assert deal.state.phase is Phase.SETTLE
    assert BAUERNSTOSS.settlement(deal.state) is None
    assert BAUERNSTOSS.to_act(deal.state) is None
    assert deal.view("N").striche == (3, 3)
    assert deal.facts["striche"] == {"NS": 4, "EW": 3}  # as it will be
    assert deal.refuses("N plays S9") == "over"
    settle(deal)
    assert deal.state.phase is Phase.DEAL
    assert deal.view("N").striche == (4, 3)
    assert deal.refuses("N reports E") == "over"


def test_b23_settling_is_the_tables_and_only_then():
    over = honestly(bauernstoss().do(HEARTS))
    for state, seat, reason in ((bauernstoss().state, None, "phase"), (over.state, N, "turn")):
        with pytest.raises(IllegalAction) as refused:
            BAUERNSTOSS.apply(state, seat, Settle())
        assert refused.value.reason == reason


def test_b23_the_last_deal_of_a_partie_waits_too_and_can_still_fall():
    deal = partie("W", 3, 19, "EW", BAUERNSTOSS).deal(**HANDS)
    honestly(deal.do(REVOKE))
    assert (deal.facts["winner"], deal.state.phase) == ("EW", Phase.SETTLE)
    assert settle(Position(deal.state, BAUERNSTOSS)).state.phase is Phase.OVER
    deal.do("N reports E")
    assert ending(deal) == ("breach", (1, 0), "NS")
    assert "winner" not in deal.facts
    assert settle(deal).state.phase is Phase.DEAL


def test_b23_only_the_other_pair_reports():
    deal = bauernstoss().do("N 5")
    assert deal.refuses("S reports N") == "B23"
    assert deal.refuses("N reports N") == "B23"
    deal.do("E reports N, W reports N, W reports S")
    assert [(report.seat, report.accused) for report in deal.view(None).reports] == [(1, 0), (3, 0), (3, 2)]


def test_b23_a_report_comes_at_any_time_and_takes_nobodys_turn():
    for steps in ("N weg", HEARTS, f"{HEARTS}, N plays CA"):
        deal = bauernstoss().do(steps)
        before = deal.legal
        assert deal.do("N reports E, W reports N").legal == before


@pytest.mark.parametrize("kreide", ["NS", "EW"])
@pytest.mark.parametrize("reporter", ["N", "S"])
def test_b23_a_proven_breach_ends_the_deal_for_one_strich_and_the_kreide(kreide: str, reporter: str):
    deal = bauernstoss(kreide).do(REVOKE, f"{reporter} reports E")
    assert verdict(deal) is None
    deal.do("S plays D9, W plays D8, N plays CT, E plays C8")
    assert verdict(deal) == ("C10", "C8")
    assert deal.hand("E") == {"CJ", "SJ", "HA", "HT", "HK", "C9"}
    assert ending(deal) == ("breach", (1, 0), "NS")
    assert deal.view(None).verdict == deal.state.verdict
    for step in ("E reports N", "N reports W", "N plays CK"):
        assert deal.refuses(step) == "over"
    assert settle(deal).view(None).striche == (4, 3)
    assert deal.facts["next_dealer"] == "N"


def test_b23_a_breach_made_after_the_report_is_not_meant():
    deal = bauernstoss().do(HEARTS, "N reports E", REVOKE.removeprefix(HEARTS + ", "))
    deal.do("S plays D9, W plays D8, N plays CT, E plays C8")
    assert verdict(deal) is None  # though it lies open now
    assert verdict(deal.do("S reports E")) == ("C10", "C8")


def test_b23_breaches_nobody_reports_stand():
    assert ending(honestly(bauernstoss("EW").do(REVOKE))) == ("played", (0, 1), "EW")
    assert ending(honestly(bauernstoss("EW").do(REVOKE, "N reports W"))) == ("played", (0, 1), "EW")


def test_b23_reported_after_the_last_card():
    for kreide in ("NS", "EW"):  # won or lost anyway
        assert ending(honestly(bauernstoss(kreide).do(REVOKE)).do("N reports E")) == ("breach", (1, 0), "NS")


def test_b23_a_report_is_of_this_deal_only():
    deal = settle(honestly(bauernstoss().do(REVOKE)))
    deal.deal(**HANDS).do("N reports E")
    assert verdict(deal) is None


def test_b23_in_a_solo_its_striche_whoever_played_wrong():
    solo = "N grosses-solo, N trump C, N plays CA"
    by_opponent = honestly(bauernstoss("EW").do(solo, "E plays D7, W plays C7, N reports E"))
    assert ending(by_opponent) == ("breach", (12, 0), "NS")
    false_solo = bauernstoss().do("N kleines-solo, W reports N, N trump C, N gives SQ, S gives HJ")
    assert ending(honestly(false_solo)) == ("breach", (0, 8), "EW")


@pytest.mark.parametrize(
    ("steps", "striche"),
    [
        ("N 7, E reports N, E 8, S weg, W weg, E trump H", (0, 2)),
        ("N weg, E 8, N reports E, S weg, W weg, E trump H", (1, 1)),
    ],
)
def test_b23_b19s_strich_comes_on_top_in_the_first_deal(steps: str, striche: tuple[int, int]):
    deal = honestly(first_deal("W", BAUERNSTOSS, **HANDS).do(steps))  # E has CJ
    assert (deal.facts["outcome"], scored(deal)) == ("breach", striche)
    assert deal.state.pending is not None
    assert deal.state.pending.bonus == 1


def test_b23_b19s_strich_also_if_cj_has_not_fallen():
    deal = first_deal("W", BAUERNSTOSS, **HANDS).do("N weg, E weg, S weg, W weg, S reports W")
    assert scored(deal) == (1, 1)


def test_b23_a_deal_thrown_in_falls_too():
    deal = bauernstoss("EW").do("N weg, E weg, S weg, W weg, S reports W")
    assert verdict(deal) == ("B4", "DJ")
    assert ending(deal) == ("breach", (1, 0), "NS")


def test_b23_the_report_proven_first_decides():
    deal = bauernstoss().do("N 8, W reports N, E weg, S weg, W weg, N trump H")
    deal.do("N plays CA, E plays D7, S reports E, S plays H7, W plays C7, S plays D9, W plays D8, N plays CT")
    assert verdict(deal) is None
    assert verdict(deal.do("E plays C8")) == ("C10", "C8")


def test_b23_of_two_proven_at_once_the_earlier_report_decides():
    for reports, seat in (("W reports S, N reports E", 3), ("N reports E, W reports S", 0)):
        deal = bauernstoss().do("N weg, E weg, S weg", reports)
        assert verdict(deal) is None
        deal.do("W weg")  # thrown in, and every hand is known
        assert deal.state.verdict is not None
        assert deal.state.verdict.seat == seat


def test_b23_once_settled_nothing_can_be_reported_of_a_table_stopped():
    deal = honestly(partie("W", 3, 19, "EW", BAUERNSTOSS).deal(**HANDS).do(REVOKE)).do("void")
    assert (deal.facts["outcome"], deal.facts["striche"]) == ("abandoned", {"NS": 3, "EW": 19})
    deal = honestly(bauernstoss("EW").do(REVOKE))
    settled = settle(Position(deal.state, BAUERNSTOSS))
    both = [BAUERNSTOSS.apply(state, None, Void()).state.standing for state in (deal.state, settled.state)]
    assert both[0] == both[1]
    assert both[0].striche == (3, 4)
