"""Messages, channels and connections, tried with the unmodified discord.py and the page's websocket."""

from __future__ import annotations

import asyncio
import io

import aiohttp
import discord
import pytest
from aiohttp import web
from person import Person, Refused
from toybot import ToyBot, hand, play, png

from bot.tryout.people import SHOWN
from bot.tryout.rest import Rest
from bot.tryout.server import Loopback

KEY = "the-key-of-a-browser"


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
    tried: list[str] = []
    again = asyncio.Event()

    class Forgetful(Rest):
        async def handle(self, request: web.Request) -> web.StreamResponse:
            answer = await super().handle(request)
            if request.path.endswith("/callback") and isinstance(answer, web.Response):
                tried.append(str(answer.text))
                if len(tried) == 1:
                    return web.Response(status=502, text="lost")
                again.set()
            return answer

    async with play(rest=Forgetful) as stage:
        outcome = await stage.anna.command("board")
        assert outcome.state == "answered" and len(stage.anna.messages()) == 1
        # the library tries once more by itself and learns that it had been heard
        await again.wait()
        assert len(tried) == 2 and "40060" in tried[1] and len(stage.anna.messages()) == 1


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
        async with session.post(f"{loopback.url}/seats", json={"key": KEY, "do": "come", "person": 3}) as response:
            assert (await response.json())["mine"] == [3]
        for path, kind in (("/", "text/html"), ("/page.js", "text/javascript"), ("/page.css", "text/css")):
            async with session.get(loopback.url + path) as response:
                assert (response.status, response.content_type) == (200, kind)
        for person, origin in (("3", "http://elsewhere.example"), ("9", loopback.url)):
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await session.ws_connect(f"{loopback.url}/ws?person={person}&key={KEY}", headers={"Origin": origin})
        async with session.get(loopback.url, headers={"Host": "elsewhere.example"}) as response:
            assert response.status == 403
        socket = await session.ws_connect(f"{loopback.url}/ws?person=3&key={KEY}", headers={"Origin": loopback.url})
        assert (await socket.receive_json())["you"]["global_name"] == "Dora"
        await socket.close()


async def test_only_a_bot_with_the_token_is_let_in() -> None:
    async with asyncio.timeout(10), Loopback(token="secret") as loopback, aiohttp.ClientSession() as session:
        for token, status in (("try-out", 401), ("", 401), ("secret", 200)):
            url = f"{loopback.url}/api/v10/users/@me"
            async with session.get(url, headers={"Authorization": f"Bot {token}"}) as response:
                assert response.status == status
        for frame in ({"op": 2, "d": {"token": "try-out", "intents": 1}}, {"op": 6, "d": {"session_id": "x"}}):
            async with session.ws_connect(loopback.gateway.url) as socket:
                assert (await socket.receive_json())["op"] == 10
                await socket.send_json(frame)
                assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE
                assert socket.close_code == 4004 and not loopback.gateway.connected


async def test_the_address_of_a_file_cannot_be_guessed() -> None:
    async with play() as stage:
        bertl = await stage.user(stage.bertl)
        sent = await bertl.send(file=discord.File(io.BytesIO(png()), "hand.png"))
        url = sent.attachments[0].url
        head, secret, name = url.rsplit("/", 2)
        assert len(secret) >= 20
        for address, status in ((url, 200), (f"{head}/{name}", 404), (f"{head}/{'x' * 22}/{name}", 404)):
            async with stage.session.get(address) as response:
                assert response.status == status
        async with stage.session.get(f"{head}/%C3%BC/{name}") as response:
            assert response.status == 404
        again = await bertl.send(file=discord.File(io.BytesIO(png()), "hand.png"))
        assert again.attachments[0].url.rsplit("/", 2)[1] != secret


async def test_ids_come_back_as_text() -> None:
    """JavaScript would round them as numbers, and the page would ask for a picture that is not there."""
    async with play() as stage:
        await stage.anna.command("everything")
        posted = stage.anna.messages()[-1]
        [emoji] = stage.loopback.world.emojis
        found = [part["emoji"]["id"] for part in posted.components if part.get("emoji")]
        found += [option["emoji"]["id"] for part in posted.components for option in part.get("options", ())]
        assert found == [str(emoji)] * 6
        assert (await stage.anna.click(posted.id, "t1:card:beside")).state == "answered"


async def test_older_messages_are_given_on_request() -> None:
    async with play() as stage:
        for number in range(SHOWN + 3):
            stage.loopback.world.send(stage.loopback.world.text, stage.loopback.world.bot, {"content": str(number)})
        async with await Person.connect(stage.loopback.url, 1) as again:
            shown = again.messages()
            assert [seen.content for seen in shown] == [str(number) for number in range(3, SHOWN + 3)]
            assert again.snapshot["more"] == [again.channel]
            await again.ask(do="older", channel=again.channel, before=shown[0].id)
            [older] = [event for event in again.events if event["event"] == "older"]
            assert [message["content"] for message in older["messages"]] == ["0", "1", "2"] and not older["more"]
            with pytest.raises(Refused):
                await again.ask(do="older", channel=stage.anna.dm, before=shown[0].id)


async def test_answers_look_like_discords() -> None:
    async with asyncio.timeout(10), Loopback() as loopback, aiohttp.ClientSession() as session:
        url = f"{loopback.url}/api/v10/users/@me"
        for headers in ({}, {"Authorization": "Bot x"}):
            async with session.get(url, headers=headers) as response:
                assert response.status == 401
        async with session.get(url, headers={"Authorization": "Bot try-out"}) as response:
            assert response.headers["Content-Type"] == "application/json"
            assert isinstance((await response.json())["id"], str)
