"""The lessons as messages: the coach, the table as the learner sees it, and everything there is to press.

They name no table, for they are about none. What the buttons stand for is in their ids, so they work after a restart.
"""

from bot.core.actions import MIT, WEG, Action, Call, Give, NameTrump, Play, code
from bot.core.cards import rank_of
from bot.core.game import Phase, Reason
from bot.core.schafkopf.view import View
from bot.core.seats import Seat
from bot.learn.book import LESSONS
from bot.learn.lesson import LEARNER, Lesson, Moment
from bot.learn.progress import Progress
from bot.ui.faces import card_name, card_sign, face, faces, rank_letter, sign, sort_hand, suit_name, suit_words, word
from bot.ui.hand_parts import A_ROW
from bot.ui.message import CONTENT, LABEL, PLACEHOLDER, ROW_BUTTONS, Button, Embed, ListOption, ListSelect, Message, cut
from bot.ui.notices import reason_text
from bot.ui.reading import LESSON, Reading
from bot.ui.scene import BLUE, compass
from bot.ui.text import Texts
from bot.ui.topics import with_cards
from bot.ui.why import with_why

NEXT, OPEN = "next", "open"
MENU = Reading(LESSON, ("menu", "0", "show"))
CHOOSE = Reading(LESSON, (OPEN, "0"))


def menu_message(progress: Progress, texts: Texts) -> Message:
    """All lessons, how far one is in each, and on to the one that is due."""
    due = progress.due
    lines = [texts.t("learn.title"), texts.t("learn.intro" if due else "learn.done").strip(), ""]
    for number, lesson in enumerate(LESSONS, 1):
        done, step = progress.finished(lesson), progress.step(lesson)
        under_way = 0 < step < len(lesson.moments) - 1
        key = "learn.line_now" if under_way else "learn.line_done" if done else "learn.line_open"
        title = _title(lesson, texts)
        lines.append(texts.t(key, number=number, title=title, step=step + 1, steps=len(lesson.moments)))
    options = tuple(ListOption(lesson.name, cut(_title(lesson, texts), LABEL)) for lesson in LESSONS)
    choose = ListSelect(CHOOSE.list_id, cut(texts.t("learn.which"), PLACEHOLDER), options)
    embed = Embed(None, "\n".join(lines), footer=texts.t("learn.footer"), colour=BLUE)
    if due is None:
        return Message("", embed, ((choose,),))
    key = "learn.go_on" if progress.step(due) else "learn.begin"
    begin = Button(_id(due, 0, OPEN), cut(texts.t(key, title=_title(due, texts)), LABEL), "🎓", "primary")
    return Message("", embed, ((begin,), (choose,)))


def lesson_message(
    lesson: Lesson, index: int, texts: Texts, *, well: bool = False, wrong: Action | None = None
) -> Message:
    """A step of a lesson. ``well``: the one before has just been done right; ``wrong``: what has just been pressed."""
    moments = lesson.moments
    moment, view = moments[index], moments[index].view
    lines: list[str] = []
    if well:
        lines.append(texts.t("learn.well", said=_said(lesson, moments[index - 1], "well", texts)))
    answer = None if wrong is None else moment.answer(wrong)
    if isinstance(answer, Reason):
        lines.append(texts.t("learn.refused", said=reason_text(answer, texts, view)))
    elif answer is not None:
        lines.append(texts.t("learn.worse", said=_said(lesson, moment, answer, texts)))
    if lines:
        lines.append("")
    if index and moment.state.dealt != moments[index - 1].state.dealt:
        lines.append(texts.t("learn.new_hand"))
    lines.append(_said(lesson, moment, "say", texts))
    table = _table_lines(moment, view, texts)
    if table:
        lines += ["", *table]
    number = LESSONS.index(lesson) + 1
    head = texts.t("learn.head", number=number, title=_title(lesson, texts), step=index + 1, steps=len(moments))
    rows = [*_rows(lesson, index, moment, view, texts), (Button(MENU.id, texts.t("learn.menu"), "📚"),)]
    message = Message(
        cut(head, CONTENT), Embed(None, "\n".join(lines), footer=texts.t("learn.footer"), colour=BLUE), tuple(rows)
    )
    return with_why(message, str(answer) if isinstance(answer, Reason) else None, moment.game, texts.language)


def _title(lesson: Lesson, texts: Texts) -> str:
    return texts.t(f"lesson.{lesson.name}.title")


def _said(lesson: Lesson, moment: Moment, what: str, texts: Texts) -> str:
    return with_cards(f"lesson.{lesson.name}.{moment.step.name}.{what}", texts)


