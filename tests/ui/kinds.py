"""Every kind of message at its longest: which builders make it, and what they make of long names and full tables."""

import importlib
import inspect
import pkgutil
import typing
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

import bot.ui
from bot import trial
from bot.arrangements import Plea, Shuffle, StopVote
from bot.core.actions import Action, Call, Deal, code
from bot.core.cards import ALL_CARDS
from bot.core.game import Game, Outcome, Reason
from bot.core.games import ALL_GAMES, game_of
from bot.core.house import USUAL
from bot.core.looking_back import PastDeal
from bot.core.looking_back import look_back as look_back_at
from bot.core.provable import CutBy, Lot, Words, check, reveal
from bot.core.seats import SEATS, Seat
from bot.court import Court, Decision, Stage
from bot.learn.book import LESSONS
from bot.learn.progress import Progress
from bot.pictures.slate import Slate, SlateDeal, SlateWords
from bot.settings import OWN, SERVER
from bot.store.places import PlaceLine, PlaceRecord, TablePlaces
from bot.store.standings import BEST_PARTNERS, Line, Page, PartnerLine, Period, Record
from bot.table import Chair, Table, TablePhase
from bot.ui import (
    board,
    board_parts,
    court,
    hand,
    hand_parts,
    heinrich_board,
    heinrich_hand,
    help,
    ids,
    lesson,
    lobby,
    look_back,
    notices,
    proof,
    rules_page,
    settings,
    slate,
    standings,
    why,
)
from bot.ui.message import Message
from bot.ui.text import Texts, entries
from bot.ui.topics import SECTIONS, TOPICS

from . import heinrich_partien, partien
from .partien import ERNA, KARL, LISA, OPA, URL
from .test_court import cases
from .test_court import partie as schoofkopp_partie
from .test_texts import FACTS

NAMES = {KARL: "Ｎ" * 32, LISA: "Ｏ" * 32, ERNA: "Ｓ" * 32, OPA: "Ｗ" * 32, 5: "Ｋ" * 32}
SERVER_NAME, SENTENCE, MENTION = "Ｚ" * 100, "Ｈ" * 200, "<@1234567890123456789>"
BIG = 10**9
LANGUAGES = ("de", "en")
RIGHTS = ("view_channel", "send_messages", "send_messages_in_threads", "embed_links", "read_message_history")

Shown = Iterable[tuple[str, Message]]  # each with what it shows


@dataclass(frozen=True)
class Kind:
    """``of``: the builders it is made by. ``look``: in which texts it is made; cards may be pictures in them."""

    name: str
    of: tuple[Callable[..., Message], ...]
    look: Callable[[Texts], Shown]
    public: bool = False


def builders() -> set[str]:
    """Every public function in ``bot.ui`` that makes a message."""
    found: set[str] = set()
    for part in pkgutil.iter_modules(bot.ui.__path__, "bot.ui."):
        module = importlib.import_module(part.name)
        for name, one in inspect.getmembers(module, inspect.isfunction):
            own = one.__module__ == part.name and not name.startswith("_")
            if own and typing.get_type_hints(one).get("return") is Message:
                found.add(path(one))
    return found


def path(builder: Callable[..., Message]) -> str:
    return f"{builder.__module__}.{builder.__qualname__}"


# -- tables with the longest history of their phase


def _history(table: Table) -> tuple[int, ...]:
    """How much there is to tell; the same in every language."""
    view = table.view(None)
    parts = ("calls", "made_known", "trick", "tricks", "laid", "places", "yielded", "got")
    return tuple(_length(getattr(view, part, None)) for part in parts)


def _length(value: object) -> int:
    return len(value) if isinstance(value, tuple | list) else int(value is not None)


def _longest(tables: Iterable[Table]) -> Iterator[tuple[str, Table]]:
    best: dict[str, Table] = {}
    for table in tables:
        settlement = table.settlement
        about = str(table.game_phase) if settlement is None else f"{table.game_phase}, {settlement.outcome}"
        if table.between_deals and settlement is None:
            about += ", before the first deal" if table.deal == 0 else ", between deals"
        if about not in best or _history(table) > _history(best[about]):
            best[about] = table
    for about in sorted(best):
        yield about, replace(best[about], id=BIG, number=BIG, ply=BIG, turn=BIG, partie=BIG)


@cache
def _pair_tables() -> tuple[tuple[str, Table], ...]:
    return tuple(_longest(moment.table for seed in range(6) for moment in partien.partie(seed)))


