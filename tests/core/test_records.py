"""The kept records, the text form itself, and what is no record."""

from pathlib import Path
from typing import Any

import pytest

from bot.core.actions import Call, Deal, NoAction, Play, Void
from bot.core.cards import CLUB_JACK
from bot.core.game import IllegalAction
from bot.core.record import NoRecord, Record, hand_text, parse_step, read, write
from bot.core.replay import differences, play, record_of
from bot.core.schafkopf.engine import pack_for
from bot.core.seats import N, W
from bot.replay import check

from .positions import GAME, Position, first_deal, later_deal, random_partie

RECORDS = sorted((Path(__file__).parent.parent / "records").glob("*.toml"))

DEAL: dict[str, Any] = {
    "dealer": '"W"',
    "hands.N": '"CJ HJ SA S9 S7 DK HQ C8"',
    "hands.E": '"SJ HA HT HK H9 C7 D8 DQ"',
    "hands.S": '"DJ CA CT CK SK D9 D7 H8"',
    "hands.W": '"CQ C9 ST SQ S8 H7 DA DT"',
    "steps": '["N 5", "E mit", "S weg", "W weg", "E trump H", "N plays C8", "E plays C7", "S plays CA", "W plays C9"]',
}
EXAMPLE = {
    "to_act": '"S"',
    "legal": '["S plays H8", "S plays DJ", "S plays CT", "S plays CK", "S plays SK", "S plays D9", "S plays D7"]',
}


def text(top: str = 'game = "bauernstoss"', expect: dict[str, str] | None = None, **deal: str | None) -> str:
    """A record of one deal; keys of the deal replaced (``hands_N``) or, with None, left out."""
    lines = DEAL | {key.replace("_", "."): value for key, value in deal.items()}
    rows = [top, "[[deal]]", *(f"{key} = {value}" for key, value in lines.items() if value is not None)]
    if expect is not None:
        rows += ["[expect]", *(f"{key} = {value}" for key, value in expect.items())]
    return "\n".join(rows)


def test_there_are_records():
    assert len(RECORDS) >= 230


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_kept_record_comes_out_as_it_expects(file: Path):
    verdict = check(file)
    assert (verdict.status, verdict.line) == (0, "ok")


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_kept_record_written_again_is_the_same(file: Path):
    record = read(file.read_text())
    assert read(write(record)) == record


def test_the_example_of_the_text_form():
    top = 'game = "bauernstoss"\nbefore = { striche = { NS = 7, EW = 4 }, kreide = "EW" }'
    record = read(text(top, expect=EXAMPLE, choices="[4, 3, 2, 2, 1, 8, 1, 3, 2]"))
    assert differences(play(record)) == []
    assert play(record).facts["striche"] == {"NS": 7, "EW": 4}
    assert play(record).facts["kreide"] == "EW"


@pytest.mark.parametrize(
    ("key", "value", "got"),
    [
        ("to_act", '"N"', "S"),
        ("striche", "{ NS = 1, EW = 0 }", {"NS": 0, "EW": 0}),
        ("augen", "{ NS = 11, EW = 1 }", {"NS": 11, "EW": 0}),
        ("tricks", "{ NS = 0, EW = 1 }", {"NS": 1, "EW": 0}),
        ("kreide", '"NS"', None),  # B17
        ("winner", '"NS"', None),
        ("next_dealer", '"N"', None),
        ("outcome", '"played"', None),
        ("error", '{ deal = 1, step = 9, rule = "C10" }', None),
    ],
)
def test_what_comes_out_otherwise_is_told(key: str, value: str, got: object):
    found = differences(play(read(text(expect={key: value}))))
    assert [(difference.key, difference.got) for difference in found] == [(key, got)]


def test_legal_is_exactly_these_in_any_order():
    found = differences(play(read(text(expect={"legal": EXAMPLE["legal"].replace('"S plays D7"', '"S plays D8"')}))))
    assert [difference.key for difference in found] == ["legal"]
    found = differences(play(read(text(expect={"legal": EXAMPLE["legal"].replace(', "S plays D7"', "")}))))
    assert [difference.key for difference in found] == ["legal"]


@pytest.mark.parametrize(
    ("choices", "place"),
    [
        ("[2, 2, 1, 1, 1, 8, 1, 3, 3]", "deal 1 step 9"),
        ("[2, 2, 1, 1, 1, 8, 1, 3]", "deal 1"),
        ("[2, 2, 1, 1, 1, 8, 1, 3, 2, 7]", "deal 1"),
    ],
)
def test_choices_are_compared_one_by_one(choices: str, place: str):
    found = differences(play(read(text(choices=choices))))
    assert [(difference.key, difference.place) for difference in found] == [("choices", place)]


