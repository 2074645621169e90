"""What a crowd does next, by chance: mostly what there is to be done, often anything, at any time."""

from random import Random
from typing import Any

from simcord.interactions import command_leaves

from bot.core.cards import ALL_CARDS, name

from .crowd import DM, FAULTS, STRING_SELECT, USER_SELECT, Crowd, Shown, Step

# How often a button is chosen beside the others that can be pressed; 1 if it is not here.
WEIGHTS = {"a": 12.0, "sit": 4.0, "fill": 4.0, "start": 8.0, "next": 8.0, "cut": 4.0, "stop": 0.2, "stand": 0.2}
TYPED = {
    "card": [name(card) for card in ALL_CARDS],
    "word": ["mit", "weg", "lechdich", "solo"],
    "suit": ["clubs", "spades", "hearts", "diamonds"],
    "table": ["1", "2", "3", "#1", "7"],
}
RUBBISH = ("", "x", "Kreuz-Bube", "🂫", "0" * 90, "`@everyone`")
WAITS = (0.5, 3.0, 11.0, 31.0, 65.0, 130.0, 700.0, 2000.0)
Press = list[object]  # who, where, id, what is chosen
MOST_TABLES = 12


class Whims:
    def __init__(self, crowd: Crowd, random: Random) -> None:
        self._crowd = crowd
        self._random = random

    async def next(self) -> Step:
        """Something that somebody could do now."""
        roll = self._random.random()
        if roll < 0.66:
            return self._press() or ["waits", 3.0]
        if roll < 0.72:
            together = [press for press in (self._press(), self._press(), self._press()) if press]
            return ["presses", *(one for press in together for one in press[1:])]
        if roll < 0.86:
            return await self._command()
        if roll < 0.92:
            return ["waits", self._random.choice(WAITS)]
        if roll < 0.95:
            who = self._someone()
            return ["writes", who, self._random.choice(self._crowd.places(who)[1:])]
        if roll < 0.99:
            return self._mishap()
        return ["restart"]

    def _someone(self) -> int:
        return self._random.randrange(len(self._crowd.crowd))

    def _mishap(self) -> Step:
        if self._random.random() < 0.1:
            return ["shuts", self._someone()]
        return ["fault", self._random.randrange(len(FAULTS)), self._random.choice((1, 1, 2, 4))]

    # -- pressing

    def _press(self) -> Step | None:
        """What stands there now, mostly; else something seen before."""
        late = self._random.random() < 0.15
        for _ in range(10):
            who = self._someone()
            found = [one for one in self._crowd.on_screen(who) if late or one[3]]
            if found:
                weights = [WEIGHTS.get(self._verb(custom_id), 1.0) for _, custom_id, _, _ in found]
                where, custom_id, shown, _ = self._random.choices(found, weights)[0]
                return ["presses", [who, where, custom_id, self._chosen(shown)]]
        return None

    @staticmethod
    def _verb(custom_id: str) -> str:
        parts = custom_id.split(":")
        return parts[3] if parts[0] in ("k1", "k1c") and len(parts) > 3 else parts[0]

    def _chosen(self, shown: Shown) -> list[object]:
        if shown.item["type"] == STRING_SELECT:
            return [self._random.choice(shown.item["options"])["value"]]
        if shown.item["type"] == USER_SELECT:
            return self._random.sample(range(len(self._crowd.crowd)), self._random.randint(1, shown.item["max_values"]))
        return []

    # -- typing

    async def _command(self) -> Step:
        """Any command, with what one may write there."""
        random, crowd = self._random, self._crowd
        who = self._someone()
        where = random.choice(crowd.places(who))
        place = crowd.place(who, where)
        roots = crowd.env.backend.visible_commands(user_id=crowd.crowd[who].id, channel_id=place)
        leaves = [leaf for root in roots for leaf in command_leaves(root)]
        path, spec = random.choice(leaves)
        opening = [leaf for leaf in leaves if leaf[0] == ["table", "open"]]
        if opening and len(crowd.bot.tables.all()) < MOST_TABLES and random.random() < 0.4:
            path, spec = opening[0]
        command, options = " ".join(path), {}
        for option in spec.get("options", ()):
            if not option.get("required") and random.random() < 0.5:
                continue
            value = self._value(option)
            if option.get("autocomplete"):
                typed = random.choice(("", "", value[:2]))
                filled = {key: one for key, one in options.items() if not isinstance(one, dict)}
                step = ["types", who, where, command, option["name"], typed, filled]
                if random.random() < 0.1:
                    return step
                offered = await crowd.offered(who, where, command, option["name"], typed, filled)
                crowd.script.append(step)
                if offered and random.random() < 0.8:
                    value = random.choice(offered)
            options[option["name"]] = value
        return ["slash", who, where, command, options]

    def _value(self, option: dict[str, Any]) -> Any:
        random = self._random
        choices = option.get("choices")
        if choices:
            return random.choice(choices)["value"]
        match option["type"]:
            case 3:
                some = TYPED.get(str(option["name"]), [])
                text = random.choice([*some, *RUBBISH])[: option.get("max_length", 100)]
                return text.ljust(option.get("min_length", 0), "x")
            case 4:
                return random.randint(option.get("min_value", 0), option.get("max_value", 40))
            case 5:
                return random.random() < 0.5
            case 6:
                return {"person": self._someone()}
        raise AssertionError(f"nobody knows what to write there: {option}")


__all__ = ["DM", "Whims"]
