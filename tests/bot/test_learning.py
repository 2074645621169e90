"""Reading the rules, asking why, and going through the lessons, with wrong presses and a bot that is restarted."""

import pytest
from simcord.results import ResponseMessage

from bot.core.actions import code
from bot.core.game import Reason
from bot.learn.book import BY_NAME, LESSONS
from bot.learn.lesson import Moment

from .club import Club
from .players import Player, buttons_of, text_of
from .readings import PICTURES
from .seen import pieces_of


def ids(message: ResponseMessage | None) -> list[str]:
    return [button["custom_id"] for button in buttons_of(message)]


async def choose(player: Player, message: ResponseMessage | None, custom_id: str, value: str) -> None:
    assert message is not None
    await player.member.select(message, [value], custom_id=custom_id)


def body(message: ResponseMessage | None) -> str:
    assert message is not None and message.ephemeral
    return message.embeds[0].description or ""


def title(message: ResponseMessage | None) -> str:
    assert message is not None and message.ephemeral
    return message.embeds[0].title or ""


# -- /rules


async def test_the_rules_of_the_table_one_sits_at_or_the_channels_or_the_servers(club: Club) -> None:
    async def shown(player: Player) -> str:
        return title((await player.slash("rules")).response)

    assert await shown(club.karl) == "Bauernstoss auf einer Seite"
    await club.bot.people.set_guild(club.guild.id, {"game": "bauernheinrich"})
    assert await shown(club.karl) == "Bauernheinrich auf einer Seite"
    await club.erna.slash("table open", game="schoofkopp")
    assert await shown(club.karl) == "Alter Schoofkopp auf einer Seite"  # it stands in the channel
    await club.lisa.slash("table open", game="bauernstoss")
    assert await shown(club.lisa) == "Bauernstoss on one page"
    assert await shown(club.erna) == "Alter Schoofkopp auf einer Seite"
    assert title((await club.erna.slash_in_dm("rules")).response) == "Alter Schoofkopp auf einer Seite"
    assert title((await club.erna.slash("rules", game="bauernstoss")).response) == "Bauernstoss auf einer Seite"


async def test_the_page_turns_to_sections_and_to_the_other_games(club: Club) -> None:
    page = (await club.karl.slash("rules", game="bauernstoss")).response
    await choose(club.karl, page, "k1rc:bauernstoss", "play")
    assert title(page) == "Bauernstoss · Spielen" and "(B16)" in body(page) and "♦️B" in body(page)
    await club.karl.press(page, "k1r:schoofkopp:overview")
    assert title(page) == "Alter Schoofkopp auf einer Seite"
    await choose(club.karl, page, "k1rc:schoofkopp", "solos")
    assert "Lechdich" in body(page) and "(S6)" in body(page)
    await club.restart()
    await club.karl.press(page, "k1r:bauernheinrich:overview")
    assert title(page) == "Bauernheinrich auf einer Seite" and club.public() == []


async def test_a_word_is_explained(club: Club) -> None:
    offered = await club.lisa.offers("rules", "topic", "jack")
    assert "jack-rule" in offered and "four-jacks" in offered
    assert (await club.karl.offers("rules", "topic", "kreide", game="schoofkopp"))[0] == "kreide"
    assert len(await club.karl.offers("rules", "topic")) == 25
    first = await club.karl.slash("rules", topic="kreide")
    assert "42 Augen" in body(first.response) and "79" in body(first.response)
    other = await club.karl.slash("rules", topic="Kreide", game="schoofkopp")
    assert "61 Augen" in body(other.response) and title(other.response).startswith("Alter Schoofkopp")
    await club.karl.press(other.response, "k1r:schoofkopp:kreide")
    assert title(other.response) == "Alter Schoofkopp · Kreide und Striche"
    english = await club.lisa.slash_in_dm("rules", topic="must overtrump")
    assert "(S3)" in body(english.response)
    unknown = await club.karl.slash("rules", topic="Schafskopfbrühe")
    assert "erklärt hier keiner" in text_of(unknown.response) and not unknown.response.embeds  # type: ignore[union-attr]


# -- why?


async def refused_card(club: Club) -> tuple[Player, str]:
    """Somebody to play who holds a card that may not be played; which one."""
    while True:
        player = club.on_turn()
        if player is None:
            await club.erna.on_hand("next")
            continue
        if club.table().game_phase == "play":
            moves = {move["custom_id"] for move in player.moves()}
            forbidden = [one for one in ids(player.hand()) if ":a:p" in one and one not in moves]
            if forbidden:
                return player, forbidden[0].rsplit(":p", 1)[1]
        await player.move(club.anything())


