"""Leaderboard and player as messages, and the id behind the leaderboard's two buttons."""

import re
from dataclasses import dataclass, replace

from bot.core.games import BAUERNHEINRICH
from bot.store.places import PlaceLine, PlaceOrder, PlaceRecord
from bot.store.standings import DEALS_TOGETHER, Line, Order, Page, Period, Record
from bot.ui.ids import NoPress
from bot.ui.message import Button, Embed, Message
from bot.ui.scene import GOLD
from bot.ui.text import Texts, safe_name, text

PAGE_SIZE = 10
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}

PREFIX = "k1l:"
PATTERN = (
    r"k1l:(?P<guild>[0-9]+):(?P<game>[a-z]+):(?P<order>striche|average|won|played|firsts|place|deals):(?P<period>all|month|week)"
    r":(?P<computers>[01]):(?P<page>[0-9]+):(?P<owner>[0-9]+)"
)


def orders_of(game: str) -> type[Order] | type[PlaceOrder]:
    """What that game's leaderboard can be sorted by; the first one is the usual."""
    return PlaceOrder if game == BAUERNHEINRICH.name else Order


def order_of(game: str, asked: str | None) -> Order | PlaceOrder:
    """The order asked for, or the usual one where that game has no such order."""
    orders = orders_of(game)
    return orders(asked) if asked in list(orders) else next(iter(orders))


@dataclass(frozen=True, slots=True)
class Paging:
    """Everything a leaderboard was asked with, so that a press needs nothing else.

    ``owner`` is the person (our number, not Discord's) who asked: theirs is the line that stands out. The message
    is shown to them alone, so nobody else turns its page.
    """

    guild: int
    game: str
    order: Order | PlaceOrder
    period: Period
    computers: bool
    page: int
    owner: int

    @property
    def id(self) -> str:
        """``k1l:<guild>:<game>:<order>:<period>:<computers>:<page>:<owner>``."""
        asked = (self.guild, self.game, self.order, self.period, int(self.computers), self.page, self.owner)
        return PREFIX + ":".join(map(str, asked))

    @classmethod
    def parse(cls, custom_id: str) -> "Paging":
        """Inverse of ``id``; raises NoPress."""
        match = re.fullmatch(PATTERN, custom_id, re.ASCII)
        if match is None:
            raise NoPress(custom_id)
        return cls.of(match)

    @classmethod
    def of(cls, match: re.Match[str]) -> "Paging":
        """From a match of ``PATTERN``."""
        return cls(
            int(match["guild"]),
            match["game"],
            order_of(match["game"], match["order"]),
            Period(match["period"]),
            match["computers"] == "1",
            int(match["page"]),
            int(match["owner"]),
        )


def leaderboard_message(page: Page[Line] | Page[PlaceLine], paging: Paging, locale: str) -> Message:
    """A page of the leaderboard; the asker's own line at its end if it stands on another page."""
    texts = text(locale)
    title = texts.t("standings.title", game=texts.t(f"game.{paging.game}"))
    order = texts.t(f"command.choice.order.{paging.order}")
    lines = [f"{_asked(paging.period, paging.computers, texts)} · {order}", ""]
    for line in page.rows:
        lines += _lines(line, paging, texts)
    if page.own is not None and page.own not in page.rows:
        lines += ["…", *_lines(page.own, paging, texts)]
    if not page.rows:
        lines += _empty(paging, texts)
    footer = None
    if page.pages > 1:
        footer = texts.t("standings.page", page=page.page + 1, pages=page.pages, total=page.total)
    embed = Embed(title, "\n".join(lines), footer=footer, colour=GOLD)
    return Message("", embed, (_turning(page, paging, texts),) if page.pages > 1 else ())


def record_message(record: Record, game: str, period: Period, computers: bool, locale: str) -> Message:
    """What one person has played, and the best partners."""
    texts = text(locale)
    title = texts.t("standings.player", name=_name(record.name, texts), game=texts.t(f"game.{game}"))
    lines = [_asked(period, computers, texts), ""]
    if not (record.deals or record.partien_played):
        return Message("", Embed(title, "\n".join([*lines, texts.t("standings.no_record")]), colour=GOLD))
    lines += [
        texts.t("standings.record_deals", deals=_deals(record.deals, texts), won=record.deals_won),
        texts.t("standings.record_striche", won=record.striche, lost=record.striche_against),
    ]
    if record.average is not None:
        lines.append(texts.t("standings.record_average", average=_decimal(record.average, texts)))
    lines.append(texts.t("standings.record_partien", won=record.partien_won, played=record.partien_played))
    if record.helped:
        lines.append(texts.t("standings.helped", deals=_deals(record.helped, texts)))
    if record.left_early:
        lines.append(texts.t("standings.left_early", count=record.left_early))
    if record.partners:
        lines += ["", texts.t("standings.partners")]
    for partner in record.partners:
        line = f"{_name(partner.name, texts)} · **{_average(partner.average, texts)}**"
        won = texts.t("standings.together_won", count=partner.partien_won)
        lines += [line, f"-# {_deals(partner.deals, texts)} · {won}"]
    footer = texts.t("standings.partners_footer", count=DEALS_TOGETHER) if record.partners else None
    return Message("", Embed(title, "\n".join(lines), footer=footer, colour=GOLD))


