"""The loopback Discord, tried with the unmodified discord.py on one side and the page's websocket on the other."""

from __future__ import annotations

import asyncio
import io
import struct
import zlib

import aiohttp
import discord
import pytest
from aiohttp import web
from person import Person, Refused
from toybot import ToyBot, hand, play

from bot.tryout.rest import Rest
from bot.tryout.server import Loopback


def png(side: int = 4) -> bytes:
    """A small red square."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + b"\xc0\x20\x20" * side for _ in range(side))
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


# commands


async def test_commands_reach_the_page_with_their_translations() -> None:
    async with play() as stage:
        shown = {command["name"]: command for command in stage.anna.commands["guild"]}
        assert set(shown) == {"say", "board", "menus", "think", "mute", "table"}
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


# messages


async def test_the_bots_own_route_edits_and_deletes() -> None:
    async with play() as stage:
        sent = await stage.channel.send("first", view=hand("seven"))
        await stage.bertl.appears("channel", lambda seen: seen.content == "first")
        await sent.edit(content="second", view=None)
        await stage.bertl.until(lambda p: p.message(str(sent.id)).content == "second")
        assert stage.bertl.message(str(sent.id)).custom_ids == []
        await sent.delete()
        await stage.bertl.until(lambda p: not p.messages())
        with pytest.raises(discord.NotFound) as fault:
            await sent.edit(content="third")
        assert fault.value.code == 10008


async def test_an_enforced_nonce_posts_once() -> None:
    async with play() as stage:
        url = f"/channels/{stage.channel.id}/messages"
        body = {"content": "once", "nonce": "t1d1", "enforce_nonce": True}
        (_, first), (_, second) = [await stage.request("POST", url, body) for _ in "ab"]
        _, other = await stage.request("POST", url, {**body, "nonce": "t1d2"})
        assert first["id"] == second["id"] != other["id"] and first["nonce"] == "t1d1"
        await stage.anna.appears("channel", lambda seen: seen.id == other["id"])
        assert len(stage.anna.messages()) == 2
        assert (await stage.channel.send("by the library", nonce="n")).nonce == "n"


async def test_a_mention_pings_only_whom_the_bot_lets_it() -> None:
    async with play() as stage:
        both = " ".join(f"<@{person.you['id']}>" for person in stage.people)
        bertl = await stage.user(stage.bertl)
        quiet = await stage.channel.send(both)
        loud = await stage.channel.send(both, allowed_mentions=discord.AllowedMentions(users=[bertl]))
        assert quiet.mentions == [] and [user.id for user in loud.mentions] == [bertl.id]


async def test_dms_are_private_counted_as_unread_and_can_be_closed() -> None:
    async with play() as stage:
        bertl = await stage.user(stage.bertl)
        sent = await bertl.send("your cards", view=hand("seven"))
        assert str(sent.channel.id) == stage.bertl.dm
        await stage.bertl.appears("dm", lambda seen: seen.content == "your cards")
        await stage.bertl.until(lambda p: p.unread[p.dm] == 1)
        await stage.bertl.read("dm")
        await stage.bertl.until(lambda p: p.unread[p.dm] == 0)
        await stage.bertl.click(str(sent.id), "t1:card:seven")
        assert stage.bertl.messages("dm")[-1].content == "Bertl played seven"
        assert stage.anna.messages("dm") == [] and stage.bertl.dm not in stage.anna.channels
        with pytest.raises(Refused):
            await stage.anna.ask(do="say", channel=stage.bertl.dm, content="let me in")
        await stage.bertl.close_dms()
        with pytest.raises(discord.Forbidden) as fault:
            await bertl.send("once more")
        assert fault.value.code == 50007
        await stage.bertl.close_dms(False)
        await bertl.send("welcome back")


async def test_the_bot_hears_what_its_intents_allow() -> None:
    async with play() as stage:
        await stage.anna.say("for the eyes of people")
        await stage.anna.say("a private word", "dm")
        mention = await stage.anna.say(f"<@{stage.bot.application_id}> come here")
        await stage.bot.until(lambda: any(str(message.id) == mention for message in stage.bot.heard))
        assert [(message.content, message.author.name) for message in stage.bot.heard] == [
            ("", "anna"),
            (f"<@{stage.bot.application_id}> come here", "anna"),
        ]
        assert stage.bot.heard[0].channel == stage.channel
        await stage.bertl.until(lambda p: p.unread[p.channel] == 2)


async def test_threads_from_a_message_and_without_one() -> None:
    async with play() as stage:
        starter = await stage.channel.send("start here")
        thread = await starter.create_thread(name="second table")
        loose = await stage.channel.create_thread(name="third table", type=discord.ChannelType.public_thread)
        await thread.send("in the thread", view=hand("seven"))
        seen = await stage.bertl.appears("second table", lambda seen: seen.content == "in the thread")
        assert stage.bertl.message(str(starter.id)).raw["thread"]["id"] == str(thread.id) == str(starter.id)
        notice = await stage.bertl.appears("channel", lambda seen: seen.raw["type"] == 18)
        assert notice.raw["thread"]["id"] == str(loose.id)
        await stage.bertl.click(seen.id, "t1:card:seven")
        assert stage.bot.interactions[0].channel == thread
        await stage.bertl.say("hello", "third table")
        await stage.bot.until(lambda: stage.bot.heard[-1].channel == loose)
        await thread.edit(archived=True)
        await stage.bertl.until(lambda p: p.channels[str(thread.id)]["archived"])
        assert {channel["kind"] for channel in stage.anna.channels.values()} == {"channel", "dm", "thread"}


async def test_files_and_pictures_are_kept_and_served() -> None:
    async with play() as stage:
        embed = discord.Embed(title="table").set_image(url="attachment://felt.png")
        files = [discord.File(io.BytesIO(png()), "felt.png"), discord.File(io.BytesIO(b"seven"), "notes.txt")]
        sent = await stage.channel.send(embed=embed, files=files)
        shown = await stage.anna.appears("channel", lambda seen: seen.id == str(sent.id))
        assert [file["filename"] for file in shown.raw["attachments"]] == ["notes.txt"]
        async with stage.session.get(shown.raw["embeds"][0]["image"]["url"]) as response:
            assert (response.content_type, await response.read()) == ("image/png", png())
        async with stage.session.get(shown.raw["attachments"][0]["url"]) as response:
            assert response.content_type == "application/octet-stream" and await response.read() == b"seven"
        await sent.edit(embed=None, attachments=[*sent.attachments, discord.File(io.BytesIO(png(6)), "new.png")])
        await stage.anna.until(lambda p: len(p.message(shown.id).raw["attachments"]) == 2)
        assert stage.anna.message(shown.id).raw["attachments"][1]["width"] == 6
        await sent.edit(attachments=[], content="no more pictures")
        await stage.anna.until(lambda p: not p.message(shown.id).raw["attachments"])


async def test_application_emojis() -> None:
    async with play() as stage:
        emoji = await stage.bot.create_application_emoji(name="chalk", image=png())
        assert [(known.id, known.name) for known in await stage.bot.fetch_application_emojis()] == [(emoji.id, "chalk")]
        view = discord.ui.View(timeout=None).add_item(discord.ui.Button(emoji=emoji, custom_id="x"))
        await stage.channel.send("with chalk", view=view)
        async with stage.session.get(f"{stage.loopback.url}/emojis/{emoji.id}") as response:
            assert await response.read() == png()
        await emoji.delete()
        with pytest.raises(discord.HTTPException) as fault:
            await stage.channel.send("without", view=view)
        assert fault.value.code == 50035


async def test_the_bot_has_no_more_rights_than_it_needs() -> None:
    async with play() as stage:
        said = int(await stage.anna.say("mine"))
        foreign = stage.channel.get_partial_message(said)
        with pytest.raises(discord.Forbidden) as edit:
            await foreign.edit(content="not mine")
        with pytest.raises(discord.Forbidden) as delete:
            await foreign.delete()
        assert (edit.value.code, delete.value.code) == (50005, 50013)
        own = stage.channel.permissions_for(stage.channel.guild.me)
        assert own.send_messages and own.create_public_threads and not own.manage_messages and not own.administrator
        stage.loopback.world.bot_permissions &= ~discord.Permissions(send_messages=True).value
        with pytest.raises(discord.Forbidden) as send:
            await stage.channel.send("hush")
        assert send.value.code == 50013


# the connection


async def test_nothing_is_lost_when_the_gateway_drops() -> None:
    # the library waits a random while before it connects again
    async with play(answer_within=9.0) as stage:
        await stage.anna.command("board")
        posted = stage.anna.messages()[-1]
        stage.loopback.gateway.drop()
        outcome = await stage.anna.click(posted.id, posted.custom_ids[0])
        assert outcome.state == "answered" and stage.bot.resumed == 1
        stage.loopback.gateway.ask_to_reconnect()
        await stage.bot.until(lambda: stage.bot.resumed == 2)
        assert (await stage.anna.command("board")).state == "answered"


async def test_a_restarted_bot_still_answers_old_buttons() -> None:
    async with play() as stage:
        await stage.anna.command("board")
        posted = stage.anna.messages()[-1]
        await stage.bot.close()
        another = ToyBot()
        task = asyncio.create_task(another.start("try-out"))
        await another.is_up.wait()
        outcome = await stage.anna.click(posted.id, posted.custom_ids[0])
        assert outcome.state == "answered" and len(another.interactions) == 1
        await another.close()
        await task


async def test_a_lost_answer_can_be_injected() -> None:
    class Forgetful(Rest):
        lost = 0

        async def handle(self, request: web.Request) -> web.StreamResponse:
            answer = await super().handle(request)
            if request.path.endswith("/callback") and not self.lost:
                self.lost += 1
                return web.Response(status=502, text="lost")
            return answer

    async with play(rest=Forgetful) as stage:
        outcome = await stage.anna.command("board")
        assert outcome.state == "answered" and len(stage.anna.messages()) == 1
        assert isinstance(stage.loopback.rest, Forgetful) and stage.loopback.rest.lost == 1


async def test_a_page_that_comes_back_finds_everything() -> None:
    async with play() as stage:
        await stage.anna.command("menus")
        await stage.bertl.command("think", hidden=True)
        async with await Person.connect(stage.loopback.url, 1) as again:
            assert [seen.raw for seen in again.messages()] == [seen.raw for seen in stage.bertl.messages()]
            assert again.unread[again.channel] == 2 and again.commands == stage.bertl.commands


async def test_a_restarted_loopback_keeps_its_people_and_repeats_no_id() -> None:
    async def names_and_message() -> tuple[list[str], int]:
        async with play() as stage:
            sent = await stage.channel.send("x")
            return [stage.anna.channel, stage.anna.dm, *(p.you["id"] for p in stage.people)], sent.id

    first, second = await names_and_message(), await names_and_message()
    assert first[0] == second[0] and first[1] < second[1]


async def test_only_the_own_page_may_connect() -> None:
    async with asyncio.timeout(10), Loopback() as loopback, aiohttp.ClientSession() as session:
        for path, kind in (("/", "text/html"), ("/page.js", "text/javascript"), ("/page.css", "text/css")):
            async with session.get(loopback.url + path) as response:
                assert (response.status, response.content_type) == (200, kind)
        for person, origin in (("0", "http://elsewhere.example"), ("9", loopback.url)):
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await session.ws_connect(f"{loopback.url}/ws?person={person}", headers={"Origin": origin})
        async with session.get(loopback.url, headers={"Host": "elsewhere.example"}) as response:
            assert response.status == 403
        socket = await session.ws_connect(f"{loopback.url}/ws?person=3", headers={"Origin": loopback.url})
        assert (await socket.receive_json())["you"]["global_name"] == "Dora"
        await socket.close()


async def test_answers_look_like_discords() -> None:
    async with asyncio.timeout(10), Loopback() as loopback, aiohttp.ClientSession() as session:
        url = f"{loopback.url}/api/v10/users/@me"
        async with session.get(url) as response:
            assert response.status == 401
        async with session.get(url, headers={"Authorization": "Bot x"}) as response:
            assert response.headers["Content-Type"] == "application/json"
            assert isinstance((await response.json())["id"], str)
