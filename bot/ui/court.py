"""The Kreidtführer and the Schiedsgericht, to be read and pressed: on board and hand, and in the lobby (S9, S10)."""

from collections.abc import Mapping

from bot import trial
from bot.core.seats import PAIRS, SEATS, Seat, pair_of
from bot.court import Case, Decision, Stage
from bot.table import Table, TablePhase
from bot.ui import ids
from bot.ui.ids import Press, seat_id
from bot.ui.lines import Scene
from bot.ui.message import LABEL, Button, Item, Message, Row, cut
from bot.ui.scene import person_name
from bot.ui.text import Texts, safe_name, text

_SAID = {
    Decision.GRANT: "court.grant",
    Decision.REFUSE: "court.refuse",
    Decision.ABSENCE: "court.absence",
    Decision.VOID: "court.void",
    Decision.QUARREL: "court.quarrel",
}
# Of a quarrel, by button; typed it may be about anything.
SUBJECTS = {"talk": "subject.talk", "dawdling": "subject.dawdling", "manners": "subject.manners"}


# -- what there is to read


def court_lines(scene: Scene) -> list[str]:
    """How the open case stands, or how the last one ended."""
    case, said = scene.table.court.case, scene.table.court.said
    if case is not None:
        return [*_told(scene, case), *_open(scene, case)]
    return [] if said is None else [*_told(scene, said), *_ended(scene, said)]


def keeper_lines(scene: Scene) -> list[str]:
    """Who he is, and whom he has admonished."""
    table, lines = scene.table, []
    keeper = trial.keeper(table)
    if keeper is not None and table.phase is not TablePhase.CLOSED:
        lines.append(scene.t("court.keeper", name=scene.full_name(keeper)))
    counts = table.court.admonished
    if any(counts):
        names = [scene.t("court.count", name=scene.full_name(s), count=counts[s]) for s in SEATS if counts[s]]
        lines.append(scene.t("court.admonished", names=" · ".join(names)))
    return lines


def _told(scene: Scene, case: Case) -> list[str]:
    """What was decided, and who would not have it."""
    keeper = scene.full_name(case.keeper)
    name = "" if case.seat is None else scene.full_name(case.seat)
    lines = [scene.t(_SAID[case.decision], keeper=keeper, name=name, words=_words(case, scene.texts))]
    if case.rejected_by is not None:
        lines.append(scene.t("court.rejected", name=scene.full_name(case.rejected_by)))
    return lines


def _words(case: Case, texts: Texts) -> str:
    key = SUBJECTS.get(case.words)
    return texts.t(key) if key is not None else safe_name(case.words, trial.WORDS)


def _open(scene: Scene, case: Case) -> list[str]:
    match case.stage:
        case Stage.DECIDED:
            names = scene.people(seat for seat in SEATS if seat in case.content) or scene.t("line.nobody")
            return [scene.t("court.standing", names=names)]
        case Stage.SHOUTING:
            return [scene.t("court.shouting")]
        case Stage.RULING:
            wirt = trial.wirt(scene.table)
            who = scene.t("court.moderator") if wirt is None else person_name(scene.names, wirt)
            return [*_krischer(scene, case), scene.t("court.ruling", wirt=who), *_spoken(scene, case)]
    return [*_ruling(scene, case), scene.t("court.accepting"), *_answers(scene, case)]


def _ended(scene: Scene, case: Case) -> list[str]:
    if case.stage is Stage.DECIDED:
        return []
    lines = _ruling(scene, case)
    if case.end:
        lines += [*_answers(scene, case), scene.t("court.ended")]
    return lines


def _krischer(scene: Scene, case: Case) -> list[str]:
    if case.krischer is None:
        return [scene.t("court.no_krischer")]
    return [scene.t("court.krischer", name=person_name(scene.names, case.krischer), count=case.cries)]


def _spoken(scene: Scene, case: Case) -> list[str]:
    lines = []
    if case.wirt is not None:
        lines.append(scene.t("court.wirt_upholds" if case.wirt else "court.wirt_reverses"))
    if case.cry is not None:
        lines.append(scene.t("court.krischer_upholds" if case.cry else "court.krischer_reverses"))
    return lines


def _ruling(scene: Scene, case: Case) -> list[str]:
    verdict = "court.upheld" if case.upheld else "court.reversed"
    return [*_krischer(scene, case), *_spoken(scene, case), scene.t(verdict, keeper=scene.full_name(case.keeper))]


def _answers(scene: Scene, case: Case) -> list[str]:
    lines = []
    for pair in PAIRS:
        answer = case.answers[pair]
        if answer is not None:
            key = "court.pair_accepts" if answer else "court.pair_refuses"
            lines.append(scene.t(key, names=" & ".join(scene.full_name(s) for s in SEATS if pair_of(s) == pair)))
    return lines


# -- what there is to press


