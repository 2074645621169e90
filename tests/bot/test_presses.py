"""Wrong, late, doubled and strange presses: one friendly private sentence, nothing changed, nothing public."""

import pytest

from .club import Club
from .players import Player, buttons_of, changing, code_of, moves_of, text_of


def frozen(club: Club) -> tuple[object, ...]:
    """Everything that a refused press must leave alone."""
    log = club.disk.rows("SELECT count(*) FROM log")[0][0]
    return club.table(), log, [text_of(message) for message in club.public()]


def idle(club: Club) -> Player:
    """Somebody at the table who is not to act."""
    return next(player for player in club.people.values() if player is not club.on_turn())


async def test_a_double_click_plays_one_card(club: Club) -> None:
    await club.four_at_a_table()
    await club.play(club.anything(), until=lambda: club.table().game_phase == "play")
    player, ply = club.on_turn(), club.table().ply
    assert player is not None
    first, second, *_ = player.moves()
    photo = club.photo(player.hand())
    await club.at_once((player, photo, first["custom_id"]), (player, photo, first["custom_id"]))
    assert club.table().ply == ply + 1
    assert club.disk.deals()[0].steps[-1].code == code_of(first)
    late = await player.press_late(photo, "a", code_of(second))
    assert late.acknowledged and club.table().ply == ply + 1
    assert "Das ist schon gespielt" in text_of(player.hand()) or "already been played" in text_of(player.hand())


async def test_a_doubled_call_is_not_made_for_the_next_seat(club: Club) -> None:
    """The second click arrives when the next one is to act."""
    await club.four_at_a_table()
    player = club.on_turn()
    assert player is not None
    photo, (move, *_) = club.photo(player.hand()), player.moves()
    await club.at_once(*[(player, photo, move["custom_id"])] * 3)
    assert len(club.disk.deals()[0].steps) == 2


async def test_two_people_press_next_at_the_same_instant(club: Club) -> None:
    await club.four_at_a_table()
    await club.play(club.anything())
    boards = [(player, club.photo(player.hand()), button["custom_id"]) for player in club.people.values()
              for button in buttons_of(player.hand()) if ":next" in button["custom_id"]]  # fmt: skip
    assert len(boards) == 4
    await club.at_once(*boards)
    assert club.table().deal == 2
    assert club.disk.rows("SELECT count(*) FROM deal")[0][0] == 2


async def test_two_people_sit_down_on_one_seat(club: Club) -> None:
    await club.erna.slash("table open")
    photo = club.photo(club.board())
    results = await club.at_once((club.karl, photo, "k1:1:0:sit:N"), (club.lisa, photo, "k1:1:0:sit:N"))
    assert club.table().chairs[0].person == club.karl.person
    assert "North is taken" in text_of(results[1].response)
    assert results[1].response is not None and results[1].response.ephemeral


async def test_a_wrong_turn_by_button_and_by_command(club: Club) -> None:
    await club.four_at_a_table()
    player, other = club.on_turn(), idle(club)
    assert player is not None
    before = frozen(club)
    answer = await other.slash("call", word="weg")
    assert answer.response is not None and answer.response.ephemeral
    assert "not your turn" in text_of(answer.response).lower() or "noch nicht dran" in text_of(answer.response)
    await other.slash_in_dm("call", word="2")
    # A button of somebody else's hand, as if it could be pressed.
    stolen = club.photo(other.hand())
    stolen["components"] = club.photo(player.hand())["components"]
    await other.press_late(stolen, "a")
    assert frozen(club) == before
    assert "noch nicht dran" in text_of(other.hand()) or "not your turn" in text_of(other.hand()).lower()


async def test_a_wrong_card_names_the_rule(club: Club) -> None:
    await club.four_at_a_table()
    refused: set[str] = set()
    for _ in range(3):
        while (player := club.on_turn()) is not None:
            held = {b["custom_id"] for b in buttons_of(player.hand()) if ":a:p" in b["custom_id"]}
            forbidden = sorted(held - {move["custom_id"] for move in player.moves()})
            if forbidden and "C10" not in refused and club.table().game_phase == "play":
                before = frozen(club)
                answer = await player.slash("card", card=forbidden[0][-2:])
                said = text_of(answer.response)
                refused |= {rule for rule in ("C10", "C11", "B16") if f"({rule})" in said}
                assert refused and answer.response is not None and answer.response.ephemeral
                assert frozen(club) == before
            await player.move(club.anything())
        await club.erna.on_hand("next")
    assert "C10" in refused