@cache
def _court_tables() -> tuple[tuple[str, Table], ...]:
    return tuple(_longest(table for seed in range(2) for table in schoofkopp_partie(seed)))


@cache
def _place_tables() -> tuple[tuple[str, Table], ...]:
    return tuple(_longest(moment.table for seed in range(4) for moment in heinrich_partien.evening(seed)))


def _boards(texts: Texts) -> Shown:
    for game, tables in (("bauernstoss", _pair_tables()), ("schoofkopp", _court_tables())):
        for about, table in tables:
            yield f"{game}, {about}", board.board_message(table, NAMES, texts, hands_in_dm=())


def _case_boards(texts: Texts) -> Shown:
    """Each decision, and the longest one at each stage."""
    table = next(table for about, table in _court_tables() if about.startswith("play"))
    for case in cases(trial.keeper(table) or Seat(0)):
        if not case.end and (case.stage is Stage.DECIDED or case.decision is Decision.QUARREL):
            held = replace(table, court=replace(table.court, case=case, admonished=(9, 9, 9, 9), voided=True))
            yield f"{case.decision}, {case.stage}", board.board_message(held, NAMES, texts, hands_in_dm=())


def _troubled() -> Iterator[tuple[str, Table]]:
    """Everything that can stand on a board beside the play."""
    words = tuple(Words(seat, "Ｗ" * 100) for seat in SEATS)
    lot = Lot("1", 998, b"\1" * 32, Seat(1), CutBy.PERSON, 28, BIG, words)
    tables = dict(_pair_tables())
    play, between = tables["play"], tables["deal, played"]
    vote = StopVote(frozenset((KARL, LISA)), frozenset((ERNA,)), 0.0)
    leaver = tuple(
        replace(chair, computer=True) if i == 1 else Chair(computer=True, leaver=chair.person) if i == 3 else chair
        for i, chair in enumerate(play.chairs)
    )
    yield (
        "a card asked back, a vote to stop",
        replace(play, plea=Plea(Seat(0), frozenset((Seat(1),)), 0.0), stop=vote, absent=True, annulled=True, lot=lot),
    )
    yield "computers for two", replace(play, chairs=leaver, absent=True, lot=replace(lot, cut=None))
    asked = replace(between.options, ask_cut=True)
    shuffle = Shuffle(999, b"\2" * 32, words, 60.0)
    yield "a cut asked for", replace(between, options=asked, shuffle=shuffle, lot=lot)
    yield (
        "computers for two, between deals",
        replace(between, chairs=leaver, shuffle=shuffle, lot=lot, ready=frozenset((Seat(0), Seat(2))), stop=vote),
    )
    yield "stopped", replace(between, stopped=True, phase=TablePhase.FINISHED)
    for outcome in (Outcome.THROWN_IN, Outcome.SOLO_WON):
        ended = next(partien.moments(0, outcome)).table
        yield str(outcome), replace(ended, id=BIG, number=BIG, turn=BIG)


def _troubled_boards(texts: Texts) -> Shown:
    for about, table in _troubled():
        yield about, board.board_message(table, NAMES, texts, hands_in_dm=SEATS[:2])


def _troubled_hands(texts: Texts) -> Shown:
    for about, table in _troubled():
        for seat in SEATS[:2]:
            yield f"{about}, seat {seat}", _hand(table, seat, texts)


def _hand(table: Table, seat: Seat, texts: Texts, ask: str | None = None) -> Message:
    return hand.hand_message(table, seat, NAMES, texts, server=SERVER_NAME, board_url=URL, notice=SENTENCE, ask=ask)


def _hands(texts: Texts) -> Shown:
    for game, tables in (("bauernstoss", _pair_tables()), ("schoofkopp", _court_tables())):
        for about, table in tables:
            seats = SEATS[:1] if table.to_act is None else (table.to_act, SEATS[(table.to_act + 1) % 4])
            for seat in seats:
                yield f"{game}, {about}, seat {seat}", _hand(table, seat, texts)


def _questions(texts: Texts) -> Shown:
    """What is asked before a step that cannot be undone."""
    table = next(table for about, table in _court_tables() if about.startswith("play"))
    for ask in (ids.CHALK, ids.ASK_BACK, ids.ACCUSE):
        yield ask, _hand(table, trial.keeper(table) or Seat(0), texts, ask)
    solos: set[str] = set()
    for moment in (moment.table for seed in range(6) for moment in partien.partie(seed)):
        if moment.to_act is not None and moment.state is not None:
            for action in moment.rules.legal(moment.state):
                if isinstance(action, Call) and action.word.endswith("solo") and action.word not in solos:
                    solos.add(action.word)
                    yield action.word, _hand(replace(moment, id=BIG, turn=BIG), moment.to_act, texts, code(action))


