"""B16 to B20: beating Jacks, the hidden Kreide, what a deal is worth."""

import pytest

from bot.core.events import KreideKnown
from bot.core.schafkopf.state import State

from .positions import Position, first_deal, last_trick, later_deal, playing

# -- B16


def test_b16_a_jack_must_be_beaten_by_a_higher_jack():
    east = playing("C", trick="HJ", E="SJ C7 CA")
    assert east.words == {"SJ"}
    assert east.refuses("E plays C7") == "B16"


def test_b16_any_higher_jack_will_do_and_a_lower_one_will_not():
    assert playing("C", trick="HJ", E="CJ SJ DJ CA").words == {"CJ", "SJ"}
    assert playing("C", trick="HJ", E="CJ SJ DJ CA").refuses("E plays DJ") == "B16"


def test_b16_without_a_higher_jack_any_trump():
    assert playing("C", trick="SJ", E="HJ DJ C7 CA SA").words == {"HJ", "DJ", "C7", "CA"}


def test_b16_the_partners_jack_too():
    assert playing("C", trick="HJ C7", S="SJ CA").words == {"SJ"}


def test_b16_the_highest_jack_fallen_counts():
    assert playing("C", trick="DJ SJ", S="HJ C7").words == {"HJ", "C7"}
    assert playing("C", trick="DJ SJ", S="CJ HJ C7").words == {"CJ"}
    assert playing("C", trick="SJ DJ", S="HJ C7").words == {"HJ", "C7"}


def test_b16_when_void_in_a_plain_suit_led():
    assert playing("C", trick="HA DJ", S="HJ C7 SA").words == {"HJ"}
    assert playing("C", trick="HA DJ", S="HJ C7 SA").refuses("S plays C7") == "B16"
    assert playing("C", trick="HA DJ", S="HJ C7 SA").refuses("S plays SA") == "C11"  # the first rule broken


def test_b16_not_when_following_a_plain_suit():
    south = playing("C", trick="HA DJ", S="H7 HJ C7")
    assert south.words == {"H7"}
    assert south.refuses("S plays HJ") == "C10"


def test_b16_other_trumps_need_not_be_overtrumped():
    assert playing("C", trick="CT", E="C7 CA HJ").words == {"C7", "CA", "HJ"}
    assert playing("C", trick="HA CT", S="C7 CA HJ").words == {"C7", "CA", "HJ"}


def test_b16_trumps_above_a_jack_fallen_matter_not():
    assert playing("C", trick="CA DJ CT", W="SJ C9").words == {"SJ"}


def test_b16_nobody_beats_cj():
    assert playing("C", trick="CJ", E="SJ C7").words == {"SJ", "C7"}


def test_b16_with_neither_suit_nor_trump_anything():
    assert playing("C", trick="HA DJ", S="SA D7").words == {"SA", "D7"}


def test_b16_also_against_a_soloist():
    deal = later_deal(N="DJ CJ CA CT CK CQ C9 H7", E="SJ C7 S7 S8 S9 SQ D7 D8").do(
        "N grosses-solo, N trump C, N plays DJ"
    )
    assert deal.words == {"SJ"}


# -- B17


def to_play(deal: Position) -> Position:
    """Everyone passes who may, the lowest number is called, and the first suit named."""
    while deal.state.trump is None:
        words = sorted(deal.words)
        deal.do(f"{deal.to_act} {'weg' if 'weg' in words else words[0]}")
    return deal


def test_b17_the_pair_with_cj_has_the_kreide_once_it_falls():
    deal = to_play(first_deal(S="CJ C7 C8 S7 S8 H7 H8 D7", N="DJ HA HT HK HQ DA DT DK"))
    deal.do("N plays DJ").do(f"E plays {min(deal.words)}")
    assert "kreide" not in deal.facts
    assert all(deal.view(seat).kreide is None for seat in ("N", "E", "S", "W", None))  # not even to its holder
    deal.do("S plays CJ")
    assert deal.facts["kreide"] == "NS"
    assert all(deal.view(seat).kreide == 0 for seat in ("N", "E", "S", "W", None))
    assert [event.pair for event in deal.events if isinstance(event, KreideKnown)] == [0]


def test_b17_in_later_deals_it_is_known_and_cj_tells_nothing():
    deal = later_deal(kreide="EW", N="CJ C7 C8 S7 S8 H7 H8 D7")
    assert deal.view(None).kreide == 1
    to_play(deal).do("N plays CJ")
    assert deal.view(None).kreide == 1
    assert not any(isinstance(event, KreideKnown) for event in deal.events)


def test_b17_the_state_prints_without_hands():
    deal = first_deal(N="CJ C7 C8 S7 S8 H7 H8 D7")
    assert "hands" not in repr(deal.state)
    assert "dealt" not in repr(deal.state)
    assert isinstance(deal.state, State)


