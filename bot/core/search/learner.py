"""The plain computer player: sensible rules of a village table, no searching, no luck, and no wrong play.

``choose`` is pure and deterministic and sees nothing but its own View.
"""

from dataclasses import replace

from bot.core.actions import Action, Give, Play
from bot.core.cards import hand_of
from bot.core.game import Phase
from bot.core.house import Conduct
from bot.core.schafkopf.steps import lawful
from bot.core.schafkopf.view import View
from bot.core.search.calling_sense import best_call, best_naming
from bot.core.search.card_sense import best_card
from bot.core.search.solo_sense import partners_gift, solo_card, soloists_gift


def choose(view: View) -> Action:
    """One of ``view.legal``; the View must be that of the seat to act, in a phase with something to choose."""
    assert view.seat is not None
    if view.house.conduct is Conduct.TAVERN:
        honest = lawful(view.variant, view, view.seat, hand_of(view.hand))
        view = replace(view, legal=honest or view.legal)  # nothing is honest after a false call of its owner
    if len(view.legal) == 1:
        return view.legal[0]
    match view.phase:
        case Phase.CALL:
            return best_call(view)
        case Phase.NAME:
            return best_naming(view)
        case Phase.LOW:
            return view.legal[0]
        case Phase.GIVE:
            assert view.trump is not None
            gift = soloists_gift if view.seat == view.soloist else partners_gift
            return Give(gift(hand_of(view.hand), view.trump))
    cards = [action.card for action in view.legal if isinstance(action, Play)]
    return Play(best_card(view, cards) if view.soloist is None else solo_card(view, cards))