def _place_boards(texts: Texts) -> Shown:
    for about, table in _place_tables():
        view = heinrich_partien.view_of(table, None)
        yield about, heinrich_board.board_message(table, view, NAMES, texts, hands_in_dm=())


def _place_hands(texts: Texts) -> Shown:
    for about, table in _place_tables():
        for seat in SEATS[:1] if table.to_act is None else (table.to_act, SEATS[(table.to_act + 1) % 4]):
            view = heinrich_partien.view_of(table, seat)
            yield (
                f"{about}, seat {seat}",
                heinrich_hand.hand_message(
                    table, view, seat, NAMES, texts, server=SERVER_NAME, board_url=URL, notice=SENTENCE
                ),
            )


# -- around the table


def _lobby(game: str = "bauernstoss", by_lot: bool = False) -> Table:
    return replace(partien.lobby(by_lot=by_lot), game=game, id=BIG, number=BIG)


def _lobbies(texts: Texts) -> Shown:
    for game in ALL_GAMES:
        for by_lot in (False, True) if game != "bauernheinrich" else (False,):
            full = _lobby(game, by_lot)
            one_free = replace(full, chairs=(*full.chairs[:3], type(full.chairs[3])()))
            for about, table in (("full", full), ("one seat free", one_free)):
                yield f"{game}, {about}{', by lot' if by_lot else ''}", lobby.lobby_message(table, NAMES, texts)
    for phase in (TablePhase.PARTIE, TablePhase.CLOSED):
        yield str(phase), lobby.lobby_message(replace(_lobby(), phase=phase), NAMES, texts)


def _choices(texts: Texts) -> Shown:
    named = tuple((who, OPA) for who in (KARL, LISA, ERNA))
    table = replace(_lobby("schoofkopp"), court=Court(named=named))
    yield "all but one have named somebody", court.choice_message(table, NAMES, texts.language)


def _notices(texts: Texts) -> Shown:
    table, language = _lobby("schoofkopp"), texts.language
    yield "seated", notices.seated_message(table, SEATS[2], language, server=SERVER_NAME, board_url=URL)
    yield "reminder", notices.reminder_message(table, MENTION, language)
    yield "invitation", notices.invitation_message(table, MENTION, NAMES[ERNA], language, lobby_url=URL)
    yield "annulled", notices.annulled_message(table, language)
    yield "closed", notices.closed_message(table, language)
    yield "closed for want of players", notices.closed_message(table, language, idle=True)
    yield "stopped", notices.stopped_message(table, language)
    yield "its place is gone", notices.place_message(table, language, gone=True, rights=())
    yield "no place", notices.place_message(table, language, gone=False, rights=())
    named = [texts.t(f"right.{right}") for right in RIGHTS]
    yield "no place for want of rights", notices.place_message(table, language, gone=False, rights=named)
    about, playing = _pair_tables()[-1]
    below = board.board_message(playing, NAMES, texts, hands_in_dm=())
    yield f"away, {about}", notices.away_message(below, language)


def _several(texts: Texts) -> Shown:
    tables = [table for _, table in (*_pair_tables(), *_court_tables(), *_place_tables())]
    own = [notices.OwnHand(replace(tables[i % len(tables)], id=BIG + i), SEATS[i % 4], SERVER_NAME) for i in range(40)]
    yield "as many as there may be", notices.hands_message(own, NAMES, texts.language)


def _slates(texts: Texts) -> Shown:
    _, table = _pair_tables()[-1]
    words = SlateWords(texts.t("game.schoofkopp"), "", "", "")
    sides = ((NAMES[KARL], NAMES[ERNA]), (NAMES[LISA], NAMES[OPA]))
    yield "none yet", slate.slate_message(table, Slate(sides, (), words, 15), texts)
    deals = tuple(SlateDeal(number, (number % 2, 1), SENTENCE) for number in range(1, 29))
    yield "a long Partie", slate.slate_message(table, Slate(sides, deals, words, 15, kreide=0), texts)
    yield "no places yet", slate.places_message(table, [], NAMES, texts)
    places = [TablePlaces(person, 4000, (1000, 1000, 1000, 1000)) for person in NAMES]
    yield "places", slate.places_message(table, places, NAMES, texts)


