"""What stands on a table's slate, as a picture of the Striche and in words, and the poster of a Partie that was won.

Made from settled deals alone, and of a deal's log only its beginning is looked at: what all have heard called.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Literal

from bot.core.game import IllegalAction, Outcome, Phase
from bot.core.games import PairState, schafkopf
from bot.core.schafkopf.state import Standing
from bot.core.schafkopf.variants import variant_of
from bot.core.seats import NS, PAIRS, SEATS, Pair
from bot.pictures.poster import Poster
from bot.pictures.slate import Slate, SlateDeal, SlateWords
from bot.store.deals import SettledDeal
from bot.store.places import TablePlaces
from bot.store.table_log import ANNULLED
from bot.table import Table
from bot.ui.faces import tally, word
from bot.ui.lines import striche
from bot.ui.message import ALT, CONTENT, Message, cut, units
from bot.ui.scene import compass, person_name, seat_label
from bot.ui.text import Texts, safe_name

NOTE_NAME = 16  # characters of a name beside what was called
MEDALS = ("🥇", "🥈", "🥉", "4.")

Names = Mapping[int, str]


def counted(deals: Iterable[SettledDeal]) -> list[SettledDeal]:
    """Those that stand on the slate: annulled ones do not, and one that was stopped has brought nothing."""
    return [deal for deal in deals if deal.outcome not in (ANNULLED, Outcome.ABANDONED)]


def slate_of(table: Table, deals: Iterable[SettledDeal], names: Names, texts: Texts) -> Slate:
    """The slate of these deals, all of one Partie; ``names`` of everyone who sits or sat there.

    Raises KeyError for a game without Striche.
    """
    variant = variant_of(table.game, table.options.house.overtrump)
    shown = counted(deals)
    rows = tuple(
        SlateDeal(deal.number, deal.striche, _note(table, deal, names, texts), _side(Standing.parse(deal.after).kreide))
        for deal in shown
    )
    last = Standing.parse(shown[-1].after) if shown else None
    north, east, south, west = (seat_label(table, seat, names, texts) for seat in SEATS)
    return Slate(
        ((north, south), (east, west)),
        rows,
        SlateWords(
            texts.t(f"game.{table.game}"),
            texts.t("slate.target", target=variant.target),
            texts.t("slate.kreide"),
            texts.t("slate.won"),
            texts.t("slate.earlier"),
        ),
        variant.target,
        kreide=None if last is None else _side(last.kreide),
        winner=None if last is None else _side(_winner(last, variant.target)),
        sheep=table.game == "schoofkopp",
    )


def _side(pair: Pair | None) -> Literal[0, 1] | None:
    """Left or right on the slate."""
    return None if pair is None else 0 if pair == NS else 1


def _winner(standing: Standing, target: int) -> Pair | None:
    """Of the Partie. Where both are home, whoever has won the deal, and with it the Kreide (C12, B19)."""
    home = [pair for pair in PAIRS if standing.striche[pair] >= target]
    return standing.kreide if len(home) == 2 else next(iter(home), None)


def _note(table: Table, deal: SettledDeal, names: Names, texts: Texts) -> str:
    """Who called what; empty where today's rules make nothing of the deal."""
    if deal.outcome == Outcome.THROWN_IN:
        return texts.t("slate.thrown_in")
    state = _called(table, deal)
    if state is None:
        return ""
    seat, said = (state.soloist, state.solo) if state.solo is not None else (state.namer, _number(state))
    if seat is None or said is None:
        return ""
    owner = deal.owners[seat]
    name = texts.t("seat.computer", seat=compass(seat, texts)) if owner is None else person_name(names, owner)
    return texts.t("slate.note", name=safe_name(name, NOTE_NAME), word=word(said, texts))


def _number(state: PairState) -> str | None:
    return None if state.number is None else str(state.number)


def _called(table: Table, deal: SettledDeal) -> PairState | None:
    """The deal when its calling was over."""
    rules = schafkopf(table.game, table.options.house)
    try:
        state = rules.resume(deal.standing)
        for seat, action in deal.actions:
            state = rules.apply(state, seat, action).state
            if state.phase in (Phase.PLAY, Phase.SETTLE):
                break
    except (IllegalAction, ValueError):
        return None
    return state


# -- in words


