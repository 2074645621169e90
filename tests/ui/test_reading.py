"""Rules, words and lessons: whole, in both languages, within Discord's limits, and true to the numbers they name."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.actions import Action
from bot.core.game import IllegalAction, Reason
from bot.core.games import ALL_GAMES
from bot.learn.book import LESSONS
from bot.learn.lesson import Claim, Lesson, Moment
from bot.table import Refused, Stale
from bot.ui.ids import PATTERN as TABLE_PATTERN
from bot.ui.ids import NoPress, Press
from bot.ui.lesson import lesson_message
from bot.ui.message import ROWS, Button, Embed, LinkButton, ListOption, ListSelect, Message
from bot.ui.reading import LESSON, LIST_PATTERN, PATTERN, RULES, WHY, Reading, is_reading
from bot.ui.rules_page import OVERVIEW, rules_message, topic_message
from bot.ui.text import Texts, entries, text
from bot.ui.topics import BY_NAME, BY_RULE, SECTIONS, TOPICS, Topic, found, game_of_rule, offered
from bot.ui.why import REFUSED_RULES, rule_of, why_message, with_why

from ..bot.readings import every_look, menus, pages, steps

LANGUAGES = ("de", "en")
MOST = {"C": 12, "B": 25, "S": 10, "H": 13}
RULE = re.compile(r"\b([CBSHT])([0-9]{1,2})\b")
ANY = [(language, lesson) for language in LANGUAGES for lesson in LESSONS]


def rules_in(said: str) -> set[str]:
    return {letter + number for letter, number in RULE.findall(said)}


def entry(language: str, key: str) -> str:
    said = entries(language)[key]
    assert isinstance(said, str)
    return said


# -- limits


@pytest.mark.parametrize(
    "texts", every_look(), ids=lambda texts: f"{texts.language}-{texts.deck and texts.deck.pack}-{texts.spoken}"
)
def test_every_page_step_and_menu_fits(texts: Texts) -> None:
    shown = [*pages(texts), *steps(texts), *menus(texts)]
    assert len(shown) > 300
    for message in shown:
        assert message.faults == (), message
        assert message.embed is not None
        for said in (message.content, message.embed.title or "", message.embed.description):
            assert "{" not in said and "}" not in said
        assert is_marked(message)


FRENCH = {
    "de": r"\b(?:Buben?|Dame|Kreuz|Pik|Karo)\b|\b(?:der|die|eine) Ober\b",
    "en": r"\b(?:Jacks?|Queens?|Clubs?|Spades?|Diamonds?)\b|\b[Aa] (?:Unter|Ober|Acorn)",
}
CALL = re.compile("„Hier ist Kreuz!“|“Hier ist Kreuz!”|Clubs are here")


@pytest.mark.parametrize(
    "texts", [texts for texts in every_look() if texts.deck and texts.deck.german and texts.spoken]
)
def test_readers_with_the_german_pack_find_no_other_packs_words(texts: Texts) -> None:
    """But for what is called out at the table, which is what it is (H3)."""
    for message in [*pages(texts), *steps(texts)]:
        assert message.embed is not None
        labels = [item.label for row in message.rows for item in row if isinstance(item, Button)]
        said = "\n".join([message.content, message.embed.title or "", message.embed.description, *labels])
        found = re.findall(FRENCH[texts.language], CALL.sub("", said))
        assert found == [], said


def is_marked(message: Message) -> bool:
    """That it is about no table, as the hunter of leaks tells it."""
    ids = [item.id for row in message.rows for item in row if not isinstance(item, LinkButton)]
    return bool(ids) and all(is_reading(one) for one in ids) and any(one[2] in (RULES, LESSON) for one in ids)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_step_is_one_short_message_with_few_buttons(language: str) -> None:
    for message in steps(text(language)):
        assert message.embed is not None and len(message.embed.description) <= 1100
        assert len(message.rows) <= 4
        for row in message.rows:
            cards = [item for item in row if isinstance(item, Button) and re.search(":[pg][CSHD]", item.id)]
            assert len(cards) <= 4


# -- the texts


def test_each_word_is_explained_in_each_of_its_games_and_nothing_lies_about() -> None:
    for language in LANGUAGES:
        keys = {key for key in entries(language) if key.startswith("topic.")}
        for topic in TOPICS:
            own = {game: f"topic.{topic.name}.{game}" for game in topic.games}
            used = {f"topic.{topic.name}.{part}" for part in ("title", "also")}
            used |= {key for key in own.values() if key in keys}
            if not set(own.values()) <= keys:
                used.add(f"topic.{topic.name}.text")
            assert used <= keys
            keys -= used
        assert keys == set()


def test_each_step_has_what_is_said_to_every_press_and_nothing_lies_about() -> None:
    used = set()
    for lesson in LESSONS:
        used.add(f"lesson.{lesson.name}.title")
        for moment in lesson.moments:
            start = f"lesson.{lesson.name}.{moment.step.name}"
            used.add(f"{start}.say")
            if moment.right:
                used.add(f"{start}.well")
            answers = {moment.answer(action) for action in moment.offered}
            used |= {f"{start}.{answer}" for answer in answers if isinstance(answer, Claim)}
    for language in LANGUAGES:
        assert {key for key in entries(language) if key.startswith("lesson.")} == used


def test_nothing_of_the_rules_lies_about() -> None:
    sections = {section for of_game in SECTIONS.values() for section in of_game}
    for language in LANGUAGES:
        keys = {key for key in entries(language) if key.startswith("rules.")}
        assert keys - {f"rules.section.{one}" for one in sections} - {f"rules.overview_of.{g}" for g in ALL_GAMES} == {
            *("rules.title", "rules.section_title", "rules.more", "rules.overview", "rules.all", "rules.why"),
            "rules.footer",
        }


@pytest.mark.parametrize("key", [key for key in entries("de") if key.split(".")[0] in ("rules", "topic", "lesson")])
def test_both_languages_name_the_same_rules_which_there_are(key: str) -> None:
    german, english = entry("de", key), entry("en", key)
    assert rules_in(german) == rules_in(english)
    for letter, number in RULE.findall(german):
        assert 1 <= int(number) <= MOST[letter]


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.name)
def test_an_explanation_names_its_rules(topic: Topic) -> None:
    for language in LANGUAGES:
        texts = text(language)
        named = set().union(*(rules_in(topic.explanation(game, texts)) for game in topic.games))
        assert named
        assert {rule for rule in topic.rules if rule[1:].isdigit()} <= named
        for game in topic.games:
            assert rules_in(topic.explanation(game, texts)), (topic.name, game)


def test_every_section_is_made_of_its_own_games_words_and_none_is_forgotten() -> None:
    unlisted = {"own-cards", "phase", "over"}  # only ever asked for by *why?*
    for game, sections in SECTIONS.items():
        listed = [name for topics in sections.values() for name in topics]
        assert len(set(listed)) == len(listed)
        assert all(game in BY_NAME[name].games for name in listed)
        strangers = {"yield", "kleines-solo"} if game == "schoofkopp" else set()  # explained as what there is not
        assert {topic.name for topic in TOPICS if game in topic.games} - set(listed) == unlisted | strangers


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ALL_GAMES)
def test_cards_stand_on_every_overview(language: str, game: str) -> None:
    message = rules_message(text(language), game)
    assert message.embed is not None
    jack = {"de": "B", "en": "J"}[language]
    assert all(sign + jack in message.embed.description for sign in ("♣️", "♠️", "♥️", "♦️"))


def test_there_is_no_such_page() -> None:
    for game, section in (("skat", OVERVIEW), ("bauernstoss", "end"), ("bauernheinrich", "solos")):
        with pytest.raises(Stale):
            rules_message(text("de"), game, section)


@pytest.mark.parametrize(("language", "term", "meaning"), [
    ("en", "Kreide", "chalk"), ("en", "Striche", "stroke"), ("en", "Augen", "card points"),
    ("en", r"\*weg\*", "pass|away"), ("en", r"\*mit\*", "the same|with you"), ("en", "Partie", "match"),
])  # fmt: skip
def test_english_explains_each_german_word_once_a_page(language: str, term: str, meaning: str) -> None:
    for message in pages(text(language)):
        assert message.embed is not None
        said = f"{message.embed.title}\n{message.embed.description}"
        if re.search(term, said):
            assert re.search(meaning, said), (term, said)


# -- looking a word up


@pytest.mark.parametrize(
    ("language", "game", "typed", "name"),
    [
        ("de", None, "Kreide", "kreide"),
        ("de", "bauernstoss", "mit", "mit"),
        ("de", "bauernstoss", "WEG", "weg"),
        ("de", "bauernstoss", "solo", "solo"),
        ("de", "bauernstoss", "kleines", "kleines-solo"),
        ("de", "bauernstoss", "grosses solo", "grosses-solo"),
        ("de", "schoofkopp", "lechdich", "lechdich"),
        ("en", "bauernstoss", "yield", "yield"),
        ("en", "bauernstoss", "trump order", "trumps"),
        ("en", "bauernstoss", "jack rule", "jack-rule"),
        ("en", "schoofkopp", "must overtrump", "overtrump"),
        ("en", "bauernstoss", "striche", "striche"),
        ("en", "bauernstoss", "low card", "low-card"),
        ("en", "bauernstoss", "take back", "take-back"),
        ("en", "bauernstoss", "tavern conduct", "tavern"),
        ("en", "bauernstoss", "cut", "cut"),
        ("en", "bauernheinrich", "own trump suit", "own-trump"),
        ("en", "bauernheinrich", "take up", "take-up"),
        ("de", "bauernheinrich", "aufnehmen", "take-up"),
        ("de", "bauernstoss", "b16", "jack-rule"),
        ("de", "bauernheinrich", "kreide", "kreide"),
        ("de", None, "jack-rule", "jack-rule"),
    ],
)
def test_words_are_found(language: str, game: str | None, typed: str, name: str) -> None:
    topic = found(typed, game, text(language))
    assert topic is not None and topic.name == name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_title_finds_its_own_word_and_nonsense_none(language: str) -> None:
    texts = text(language)
    assert len({topic.title(texts) for topic in TOPICS}) == len(TOPICS)
    for topic in TOPICS:
        assert found(topic.title(texts), topic.games[0], texts) is topic
        assert len(topic.title(texts)) <= 100
    assert found("Schafskopfbrühe", None, texts) is None
    assert found("  ", None, texts) is None


def test_what_is_offered_begins_with_the_games_own_words() -> None:
    for game in ALL_GAMES:
        known = [game in topic.games for topic in offered("", game, text("de"))]
        assert len(known) == len(TOPICS) and known == sorted(known, reverse=True)


def test_a_word_is_told_as_in_the_game_asked_about() -> None:
    kreide = BY_NAME["kreide"]
    for game, said in (("bauernstoss", "79"), ("schoofkopp", "61"), ("bauernheinrich", "79"), (None, "79")):
        message = topic_message(text("de"), kreide, game)
        assert message.embed is not None and said in message.embed.description


# -- why?


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_is_explained(reason: Reason, language: str) -> None:
    for game in (None, *ALL_GAMES):
        message = why_message(text(language), (str(reason),) if game is None else (str(reason), game))
        assert message.embed is not None and message.faults == ()
        if str(reason)[1:].isdigit() and game is None:
            assert str(reason) in rules_in(message.embed.description)


def test_a_rule_is_explained_in_the_game_that_knows_it() -> None:
    assert game_of_rule("S9", None) == "schoofkopp"
    assert game_of_rule("H5", None) == "bauernheinrich"
    assert game_of_rule("B16", "schoofkopp") == game_of_rule("C10", None) == "bauernstoss"
    assert game_of_rule("B6", "schoofkopp") == "schoofkopp"
    with pytest.raises(Stale):
        why_message(text("de"), ("B99",))


def test_refusals_beside_the_game_that_name_a_rule_are_known_by_it() -> None:
    for language in LANGUAGES:
        named = {
            key.removeprefix("refused."): rules
            for key, said in entries(language).items()
            if key.startswith("refused.") and isinstance(said, str) and (rules := rules_in(said))
        }
        assert named == {why: {rule} for why, rule in REFUSED_RULES.items()}
    assert set(REFUSED_RULES.values()) <= BY_RULE.keys()
    assert rule_of(Refused("cut_range")) == "C6" and rule_of(Refused("seat_taken")) is None
    assert rule_of(IllegalAction(Reason.B16)) == "B16"
    assert rule_of(IllegalAction(Reason.TURN)) is None and rule_of(Stale()) is None


BUTTON = Button("k1:1:0:show", "x")


def numbered(many: int) -> tuple[Button, ...]:
    return tuple(replace(BUTTON, id=f"k1:1:{n}:show") for n in range(many))


@pytest.mark.parametrize(
    ("rows", "where"),
    [
        ((), (0, 0)),
        ((numbered(1),), (0, 1)),
        ((numbered(5),), (1, 0)),
        (((ListSelect("k1c:1:0:cut", "p", (ListOption("4", "4"),)),),), (1, 0)),
        (tuple((replace(BUTTON, id=f"k1:1:{n}:show"),) for n in range(ROWS)), (ROWS - 1, 1)),
    ],
)
def test_why_stands_where_there_is_room(rows: tuple[tuple[Button, ...], ...], where: tuple[int, int]) -> None:
    message = with_why(Message("no", rows=rows), "B16", "bauernstoss", "de")
    row, place = where
    item = message.rows[row][place]
    assert isinstance(item, Button) and item.id == "k1w:B16:bauernstoss" and item.label == "Warum?"
    assert message.faults == ()


def test_without_a_rule_or_room_nothing_is_added() -> None:
    full = Message("no", rows=tuple(numbered(5) for _ in range(ROWS)))
    assert with_why(full, "B16", None, "de") is full
    assert with_why(Message("no"), None, None, "de") == Message("no")
    assert with_why(Message("no"), "C6", None, "en").buttons[0].id == "k1w:C6"


# -- lessons


@pytest.mark.parametrize(("language", "lesson"), ANY)
def test_right_and_wrong_look_alike(language: str, lesson: Lesson) -> None:
    for index, moment in enumerate(lesson.moments):
        if not moment.right:
            continue
        message = lesson_message(lesson, index, text(language))
        pressable = [b for b in message.buttons if b.id.startswith(f"k1n:{lesson.name}:{index}:")]
        assert len(pressable) == len(moment.offered)
        assert len({(button.style, button.disabled) for button in pressable}) == 1


def wrongs(moment: Moment) -> list[Action]:
    return [action for action in moment.offered if moment.answer(action) is not None]


@pytest.mark.parametrize(("language", "lesson"), ANY)
def test_a_refused_press_names_the_rule_and_can_be_asked_why(language: str, lesson: Lesson) -> None:
    for index, moment in enumerate(lesson.moments):
        for action in wrongs(moment):
            answer = moment.answer(action)
            message = lesson_message(lesson, index, text(language), wrong=action)
            whys = [button.id for button in message.buttons if button.id.startswith("k1w:")]
            assert isinstance(message.embed, Embed)
            first = message.embed.description.splitlines()[0]
            if isinstance(answer, Reason):
                assert first.startswith("❗") and f"({answer}" in first.replace(", ", ", (")
                assert whys == [f"k1w:{answer}:bauernstoss"]
            else:
                assert first.startswith("🤔") and whys == []
            assert lesson_message(lesson, index, text(language)).buttons == tuple(
                button for button in message.buttons if button.id not in whys
            )


# -- ids


@given(st.sampled_from("rwn"), st.lists(st.from_regex(r"[A-Za-z0-9-]{1,20}", fullmatch=True), min_size=1, max_size=3))
def test_ids_are_read_as_written_and_are_no_tables(kind: str, parts: list[str]) -> None:
    asked = Reading(kind, tuple(parts))
    assert Reading.parse(asked.id) == asked
    assert is_reading(asked.id)
    assert not re.fullmatch(TABLE_PATTERN, asked.id)
    assert re.fullmatch(PATTERN, asked.id) and not re.fullmatch(LIST_PATTERN, asked.id)
    if kind != WHY:
        assert Reading.parse(asked.list_id) == asked and not re.fullmatch(PATTERN, asked.list_id)
    with pytest.raises(NoPress):
        Press.parse(asked.id)


@pytest.mark.parametrize("custom_id", ["k1r", "k1r:", "k1x:a", "k1r:a:", "k1:1:2:a", "k1l:1:a", "k1rc:a\n", "k1wc:B16"])
def test_anything_else_is_no_reading(custom_id: str) -> None:
    with pytest.raises(NoPress):
        Reading.parse(custom_id)
