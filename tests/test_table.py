"""A table's own order: who may sit, start, leave, press, vote; every refusal by its name, and nothing changed by it."""

from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from itertools import combinations, permutations

import pytest

from bot import table as at_table
from bot import votes as at_votes
from bot.core.actions import Call, Deal, Void
from bot.core.cards import ALL_CARDS
from bot.core.game import Outcome, Phase
from bot.core.seats import SEATS, E, N, S, Seat, W
from bot.table import Chair, Options, Refused, Stale, StopVote, Table, TablePhase

A, B, C, D, F = 11, 22, 33, 44, 55  # people; F stands by
LOBBY = Table(id=1, guild_id=2, channel_id=3, number=4, game="bauernstoss", host=None)


def refused(why: str, step: Callable[..., object], *args: object) -> Refused:
    with pytest.raises(Refused) as caught:
        step(*args)
    assert caught.value.why == why
    return caught.value


def lobby(*people: int | None) -> Table:
    """These people in order of the seats; the first of them is the host."""
    table = LOBBY
    for seat, person in zip(SEATS, people, strict=False):
        if person is not None:
            table = at_table.sit(table, person, seat)
    return table


def full(*people: int | None) -> Table:
    """A lobby whose other seats are computers'."""
    table = lobby(*people)
    for seat in table.free_seats:
        table = table.with_chair(seat, Chair(computer=True))
    return table


def between(*people: int | None) -> Table:
    """In a Partie, nothing dealt."""
    table = full(*people)
    return replace(table, phase=TablePhase.PARTIE, partie=1, state=table.rules.begin(N))


def dealt(*people: int | None) -> Table:
    """In the calling, east to act; no hand holds all four Jacks."""
    table = between(*people)
    assert table.state is not None
    north, east, south, west = (chair.person for chair in table.chairs)
    state = table.rules.apply(table.state, N, Deal(ALL_CARDS)).state
    return replace(table, state=state, ply=1, turn=1, owners=(north, east, south, west))


def finished(*people: int | None) -> Table:
    table = dealt(*people)
    assert table.state is not None
    return replace(table, phase=TablePhase.FINISHED, state=table.rules.apply(table.state, None, Void()).state)


def closed(*people: int | None) -> Table:
    return replace(between(*people), phase=TablePhase.CLOSED)


# -- what a table is


def test_a_table_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        LOBBY.ply = 1  # type: ignore[misc]


def test_a_table_prints_no_hand() -> None:
    table = dealt(A, B, C, D)
    assert "dealt=" not in repr(table) and "hands=" not in repr(table)


@pytest.mark.parametrize(
    ("chair", "empty", "substituted"),
    [
        (Chair(), True, False),
        (Chair(A), False, False),
        (Chair(computer=True), False, False),
        (Chair(A, computer=True), False, True),
        (Chair(computer=True, leaver=A), False, False),
    ],
)
def test_chairs(chair: Chair, empty: bool, substituted: bool) -> None:
    assert (chair.empty, chair.substituted) == (empty, substituted)


def test_people_are_listed_in_order_of_the_seats() -> None:
    table = lobby(None, B, None, A)
    assert table.people == (B, A)
    assert table.seat_of(A) == W
    assert table.seat_of(F) is None
    assert table.free_seats == (N, S)


def test_everyone_counts_those_who_are_gone() -> None:
    table = dealt(A, B, C, D)
    left = at_table.leave(at_table.leave(table, A), C)
    assert left.people == (B, D)
    assert left.everyone == {A, B, C, D}
    assert LOBBY.everyone == frozenset()
    assert replace(LOBBY, host=A, owners=(None, B, None, None)).everyone == {A, B}


def test_who_is_to_act() -> None:
    assert [table(A, B).to_act for table in (lobby, between, finished)] == [None, None, None]
    assert dealt(A, B).to_act == E
    assert replace(dealt(A, B), phase=TablePhase.CLOSED).to_act is None


def test_between_deals() -> None:
    assert between(A).between_deals
    assert not any(table(A).between_deals for table in (lobby, dealt, finished, closed))


def test_numbers_of_the_deal() -> None:
    assert (lobby(A).deal, between(A).deal, dealt(A).deal) == (0, 0, 1)
    assert (lobby(A).game_phase, between(A).game_phase, dealt(A).game_phase) == (None, Phase.DEAL, Phase.CALL)
    assert dealt(A, None, C).computers_dealt_in == 2
    assert lobby(A).settlement is None and lobby(A).view(N) is None and dealt(A).settlement is None
    settlement = finished(A).settlement
    assert settlement is not None and settlement.outcome is Outcome.ABANDONED


