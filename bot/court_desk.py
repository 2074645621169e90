"""Presses and words about the Kreidtführer and before the Schiedsgericht; the desk answers what is refused."""

from typing import TYPE_CHECKING

from bot.court import Stage
from bot.shell import Change
from bot.store.people import Person
from bot.table import Refused, Stale, Table
from bot.ui import ids, send
from bot.ui.court import SUBJECTS, choice_message
from bot.ui.ids import Press
from bot.ui.message import Message
from bot.ui.send import Interaction

if TYPE_CHECKING:
    from bot.client import Kreidtfuehrer


async def shout(bot: "Kreidtfuehrer", interaction: Interaction, press: Press, person: Person) -> None:
    """Acknowledged and counted: no edit, no write, however often somebody presses. Raises Refused or Stale."""
    bot.tables.shout(press.table, person.id, press.n)
    await interaction.response.defer()


async def choosing(bot: "Kreidtfuehrer", interaction: Interaction, press: Press, person: Person, table: Table) -> None:
    """In the lobby, between this person and us: who shall have the chalk. Raises Refused."""
    table.require_seat(person.id)
    language = bot.private_texts(person.speaks).language
    if press.verb == ids.CHALK:
        await bot.desk.say(interaction, choice_message(table, bot.names(table), language))
        return
    change = await choose(bot, person, table, table.chairs[press.seat].person)
    message = choice_message(change.table, bot.names(change.table), language)
    await interaction.response.edit_message(**send.as_edit(message))


async def choose(bot: "Kreidtfuehrer", person: Person, table: Table, whom: int | None) -> Change:
    """Raises Refused."""
    if whom is None:
        raise Refused("not_seated_here")
    return await bot.tables.choose_keeper(table.id, person.id, whom)


async def said(
    bot: "Kreidtfuehrer", interaction: Interaction, press: Press, person: Person, table: Table
) -> Change | None:
    """What one of the buttons stands for; raises Refused, Stale or IllegalAction."""
    tables, yes = bot.tables, press.arg == "yes"
    await tables.come_back(table.id, person.id)
    match press.verb:
        case ids.CHOOSE:
            return await choose(bot, person, table, table.chairs[press.seat].person)
        case ids.ADMONISH if press.n == table.partie:
            whom = table.chairs[press.seat].person
            if whom is None:
                raise Refused("not_seated_here")
            return await tables.admonish(table.id, person.id, whom)
        case ids.VOID:
            return await tables.declare_void(table.id, person.id, press.n)
        case ids.QUARREL if press.n == table.deal and press.arg in SUBJECTS:
            return await tables.quarrel(table.id, person.id, press.arg)
        case ids.STANDS:
            return await tables.let_stand(table.id, person.id, press.n)
        case ids.REJECT:
            return await tables.reject(table.id, person.id, press.n)
        case ids.RULE:
            return await tables.rule(table.id, person.id, press.n, yes, moderates(interaction))
        case ids.ACCEPT:
            return await tables.accept(table.id, person.id, press.n, yes)
    raise Stale


def moderates(interaction: Interaction) -> bool:
    return interaction.guild_id is not None and interaction.permissions.manage_guild


async def answer(bot: "Kreidtfuehrer", interaction: Interaction, person: Person, table: Table, yes: bool) -> None:
    """Typed: yes or no to whatever is being asked at the table now. Raises Refused or Stale."""
    tables = bot.tables
    await tables.come_back(table.id, person.id)
    table = tables.require(table.id)
    case = table.court.case
    if case is None and table.plea is not None:
        await tables.answer_plea(table.id, person.id, table.turn, yes)
    elif case is None:
        raise Refused("no_case")
    elif case.stage is Stage.DECIDED:
        await (tables.let_stand if yes else tables.reject)(table.id, person.id, case.number)
    elif case.stage is Stage.SHOUTING:
        tables.shout(table.id, person.id, case.number)
    elif case.stage is Stage.RULING:
        await tables.rule(table.id, person.id, case.number, yes, moderates(interaction))
    else:
        await tables.accept(table.id, person.id, case.number, yes)


async def answered(bot: "Kreidtfuehrer", interaction: Interaction, person: Person, table: Table) -> None:
    """A short private word to a command."""
    texts = bot.private_texts(person.speaks)
    await bot.desk.say(interaction, Message(texts.t("done.court", table=table.number)))
