"""Every setting reads what its lists offer; a table opens by what is given, else by what is kept, else as usual."""

import pytest

from bot.arrangements import AS_USUAL
from bot.core.games import ALL_GAMES, game_of
from bot.core.house import Conduct, Overtrump
from bot.core.levels import Level
from bot.settings import AUTO, SERVER_BY_NAME, changed, opening, time_zones
from bot.table import Refused
from bot.ui.message import OPTIONS
from bot.ui.settings import LANGUAGE_NAMES, SCOPES, SERVER_SCOPE, SettingPress, settings_message, value_text
from bot.ui.text import LANGUAGES, text

HOUSE = {"language": "de", "time_zone": "Europe/Berlin"}


EVERY = [pytest.param(scope, name, id=f"{scope}-{name}") for scope, known in SCOPES.items() for name in known]


@pytest.mark.parametrize(("scope", "name"), EVERY)
def test_a_setting_reads_what_is_offered(scope: str, name: str) -> None:
    found = SCOPES[scope][name]
    assert found.usual in found.values and len(found.values) <= OPTIONS - 1  # one more may have been typed
    assert [found.read(value) for value in found.values] == list(found.values)
    assert found.of({}) == found.of({name: "no such thing"}) == found.usual
    with pytest.raises(Refused):
        found.read("no such thing")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("scope", "name"), EVERY)
def test_every_value_is_said_and_can_be_chosen(scope: str, name: str, language: str) -> None:
    found = SCOPES[scope][name]
    said = [value_text(found, value, text(language), HOUSE) for value in found.values]
    assert len(set(said)) == len(said) and all(said)
    for value in found.values:
        message = settings_message(scope, {name: value}, "Wirtshaus", language, house=HOUSE, open_at=name)
        assert message.faults == ()
        assert value_text(found, value, text(language), HOUSE) in (message.embed.description if message.embed else "")


def test_a_typed_value_is_in_its_list_and_long_names_fit() -> None:
    kept = {"time_zone": "America/Argentina/ComodRivadavia", "absence": "1000"}
    for name in kept:
        message = settings_message(SERVER_SCOPE, kept, "W" * 300, "de", house=HOUSE, open_at=name)
        assert message.faults == ()
        assert any(getattr(option, "chosen", False) for option in getattr(message.rows[1][0], "options", ()))


def test_the_languages_are_those_there_are() -> None:
    assert SERVER_BY_NAME["language"].values == (AUTO, *LANGUAGES)
    assert set(LANGUAGE_NAMES) == set(LANGUAGES)


def test_zones_are_known_however_they_are_written() -> None:
    zone = SERVER_BY_NAME["time_zone"]
    assert zone.read(" america/new york ") == "America/New_York" and zone.read("AUTO") == AUTO
    assert not {"factory", "localtime", "posixrules"} & time_zones().keys()
    for typed in ("", "Erfweiler", "../../etc/passwd", "Europe/Berlin\n\nx", "localtime"):
        with pytest.raises(Refused, match="no_such_zone"):
            zone.read(typed)


@pytest.mark.parametrize("typed", ["29", "3601", "", "-60", "6e1", "٦٠", "9" * 400])
def test_patience_has_bounds(typed: str) -> None:
    with pytest.raises(Refused):
        SERVER_BY_NAME["absence"].read(typed)


def test_what_is_usual_is_not_kept() -> None:
    assert changed(SERVER_BY_NAME, {"conduct": "tavern", "take_backs": "agreed"}) == {
        "conduct": "tavern",
        "take_backs": None,
    }


KEPT = {
    "game": "schoofkopp",
    "partners": "lot",
    "conduct": "tavern",
    "overtrump": "trump-led",
    "take_backs": "never",
    "cut": "ask",
    "level": "strong",
    "absence": "60",
}


def test_a_table_opens_as_usual_or_as_kept() -> None:
    assert opening({}, {}) == ("bauernstoss", AS_USUAL)
    game, options = opening({}, KEPT)
    assert game == "schoofkopp"
    assert (options.by_lot, options.take_backs, options.ask_cut, options.absence) == (True, False, True, 60)
    assert options.level is Level.STRONG
    assert (options.house.conduct, options.house.overtrump) == (Conduct.TAVERN, Overtrump.TRUMP_LED)


def test_what_is_given_counts_more() -> None:
    given = {"partners": "opposite", "conduct": "strict", "overtrump": "always", "take_backs": "agreed"}
    assert opening({**given, "cut": "auto", "level": "learner", "absence": "120"}, KEPT) == ("schoofkopp", AS_USUAL)


@pytest.mark.parametrize("game", ALL_GAMES)
def test_what_is_kept_never_spoils_a_game(game: str) -> None:
    found, options = opening({"game": game}, KEPT)
    assert game_of(found, options.house).name == game
    alone = game == "bauernheinrich"
    assert (options.level is Level.LEARNER) is alone
    assert options.by_lot is not alone and (options.house.conduct is Conduct.STRICT) is alone
    assert (options.house.overtrump is Overtrump.TRUMP_LED) == (game == "schoofkopp")
    assert options.absence == 60 and not options.take_backs and options.ask_cut


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"game": "bauernheinrich", "conduct": "tavern"}, "no_pairs"),
        ({"game": "bauernheinrich", "partners": "opposite"}, "no_pairs"),
        ({"game": "bauernheinrich", "level": "regular"}, "no_levels"),
        ({"game": "bauernstoss", "overtrump": "trump-led"}, "no_overtrump"),
    ],
)
def test_what_is_given_and_unknown_is_refused(given: dict[str, str], why: str) -> None:
    with pytest.raises(Refused, match=why):
        opening(given, KEPT)
    game = given.pop("game")
    with pytest.raises(Refused, match=why):
        opening(given, {"game": game})


def test_setting_ids_are_inverse() -> None:
    for scope, known in SCOPES.items():
        presses = [SettingPress("set", name, scope) for name in known]
        for press in (SettingPress("pick", scope=scope), SettingPress("reset", scope=scope), *presses):
            assert SettingPress.parse(press.id) == press
