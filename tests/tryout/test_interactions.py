"""Commands, components and their answers, tried with the unmodified discord.py and the page's websocket."""

from __future__ import annotations

import asyncio

import discord
import pytest
from person import Person, Refused
from toybot import hand, play

# commands


async def test_commands_reach_the_page_with_their_translations() -> None:
    async with play() as stage:
        shown = {command["name"]: command for command in stage.anna.commands["guild"]}
        assert set(shown) == {"say", "board", "menus", "everything", "think", "mute", "table"}
        assert shown["say"]["name_localizations"] == {"de": "sag"}
        assert shown["say"]["options"][0]["name_localizations"] == {"de": "wort"}
        assert shown["say"]["description_localizations"] == {"de": "Etwas sagen"}


async def test_a_command_runs_by_its_english_and_by_its_german_name() -> None:
    async with play() as stage:
        assert (await stage.anna.command("say", text="hello")).state == "answered"
        assert (await stage.anna.command("sag", wort="servus")).state == "answered"
        assert [seen.content for seen in stage.bertl.messages()] == ["hello", "servus"]
        assert stage.bertl.messages()[0].raw["interaction"]["name"] == "say"


async def test_a_sub_command_with_a_choice() -> None:
    async with play() as stage:
        await stage.anna.command("table open", game="Bauernstoß")
        assert stage.anna.messages()[-1].content == "open: bauernstoss"
        with pytest.raises(Refused):
            await stage.anna.command("table open", game="poker")
        with pytest.raises(Refused):
            await stage.anna.command("table", game="bauernstoss")


async def test_options_are_checked_and_resolved() -> None:
    async with play() as stage:
        await stage.anna.command("say", text="hi", who="Bertl", times="2")
        said = stage.anna.messages()[-1]
        assert said.content == f"hi hi Member <@{stage.bertl.you['id']}>"
        assert [user["id"] for user in said.raw["mentions"]] == [stage.bertl.you["id"]]
        await stage.anna.command("say", channel="dm", text="hi", who="Bertl")
        assert "User <@" in stage.anna.messages("dm")[-1].content
        for wrong in ({"text": "x", "times": "4"}, {"text": "x", "who": "Nobody"}, {}, {"text": "x", "extra": "1"}):
            with pytest.raises(Refused):
                await stage.anna.command("say", **wrong)


async def test_who_and_where_a_command_comes_from() -> None:
    async with play() as stage:
        await stage.bertl.speak("en-US")
        await stage.bertl.command("board")
        await stage.anna.command("board", channel="dm")
        guild, private = stage.bot.interactions
        assert guild.guild is stage.channel.guild and guild.channel is stage.channel
        assert isinstance(guild.user, discord.Member) and guild.user.display_name == "Bertl"
        assert guild.locale is discord.Locale.american_english and guild.guild_locale is discord.Locale.german
        assert guild.context.guild and guild.permissions.send_messages and not guild.permissions.manage_messages
        assert guild.app_permissions.create_public_threads and not guild.app_permissions.manage_messages
        assert guild.is_guild_integration()
        assert private.guild is None and isinstance(private.channel, discord.DMChannel)
        assert isinstance(private.user, discord.User) and private.context.dm_channel
        assert private.locale is discord.Locale.german and private.channel.id == int(stage.anna.dm)


async def test_commands_are_offered_only_to_whom_and_where_they_are_for() -> None:
    async with play() as stage:
        assert (await stage.anna.command("mute")).state == "answered"
        assert "mute" not in {command["name"] for command in stage.bertl.commands["guild"]}
        assert "mute" not in {command["name"] for command in stage.anna.commands["dm"]}
        with pytest.raises(Refused):
            await stage.bertl.command("mute")
        with pytest.raises(Refused):
            await stage.anna.command("mute", channel="dm")


@pytest.mark.parametrize(
    ("typed", "german", "english"),
    [
        ("/boerd", "meinst du /board?", "did you mean /board?"),
        ("/SAG hallo", "meinst du /sag?", "did you mean /say?"),
        ("/table opne", "meinst du /table open?", "did you mean /table open?"),
        ("/table", "braucht noch ein Wort: open", "needs one more word: open"),
        ("/board", "Wähl ihn aus der Liste", "choose it from the list"),
        ("/qqqqqq", "gibt es keinen Befehl /qqqqqq.", "no command /qqqqqq here."),
    ],
)
async def test_what_begins_like_a_command_is_never_posted(typed: str, german: str, english: str) -> None:
    async with play() as stage:
        for locale, expected in (("de", german), ("en-US", english)):
            await stage.anna.speak(locale)
            if locale == "en-US":
                typed = typed.replace("SAG", "SAY")
            with pytest.raises(Refused) as refused:
                await stage.anna.say(typed)
            assert expected in str(refused.value)
        await stage.anna.say("/ and 1/2 and // are no commands")
        assert [seen.content for seen in stage.bertl.messages()] == ["/ and 1/2 and // are no commands"]