@pytest.mark.parametrize(
    ("command", "option", "typed", "said"),
    [
        ("card", "card", "Schellen-Unter", "Diese Karte kenne ich nicht"),
        ("card", "card", "CJ", "nicht an der Reihe"),
        ("call", "word", "nine", "Das sagt man hier nicht"),
        ("call", "word", "mit", "(B4)"),
        ("call", "word", "kleines Solo", "(B11)"),
        ("trump", "suit", "Blau", "Diese Farbe kenne ich nicht"),
        ("trump", "suit", "Herz", "nicht an der Reihe"),
        ("call", "word", "x" * 1000, "Das sagt man hier nicht"),
    ],
)
async def test_nonsense_typed_while_calling(club: Club, command: str, option: str, typed: str, said: str) -> None:
    await club.four_at_a_table("W")
    assert club.on_turn() is club.karl
    if not any("♣️B" in text_of(club.karl.hand()) or sign in text_of(club.karl.hand()) for sign in ("♠️B", "♥️B", "♦️B")):
        said = said.replace("(B4)", "(B3)")
    before = frozen(club)
    for slash in (club.karl.slash, club.karl.slash_in_dm):
        answer = await slash(command, **{option: typed})
        assert said in text_of(answer.response)
        assert answer.response is not None and answer.response.ephemeral
    assert frozen(club) == before


async def test_an_onlooker_presses_everything_on_the_board(club: Club) -> None:
    fritz = club.person("Fritz")
    await club.four_at_a_table()
    before = frozen(club)
    for _ in range(2):
        for button in changing(club.board()):
            answer = await fritz.press(club.board(), button["custom_id"])
            assert "sitzt nicht an diesem Tisch" in text_of(answer.response)
            assert answer.response is not None and answer.response.ephemeral
        assert frozen(club) == before
        await club.play(club.anything())
        before = frozen(club)
    for command in ("call", "trump", "card", "hand"):
        options = {"call": {"word": "weg"}, "trump": {"suit": "C"}, "card": {"card": "CJ"}}.get(command, {})
        answer = await fritz.slash(command, **options)
        assert "Tisch" in text_of(answer.response)
    assert await fritz.offers("card", "card") == []
    assert frozen(club) == before
    assert fritz.mail() == []


async def test_an_old_board_and_an_old_hand_do_nothing(club: Club) -> None:
    await club.four_at_a_table()
    await club.play(club.anything())
    board, hand = club.photo(club.board()), club.photo(club.karl.hand())
    await club.erna.on_hand("next")
    before = frozen(club)
    assert not [b for m in club.public()[:-1] for b in changing(m)], "only the newest board has buttons"
    late = await club.karl.press_late(board, "next")
    assert "So steht es jetzt" in text_of(late.response)
    await club.karl.press_late(hand, "next")
    shown = await club.karl.press_late(board, "hand")
    assert shown.response is not None and shown.response.ephemeral and "Dein Blatt" in text_of(shown.response)
    assert frozen(club) == before


async def test_buttons_of_a_closed_table(club: Club) -> None:
    await club.four_at_a_table()
    board, hand = club.photo(club.board()), club.photo(club.karl.hand())
    for player in (club.erna, club.karl, club.lisa):
        await player.slash("table stop")
    assert club.bot.tables.all() == []
    late = await club.karl.press_late(board, "hand")
    assert "schon geschlossen" in text_of(late.response)
    await club.karl.press_late(hand, "show" if not moves_of(club.karl.hand()) else "a")
    assert "schon geschlossen" in text_of(club.karl.mail()[-1])


async def test_rubbish_ids_get_an_answer(club: Club) -> None:
    await club.four_at_a_table()
    before = frozen(club)
    for custom_id in ("k1:1:5:a:zz", "k1:999:0:hand", "k1:1:0:nothing", "k1:1:1:stop:maybe"):
        photo = club.photo(club.board())
        photo["components"][0]["components"][0]["custom_id"] = custom_id
        (result,) = await club.at_once((club.karl, photo, custom_id))
        assert result.acknowledged, custom_id
    assert frozen(club) == before


async def test_a_hands_button_on_a_public_message_shows_nobody_a_hand(club: Club) -> None:
    """No board has such a button; if ever one had, nothing would be betrayed."""
    await club.four_at_a_table()
    player = club.on_turn()
    assert player is not None
    for verb in ("show", "ask:cgrosses-solo", "a:pC7"):
        photo = club.photo(club.board())
        photo["components"][0]["components"][0]["custom_id"] = custom_id = f"k1:1:{club.table().ply}:{verb}"
        (result,) = await club.at_once((player, photo, custom_id))
        assert result.acknowledged
    assert "Dein Blatt" not in text_of(club.board())