def test_views_are_the_rules_views() -> None:
    table = dealt(A, B)
    for seat in (*SEATS, None):
        view = table.view(seat)
        assert view is not None and view == table.rules.view(table.state, seat)  # type: ignore[arg-type]
        assert len(view.hand) == (0 if seat is None else 8)


# -- the lobby


def test_the_first_to_sit_is_the_host() -> None:
    table = at_table.sit(LOBBY, A, W)
    assert (table.host, table.chairs[W]) == (A, Chair(A))
    table = at_table.sit(table, B, N)
    assert (table.host, table.people) == (A, (B, A))


def test_moving_to_another_seat() -> None:
    table = at_table.sit(lobby(A, B), A, W)
    assert table.chairs == (Chair(), Chair(B), Chair(), Chair(A))
    assert table.host == A


def test_sitting_where_one_sits_changes_nothing() -> None:
    table = lobby(A, B)
    assert at_table.sit(table, A, N) is table


def test_a_computer_makes_room() -> None:
    table = at_table.sit(full(A), B, E)
    assert table.chairs == (Chair(A), Chair(B), Chair(computer=True), Chair(computer=True))
    assert at_table.sit(table, A, S).chairs[N] == Chair()


def test_nobody_sits_on_another_s_lap() -> None:
    error = refused("seat_taken", at_table.sit, lobby(A, B), A, E)
    assert error.facts == {"seat": E}


@pytest.mark.parametrize("table", [between(A, B), dealt(A, B), finished(A, B)])
def test_the_lobby_is_over_once_they_play(table: Table) -> None:
    refused("already_playing", at_table.sit, table, A, W)
    refused("already_playing", at_table.stand_up, table, A)
    refused("already_playing", at_table.toggle_computer, table, A, W)
    refused("already_playing", at_table.check_start, table, A)


@pytest.mark.parametrize(
    "step",
    [
        lambda table: at_table.sit(table, F, W),
        lambda table: at_table.stand_up(table, A),
        lambda table: at_table.toggle_computer(table, A, W),
        lambda table: at_table.check_start(table, A),
        lambda table: at_table.leave(table, A),
        lambda table: at_table.take_seat(table, F, W),
        lambda table: at_votes.vote_stop(table, A, True, 0.0),
        lambda table: at_table.acting_seat(table, A, None),
        at_table.require_open,
    ],
)
def test_nothing_goes_at_a_closed_table(step: Callable[[Table], object]) -> None:
    refused("table_closed", step, closed(A))


def test_standing_up() -> None:
    table = at_table.stand_up(lobby(A, B), B)
    assert (table.chairs, table.host, table.phase) == (lobby(A).chairs, A, TablePhase.LOBBY)
    refused("not_seated", at_table.stand_up, table, B)


def test_the_host_passes_on_and_the_last_one_closes() -> None:
    table = lobby(A, B, C)
    table = at_table.stand_up(table, A)
    assert table.host == B
    table = at_table.stand_up(table, C)
    assert table.host == B
    table = at_table.stand_up(table, B)
    assert (table.host, table.phase) == (None, TablePhase.CLOSED)


def test_computers_alone_keep_no_lobby() -> None:
    assert at_table.stand_up(full(A), A).phase is TablePhase.CLOSED


def test_a_computer_is_put_and_taken_away() -> None:
    table = at_table.toggle_computer(lobby(A), A, S)
    assert table.chairs[S] == Chair(computer=True)
    assert at_table.toggle_computer(table, A, S) == lobby(A)
    refused("not_seated", at_table.toggle_computer, table, F, S)
    error = refused("seat_taken", at_table.toggle_computer, lobby(A, B), A, E)
    assert error.facts == {"seat": E}


def test_filling_up() -> None:
    assert at_table.fill(lobby(A, None, C), A) == full(A, None, C)
    assert at_table.fill(full(A), A) == full(A)
    refused("not_seated", at_table.fill, lobby(A), F)
    refused("not_seated", at_table.fill, full(A), F)
    refused("already_playing", at_table.fill, between(A), A)
    refused("table_closed", at_table.fill, closed(A), A)


def test_starting() -> None:
    at_table.check_start(full(A), A)
    at_table.check_start(lobby(A, B, C, D), A)
    refused("not_seated", at_table.check_start, full(A), F)
    assert refused("only_host", at_table.check_start, full(A, B), B).facts == {"person": A}
    assert refused("seats_free", at_table.check_start, lobby(A, B), A).facts == {"count": 2}