async def test_refusals_speak_the_persons_language() -> None:
    async with play() as stage:
        for locale, expected in (("de", "Es fehlt noch: wort."), ("en-US", "Still missing: text.")):
            await stage.anna.speak(locale)
            with pytest.raises(Refused, match=expected):
                await stage.anna.command("say")


async def test_autocomplete() -> None:
    async with play(answer_within=0.3) as stage:
        offered = await stage.anna.autocomplete("say", "text", "a")
        assert [choice["value"] for choice in offered] == ["apple", "acorn"]
        offered = await stage.anna.autocomplete("say", "text", "b", who="Bertl")
        assert [choice["name"] for choice in offered] == ["bell (Bertl)"]
        assert await stage.anna.autocomplete("say", "text", "silence") == []
        assert stage.anna.events[-1]["failed"] is True


# components


async def test_a_button_changes_the_message_for_everybody() -> None:
    async with play() as stage:
        await stage.anna.command("board")
        posted = await stage.bertl.appears("channel", lambda seen: seen.content == "the board")
        outcome = await stage.bertl.click(posted.id, posted.custom_id("seven"))
        assert (outcome.state, outcome.answer) == ("answered", 7)
        assert stage.bertl.message(posted.id).content == "Bertl played seven"
        await stage.anna.until(lambda p: p.message(posted.id).content == "Bertl played seven")


async def test_what_is_disabled_or_gone_cannot_be_pressed() -> None:
    async with play() as stage:
        view = hand("seven")
        view.children[0].item.disabled = True  # type: ignore[attr-defined]
        sent = await stage.channel.send("old", view=view)
        await stage.anna.appears("channel", lambda seen: seen.content == "old")
        for custom_id in ("t1:card:seven", "t1:card:eight"):
            with pytest.raises(Refused):
                await stage.anna.click(str(sent.id), custom_id)


async def test_two_people_press_at_the_same_instant() -> None:
    async with play() as stage:
        await stage.anna.command("board", card="aside")
        posted = await stage.bertl.appears("channel", lambda seen: seen.content == "the board")
        outcomes = await asyncio.gather(*(p.click(posted.id, posted.custom_ids[0]) for p in stage.people for _ in "ab"))
        assert [outcome.state for outcome in outcomes] == ["answered"] * 4
        assert len(stage.bot.interactions) == 5


async def test_menus_of_words_and_people() -> None:
    async with play() as stage:
        await stage.anna.command("menus")
        posted = stage.anna.messages()[-1]
        await stage.anna.select(posted.id, "words", "one", "three")
        assert stage.anna.message(posted.id).content == "one and three"
        with pytest.raises(Refused):
            await stage.anna.select(posted.id, "words", "four")
        with pytest.raises(Refused):
            await stage.anna.select(posted.id, "words", "one", "two", "three")
        await stage.anna.select(posted.id, "people", stage.bertl.you["id"])
        assert stage.anna.message(posted.id).content == "Member Bertl"


async def test_a_form_opened_by_a_button_changes_the_message() -> None:
    async with play() as stage:
        await stage.anna.command("board", card="form")
        posted = stage.anna.messages()[-1]
        assert (await stage.anna.click(posted.id, posted.custom_ids[0])).answer == 9
        form = stage.anna.modals[0]
        field = form["modal"]["components"][0]["components"][0]["custom_id"]
        assert form["modal"]["title"] == "A form" and not stage.bertl.modals
        with pytest.raises(Refused):
            await stage.anna.submit(form, **{field: "x" * 21, "game": ["a"]})
        stage.anna.modals.append(form)
        await stage.anna.submit(form, **{field: "tired", "game": ["a"]})
        assert stage.anna.message(posted.id).content == "tired / a"


async def test_no_answer_in_time_is_a_failure_and_a_late_one_is_refused() -> None:
    async with play(answer_within=0.2) as stage:
        await stage.anna.command("board", card="silence")
        posted = stage.anna.messages()[-1]
        outcome = await stage.anna.click(posted.id, posted.custom_ids[0])
        assert (outcome.state, outcome.answer, outcome.raw["custom_id"]) == ("failed", None, posted.custom_ids[0])
        assert not any(event["event"] == "interaction" for event in stage.bertl.events)
        with pytest.raises(discord.NotFound) as fault:
            await stage.bot.interactions[-1].response.send_message("too late")
        assert fault.value.code == 10062