def _id(lesson: Lesson, index: int, what: str) -> str:
    return Reading(LESSON, (lesson.name, str(index), what)).id


# -- what there is to read


def _name(seat: Seat, texts: Texts) -> str:
    return texts.t("seat.you") if seat == LEARNER else compass(seat, texts)


def _table_lines(moment: Moment, view: View, texts: Texts) -> list[str]:
    """What was called, what is trump, what lies there, and the own hand where it does not stand on the buttons."""
    lines: list[str] = []
    if view.calls:
        said = [texts.t("line.call", name=_name(seat, texts), word=word(said, texts)) for seat, said in view.calls]
        lines.append(texts.t("line.calls", calls=" · ".join(said)))
    if view.made_known:
        ranks = [
            texts.t("line.made_known_less", name=_name(known.seat, texts))
            if known.rank is None
            else texts.t("line.made_known_rank", name=_name(known.seat, texts), rank=rank_letter(known.rank, texts))
            for known in view.made_known
        ]
        lines.append(texts.t("line.made_known", ranks=" · ".join(ranks)))
    if view.trump is not None and view.namer is not None:
        suit, namer = suit_words(view.trump, texts), _name(view.namer, texts)
        key = "line.trump" if view.number is None else "line.trump_number"
        lines.append(texts.t(key, suit=suit, name=namer, word=view.number))
    if view.got is not None:
        lines.append(texts.t("line.got", card=face(view.got, texts)))
    lines += _trick_lines(view, texts)
    if view.hand and not isinstance(next(iter(moment.offered), None), Play | Give):
        lines.append(texts.t("line.your_cards", cards=faces(sort_hand(view.hand, view.trump), texts)))
    return lines


def _trick_lines(view: View, texts: Texts) -> list[str]:
    lines: list[str] = []
    if view.trick:
        lines.append(texts.t("line.on_table"))
        lines += [
            texts.t("line.played", card=f"**{face(card, texts)}**", name=_name(seat, texts))
            for card, seat in zip(view.trick, view.trick_seats, strict=True)
        ]
    if view.tricks:
        last = view.tricks[-1]
        laid = zip(last.seats, last.cards, strict=True)
        cards = [texts.t("line.trick_card", name=_name(seat, texts), card=face(card, texts)) for seat, card in laid]
        taker = f"**{_name(last.winner, texts)}**"
        lines.append(texts.t("line.last_trick", cards=" · ".join(cards), taker=taker))
    return lines


# -- what there is to press


def _rows(lesson: Lesson, index: int, moment: Moment, view: View, texts: Texts) -> list[tuple[Button, ...]]:
    """Right and wrong look alike: everything held or that could be said."""
    if not moment.right:
        return _onward(lesson, index, texts)
    buttons = [_button(lesson, index, action, texts) for action in _sorted(moment, view)]
    cards = moment.state.phase in (Phase.PLAY, Phase.GIVE)
    width = A_ROW if cards else ROW_BUTTONS
    return [tuple(buttons[i : i + width]) for i in range(0, len(buttons), width)]


def _sorted(moment: Moment, view: View) -> list[Action]:
    """Cards as they are held."""
    by_card = {action.card: action for action in moment.offered if isinstance(action, Play | Give)}
    return [by_card[card] for card in sort_hand(by_card, view.trump)] if by_card else list(moment.offered)


def _onward(lesson: Lesson, index: int, texts: Texts) -> list[tuple[Button, ...]]:
    if index + 1 < len(lesson.moments):
        return [(Button(_id(lesson, index, NEXT), texts.t("learn.next"), "▶️", "primary"),)]
    later = LESSONS[LESSONS.index(lesson) + 1 :]
    if not later:
        return []
    label = cut(texts.t("learn.begin", title=_title(later[0], texts)), LABEL)
    return [(Button(_id(later[0], 0, OPEN), label, "▶️", "primary"),)]


def _button(lesson: Lesson, index: int, action: Action, texts: Texts) -> Button:
    label, emoji = "", None
    match action:
        case Play(card) | Give(card):
            label = card_name(card, texts) if texts.spoken else rank_letter(rank_of(card), texts)
            emoji = None if texts.spoken else card_sign(card, texts)
        case NameTrump(suit):
            label, emoji = suit_name(suit, texts), None if texts.spoken else sign(suit, texts)
        case Call(said):
            label = texts.t(f"button.{said}") if said in (MIT, WEG) else word(said, texts)
    return Button(_id(lesson, index, code(action)), label, emoji)