@pytest.mark.parametrize("partners", list(permutations(SEATS, 2)))
def test_c4_those_drawn_sit_opposite(partners: tuple[Seat, Seat]) -> None:
    before = lobby(A, B, C, D)
    first, second = (before.chairs[seat].person for seat in partners)
    after = at_table.seated_by_lot(before, partners)
    assert first is not None and second is not None
    seat = after.seat_of(second)
    assert after.seat_of(first) == partners[0]  # the first stays
    assert seat is not None and (seat - partners[0]) % 4 == 2
    assert sorted(after.people) == [A, B, C, D]
    moved = sum(one != other for one, other in zip(before.chairs, after.chairs, strict=True))
    assert moved == (0 if (partners[0] - partners[1]) % 4 == 2 else 2)


def test_c4_computers_are_drawn_like_people() -> None:
    after = at_table.seated_by_lot(full(A, B), (N, E))
    assert after.chairs == (Chair(A), Chair(computer=True), Chair(B), Chair(computer=True))


# -- leaving and coming back


def test_leaving_the_lobby_is_standing_up() -> None:
    assert at_table.leave(lobby(A, B), A) == at_table.stand_up(lobby(A, B), A)


@pytest.mark.parametrize("kind", [dealt, between])
def test_leaving_a_partie_hands_the_seat_to_a_computer(kind: Callable[..., Table]) -> None:
    table = at_table.leave(kind(A, B, C, D), A)
    assert table.chairs[N] == Chair(computer=True, leaver=A)
    assert (table.host, table.phase) == (B, TablePhase.PARTIE)
    refused("not_seated", at_table.leave, table, A)
    refused("not_seated", at_table.leave, table, F)


def test_leaving_after_the_partie_owes_nothing() -> None:
    table = at_table.leave(finished(A, B), A)
    assert (table.chairs[N], table.host) == (Chair(computer=True), B)
    assert at_table.leave(table, B).phase is TablePhase.CLOSED


def test_the_last_to_leave_between_deals_closes() -> None:
    table = at_table.leave(between(A), A)
    assert (table.phase, table.host) == (TablePhase.CLOSED, None)


def test_computers_finish_the_deal_of_the_last_to_leave() -> None:
    table = at_table.leave(dealt(A), A)
    assert (table.phase, table.host, table.people) == (TablePhase.PARTIE, None, ())
    assert table.owners == (A, None, None, None)
    back = at_table.come_back(table, A)
    assert (back.chairs[N], back.host) == (Chair(A), A)  # somebody must have the host's right


def test_a_leaver_gets_the_seat_back() -> None:
    left = at_table.leave(dealt(A, B, C, D), A)
    back = at_table.come_back(left, A)
    assert back.chairs == dealt(A, B, C, D).chairs
    assert back.host == B  # the right has passed on


def test_a_leaver_gets_no_seat_back_that_somebody_took() -> None:
    table = at_table.take_seat(at_table.leave(between(A, B), A), F, N)
    assert table.chairs[N] == Chair(F)
    assert at_table.come_back(table, A) is table


@pytest.mark.parametrize("table", [dealt(A, B), lobby(A, B), finished(A), between(A)])
@pytest.mark.parametrize("person", [A, F])
def test_nobody_comes_back_who_was_not_away(table: Table, person: int) -> None:
    assert at_table.come_back(table, person) is table


def test_a_press_of_a_leaver_s_takes_the_presses_of_the_seat_along() -> None:
    """Whoever takes the seat has not pressed *next*."""
    table = at_table.press_ready(at_table.press_ready(between(A, B, C), A), B)
    table = at_table.take_seat(at_table.leave(table, A), F, N)
    assert table.ready == {E}


def test_the_seat_to_act_is_not_absent_once_it_is_a_computer_s() -> None:
    table = replace(dealt(A, B), absent=True)
    assert at_table.leave(table, A).absent
    assert not at_table.leave(table, B).absent


@pytest.mark.parametrize("table", [between(A, B), finished(A, B)])
def test_taking_a_seat(table: Table) -> None:
    assert at_table.take_seat(table, F, W) == table.with_chair(W, Chair(F))
    refused("seated_already", at_table.take_seat, table, A, W)
    assert refused("seat_taken", at_table.take_seat, table, F, E).facts == {"seat": E}


@pytest.mark.parametrize("table", [dealt(A, B), full(A, B)])
def test_a_seat_is_taken_only_between_deals(table: Table) -> None:
    refused("only_between_deals", at_table.take_seat, table, F, W)


def test_a_substituted_seat_is_not_free() -> None:
    table = between(A, B).with_chair(E, Chair(B, computer=True))
    refused("seat_taken", at_table.take_seat, table, F, E)