@cache
def settled_deal(game: str) -> tuple[Table, PastDeal]:
    """Played to its end by people who do anything that is allowed."""
    rules: Game[Any, Any] = game_of(game, USUAL)
    rng = Random(game)
    state = rules.begin(SEATS[3])
    standing = rules.standing(state)
    log: list[tuple[Seat | None, Action]] = [(SEATS[3], Deal(tuple(rng.sample(ALL_CARDS, 32))))]
    state = rules.apply(state, *log[0]).state
    while rules.settlement(state) is None:
        seat = rules.to_act(state)
        log.append((seat, rng.choice(rules.legal(state))))
        state = rules.apply(state, *log[-1]).state
    past = look_back_at(rules, standing, log)
    chairs = (Chair(person=KARL), Chair(person=LISA), Chair(person=ERNA), Chair(person=OPA))
    owners = (KARL, LISA, ERNA, OPA)
    lobby_of = Table(BIG, 1, 1, 9999, game, KARL, TablePhase.PARTIE)
    return replace(lobby_of, chairs=chairs, owners=owners, partie=99, state=past.state), past


def _looks(texts: Texts) -> Shown:
    """Every page of a deal of each game."""
    for game in ALL_GAMES:
        table, past = settled_deal(game)
        for page in range(len(past.tricks) + 1):
            yield f"{game}, page {page}", look_back.look_message(table, past, page, NAMES, texts)


def _refusals(texts: Texts) -> Shown:
    """Every sentence, with *why?* where it names a rule."""
    facts = {**FACTS, "person": ERNA, "rights": SENTENCE}
    for key in sorted(key.removeprefix("refused.") for key in entries("en") if key.startswith("refused.")):
        said = Message(notices.refused_text(key, facts, texts, NAMES))
        yield key, why.with_why(said, why.REFUSED_RULES.get(key), None, texts.language)
    for reason in sorted(Reason):
        said = Message(notices.reason_text(reason, texts))
        yield str(reason), why.with_why(said, str(reason) if reason[1:].isdigit() else None, None, texts.language)


# -- to read, to set and to look at


def _rules(texts: Texts) -> Shown:
    for game, sections in SECTIONS.items():
        for section in (rules_page.OVERVIEW, *sections):
            yield f"{game}, {section}", rules_page.rules_message(texts, game, section)


def _topics(texts: Texts) -> Shown:
    for topic in TOPICS:
        for game in topic.games:
            yield f"{topic.name}, {game}", rules_page.topic_message(texts, topic, game)


def _whys(texts: Texts) -> Shown:
    for reason in sorted(Reason):
        yield str(reason), why.why_message(texts, (str(reason),))


def _lessons(texts: Texts) -> Shown:
    for one in LESSONS:
        for index, moment in enumerate(one.moments):
            yield f"{one.name}, {moment.step.name}", lesson.lesson_message(one, index, texts)


def _menus(texts: Texts) -> Shown:
    yield "nothing begun", lesson.menu_message(Progress(), texts)
    yield "one under way", lesson.menu_message(Progress({LESSONS[0].name: 1}, frozenset({LESSONS[1].name})), texts)
    yield "all done", lesson.menu_message(Progress({}, frozenset(one.name for one in LESSONS)), texts)


def _helps(texts: Texts) -> Shown:
    for page in help.PAGES:
        yield page, help.help_message(texts, "bauernstoss", page)


def _welcomes(texts: Texts) -> Shown:
    for missing in ((), RIGHTS[-1:], RIGHTS[2:]):
        yield f"{len(missing)} rights missing", help.welcome_message(texts, missing)


def _settings(texts: Texts) -> Shown:
    house = {"language": "de", "time_zone": "America/Argentina/ComodRivadavia"}
    for scope, known in ((settings.SERVER_SCOPE, SERVER), (settings.OWN_SCOPE, OWN)):
        kept = {setting.name: setting.values[-1] for setting in known}
        for name in (None, *(setting.name for setting in known)):
            yield (
                f"{scope}, {name or 'nothing'} opened",
                settings.settings_message(
                    scope, kept, SERVER_NAME, texts.language, house=house, open_at=name, saved=True, manages=True
                ),
            )


