"""B22: every kind of breach, each beside the nearest thing that is none."""

import pytest

from bot.core.schafkopf.engine import Schafkopf

from .positions import first_deal, later_deal, playing, single_cards
from .tavern_positions import (
    BAUERNSTOSS,
    FOUR_JACKS,
    HANDS,
    SCHOOFKOPP,
    TRUMP_LED,
    TWO_SUITS,
    bauernstoss,
    caught,
    honestly,
    neighbour,
    schoofkopp,
    verdict,
)


@pytest.mark.parametrize(
    ("said", "then", "rule"),
    [
        ("N 4", "E weg, S weg, W weg, N trump C", "B2"),  # four Clubs, but no Jack
        ("N 5", "E weg, S weg, W weg, N trump C", "B2"),
        ("N weg, E 2", "S weg, W weg, E trump S", "B2"),  # two Jacks, but no Spade
        ("N weg, E 3", "S weg, W weg, E trump D", None),
        ("N weg, E 4", "S weg, W weg, E trump C", None),
        ("N weg, E 5", "S weg, W weg, E trump H", None),
        ("N weg, E 6", "S weg, W weg, E trump H", "B2"),
        ("N weg, E 8", "S weg, W weg, E trump H", "B2"),
        ("N weg, E 5, S 6", "W weg, S trump D", None),
        ("N weg, E 5, S 7", "W weg, S trump D", "B2"),
    ],
)
def test_b22_a_number_the_hand_does_not_bear_out(said: str, then: str, rule: str | None):
    assert caught(bauernstoss(), said, then) == rule
    assert caught(schoofkopp(), said, then) == rule


def test_b22_a_number_with_four_jacks():
    on = "E weg, S weg, W weg, N trump C"
    assert caught(bauernstoss(N=FOUR_JACKS), "N 6", on) == "B2"  # B10 too, but the lowest rule is named
    assert caught(schoofkopp(N=FOUR_JACKS), "N 6", on) is None
    assert caught(schoofkopp(N=FOUR_JACKS), "N 7", on) == "B2"


def test_b22_mit_with_another_number():
    on = "W weg, E low T, S concedes, E trump H"
    assert caught(bauernstoss(), "N weg, E 5, S mit", on) == "B6"  # S has 6
    assert caught(bauernstoss(), "N weg, E 5, S weg, W mit", "E trump H") == "B6"  # W has 4
    assert caught(bauernstoss(), "N weg, E 4, S weg, W mit", "E trump C") is None


def test_b22_mit_without_a_jack():
    deal = later_deal("E", "NS", 3, 3, BAUERNSTOSS, **HANDS)
    assert caught(deal, "S 4, W weg, N mit", "E weg, S trump D") is not None


@pytest.mark.parametrize(
    ("game", "lowest", "said", "then", "rule"),
    [
        (BAUERNSTOSS, {"E": "S7"}, "N 2, E mit", "S weg, W weg, N low 7, E concedes, N trump C", "B6"),
        (BAUERNSTOSS, {"E": "S8"}, "N 2, E mit", "S weg, W weg, N low 7, E concedes, N trump C", None),
        (BAUERNSTOSS, {}, "N 2, E weg, S mit", "W weg, N trump C", None),  # after the partner a Seven will do
        (SCHOOFKOPP, {}, "N 2, E weg, S mit", "W weg, N low 7, S concedes, N trump C", "B6"),  # S2: not so there
        (SCHOOFKOPP, {"S": "H8"}, "N 2, E weg, S mit", "W weg, N low 7, S low 8, S trump H", None),
        (
            BAUERNSTOSS,
            {"E": "S8", "S": "H8"},
            "N 2, E mit, S mit",
            "W weg, N low 7, E low 8, S concedes, E trump S",
            "B6",
        ),
        (
            BAUERNSTOSS,
            {"E": "S8", "S": "H9"},
            "N 2, E mit, S mit",
            "W weg, N low 7, E low 8, S concedes, E trump S",
            None,
        ),
    ],
)
def test_b22_mit_against_b6(game: Schafkopf, lowest: dict[str, str], said: str, then: str, rule: str | None):
    assert caught(single_cards(game, **lowest), said, then) == rule