def test_choices_up_to_a_refused_step():
    steps = '["N 5", "E weg", "S weg", "W weg", "N trump H", "N trump S"]'
    for choices in ("[2, 2, 1, 1]", "[2, 2, 1, 1, 1]", "[2, 2, 1, 1, 1, 1]"):
        replay = play(read(text(steps=steps, choices=choices)))
        assert replay.refused is not None
        assert (replay.refused.deal, replay.refused.step, replay.refused.reason) == (1, 5, "B9")
        assert differences(replay) == []


def test_steps_after_a_refused_one_are_not_played():
    replay = play(read(text(steps='["N 5", "N 6", "E mit"]')))
    assert replay.facts["error"] == {"deal": 1, "step": 2, "rule": "turn"}
    assert replay.facts["to_act"] == "E"


@pytest.mark.parametrize(
    ("steps", "rule"),
    [
        ('["N weg"]', "B4"),
        ('["N 6"]', "B2"),
        ('["N 5", "E 5"]', "B5"),
        ('["N kleines-solo"]', "B11"),
        ('["N 5", "E mit", "S mit"]', "B6"),
        ('["N plays CJ"]', "phase"),
        ('["E 5"]', "turn"),
        ('["N 5", "E mit", "S weg", "W weg", "E yields"]', "B8"),
        ('["N 5", "E mit", "S weg", "W weg", "E trump H", "N plays C7"]', "hand"),
        ('["N 5", "E mit", "S weg", "W weg", "E trump H", "N plays C8", "E plays SJ"]', "C10"),
        ('["N lechdich"]', "phase"),
        ('["N low 9"]', "phase"),
        ('["N concedes"]', "phase"),
        ('["N reports E"]', "phase"),
        ('["N takes-back"]', "phase"),
        ('["void", "void"]', "over"),
    ],
)
def test_an_error_can_be_expected(steps: str, rule: str):
    number = steps.count(",") + 1
    expect = {"error": f'{{ deal = 1, step = {number}, rule = "{rule}" }}'}
    assert differences(play(read(text(steps=steps, expect=expect)))) == []


def test_void_abandons_the_deal_and_the_partie():
    facts = play(read(text(steps='["N 5", "void"]'))).facts
    assert (facts["outcome"], facts["next_dealer"]) == ("abandoned", "N")
    assert "winner" not in facts
    assert "to_act" not in facts


SECOND = "\n[[deal]]\n" + "\n".join(f"{key} = {value}" for key, value in (DEAL | {"dealer": '"N"'}).items())


def test_a_deal_cannot_follow_one_that_is_not_finished():
    with pytest.raises(NoRecord, match=r"^deal\[2\]: deal 1 is not finished"):
        play(read(text() + SECOND))


def test_a_step_after_the_end_of_the_partie():
    replay = play(read(text(steps='["void"]') + SECOND))
    assert replay.facts["error"] == {"deal": 2, "step": 1, "rule": "over"}


def test_a_deal_without_steps_after_the_end_of_the_partie():
    second = SECOND[: SECOND.index("steps")]
    with pytest.raises(NoRecord, match=r"^deal\[2\]: the Partie was over after deal 1"):
        play(read(text(steps='["void"]') + second))


BS, BH = 'game = "bauernstoss"\n', 'game = "bauernheinrich"\n'