async def test_an_interaction_is_answered_once() -> None:
    async with play() as stage:
        await stage.anna.command("board")
        used = stage.bot.interactions[0]
        path = f"/interactions/{used.id}/{used.token}/callback"
        status, body = await stage.request("POST", path, {"type": 4, "data": {"content": "again"}})
        assert (status, body["code"]) == (400, 40060)
        status, body = await stage.request("POST", path.replace(str(used.id), "1"), {"type": 4})
        assert (status, body["code"]) == (404, 10062)
        assert len(stage.anna.messages()) == 1


# ephemeral, deferred, follow-ups


async def test_an_ephemeral_answer_is_seen_by_its_reader_alone() -> None:
    async with play() as stage:
        await stage.anna.command("board", card="aside")
        posted = await stage.bertl.appears("channel", lambda seen: seen.content == "the board")
        await stage.bertl.click(posted.id, posted.custom_ids[0])
        secret = stage.bertl.messages()[-1]
        assert secret.ephemeral and secret.content == "only for you"
        async with await Person.connect(stage.loopback.url, 0) as again:
            assert [seen.content for seen in again.messages()] == ["the board"]
        assert [seen.content for seen in stage.anna.messages()] == ["the board"]
        assert "only for you" not in str(stage.anna.events)
        with pytest.raises(Refused):
            await stage.anna.ask(do="click", channel=stage.anna.channel, message=secret.id, custom_id="t1:card:seven")
        with pytest.raises(discord.NotFound) as fault:
            await stage.channel.fetch_message(int(secret.id))
        assert fault.value.code == 10008
        assert [message.content async for message in stage.channel.history()] == ["the board"]
        await stage.bertl.click(secret.id, "t1:card:seven")
        assert stage.bertl.message(secret.id).content == "Bertl played seven"
        await stage.bertl.dismiss(secret.id)
        await stage.bertl.until(lambda p: len(p.messages()) == 1)
        await stage.bot.interactions[-1].edit_original_response(content="into the void")
        async with await Person.connect(stage.loopback.url, 1) as again:
            assert len(again.messages()) == 1


@pytest.mark.parametrize("hidden", [True, False])
async def test_thinking_becomes_the_answer(hidden: bool) -> None:
    async with play() as stage:
        outcome = await stage.anna.command("think", hidden=hidden)
        shown = stage.anna.messages()[-1]
        assert outcome.answer == 5 and shown.loading and shown.ephemeral is hidden
        first = await stage.bot.interactions[0].followup.send("thought", wait=True)
        assert str(first.id) == shown.id
        await stage.anna.until(lambda p: p.message(shown.id).content == "thought")
        assert not stage.anna.message(shown.id).loading and stage.anna.message(shown.id).ephemeral is hidden


async def test_follow_ups_are_sent_edited_fetched_and_deleted() -> None:
    async with play() as stage:
        await stage.anna.command("board")
        followup = stage.bot.interactions[0].followup
        extra = await followup.send("extra", ephemeral=True, wait=True)
        await stage.anna.appears("channel", lambda seen: seen.content == "extra" and seen.ephemeral)
        await extra.edit(content="changed")
        await stage.anna.until(lambda p: p.message(str(extra.id)).content == "changed")
        assert (await followup.fetch_message(extra.id)).content == "changed"
        await extra.delete()
        await stage.anna.until(lambda p: len(p.messages()) == 1)
        with pytest.raises(discord.NotFound) as fault:
            await extra.edit(content="gone")
        assert fault.value.code == 10008
        assert len(stage.bertl.messages()) == 1


async def test_a_deferred_update_edits_the_message_of_the_button() -> None:
    async with play() as stage:
        await stage.anna.command("board", card="later")
        posted = stage.anna.messages()[-1]
        outcome = await stage.anna.click(posted.id, posted.custom_ids[0])
        assert outcome.answer == 6
        await stage.bertl.until(lambda p: p.message(posted.id).content == "edited later")


async def test_a_token_runs_out() -> None:
    async with play(token_life=0.0) as stage:
        await stage.anna.command("board")
        with pytest.raises(discord.HTTPException) as fault:
            await stage.bot.interactions[0].edit_original_response(content="too late")
        assert (fault.value.status, fault.value.code) == (401, 50027)