def test_b22_weg_with_a_jack_while_no_number_stands():
    assert caught(bauernstoss(), "N weg", "E 5, S weg, W weg, E trump H") is None
    assert caught(bauernstoss(), "N weg, E weg", "S 6, W weg, S trump D") == "B4"
    assert caught(bauernstoss(), "N weg, E 5, S weg", "W weg, E trump H") is None  # B5: overbidding is no duty
    assert caught(schoofkopp(N=FOUR_JACKS), "N weg", "E 5, S weg, W weg, E trump H") == "B4"


def test_b22_weg_with_four_jacks_throws_in_and_is_no_breach():
    assert caught(bauernstoss(N=FOUR_JACKS), "N weg") is None


@pytest.mark.parametrize(
    ("rank", "suit", "rule"),
    [
        ("7", "S", None),
        ("8", "S", "B7"),
        ("Q", "C", "B7"),
        ("K", "C", None),
        ("T", "C", "B7"),
        ("A", "C", "B7"),  # it has the Ace of both suits, and a lower card
    ],
)
def test_b22_a_rank_that_is_lowest_in_no_suit_of_the_number(rank: str, suit: str, rule: str | None):
    calls, then = f"N 4, E mit, S weg, W weg, N low {rank}", f"E concedes, N trump {suit}"
    assert caught(bauernstoss(**TWO_SUITS), calls, then) == rule


def test_b22_the_rank_of_a_suit_that_gives_another_number():
    hands = TWO_SUITS | {"N": "CJ SJ CA CK SA S7 HT D8"}
    assert caught(bauernstoss(**hands), "N 4, E mit, S weg, W weg, N low T", "E concedes, N trump C") == "B7"


def test_b22_a_mit_callers_rank_too_but_conceding_is_no_breach():
    tie = "N 4, E mit, S weg, W weg, N low 7, E "
    assert caught(bauernstoss(**TWO_SUITS), tie + "low A", "E trump H") == "B7"
    assert caught(bauernstoss(**TWO_SUITS), tie + "low K", "E trump H") is None
    assert caught(bauernstoss(**TWO_SUITS), tie + "concedes", "N trump S") is None  # with a King in hand


@pytest.mark.parametrize(("suit", "rule"), [("H", None), ("C", "B9"), ("S", "B9"), ("D", "B9")])
def test_b22_naming_a_suit_of_another_number(suit: str, rule: str | None):
    assert caught(bauernstoss(), f"N weg, E 5, S weg, W weg, E trump {suit}") == rule


@pytest.mark.parametrize(
    ("rank", "suit", "rule"), [("K", "C", None), ("K", "S", "B9"), ("7", "S", None), ("7", "C", "B9")]
)
def test_b22_naming_a_suit_against_the_rank_made_known(rank: str, suit: str, rule: str | None):
    calls = f"N 4, E mit, S weg, W weg, N low {rank}, E concedes, N trump {suit}"
    assert caught(bauernstoss(**TWO_SUITS), calls) == rule


def test_b22_naming_after_the_partner_has_yielded():
    calls = "N 2, E weg, S mit, W weg, N yields, S trump "
    assert caught(single_cards(BAUERNSTOSS), calls + "H") is None
    assert caught(single_cards(BAUERNSTOSS), calls + "C") == "B9"


def test_b22_who_conceded_and_names_is_bound_to_no_rank():
    deal = single_cards(BAUERNSTOSS, N="CA", E="S8", S="H9")
    calls = "N 2, E mit, S mit, W weg, N low A, E concedes, S concedes, N yields, S trump H"
    assert caught(deal, calls) is None


def test_b22_a_soloist_names_any_suit():
    assert caught(bauernstoss(), "N grosses-solo, N trump D") is None
    assert caught(bauernstoss(), "N weg, E 5, S grosses-solo, S trump C") is None  # the 5 binds nobody now


def test_b22_a_kleines_solo_without_cj_or_with_four_jacks():
    assert caught(bauernstoss(), "N kleines-solo", "N trump C, N gives SQ, S gives S9") == "B11"
    assert caught(bauernstoss(), "N weg, E kleines-solo", "E trump H, E gives D7, W gives D8") is None
    four = bauernstoss(N=FOUR_JACKS, S="D7 D8 D9 DQ DK DT DA H8")
    assert caught(four, "N kleines-solo", "N trump C, N gives H7, S gives D7") == "B10"
    assert caught(bauernstoss(N=FOUR_JACKS), "N grosses-solo", "N trump C") is None