@pytest.mark.parametrize(
    ("record", "key", "what"),
    [
        ("game = ", None, "no TOML"),
        ("[" * 5000, None, "no TOML"),
        ("", "game", "missing"),
        (text("game = 3"), "game", "a string"),
        (text('game = "skat"'), "game", "none of bauernstoss"),
        (text(BH + 'conduct = "tavern"'), "conduct", "always strict"),
        (text(BH + "before = { striche = { NS = 1, EW = 2 } }"), "before", "bauernheinrich has no such key"),
        (text(BH, expect={"striche": "{ NS = 1, EW = 2 }"}), "expect.striche", "bauernheinrich has no such key"),
        (text(BH, expect={"places": '"N"'}), "expect.places", "a list"),
        (text(BH, expect={"places": '["N", "NS"]'}), "expect.places[2]", "none of N, E, S, W"),
        (text(BH) + SECOND, "deal[2].dealer", "S is due to deal"),
        (text(BS + 'conduct = "loose"'), "conduct", "none of strict, tavern"),
        (text(BS + 'overtrump = "always"'), "overtrump", "only schoofkopp"),
        (text(BS + 'overtrump = "never"'), "overtrump", "none of always"),
        (text(BS + "deals = 1"), "deals", "no such key"),
        (text(BS + "before = 3"), "before", "a table"),
        (text(BS + "before = {}"), "before.striche", "missing"),
        (text(BS + "before = { striche = { NS = 1 } }"), "before.striche.EW", "missing"),
        (text(BS + "before = { striche = { NS = 1, EW = true } }"), "before.striche.EW", "whole number"),
        (text(BS + "before = { striche = { NS = 1, EW = 2.0 } }"), "before.striche.EW", "whole number"),
        (text(BS + "before = { striche = { NS = -1, EW = 2 } }"), "before.striche.NS", "below 0"),
        (text(BS + "before = { striche = { NS = 1, EW = 20 } }"), "before.striche", "over before"),
        (text(BS + "before = { striche = { NS = 1, EW = 2, SN = 3 } }"), "before.striche.SN", "no such key"),
        (text(BS + 'before = { striche = { NS = 1, EW = 2 }, kreide = "N" }'), "before.kreide", "none of NS, EW"),
        (text(BS + 'before = { striche = { NS = 1, EW = 2 }, dealer = "N" }'), "before.dealer", "no such key"),
        (BS, "deal", "missing"),
        (BS + "deal = []", "deal", "one or more"),
        (BS + "[deal]", "deal", "one or more"),
        (BS + "deal = [3]", "deal[1]", "a table"),
        (text(dealer=None), "deal[1].dealer", "missing"),
        (text(dealer='"X"'), "deal[1].dealer", "none of N, E, S, W"),
        (text(dealer='"NE"'), "deal[1].dealer", "none of N, E, S, W"),
        (text(dealer="1"), "deal[1].dealer", "a string"),
        (text(trump='"S"'), "deal[1].trump", "no such key"),
        (text(hands_N=None), "deal[1].hands.N", "missing"),
        (text(hands_X='"CJ"'), "deal[1].hands.X", "no such key"),
        (text(hands_N="8"), "deal[1].hands.N", "a string"),
        (text(hands_N='"CJ HJ SA S9 S7 DK HQ"'), "deal[1].hands.N", "7 cards instead of 8"),
        (text(hands_N='"CJ HJ SA S9 S7 DK HQ C8 SJ"'), "deal[1].hands.N", "9 cards instead of 8"),
        (text(hands_N='"CJ HJ SA S9 S7 DK HQ CX"'), "deal[1].hands.N", '"CX" is no card'),
        (text(hands_N='"CJ HJ SA S9 S7 DK HQ c8"'), "deal[1].hands.N", '"c8" is no card; C8 is'),
        (text(hands_N='"CJ HJ SA S9 S7 DK HQ CJ"'), "deal[1].hands.N", "CJ is twice in this hand"),
        (text(hands_N='"CJ HJ SA S9 S7 DK HQ SJ"'), "deal[1].hands.E", "SJ is in the hand of N too"),
        (text(steps='"N 5"'), "deal[1].steps", "a list"),
        (text(steps='["N 5", 3]'), "deal[1].steps[2]", "a string"),
        (text(steps='["N 5", "E gut"]'), "deal[1].steps[2]", "no step"),
        (text(steps='["N 9"]'), "deal[1].steps[1]", "no step"),
        (text(steps='["N  5"]'), "deal[1].steps[1]", "no step"),
        (text(steps='["n 5"]'), "deal[1].steps[1]", "no step"),
        (text(steps='["N void"]'), "deal[1].steps[1]", "no step"),
        (text(steps='["N plays cj"]'), "deal[1].steps[1]", "no step"),
        (text(steps='["N plays"]'), "deal[1].steps[1]", "no step"),
        (text(steps='["N deal"]'), "deal[1].steps[1]", "no step"),
        (text(steps='[""]'), "deal[1].steps[1]", "no step"),
        (text(steps='["N low J"]'), "deal[1].steps[1]", "no step"),
        (text(steps='["N low "]'), "deal[1].steps[1]", "no step"),
        (text(steps='["N reports NS"]'), "deal[1].steps[1]", "no step"),
        (text(steps='["N settle"]'), "deal[1].steps[1]", "no step"),
        (text(BS + 'before = { striche = { NS = 1, EW = 2 }, took_back = ["X"] }'), "before.took_back[1]", "none of N"),
        (text(choices="3"), "deal[1].choices", "a list"),
        (text(choices="[3, true]"), "deal[1].choices[2]", "a whole number"),
        (text(steps='["void"]') + SECOND.replace('dealer = "N"', 'dealer = "E"'), "deal[2].dealer", "N is due"),
        (text(BS + "expect = 3"), "expect", "a table"),
        (text(expect={"points": "3"}), "expect.points", "no such key"),
        (text(expect={"outcome": '"won"'}), "expect.outcome", "none of played"),
        (text(expect={"augen": "60"}), "expect.augen", "a table"),
        (text(expect={"augen": "{ NS = 60 }"}), "expect.augen.EW", "missing"),
        (text(expect={"kreide": '"N"'}), "expect.kreide", "none of NS, EW"),
        (text(expect={"to_act": '"NS"'}), "expect.to_act", "none of N, E"),
        (text(expect={"legal": '"N 5"'}), "expect.legal", "a list"),
        (text(expect={"legal": '["N 5", "N five"]'}), "expect.legal[2]", "no step"),
        (text(expect={"places": '["N"]'}), "expect.places", "bauernstoss has no such key"),
        (text(expect={"error": '"C10"'}), "expect.error", "a table"),
        (text(expect={"error": '{ deal = 1, rule = "C10" }'}), "expect.error.step", "missing"),
        (text(expect={"error": '{ deal = 0, step = 1, rule = "C10" }'}), "expect.error.deal", "counted from 1"),
        (text(expect={"error": '{ deal = 1, step = 1, rule = "late" }'}), "expect.error.rule", "no rule number"),
        (text(expect={"error": '{ deal = 1, step = 1, why = "C10" }'}), "expect.error.why", "no such key"),
    ],
)
def test_no_record(record: str, key: str | None, what: str):
    with pytest.raises(NoRecord) as raised:
        read(record)
    assert raised.value.key == key
    assert what in raised.value.what