def _leaderboards(texts: Texts) -> Shown:
    for game in ALL_GAMES:
        for order in standings.orders_of(game):
            if game == "bauernheinrich":
                lines = [PlaceLine(9999, n, NAMES[ERNA], 99999, 9999, 3.999) for n in range(standings.PAGE_SIZE)]
            else:
                lines = [Line(9999, n, NAMES[ERNA], 99999, 99999, 99.99, 999, 999) for n in range(standings.PAGE_SIZE)]
            page = Page(tuple(lines), 98, 99, 9999, replace(lines[0], person=99))  # type: ignore[type-var]
            paging = standings.Paging(BIG, game, order, Period.MONTH, False, 98, 99)
            yield f"{game}, {order}", standings.leaderboard_message(page, paging, texts.language)  # type: ignore[arg-type]
    paging = standings.Paging(BIG, "bauernstoss", standings.order_of("bauernstoss", None), Period.ALL, False, 0, 1)
    yield "empty", standings.leaderboard_message(Page((), 0, 1, 0, None), paging, texts.language)


def _records(texts: Texts) -> Shown:
    for count in (99999, 1, 0):
        partners = tuple(PartnerLine(n, NAMES[OPA], count, 99.99, count) for n in range(BEST_PARTNERS if count else 0))
        record = Record(1, NAMES[ERNA], count, count, count, count, 99.99, count, count, count, count, partners)
        yield (
            f"bauernstoss, {count} of each",
            standings.record_message(record, "bauernstoss", Period.MONTH, False, texts.language),
        )


def _place_records(texts: Texts) -> Shown:
    for count in (99999, 1, 0):
        record = PlaceRecord(1, NAMES[ERNA], count, (count, count, count, count), 3.999, count, count)
        yield (
            f"{count} of each",
            standings.place_record_message(record, "bauernheinrich", Period.MONTH, False, texts.language),
        )


def _proofs(texts: Texts) -> Shown:
    words = tuple(Words(seat, "Ｗ" * 100) for seat in SEATS)
    lots = [
        Lot(
            "1",
            number,
            bytes([number]) * 32,
            Seat(1),
            by,
            28 if by != CutBy.NOBODY else None,
            BIG if by == CutBy.PERSON else None,
            words,
        )
        for number, by in enumerate((CutBy.AUTOMATIC, CutBy.NOBODY, CutBy.PERSON), 1)
    ]
    right = [reveal(lot) for lot in lots]
    wrong = [replace(one, commitment="0", pack=one.pack[::-1]) for one in right for _ in range(5)]
    for about, series in (("all right", right), ("one right", right[-1:]), ("all wrong", wrong)):
        yield about, proof.proof_message(BIG, check(series), texts.language)


KINDS = (
    Kind("board", (board.board_message, board_parts.framed), _boards, public=True),
    Kind("board-court", (board.board_message,), _case_boards, public=True),
    Kind("board-troubled", (board.board_message,), _troubled_boards, public=True),
    Kind("board-places", (heinrich_board.board_message,), _place_boards, public=True),
    Kind("hand", (hand.hand_message, hand_parts.framed), _hands),
    Kind("hand-troubled", (hand.hand_message,), _troubled_hands),
    Kind("hand-questions", (hand.hand_message,), _questions),
    Kind("hand-places", (heinrich_hand.hand_message, hand_parts.framed), _place_hands),
    Kind("hands", (notices.hands_message,), _several),
    Kind("lobby", (lobby.lobby_message,), _lobbies),
    Kind("choice", (court.choice_message,), _choices),
    Kind(
        "notices",
        (
            *(notices.seated_message, notices.reminder_message, notices.invitation_message, notices.annulled_message),
            *(notices.closed_message, notices.stopped_message, notices.away_message, notices.place_message),
        ),
        _notices,
        public=True,
    ),
    Kind("slate", (slate.slate_message, slate.places_message), _slates),
    Kind("look-back", (look_back.look_message,), _looks),
    Kind("refusals", (why.with_why,), _refusals),
    Kind("rules", (rules_page.rules_message,), _rules),
    Kind("topics", (rules_page.topic_message,), _topics),
    Kind("why", (why.why_message,), _whys),
    Kind("lessons", (lesson.lesson_message,), _lessons),
    Kind("lesson-menu", (lesson.menu_message,), _menus),
    Kind("help", (help.help_message,), _helps),
    Kind("welcome", (help.welcome_message,), _welcomes),
    Kind("settings", (settings.settings_message,), _settings),
    Kind("leaderboard", (standings.leaderboard_message,), _leaderboards),
    Kind("record", (standings.record_message,), _records),
    Kind("record-places", (standings.place_record_message,), _place_records),
    Kind("proof", (proof.proof_message,), _proofs),
)