def test_a_leaver_takes_the_own_seat_or_none() -> None:
    """The Partie is booked to the leaver of a seat: one person must not play for both pairs."""
    table = at_table.leave(between(A, B), A)
    refused("seated_already", at_table.take_seat, table, A, W)
    assert at_table.take_seat(table, A, N).chairs == between(A, B).chairs


# -- standing in


def test_a_computer_stands_in_for_the_absent() -> None:
    table = at_table.substitute(replace(dealt(A, B), absent=True), A)
    assert table.chairs[E] == Chair(B, computer=True)
    assert not table.absent
    assert at_table.come_back(table, B).chairs == dealt(A, B).chairs
    assert at_table.come_back(table, A) is table


def test_a_second_press_for_the_absent_is_no_fault() -> None:
    table = at_table.substitute(replace(dealt(A, B, C), absent=True), A)
    assert at_table.substitute(table, C) is table


def test_who_may_let_a_computer_stand_in() -> None:
    absent = replace(dealt(A, B), absent=True)
    refused("not_seated", at_table.substitute, absent, F)
    refused("not_yourself", at_table.substitute, absent, B)
    refused("not_absent", at_table.substitute, dealt(A, B), A)
    for table in (lobby(A, B), between(A, B), finished(A, B)):
        refused("not_absent", at_table.substitute, replace(table, absent=True), A)


# -- readiness


@pytest.mark.parametrize("table", [between(A, B), finished(A, B)])
def test_pressing_next_and_rematch(table: Table) -> None:
    once = at_table.press_ready(table, B)
    assert once == replace(table, ready=frozenset({E}))
    assert at_table.press_ready(once, B) == once
    assert not at_table.all_ready(table) and not at_table.all_ready(once)
    assert at_table.all_ready(at_table.press_ready(once, A))
    refused("not_seated", at_table.press_ready, table, F)


@pytest.mark.parametrize("table", [dealt(A), lobby(A), closed(A)])
def test_pressing_next_when_there_is_nothing_next(table: Table) -> None:
    with pytest.raises(Stale):
        at_table.press_ready(table, A)


def test_nobody_waits_for_those_stood_in_for() -> None:
    table = between(A, B, C).with_chair(E, Chair(B, computer=True))
    assert at_table.all_ready(replace(table, ready=frozenset({N, S})))
    assert not at_table.all_ready(replace(table, ready=frozenset({N})))
    alone = between(A).with_chair(N, Chair(A, computer=True))
    assert not at_table.all_ready(alone)  # a press is needed all the same


def test_a_rematch() -> None:
    table = replace(at_table.leave(dealt(A, B, C), C), phase=TablePhase.FINISHED)
    assert table.state is not None
    ended = table.rules.apply(table.state, None, Void()).state
    again = at_table.rematch(replace(table, state=ended))
    assert (again.phase, again.partie) == (TablePhase.PARTIE, 2)
    assert again.state == again.rules.begin(E)  # the dealer moves on from north
    assert again.chairs == (Chair(A), Chair(B), Chair(computer=True), Chair(computer=True))
    assert again.ply == table.ply


# -- stopping


def asked(*people: int | None, by: int = A, until: float = 100.0) -> Table:
    return at_votes.vote_stop(dealt(*people), by, True, until)


def test_asking_to_stop() -> None:
    table = asked(A, B, C, D)
    assert table.stop == StopVote(frozenset({A}), frozenset(), 100.0)
    table = at_votes.vote_stop(table, B, True, 999.0)
    assert table.stop == StopVote(frozenset({A, B}), frozenset(), 100.0)  # the first one's time counts
    table = at_votes.vote_stop(table, A, False, 999.0)
    assert table.stop == StopVote(frozenset({B}), frozenset({A}), 100.0)
    table = at_votes.vote_stop(table, A, True, 999.0)
    assert table.stop == StopVote(frozenset({A, B}), frozenset(), 100.0)
    refused("not_seated", at_votes.vote_stop, table, F, True, 0.0)


def test_nobody_objects_to_what_nobody_wants() -> None:
    refused("no_vote", at_votes.vote_stop, dealt(A, B), A, False, 0.0)


def votes(people: int, yes: int, no: int) -> Table:
    seated = dealt(*[A, B, C, D][:people])
    voters = seated.people
    return replace(seated, stop=StopVote(frozenset(voters[:yes]), frozenset(voters[people - no :]), 100.0))