def test_b17_a_deal_stopped_before_cj_falls_gives_nobody_the_kreide():
    deal = to_play(first_deal(N="CJ C7 C8 S7 S8 H7 H8 D7")).do("void")
    assert "kreide" not in deal.facts
    assert deal.view(None).kreide is None


# -- B18 to B20: settled by one last trick of no Augen, which N takes


def settled(
    augen: tuple[int, int], tricks: tuple[int, int] = (4, 4), **rest: str | bool
) -> tuple[tuple[int, int], str]:
    """Striche scored (NS, EW) and who has the Kreide then."""
    deal = last_trick(augen, tricks, **rest)  # pyright: ignore[reportArgumentType]
    deal.do("N plays S9, E plays D8, S plays S8, W plays S7")
    assert deal.facts["outcome"] == "played"
    assert deal.state.result is not None
    return deal.state.result.settlement.striche, deal.facts["kreide"]


@pytest.mark.parametrize(
    ("augen", "scored", "kreide"),
    [
        ((41, 79), (0, 1), "EW"),  # lost with 41
        ((42, 78), (1, 0), "NS"),  # 42 suffice, and 78 do not
        ((90, 30), (1, 0), "NS"),
        ((91, 29), (2, 0), "NS"),
        ((120, 0), (2, 0), "NS"),
        ((30, 90), (0, 1), "EW"),
        ((29, 91), (0, 2), "EW"),
        ((0, 120), (0, 2), "EW"),
    ],
)
def test_b18_what_the_pair_with_the_kreide_needs(augen: tuple[int, int], scored: tuple[int, int], kreide: str):
    assert settled(augen, kreide="NS") == (scored, kreide)


@pytest.mark.parametrize(
    ("augen", "scored", "kreide"),
    [
        ((79, 41), (1, 0), "NS"),
        ((78, 42), (0, 1), "EW"),
        ((90, 30), (1, 0), "NS"),
        ((91, 29), (2, 0), "NS"),
        ((60, 60), (0, 1), "EW"),
    ],
)
def test_b18_what_the_other_pair_needs(augen: tuple[int, int], scored: tuple[int, int], kreide: str):
    assert settled(augen, kreide="EW") == (scored, kreide)


def test_b18_all_eight_tricks_are_three_striche_instead():
    assert settled((120, 0), (8, 0), kreide="NS") == ((3, 0), "NS")
    assert settled((120, 0), (8, 0), kreide="EW") == ((3, 0), "NS")


def test_b18_in_a_whole_deal():
    deal = later_deal(kreide="EW", N="CJ SJ HJ CA CQ C9 C8 C7")
    deal.do("N 8, E weg, S weg, W weg, N trump C").play_out(N="CJ SJ HJ CA CQ C9 C8 C7")
    assert deal.facts["augen"]["NS"] + deal.facts["augen"]["EW"] == 120
    assert deal.state.result is not None
    assert deal.state.result.winner == 0


@pytest.mark.parametrize(
    ("augen", "tricks", "club_jack", "scored", "kreide"),
    [
        ((42, 78), (4, 4), "NS", (2, 0), "NS"),  # it wins and has one more
        ((41, 79), (4, 4), "NS", (1, 1), "EW"),  # it loses and has one all the same
        ((29, 91), (4, 4), "NS", (1, 2), "EW"),
        ((91, 29), (4, 4), "NS", (3, 0), "NS"),
        ((120, 0), (8, 0), "NS", (4, 0), "NS"),
        ((78, 42), (4, 4), "EW", (0, 2), "EW"),
        ((79, 41), (4, 4), "EW", (1, 1), "NS"),
        ((120, 0), (8, 0), "EW", (3, 1), "NS"),
    ],
)
def test_b19_one_strich_more_for_the_pair_with_cj_in_the_first_deal(
    augen: tuple[int, int], tricks: tuple[int, int], club_jack: str, scored: tuple[int, int], kreide: str
):
    assert settled(augen, tricks, first=True, club_jack=club_jack) == (scored, kreide)


def test_b19_not_in_later_deals():
    assert settled((42, 78), club_jack="NS", kreide="NS") == ((1, 0), "NS")
    assert settled((42, 78), club_jack="EW", kreide="NS") == ((1, 0), "NS")


def test_b19_the_deal_after_one_thrown_in_is_the_first_still():
    deal = first_deal("S", N="CJ SJ HJ DJ C7 C8 C9 CQ").deal(N="CJ SJ HJ CA CT CK CQ C9")
    deal.do("N 8, E weg, S weg, W weg, N trump C").play_out(N="CJ SJ HJ CA")
    assert deal.state.result is not None
    assert deal.state.result.bonus == 0


def test_b20_all_augen_without_all_tricks_are_two_striche():
    assert settled((120, 0), (7, 1), kreide="NS") == ((2, 0), "NS")
    assert settled((120, 0), (8, 0), kreide="NS") == ((3, 0), "NS")
    assert settled((0, 120), (1, 7), kreide="NS") == ((0, 2), "EW")