def test_steps_may_be_left_out():
    facts = play(read(text(steps=None))).facts
    assert facts["to_act"] == "N"


def test_a_step_is_spelt_exactly():
    assert parse_step("N plays CJ").action == Play(CLUB_JACK)
    assert parse_step("void").seat is None
    for wrong in ("plays CJ", "N plays CJ ", " N plays CJ", "NE plays CJ", "N Plays CJ", "N takes CJ", "Void"):
        with pytest.raises(NoAction):
            parse_step(wrong)


def test_hands_are_written_jacks_first():
    deal = first_deal(N="C8 HQ DK S7 S9 SA HJ CJ")
    assert hand_text(deal.state.hands[N]) == "CJ HJ C8 SA S9 S7 HQ DK"


def test_a_log_becomes_a_record_that_plays_the_same():
    standing, log = random_partie(3, deals=9)
    record = record_of(GAME, standing, log, choices=True)
    replay = play(read(write(record)))
    assert replay.refused is None
    assert differences(replay) == []
    assert replay.choices == tuple(deal.choices for deal in record.deals)


def test_a_table_stopped_between_two_deals_is_written_with_the_last():
    deal = later_deal("W", N="CJ SJ HJ DJ C7 C8 S7 S8")
    log = [(W, Deal(pack_for(W, deal.state.dealt))), (N, Call("weg")), (None, Void())]
    record = record_of(GAME, "W 3:3 NS 4", log)
    assert [step.text for step in record.deals[0].steps] == ["N weg", "void"]
    assert play(read(write(record))).facts["outcome"] == "abandoned"
    assert deal.do("N weg, void").facts == play(record).facts


def test_a_log_without_a_deal_is_no_record():
    for log in ([], [(None, Void())]):
        with pytest.raises(NoRecord, match="nothing was dealt"):
            record_of(GAME, "W 0:0 - 0", log)


def test_striche_before_a_first_deal_are_written_too():
    record = read(text('game = "bauernstoss"\nbefore = { striche = { NS = 7, EW = 4 } }'))
    assert play(record).state.first_deal
    assert read(write(record)) == record


def test_a_log_that_the_rules_refuse():
    standing, log = random_partie(5)
    with pytest.raises(IllegalAction):
        record_of(GAME, standing, [*log[:3], log[2]])


def test_a_record_is_equal_whatever_the_order_of_the_cards():
    one, other = read(text()), read(text(hands_N='"C8 HQ DK S7 S9 SA HJ CJ"'))
    assert one == other
    assert isinstance(one, Record)
    assert Position(play(one).state).facts == Position(play(other).state).facts