def why_of(message: ResponseMessage | None) -> str:
    (found,) = [one for one in ids(message) if one.startswith("k1w:")]
    return found


async def test_a_refusal_explains_its_rule_beside_it_and_after_a_restart(club: Club) -> None:
    await club.four_at_a_table()
    player, card = await refused_card(club)
    refusal = (await player.slash("card", card=card)).response
    button = why_of(refusal)
    rule = button.split(":")[1]
    assert f"({rule})" in text_of(refusal) and button == f"k1w:{rule}:bauernstoss"
    before = text_of(refusal)
    await club.restart()
    answer = await player.press(refusal, button)
    assert f"({rule})" in body(answer.response) and text_of(refusal) == before
    assert any(one.startswith("k1r:bauernstoss:") for one in ids(answer.response))


async def test_on_the_hand_itself_why_stands_beside_the_other_buttons_until_the_next_move(club: Club) -> None:
    await club.four_at_a_table()
    player, card = await refused_card(club)
    hand = player.hand()
    photo = club.photo(hand)
    for row in photo["components"]:  # as if the client let it be pressed all the same
        for item in row["components"]:
            item["disabled"] = False
    await player.press_late(photo, "a", f"p{card}")
    hand = player.hand()
    assert "❗" in text_of(hand)
    answer = await player.press(hand, why_of(hand))
    assert answer.response is not None and answer.response.ephemeral and "(" in body(answer.response)
    assert "❗" in text_of(player.hand()), "the hand stays as it was"
    await player.move(club.anything())
    assert not [one for one in ids(player.hand()) if one.startswith("k1w:")]


async def test_a_rule_is_told_as_in_the_game_that_is_played(club: Club) -> None:
    await club.four_at_a_table(game="schoofkopp")
    player = club.on_turn()
    assert player is not None
    refusal = (await player.slash("call", word="kleines Solo")).response
    answer = await player.press(refusal, why_of(refusal))
    assert title(answer.response).startswith("Alter Schoofkopp")


async def test_what_names_no_rule_has_nothing_to_ask(club: Club) -> None:
    await club.four_at_a_table()
    waiting = next(player for player in club.people.values() if player is not club.on_turn())
    refusal = (await waiting.slash("call", word="weg")).response
    assert ids(refusal) == []


async def test_a_rule_that_there_is_not_is_answered_all_the_same(club: Club) -> None:
    page = (await club.karl.slash("rules")).response
    photo = club.photo(page)
    photo["components"][1]["components"][0]["custom_id"] = "k1w:B99"
    (result,) = await club.at_once((club.karl, photo, "k1w:B99"))
    assert result.response is not None and result.response.ephemeral and not result.response.embeds


# -- /learn


async def begin(player: Player, *, dm: bool = False) -> ResponseMessage:
    answer = await (player.slash_in_dm("learn") if dm else player.slash("learn"))
    assert answer.response is not None and answer.response.ephemeral
    return answer.response


def press_of(lesson: str, index: int, what: str) -> str:
    return f"k1n:{lesson}:{index}:{what}"


async def take_step(player: Player, shown: ResponseMessage, lesson: str, index: int, moment: Moment) -> None:
    """Every wrong press that is answered by another sentence, then what is right."""
    if not moment.right:
        await player.press(shown, press_of(lesson, index, "next"))
        return
    answered: set[object] = set()
    for action in moment.offered:
        answer = moment.answer(action)
        if answer is None or answer in answered:
            continue
        answered.add(answer)
        await player.press(shown, press_of(lesson, index, code(action)))
        said = body(shown)
        if isinstance(answer, Reason):
            assert said.startswith("❗") and str(answer) in said
            assert why_of(shown) == f"k1w:{answer}:bauernstoss"
        else:
            assert said.startswith("🤔")
        assert press_of(lesson, index, code(moment.right[0])) in ids(shown), "another try"
    await player.press(shown, press_of(lesson, index, code(moment.right[-1])))
    assert body(shown).startswith("✅")