def test_b22_a_kleines_solo_with_cj_alone_is_right_also_if_the_partner_gives_a_jack():
    on = "E trump H, E gives D7, W gives DJ"
    assert caught(bauernstoss(), "N weg, E kleines-solo", on) is None


# -- cards: Clubs are trump; the accused holds two cards and plays the first on the trick, then the other


def laid(trick: str, hand: str, game: Schafkopf) -> tuple[str, str] | None:
    """The verdict on the first card of the hand, once the second lies open too."""
    accused = "NES"[len(trick.split())]
    hands = {"N": "DA", "E": "D8", "S": "SQ D9", "W": "DT DQ"} | {accused: hand}
    deal = playing("C", trick, "W", game, **hands)
    deal.do(f"{accused} plays {hand[:2]}, {neighbour(accused)} reports {accused}")
    assert verdict(deal) is None  # nothing shows it yet
    return verdict(honestly(deal))


@pytest.mark.parametrize(
    ("trick", "hand", "found"),
    [
        ("HA", "S7 H7", ("C10", "H7")),
        ("HA", "C7 H7", ("C10", "H7")),
        ("HA", "HJ H7", ("C10", "H7")),  # the Jack is no Heart
        ("HA", "H7 HT", None),
        ("HA", "H7 CJ", None),
        ("CA", "S7 C7", ("C10", "C7")),
        ("CA", "S7 DJ", ("C10", "DJ")),  # a Jack is a trump
        ("DJ", "S7 C7", ("C10", "C7")),
        ("HA", "S7 C7", ("C11", "C7")),
        ("HA", "S7 DJ", ("C11", "DJ")),
        ("HA", "S7 D7", None),
        ("HA", "C7 S7", None),
        ("DJ", "C7 SJ", ("B16", "SJ")),
        ("DJ", "HJ SJ", None),
        ("SJ", "C7 HJ", None),
        ("HA DJ", "C7 SJ", ("B16", "SJ")),
        ("HA DJ", "S7 SJ", ("C11", "SJ")),
        ("HA DJ", "H7 CJ", None),  # who follows a plain suit need not beat
        ("DJ SJ", "HJ CJ", ("B16", "CJ")),
        ("DJ SJ", "C7 HJ", None),
        ("CT", "C7 CJ", None),  # other trumps need not be beaten
    ],
)
def test_b22_a_false_card(trick: str, hand: str, found: tuple[str, str] | None):
    assert laid(trick, hand, BAUERNSTOSS) == found


@pytest.mark.parametrize(
    ("trick", "hand", "always", "trump_led"),
    [
        ("CT", "C7 CA", ("S3", "CA"), ("S3", "CA")),
        ("CT", "C7 CJ", ("S3", "CJ"), ("S3", "CJ")),
        ("CT", "C7 C8", None, None),
        ("CT", "S7 C7", ("C10", "C7"), ("C10", "C7")),
        ("HA C9", "C7 CT", ("S3", "CT"), None),
        ("HA C9", "S7 CT", ("C11", "CT"), ("C11", "CT")),
        ("HA C9", "H7 CT", None, None),
        ("HA", "C7 CT", None, None),
    ],
)
def test_b22_s8_not_overtrumping(
    trick: str, hand: str, always: tuple[str, str] | None, trump_led: tuple[str, str] | None
):
    assert laid(trick, hand, SCHOOFKOPP) == always
    assert laid(trick, hand, TRUMP_LED) == trump_led


def test_b22_whoever_leads_may_lead_anything():
    assert caught(bauernstoss(), "N weg, E 5, S weg, W weg, E trump H, N plays SQ") is None


def test_b22_nothing_is_a_breach_in_a_deal_played_rightly():
    for game in (BAUERNSTOSS, SCHOOFKOPP):
        deal = first_deal("W", game, **HANDS).do("N weg, E 5, S 6, W weg, S trump D")
        deal.do("N reports E, N reports W, E reports N, E reports S")
        assert verdict(honestly(deal)) is None