def court_row(scene: Scene) -> Row:
    """On the board for whoever may press it, on a hand only for its player."""
    case, me = scene.table.court.case, scene.me
    if case is None:
        return ()
    match case.stage:
        case Stage.DECIDED:
            return () if me == case.keeper else _decided_row(scene, case)
        case Stage.SHOUTING:
            if me is not None:
                return ()
            shout = _press(scene, ids.SHOUT, None)
            return (Button(shout, scene.t("button.shout"), "📣", "danger"),)
        case Stage.RULING:
            if me is not None and scene.table.chairs[me].person != trial.wirt(scene.table):
                return ()
            uphold = Button(_press(scene, ids.RULE, "yes"), scene.t("button.uphold"), "⚖️", "success")
            return uphold, Button(_press(scene, ids.RULE, "no"), scene.t("button.reverse"), "⚖️", "danger")
    if me is not None and case.answers[pair_of(me)] is not None:
        return ()
    yes = Button(_press(scene, ids.ACCEPT, "yes"), scene.t("button.accept"), "🤝", "success")
    return yes, Button(_press(scene, ids.ACCEPT, "no"), scene.t("button.refuse"), "💥", "danger")


def _decided_row(scene: Scene, case: Case) -> Row:
    done = scene.me is not None and scene.me in case.content
    label = scene.t("button.stands_done" if done else "button.stands")
    stands = Button(_press(scene, ids.STANDS, None), label, "👌", "success", disabled=done)
    return stands, Button(_press(scene, ids.REJECT, None), scene.t("button.reject"), "⚖️", "danger")


def _press(scene: Scene, verb: str, arg: str | None) -> str:
    case = scene.table.court.case
    assert case is not None
    return Press(scene.table.id, case.number, verb, arg).id


def chalk_button(scene: Scene) -> Button | None:
    """On the hand: for the Kreidtführer always, for the others while one may be named."""
    table = scene.table
    if scene.me is None or table.court.case is not None or trial.keeper(table) is None:
        return None
    if scene.me != trial.keeper(table) and not _may_name(table):
        return None
    return Button(Press(table.id, table.turn, ids.CHALK).id, scene.t("button.chalk"), "✍️")


def _may_name(table: Table) -> bool:
    return (table.between_deals and not table.unsettled) or table.phase is TablePhase.FINISHED


def chalk_rows(scene: Scene) -> tuple[Row, ...]:
    """What the Kreidtführer may do, and who could be it instead; only for the player who asked."""
    table, me = scene.table, scene.me
    rows: list[Row] = []
    if me is not None and me == trial.keeper(table) and scene.playing and table.deal:
        admonish = [
            Button(
                seat_id(table.id, table.partie, ids.ADMONISH, seat),
                cut(scene.t("button.admonish", name=scene.full_name(seat)), LABEL),
                "☝️",
            )
            for seat in SEATS
            if seat != me and table.chairs[seat].person is not None
        ]
        if admonish:
            rows.append(tuple(admonish))
        rows.append(tuple(_quarrel_button(scene, subject) for subject in SUBJECTS))
    last: list[Item] = []
    if me is not None and me == trial.keeper(table) and scene.running:
        last.append(Button(Press(table.id, table.deal, ids.VOID).id, scene.t("button.void"), "🧽", "danger"))
    last.append(Button(Press(table.id, table.turn, ids.SHOW).id, scene.t("button.back")))
    if _may_name(table):
        rows.append(_choose_row(table, scene.names, scene.texts))
    return (*rows, tuple(last))


def _quarrel_button(scene: Scene, subject: str) -> Button:
    label = cut(scene.t("button.quarrel", words=scene.t(SUBJECTS[subject])), LABEL)
    return Button(Press(scene.table.id, scene.table.deal, ids.QUARREL, subject).id, label, "⚖️")


def sure_row(scene: Scene) -> Row:
    """A second take-back loses the deal: that is asked first (S9)."""
    table = scene.table
    yes = Button(Press(table.id, table.turn, ids.TAKE_BACK, "sure").id, scene.t("button.sure"), "↩️", "danger")
    return yes, Button(Press(table.id, table.turn, ids.SHOW).id, scene.t("button.back"))


# -- the lobby


def lobby_lines(table: Table, names: Mapping[int, str], texts: Texts) -> list[str]:
    if table.game != trial.GAME:
        return []
    elected = table.court.elected(table.people)
    if elected is None:
        return [texts.t("court.keeper_drawn")]
    return [texts.t("court.keeper", name=person_name(names, elected))]


def lobby_button(table: Table, texts: Texts) -> Row:
    if table.game != trial.GAME:
        return ()
    return (Button(Press(table.id, 0, ids.CHALK).id, cut(texts.t("button.chalk_who"), LABEL), "✍️"),)


def choice_message(table: Table, names: Mapping[int, str], locale: str) -> Message:
    """For one person's eyes: who shall have the chalk, with all votes so far."""
    texts = text(locale)
    voices = [
        texts.t("court.voice", who=person_name(names, who), whom=person_name(names, whom))
        for who, whom in table.court.named
        if who in table.people and whom in table.people
    ]
    lines = [texts.t("court.who"), *lobby_lines(table, names, texts), *voices]
    row = _choose_row(table, names, texts)
    return Message("\n".join(lines), rows=(row,) if row else ())


def _choose_row(table: Table, names: Mapping[int, str], texts: Texts) -> Row:
    seats: list[tuple[Seat, int]] = [(s, p) for s in SEATS if (p := table.chairs[s].person) is not None]
    return tuple(
        Button(
            seat_id(table.id, 0, ids.CHOOSE, seat),
            cut(texts.t("button.choose", name=person_name(names, person)), LABEL),
            "✍️",
        )
        for seat, person in seats
    )