@pytest.mark.parametrize("name", ["Karl", "Lisa"])
async def test_all_five_lessons_from_the_first_press_to_the_table(club: Club, name: str) -> None:
    player = club.people[name]
    shown = await begin(player)
    await player.press(shown, press_of("trumps", 0, "open"))
    for lesson in LESSONS:
        for index, moment in enumerate(lesson.moments[:-1]):
            await take_step(player, shown, lesson.name, index, moment)
        last = [one for one in ids(shown) if one.endswith(":open")]
        if last:
            await player.press(shown, last[0])
    await player.press(shown, "k1n:menu:0:show")
    assert ("/tisch öffnen" if name == "Karl" else "/table open") in body(shown)
    assert body(shown).count("✅") == len(LESSONS)
    rows = club.disk.rows("SELECT * FROM learning WHERE finished_at IS NOT NULL")
    assert {row["lesson"] for row in rows} == set(BY_NAME)
    for table in ("card_table", "deal", "log", "ledger", "settlement"):
        assert club.disk.rows(f"SELECT count(*) FROM {table}")[0][0] == 0
    assert club.public() == [] and player.mail() == []


async def test_a_restart_in_the_middle_and_another_day(club: Club) -> None:
    karl = club.karl
    shown = await begin(karl)
    await choose(karl, shown, "k1nc:open:0", "jacks")
    moments = BY_NAME["jacks"].moments
    await take_step(karl, shown, "jacks", 0, moments[0])
    await take_step(karl, shown, "jacks", 1, moments[1])
    await club.restart()
    await take_step(karl, shown, "jacks", 2, moments[2])
    await club.restart()
    again = await begin(karl, dm=True)
    assert "▶️ **3. Die Buben-Regel** · Schritt 4 von 6" in body(again)
    await karl.user.select(again, ["jacks"], custom_id="k1nc:open:0")
    assert press_of("jacks", 3, code(moments[3].right[0])) in ids(again)


async def test_pressed_twice_and_on_an_old_message_it_shows_how_far_one_is(club: Club) -> None:
    karl, moments = club.karl, BY_NAME["trumps"].moments
    shown = await begin(karl)
    await karl.press(shown, press_of("trumps", 0, "open"))
    photo, onward = club.photo(shown), press_of("trumps", 0, "next")
    await club.at_once((karl, photo, onward), (karl, photo, onward))
    (row,) = club.disk.rows("SELECT * FROM learning")
    assert (row["lesson"], row["step"], row["finished_at"]) == ("trumps", 1, None)
    old = club.photo(shown)
    await take_step(karl, shown, "trumps", 1, moments[1])
    await take_step(karl, shown, "trumps", 2, moments[2])
    await club.at_once((karl, old, press_of("trumps", 1, code(moments[1].right[0]))))
    assert club.disk.rows("SELECT step FROM learning")[0][0] == 3
    assert press_of("trumps", 3, code(moments[3].right[0])) in ids(shown)


async def test_a_finished_lesson_begins_anew_and_stays_finished(club: Club) -> None:
    karl, lesson = club.karl, BY_NAME["trumps"]
    shown = await begin(karl)
    await karl.press(shown, press_of("trumps", 0, "open"))
    for index, moment in enumerate(lesson.moments[:-1]):
        await take_step(karl, shown, "trumps", index, moment)
    await karl.press(shown, "k1n:menu:0:show")
    assert "✅ 1. Trumpf und Farbe" in body(shown) and press_of("calling", 0, "open") in ids(shown)
    await choose(karl, shown, "k1nc:open:0", "trumps")
    await karl.press(shown, press_of("trumps", 0, "next"))
    assert press_of("trumps", 1, code(lesson.moments[1].right[0])) in ids(shown)
    (row,) = club.disk.rows("SELECT * FROM learning")
    assert row["step"] == 1 and row["finished_at"] is not None


async def test_each_learns_alone(club: Club) -> None:
    karl, lisa = await begin(club.karl), await begin(club.lisa)
    await club.karl.press(karl, press_of("trumps", 0, "open"))
    await club.karl.press(karl, press_of("trumps", 0, "next"))
    await club.lisa.press(lisa, press_of("trumps", 0, "open"))
    assert press_of("trumps", 0, "next") in ids(lisa)
    assert len(club.disk.rows("SELECT * FROM learning")) == 2