def _pairs(slate: Slate, texts: Texts) -> tuple[str, str]:
    (north, south), (east, west) = slate.names
    return texts.t("pair.named", first=north, second=south), texts.t("pair.named", first=east, second=west)


def slate_alt(table: Table, slate: Slate, texts: Texts) -> str:
    """Totals and deals, the earliest ones left out where Discord takes no more."""
    pairs = _pairs(slate, texts)
    (first, second), (ours, theirs) = pairs, (striche(count, texts) for count in slate.striche)
    head = [
        texts.t(
            "slate.alt",
            table=table.number,
            game=slate.words.title,
            first=first,
            first_striche=ours,
            second=second,
            second_striche=theirs,
        )
    ]
    if slate.winner is not None:
        head.append(texts.t("slate.alt_won", pair=pairs[slate.winner]))
    elif slate.kreide is not None:
        head.append(texts.t("slate.alt_kreide", pair=pairs[slate.kreide]))
    said: list[str] = []
    room = ALT - units(" ".join(head)) - units(texts.t("slate.alt_earlier", count=len(slate.deals))) - 1
    for deal in reversed(slate.deals):
        line = _deal_line(deal, pairs, texts)
        room -= units(line) + 1
        if room < 0:
            said.append(texts.t("slate.alt_earlier", count=len(slate.deals) - len(said)))
            break
        said.append(line)
    return cut(" ".join([*head, *reversed(said)]), ALT)


def _deal_line(deal: SlateDeal, pairs: tuple[str, str], texts: Texts) -> str:
    won = [
        texts.t("slate.alt_striche", striche=striche(deal.striche[pair], texts), pair=pairs[pair])
        for pair in PAIRS
        if deal.striche[pair]
    ]
    return texts.t("slate.alt_deal", deal=deal.number, said=", ".join([*([deal.note] if deal.note else []), *won]))


def slate_message(table: Table, slate: Slate, texts: Texts) -> Message:
    """To be read beside the picture, or instead of it."""
    if not slate.deals:
        return Message(texts.t("slate.empty", table=table.number))
    pairs = _pairs(slate, texts)
    lines = [texts.t("place.before", table=table.number, game=slate.words.title)]
    for pair in PAIRS:
        key = "slate.line_kreide" if slate.kreide == pair else "slate.line"
        count = slate.striche[pair]
        lines.append(texts.t(key, names=pairs[pair], tally=tally(count) or texts.t("slate.none"), count=count))
    return Message(cut("\n".join(lines), CONTENT))


def places_message(table: Table, places: Sequence[TablePlaces], names: Names, texts: Texts) -> Message:
    """Bauernheinrich knows no Striche: how often who has taken which place at this table."""
    lines = [texts.t("slate.no_striche")]
    for one in places:
        medals = " · ".join(f"{medal} {often}" for medal, often in zip(MEDALS, one.places, strict=True) if often)
        shown = medals or texts.t("slate.none")
        lines.append(texts.t("slate.places", name=person_name(names, one.person), places=shown))
    if not places:
        lines.append(texts.t("slate.empty", table=table.number))
    return Message(cut("\n".join(lines), CONTENT))


# -- the poster


def poster_of(slate: Slate, day: date, texts: Texts) -> Poster:
    """Of a Partie that was won, on that day. Raises ValueError for another."""
    if slate.winner is None:
        raise ValueError("nobody has won")
    won = slate.winner
    return Poster(
        title=slate.words.title,
        won=texts.t("poster.won"),
        winners=slate.names[won],
        others=slate.names[1 - won],
        striche=(slate.striche[won], slate.striche[1 - won]),
        against=texts.t("poster.against"),
        date=texts.t("poster.date", day=day.day, month=day.month, year=day.year),
        deals=texts.t("poster.deals", count=len(slate.deals)),
        sheep=slate.sheep,
    )


def poster_alt(table: Table, poster: Poster, texts: Texts) -> str:
    winners, others = (texts.t("pair.named", first=one, second=two) for one, two in (poster.winners, poster.others))
    won, lost = poster.striche
    alt = texts.t(
        "poster.alt",
        table=table.number,
        game=poster.title,
        winners=winners,
        others=others,
        won=won,
        lost=lost,
        date=poster.date,
        deals=poster.deals,
    )
    return cut(alt, ALT)
