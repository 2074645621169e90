"""A player's own message: hand and trick in one, so that a phone needs no second place.

The content is what a push notification shows, so no card ever stands in it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from bot.core.actions import (
    GIVES,
    GROSSES_SOLO,
    LECHDICH,
    MIT,
    NUMBERS,
    PLAYS,
    WEG,
    Action,
    Call,
    Concede,
    Low,
    NameTrump,
    NoAction,
    Play,
    Yield,
    parse_code,
)
from bot.core.cards import Card, is_jack, suit_of
from bot.core.cards import hand_of as mask_of
from bot.core.game import Phase, Reason
from bot.core.games import PlaceView
from bot.core.schafkopf import play
from bot.core.schafkopf.calling import suits_of_number
from bot.core.seats import SEATS, Seat, pair_of, partner_of
from bot.table import Table
from bot.ui import heinrich_hand, ids
from bot.ui.court import chalk_button, chalk_rows, court_lines, court_row, keeper_lines, sure_row
from bot.ui.faces import face, faces, rank_letter, sign, sort_hand, suit_name, symbol, word
from bot.ui.hand_parts import A_ROW, card_button, framed, in_rows, listed, tail
from bot.ui.ids import Press, action_id, seat_id
from bot.ui.lines import Scene, striche
from bot.ui.message import (
    LABEL,
    ROW_BUTTONS,
    ROWS,
    Button,
    Item,
    Message,
    Row,
    Style,
    cut,
)
from bot.ui.pack import cut_rows
from bot.ui.result import after_lines, result_lines
from bot.ui.scene import compass
from bot.ui.text import Texts

_QUESTIONS = {
    Phase.CALL: "pick.call",
    Phase.NAME: "pick.name",
    Phase.LOW: "pick.low",
    Phase.GIVE: "pick.give",
}


def hand_message(
    table: Table,
    seat: Seat,
    names: Mapping[int, str],
    texts: Texts,
    *,
    server: str,
    board_url: str | None = None,
    notice: str | None = None,
    ask: str | None = None,
) -> Message:
    """What the player on that seat sees. ``names``: by person, as they are called, not yet made harmless.

    ``notice``: one sentence on top, such as a refusal. ``ask``: the code of a solo pressed once, to be confirmed,
    or ``ids.ACCUSE`` for the question who has played wrong.
    """
    view = table.view(seat)
    if view is None:
        return Message(_noted(notice, texts.t("lobby.nothing", table=table.number)))
    if isinstance(view, PlaceView):
        return heinrich_hand.hand_message(
            table, view, seat, names, texts, server=server, board_url=board_url, notice=notice
        )
    scene = Scene(table, view, names, texts, seat)
    asked = _asked(scene, ask)
    lines = [texts.t("line.notice", notice=notice)] if notice else []
    if ask == ids.ASK_BACK:
        lines.append(texts.t("ask.second_take_back"))
    lines += court_lines(scene) + scene.annulled()
    lines += _deal_lines(scene, asked) if scene.running else _pause_lines(scene)
    lines += scene.plea() + scene.reports() + scene.absent() + scene.stop() + keeper_lines(scene)
    if table.chairs[seat].substituted:
        lines.append(texts.t("line.substituted"))
    partner = texts.t("place.seat", seat=compass(seat, texts), partner=scene.full_name(partner_of(seat)))
    footer = f"{partner} {texts.t('slate.footer', target=view.target)}"
    return framed(scene, lines, _rows(scene, ask, asked, board_url), server=server, footer=footer, fields=scene.slate())


def _noted(notice: str | None, line: str) -> str:
    return f"{notice}\n{line}" if notice else line


def _asked(scene: Scene, ask: str | None) -> Call | None:
    """The solo to be confirmed, if it may still be called."""
    try:
        action = parse_code(ask) if ask else None
    except NoAction:
        return None
    return action if isinstance(action, Call) and action in scene.view.legal else None


# -- what there is to read


def _worth(scene: Scene, solo: str) -> str:
    return striche(scene.view.variant.solos[solo].striche, scene.texts)


def _deal_lines(scene: Scene, asked: Call | None) -> list[str]:
    view = scene.view
    if asked is not None:
        return [scene.t(f"ask.{asked.word}", striche=_worth(scene, asked.word)), *_own_cards(scene)]
    dealer = scene.t("line.dealer", name=scene.name(view.dealer))
    if view.phase is not Phase.PLAY:
        lines = [dealer, scene.calls(), *scene.made_known(), *scene.trump(), *_exchange(scene)]
        return [*lines, *scene.kreide_open(), *_own_cards(scene), *_hints(scene)]
    lines = [*_trick(scene), "", *scene.trump(), scene.calls(), *scene.made_known(), *_exchange(scene)]
    lines += [dealer, *scene.kreide_open(), *scene.tricks(), *scene.seen()]
    if scene.me == view.sits_out:
        return [*lines, scene.t("line.sitting_out")]
    if scene.texts.spoken:
        lines += _own_cards(scene)
    return lines + _hints(scene)


def _pause_lines(scene: Scene) -> list[str]:
    return [*result_lines(scene), *scene.last_trick(), *after_lines(scene)] if scene.settled else scene.ready()


def _trick(scene: Scene) -> list[str]:
    """The trick on the table and the one before; a trick just taken stays until the next card falls."""
    view = scene.view
    if view.trick:
        return [scene.t("line.on_table"), *_laid(scene, view.trick, view.trick_seats), *scene.last_trick()]
    if not view.tricks:
        return [scene.t("line.table_empty")]
    last = view.tricks[-1]
    key = "line.trick_taken_you" if last.winner == scene.me else "line.trick_taken"
    return [scene.t(key, name=scene.full_name(last.winner)), *_laid(scene, last.cards, last.seats)]


def _laid(scene: Scene, cards: Iterable[Card], seats: Iterable[Seat]) -> list[str]:
    return [
        scene.t("line.played", card=f"**{face(card, scene.texts)}**", name=scene.name(seat))
        for card, seat in zip(cards, seats, strict=True)
    ]


def _exchange(scene: Scene) -> list[str]:
    shown = (("line.gave", scene.view.gave), ("line.got", scene.view.got))
    return [scene.t(key, card=face(card, scene.texts)) for key, card in shown if card is not None]


def _own_cards(scene: Scene) -> list[str]:
    cards = _held(scene)
    return [scene.t("line.your_cards", cards=faces(cards, scene.texts))] if cards else []


def _held(scene: Scene) -> list[Card]:
    """The hand, sorted, without a card already put before the partner; nothing for whoever sits out."""
    view = scene.view
    if scene.me == view.sits_out and view.phase is not Phase.GIVE:
        out_already = view.phase is not Phase.NAME or not scene.view.variant.solos[view.solo or ""].exchange
        if out_already:
            return []
    given = view.gave if view.phase is Phase.GIVE else None
    return [card for card in sort_hand(view.hand, view.trump) if card != given]


def _hints(scene: Scene) -> list[str]:
    """Why not everything may be pressed, for the seat to act; in tavern conduct nobody says so (B21)."""
    if not scene.view.legal or scene.tavern:
        return []
    match scene.view.phase:
        case Phase.CALL:
            return _call_hints(scene)
        case Phase.NAME:
            if scene.view.solo is not None:
                key = "hint.lechdich" if scene.view.solo == LECHDICH else "hint.solo"
                return [scene.t(key, striche=_worth(scene, scene.view.solo))]
            return [scene.t("hint.yield", word=scene.view.number)] if Yield() in scene.view.legal else []
        case Phase.GIVE:
            return [scene.t("hint.give")]
        case Phase.PLAY:
            return _play_hints(scene)
    return []


def _call_hints(scene: Scene) -> list[str]:
    words = [action.word for action in scene.view.legal if isinstance(action, Call)]
    jacks = sum(is_jack(card) for card in scene.view.hand)
    if jacks > scene.view.variant.most_jacks:
        return [scene.t("hint.four_jacks")]
    if jacks == 0:
        solos = {GROSSES_SOLO: "hint.no_jack_solo", LECHDICH: "hint.no_jack_lechdich"}
        return [scene.t(next((key for solo, key in solos.items() if solo in words), "hint.no_jack"))]
    hints = [scene.t("hint.number")] if any(word in NUMBERS for word in words) else []
    hints += [scene.t("hint.mit")] if MIT in words else []
    return hints if WEG in words else [*hints, scene.t("hint.must_call")]


def _play_hints(scene: Scene) -> list[str]:
    view = scene.view
    if len(view.hand) == 1:
        return [scene.t("hint.last_card")]
    if view.trump is None or not view.trick or len(view.legal) == len(view.hand):
        return []
    hand, allowed = mask_of(view.hand), [action.card for action in view.legal if isinstance(action, Play)]
    beating = scene.view.variant.beating
    forbidden = [card for card in view.hand if card not in allowed]
    reasons = {play.refusal(hand, card, view.trick, view.trump, beating) for card in forbidden}
    beating_hints = {Reason.B16: "hint.B16", Reason.S3: "hint.S3"}
    if beaten := reasons & beating_hints.keys():
        return [scene.t(beating_hints[beaten.pop()])]
    led = suit_name(suit_of(view.trick[0]), scene.texts)
    if Reason.C11 in reasons:
        return [scene.t("hint.C11", suit=led)]
    if play.is_trump(view.trick[0], view.trump):
        return [scene.t("hint.C10_trump")]
    return [scene.t("hint.C10", suit=led)]


# -- what there is to press


def _rows(scene: Scene, ask: str | None, asked: Call | None, board_url: str | None) -> tuple[Row, ...]:
    rows: list[Row] = []
    if ask == ids.ACCUSE and scene.may_report:
        return (_accusing_row(scene),)
    if ask == ids.CHALK and chalk_button(scene) is not None:
        return chalk_rows(scene)
    if ask == ids.ASK_BACK and (back := scene.take_back_button()) and Press.parse(back.id).verb == ids.ASK_BACK:
        return (sure_row(scene),)
    if scene.table.court.case is not None:
        return _waiting_rows(scene, board_url)
    if asked is not None:
        rows.append(_confirm_row(scene, asked))
    elif scene.running:
        rows += _say_rows(scene)
    cards = _card_rows(scene) if scene.running else []
    if len(rows) + len(cards) < ROWS:  # else there is so much to say that the cards stand in the text only
        rows += cards
    if plea := scene.plea_buttons():
        rows.insert(0, plea)
    rows += cut_rows(scene)
    tail = _tail(scene, asked, board_url)
    return (*rows, tail) if tail else tuple(rows)


def _waiting_rows(scene: Scene, board_url: str | None) -> tuple[Row, ...]:
    """While the Schiedsgericht sits: its question, and the cards to be looked at."""
    asked = court_row(scene)
    cards = [
        tuple(replace(card, disabled=True, style="secondary") for card in row if isinstance(card, Button))
        for row in (_card_rows(scene) if scene.running else [])
    ]
    return tuple(row for row in (asked, *cards, _tail(scene, None, board_url)) if row)


def _confirm_row(scene: Scene, asked: Call) -> Row:
    table = scene.table
    label = cut(scene.t("button.confirm", word=word(asked.word, scene.texts)), LABEL)
    yes = Button(action_id(table.id, table.turn, asked), label, "🎯", "danger")
    return yes, Button(Press(table.id, table.turn, ids.SHOW).id, scene.t("button.back"))


def _accusing_row(scene: Scene) -> Row:
    """Who is said to have played wrong: one of the other pair (B23)."""
    table = scene.table
    accused = [
        Button(seat_id(table.id, table.deal, ids.REPORT, seat), cut(scene.full_name(seat), LABEL), "🔎", "danger")
        for seat in SEATS
        if scene.me is not None and pair_of(seat) != pair_of(scene.me)
    ]
    return *accused, Button(Press(table.id, table.turn, ids.SHOW).id, scene.t("button.back"))


def _say_rows(scene: Scene) -> list[Row]:
    """Calls and, apart from them, the solos; suits and, apart from them, yielding."""
    rows: list[list[Item]] = [[], []]
    for action in scene.view.legal:
        match action:
            case Call(said):
                solo = said in scene.view.variant.solos
                rows[solo].append(_call_button(scene, action, solo))
            case NameTrump(suit):
                name = suit_name(suit, scene.texts)
                rows[0].append(_act(scene, action, name, sign(suit, scene.texts), "primary"))
            case Low(rank):
                rows[0].append(_act(scene, action, rank_letter(rank, scene.texts), None, "primary"))
            case Concede():
                rows[1].append(_act(scene, action, scene.t("button.concede"), "🏳️"))
            case Yield():
                rows[1].append(_act(scene, action, scene.t("button.yield"), "🤝"))
    if scene.texts.spoken:
        return listed([*rows[0], *rows[1]], {ids.ACT: _asking(scene), ids.ASK: scene.t("pick.solo")})
    return [part for row in rows for part in in_rows(row, ROW_BUTTONS)]


def _asking(scene: Scene) -> str:
    return scene.t(_QUESTIONS.get(scene.view.phase, "pick.play"))


def _call_button(scene: Scene, action: Call, solo: bool) -> Button:
    table, said = scene.table, action.word
    if solo:
        label = scene.t("button.solo", word=word(said, scene.texts))
        return Button(action_id(table.id, table.turn, action, ids.ASK), label, "🎯")
    if said in NUMBERS and scene.tavern:
        return _act(scene, action, said, None, "primary")
    if said in NUMBERS:
        suits = suits_of_number(mask_of(scene.view.hand), int(said))
        shown = [suit_name(suit, scene.texts) for suit in suits]
        joined = ", ".join(shown) if scene.texts.spoken else "".join(map(symbol, suits))
        label = scene.t("button.number", number=said, suits=joined)
        return _act(scene, action, label, None, "primary")
    return _act(scene, action, scene.t(f"button.{said}"), None, "success" if said == MIT else "secondary")


def _act(scene: Scene, action: Action, label: str, emoji: str | None, style: Style = "secondary") -> Button:
    return Button(action_id(scene.table.id, scene.table.turn, action), label, emoji, style)


def _card_rows(scene: Scene) -> list[Row]:
    """All cards held, four a row; only those that may be played or given can be pressed."""
    giving = scene.view.phase is Phase.GIVE
    buttons = [card_button(scene, (GIVES if giving else PLAYS)[card]) for card in _held(scene)]
    if scene.texts.spoken:
        return listed(buttons, {ids.ACT: _asking(scene)})
    return in_rows(buttons, A_ROW)


def _tail(scene: Scene, asked: Call | None, board_url: str | None) -> Row:
    if asked is not None:
        return tail(scene, board_url, asking=True)
    report = Button(Press(scene.table.id, scene.table.turn, ids.ACCUSE).id, scene.t("button.report"), "🔎")
    own = [report] if scene.may_report else []
    own += [button for button in (scene.take_back_button(), chalk_button(scene)) if button is not None]
    return tail(scene, board_url, own)
