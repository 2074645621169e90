"""What a finished deal brought and why, in a few lines, for hand and board."""

from bot.core.actions import LECHDICH, Action, Call, Give, Low, NameTrump, Play, TakeBack
from bot.core.cards import CLUB_JACK
from bot.core.game import Outcome, Reason
from bot.core.schafkopf.scoring import ALL_TRICKS, MAJORITY, SCALE, SCHNEIDER
from bot.core.schafkopf.state import Result
from bot.core.schafkopf.variants import BAUERNSTOSS
from bot.core.schafkopf.view import View
from bot.core.seats import Pair, other_pair
from bot.table import TablePhase
from bot.ui.faces import face, faces, rank_letter, suit_words, word
from bot.ui.lines import Scene, striche
from bot.ui.text import Texts


def result_lines(scene: Scene) -> list[str]:
    """Augen and tricks, Striche and their reason, the Kreide; empty while nothing is settled."""
    result = scene.view.result
    if result is None:
        return []
    lines = [scene.t("result.title", deal=scene.view.deal_number)]
    match result.settlement.outcome:
        case Outcome.PLAYED:
            lines += _augen(scene, result) + _won(scene, result)
        case Outcome.SOLO_WON | Outcome.SOLO_LOST:
            lines += _won(scene, result)
        case Outcome.BREACH:
            lines += _breach(scene) + _won(scene, result)
        case Outcome.THROWN_IN:
            lines += _thrown_in(scene, result)
        case Outcome.ABANDONED:
            lines.append(scene.t("result.abandoned"))
    return lines + _partie(scene, result)


def _augen(scene: Scene, result: Result) -> list[str]:
    first, second = scene.pairs
    return [
        scene.t(
            "result.augen",
            first=scene.pair(first, "nom"),
            first_augen=result.augen[first],
            second=scene.pair(second, "nom"),
            second_augen=result.augen[second],
        ),
        *scene.tricks(),
    ]


def _won(scene: Scene, result: Result) -> list[str]:
    winner = result.winner
    if winner is None:
        return []
    worth = result.settlement.striche[winner] - (result.bonus == winner)
    lines = [
        scene.t(
            "result.win", striche=striche(worth, scene.texts), pair=scene.pair(winner, "acc"), why=_why(scene, result)
        )
    ]
    if result.bonus is not None:
        pair, card = scene.pair(result.bonus, "acc"), face(CLUB_JACK, scene.texts)
        lines.append(scene.t("result.bonus", striche=striche(1, scene.texts), pair=pair, card=card))
    lines.append(_kreide(scene, result.kreide_before, winner))
    return lines


def _why(scene: Scene, result: Result) -> str:
    view, winner = scene.view, result.winner
    assert winner is not None
    if result.settlement.outcome is Outcome.BREACH:
        return scene.t(f"result.{_breach_rule(view)}")
    if view.soloist is not None and view.solo is not None:
        key = "result.solo_won" if result.settlement.outcome is Outcome.SOLO_WON else "result.solo_lost"
        rule = Reason.S6 if view.solo == LECHDICH else "B15"
        return scene.t(key, word=word(view.solo, scene.texts), name=scene.full_name(view.soloist), rule=rule)
    if view.variant is not BAUERNSTOSS:
        return scene.t(_schoofkopp_why(result.augen[winner], view.first_deal))
    if result.tricks[winner] == ALL_TRICKS:
        return scene.t("result.all_tricks")
    if result.augen[winner] >= SCHNEIDER:
        return scene.t("result.schneider")
    return scene.t("result.kreide42" if result.kreide_before == winner else "result.open79")


def _schoofkopp_why(augen: int, first_deal: bool) -> str:
    """S4 and S5."""
    for least, _ in SCALE[:-1]:
        if augen >= least:
            return f"result.augen{least}"
    if not first_deal:
        return "result.augen42"
    return "result.augen61" if augen >= MAJORITY else "result.augen60"


def _breach(scene: Scene) -> list[str]:
    """What was wrong, against which rule, and the cards that prove it (B24)."""
    verdict = scene.view.verdict
    if verdict is None:
        return []
    texts, accused = scene.texts, scene.full_name(verdict.accused)
    lines = [scene.t("result.breach", name=accused, deed=deed(verdict.action, texts), reason=verdict.rule)]
    if verdict.cards:
        lines.append(scene.t("result.breach_cards", cards=faces(verdict.cards, texts)))
    if verdict.seat is not None:
        lines.append(scene.t("result.breach_reported", name=scene.full_name(verdict.seat)))
    return lines


def deed(action: Action, texts: Texts) -> str:
    """What was said or laid, in a word or two."""
    match action:
        case Call(said):
            return texts.t("deed.call", word=word(said, texts))
        case NameTrump(suit):
            return texts.t("deed.trump", suit=suit_words(suit, texts))
        case Low(rank):
            return texts.t("deed.low", rank=rank_letter(rank, texts))
        case Play(card) | Give(card):
            return texts.t("deed.card", card=face(card, texts))
        case TakeBack():
            return texts.t("deed.take_back")
    raise ValueError(f"nothing can be wrong with {type(action).__name__}")


def _breach_rule(view: View) -> str:
    return "breach_solo" if view.solo is not None else "breach_game"


def _kreide(scene: Scene, before: Pair | None, winner: Pair) -> str:
    key = "kreide_new" if before is None else "kreide_stays" if before == winner else "kreide_moves"
    return scene.t(f"result.{key}", pair=scene.pair(winner, "dat"))


def _thrown_in(scene: Scene, result: Result) -> list[str]:
    holder = result.thrown_in_by
    if holder is None:
        return []
    if holder == scene.me:
        lines = [scene.t("result.thrown_in_you")]
    else:
        lines = [scene.t("result.thrown_in", name=scene.full_name(holder))]
    return [*lines, scene.t("result.first_again")] if scene.view.first_deal else lines


def _partie(scene: Scene, result: Result) -> list[str]:
    winner = result.settlement.winner
    if winner is None:
        return []
    won, lost = scene.view.striche[winner], scene.view.striche[other_pair(winner)]
    return [scene.t("result.partie", pair=scene.pair(winner, "acc"), won=won, lost=lost)]


def after_lines(scene: Scene) -> list[str]:
    """Who deals next and who has pressed already."""
    dealer = [scene.next_dealer()] if scene.table.phase is TablePhase.PARTIE else []
    return dealer + scene.ready()