def place_record_message(record: PlaceRecord, game: str, period: Period, computers: bool, locale: str) -> Message:
    """What one person has played where everyone plays alone."""
    texts = text(locale)
    title = texts.t("standings.player", name=_name(record.name, texts), game=texts.t(f"game.{game}"))
    lines = [_asked(period, computers, texts), ""]
    if not record.deals:
        return Message("", Embed(title, "\n".join([*lines, texts.t("standings.no_record")]), colour=GOLD))
    lines.append(f"**{_deals(record.deals, texts)}**")
    for place, often in enumerate(record.places, 1):
        lines.append(texts.t("standings.place_count", place=texts.t(f"result.place_{place}"), often=often))
    without = record.deals - sum(record.places)
    if without > 0:
        lines.append(texts.t("standings.no_place", deals=_deals(without, texts)))
    if record.average is not None:
        lines.append(texts.t("standings.record_place", average=_decimal(record.average, texts)))
    if record.helped:
        lines.append(texts.t("standings.helped", deals=_deals(record.helped, texts)))
    if record.left_early:
        lines.append(texts.t("standings.left_deals", deals=_deals(record.left_early, texts)))
    return Message("", Embed(title, "\n".join(lines), colour=GOLD))


def _lines(line: Line | PlaceLine, paging: Paging, texts: Texts) -> list[str]:
    """Two short lines a person: what it is sorted by, and the rest in small print."""
    place = MEDALS.get(line.rank, f"`{line.rank}.`")
    name = _name(line.name, texts)
    value, rest = _of_places(line, paging, texts) if isinstance(line, PlaceLine) else _of_pairs(line, paging, texts)
    # Not by bold letters alone: everybody's value is bold.
    head = f"{place} **{name} · {value}** ◂" if line.person == paging.owner else f"{place} {name} · **{value}**"
    return [head, "-# " + " · ".join(part for part in rest if part is not None)]


def _of_places(line: PlaceLine, paging: Paging, texts: Texts) -> tuple[str | None, list[str | None]]:
    said: dict[Order | PlaceOrder, str | None] = {
        PlaceOrder.FIRSTS: texts.t("standings.firsts", count=line.firsts),
        PlaceOrder.PLACE: None if line.average is None else _place(line.average, texts),
        PlaceOrder.DEALS: _deals(line.deals, texts),
    }
    return said.pop(paging.order), list(said.values())


def _of_pairs(line: Line, paging: Paging, texts: Texts) -> tuple[str | None, list[str | None]]:
    average = None if line.average is None else _average(line.average, texts)
    if paging.order is Order.AVERAGE:
        value = average
    elif paging.order is Order.STRICHE:
        value = texts.t("count.striche", count=line.striche)
    else:
        won, played = line.partien_won, line.partien_played
        by_won = paging.order is Order.WON
        value = (
            texts.t("standings.won", won=won, count=played)
            if by_won
            else texts.t("standings.played", won=won, played=played)
        )
    rest = [
        None if paging.order is Order.STRICHE else texts.t("count.striche", count=line.striche),
        _deals(line.deals, texts),
        None if paging.order is Order.AVERAGE else average,
        None
        if paging.order in (Order.WON, Order.PLAYED) or not line.partien_played
        else texts.t("standings.partien", won=line.partien_won, played=line.partien_played),
    ]
    return value, rest


def _empty(paging: Paging, texts: Texts) -> list[str]:
    """How to get onto the board."""
    command = f"/{texts.t('command.table.name')} {texts.t('command.table.open.name')}"
    lines = [texts.t("standings.empty"), texts.t("standings.empty_how", command=command)]
    if not paging.computers:
        lines.append(texts.t("standings.empty_computers", choice=texts.t("command.choice.computers.with")))
    return lines


def _turning(page: Page, paging: Paging, texts: Texts) -> tuple[Button, Button]:
    """Back and on; at either end the one that leads nowhere cannot be pressed."""
    here = page.page
    back, on = (replace(paging, page=target).id for target in (max(0, here - 1), here + 1))
    return (
        Button(back, texts.t("standings.back"), "⬅️", disabled=here == 0),
        Button(on, texts.t("standings.on"), "➡️", disabled=here + 1 >= page.pages),
    )


def _asked(period: Period, computers: bool, texts: Texts) -> str:
    company = "command.choice.computers.with" if computers else "command.choice.computers.without"
    return f"{texts.t(f'command.choice.period.{period}')} · {texts.t(company)}"


def _name(name: str, texts: Texts) -> str:
    """Harmless; a dash for who has been forgotten."""
    return safe_name(name) if name else texts.t("standings.forgotten")


def _deals(count: int, texts: Texts) -> str:
    return texts.t("standings.deals", count=count)


def _average(average: float, texts: Texts) -> str:
    return texts.t("standings.average", average=_decimal(average, texts))


def _place(average: float, texts: Texts) -> str:
    return texts.t("standings.place", average=_decimal(average, texts))


def _decimal(number: float, texts: Texts) -> str:
    return f"{number:.2f}".replace(".", texts.t("standings.decimal"))