@pytest.mark.parametrize(
    "custom_id",
    ["k1n:trumps:99:next", "k1n:skat:0:next", "k1n:trumps:1:pCJCJ", "k1n:trumps:1:cmit", "k1n:trumps:1:next", "k1n:x"],
)
async def test_what_no_button_says_gets_a_sentence(club: Club, custom_id: str) -> None:
    shown = await begin(club.karl)
    await club.karl.press(shown, press_of("trumps", 0, "open"))
    await club.karl.press(shown, press_of("trumps", 0, "next"))
    photo = club.photo(shown)
    photo["components"][0]["components"][0]["custom_id"] = custom_id
    (result,) = await club.at_once((club.karl, photo, custom_id))
    assert result.response is not None and not result.response.embeds
    assert club.disk.rows("SELECT step FROM learning")[0][0] == 1


# -- cards as pictures


async def test_pictures_and_words_of_ones_own_pack(club: Club) -> None:
    club.bot.pictures._ids.update(PICTURES)
    await club.karl.slash("settings mine", pack="german")
    lisa, karl = await begin(club.lisa), await begin(club.karl)
    for player, shown in ((club.lisa, lisa), (club.karl, karl)):
        await player.press(shown, press_of("trumps", 0, "open"))
        await player.press(shown, press_of("trumps", 0, "next"))
    emojis = [button["emoji"] for button in buttons_of(lisa) if ":pCJ" in button["custom_id"]]
    assert [emoji["name"] for emoji in emojis] == ["french_clubs_jack_en"] or emojis[0]["id"]
    assert "<:french_" in body(lisa) and "♣️" not in body(lisa)
    assert "<:german_acorns_king" in body(karl) and "♣️" not in body(karl) and "<:french_" not in body(karl)
    assert [button["label"] for button in buttons_of(karl) if ":pCJ" in button["custom_id"]] == ["U"]
    page = (await club.lisa.slash("rules", game="bauernheinrich")).response
    assert "<:french_" in body(page) and club.leaks() == []
    page = (await club.karl.slash("rules", game="bauernheinrich")).response
    assert "unter dem Ober" in body(page) and "Die Unter gehören zu keiner Farbe" in body(page)
    assert "sagt „Hier ist Kreuz!“ und hat Eichel als Trumpf" in body(page)
    for typed in ("Buben müssen überstochen", "Unter müssen überstochen"):
        answer = await club.karl.slash("rules", topic=typed)
        assert "Ist im Stich ein Unter gefallen" in body(answer.response)


async def test_lessons_and_rules_in_words(club: Club) -> None:
    """For those who hear them."""
    await club.karl.slash("settings mine", pack="german", text_mode="on")
    shown = await begin(club.karl)
    await club.karl.press(shown, press_of("trumps", 0, "open"))
    await club.karl.press(shown, press_of("trumps", 0, "next"))
    assert "Eichel-König" in body(shown) and "♣️" not in text_of(shown)
    cards = [button for button in buttons_of(shown) if ":p" in button["custom_id"]]
    assert "Eichel-Unter" in [card["label"] for card in cards] and not any(card.get("emoji") for card in cards)


async def test_what_is_refused_is_told_in_the_words_of_ones_pack(club: Club) -> None:
    club.bot.pictures._ids.update(PICTURES)
    await club.karl.slash("settings mine", pack="german")
    await club.four_at_a_table()
    answer = await club.karl.slash("card", card="Eichel-Daus")
    assert "„Eichel-Unter“" in text_of(answer.response)
    answer = await club.karl.slash("card", card="Eichel-Unter")
    assert "kenne ich nicht" not in text_of(answer.response)


# -- and the hunter of leaks


async def test_lessons_beside_a_running_deal_are_nobodys_cards(club: Club) -> None:
    await club.four_at_a_table()
    shown = await begin(club.karl)
    await club.karl.press(shown, press_of("trumps", 0, "open"))
    await club.karl.press(shown, press_of("trumps", 0, "next"))
    await club.karl.slash("rules", game="bauernheinrich")
    assert "♣️A" in text_of(shown) and club.leaks() == []


async def test_the_hunter_does_not_take_a_mark_for_an_excuse(club: Club) -> None:
    """A real hand that looks like a lesson is found all the same."""
    await club.four_at_a_table()
    hand = club.lisa.hand()
    assert hand is not None
    cards = hand.embeds[0].description
    shown = await begin(club.karl)
    assert club.leaks() == []
    stored = club.env.backend.messages[shown.channel_id][shown.id]
    before = stored.embeds
    club.env.backend.edit_message(shown.channel_id, shown.id, {"embeds": [{"description": cards}]})
    assert any(piece.startswith("k1n:") for piece in pieces_of(stored))
    assert club.leaks() != []
    club.witness.sights.pop()
    stored.embeds = before