@pytest.mark.parametrize(
    ("people", "yes", "no", "result", "after_silence"),
    [
        (1, 1, 0, True, True),
        (2, 1, 0, None, True),
        (2, 2, 0, True, True),
        (2, 1, 1, False, False),
        (3, 1, 0, None, True),
        (3, 2, 0, True, True),
        (3, 2, 1, True, True),
        (3, 1, 1, None, True),
        (3, 1, 2, False, False),
        (4, 1, 0, None, True),
        (4, 2, 0, None, True),
        (4, 3, 1, True, True),
        (4, 2, 1, None, True),
        (4, 1, 1, None, True),
        (4, 1, 2, False, False),
        (4, 2, 2, False, False),
    ],
)
def test_a_majority_stops_and_silence_is_a_yes(
    people: int, yes: int, no: int, result: bool | None, after_silence: bool
) -> None:
    table = votes(people, yes, no)
    assert at_votes.vote_result(table, 99.9) is result
    assert at_votes.vote_result(table, 100.0) is after_silence


def test_without_a_vote_nothing_is_decided() -> None:
    assert at_votes.vote_result(dealt(A), 1e12) is None


def test_a_question_nobody_asks_any_more_lapses() -> None:
    """Else the silence of the others would stop what nobody wants stopped."""
    assert at_votes.vote_result(at_votes.vote_stop(asked(A, B, C, D), A, False, 0.0), 0.0) is False
    assert at_votes.vote_result(at_table.leave(asked(A, B, C, D), A), 0.0) is False


@pytest.mark.parametrize("table", [dealt(A, B, C), lobby(A, B, C)])
def test_a_voter_who_leaves_has_no_vote(table: Table) -> None:
    table = at_votes.vote_stop(at_votes.vote_stop(table, A, True, 100.0), B, False, 0.0)
    left = at_table.leave(at_table.leave(table, A), B)
    assert left.stop == StopVote(frozenset(), frozenset(), 100.0)
    assert at_table.leave(table, B).stop == StopVote(frozenset({A}), frozenset(), 100.0)


def test_a_voter_who_stands_up_has_no_vote() -> None:
    table = at_table.stand_up(at_votes.vote_stop(lobby(A, B, C), A, True, 100.0), A)
    assert table.stop == StopVote(frozenset(), frozenset(), 100.0)


def test_computers_and_leavers_have_no_vote() -> None:
    table = asked(A, B)
    assert at_votes.vote_result(at_table.leave(table, B), 0.0) is True  # one of one
    refused("not_seated", at_votes.vote_stop, at_table.leave(table, B), B, False, 0.0)


# -- playing


def test_whose_press_it_is() -> None:
    table = dealt(A, B)
    assert at_table.acting_seat(table, B, 1) == E
    assert at_table.acting_seat(table, B, None) == E
    assert at_table.acting_seat(table, A, 1) == N  # the rules say whose turn it is
    for old in (0, 2, -1):
        with pytest.raises(Stale):
            at_table.acting_seat(table, B, old)
    refused("not_seated", at_table.acting_seat, table, F, 0)
    for nothing in (lobby(A), between(A), finished(A)):
        refused("nothing_to_do", at_table.acting_seat, nothing, A, None)


def test_no_step_shares_anything_with_the_table_it_came_from() -> None:
    """Every change gives a new table; the old one can be shown on."""
    table = dealt(A, B, C, D)
    before = repr(table)
    at_table.leave(table, A)
    at_votes.vote_stop(table, A, True, 1.0)
    at_table.substitute(replace(table, absent=True), A)
    assert table.state is not None
    table.rules.apply(table.state, E, Call("weg"))
    assert repr(table) == before


def test_options_and_their_defaults() -> None:
    assert Options() == Options(by_lot=False, absence=120)


def test_every_refusal_is_a_key_of_the_texts() -> None:
    """What this file has provoked; the texts know a sentence for each."""
    from bot.ui.notices import refused_text
    from bot.ui.text import text

    facts = {"seat": N, "person": A, "count": 2}
    for why in (
        *("seat_taken", "already_playing", "table_closed", "not_seated", "only_host", "seats_free", "seated_already"),
        *("only_between_deals", "not_absent", "not_yourself", "no_vote", "nothing_to_do", "too_many_tables"),
        "shutting_down",
    ):
        for language in ("de", "en"):
            sentence = refused_text(why, facts, text(language), {A: "Anna"})
            assert sentence and "{" not in sentence and why not in sentence


def test_pairs_of_seats_are_what_they_seem() -> None:
    """The helper of this file seats people clockwise from the north."""
    assert [lobby(A, B, C, D).seat_of(person) for person in (A, B, C, D)] == [N, E, S, W]
    assert all(one != other for one, other in combinations(lobby(A, B, C, D).people, 2))
