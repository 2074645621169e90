"""The plain computer player of Bauernheinrich: get rid of what is of least use, keep what beats.

``choose`` is pure and deterministic and sees nothing but its own View.
"""

from bot.core.actions import Action, Play
from bot.core.bauernheinrich.beating import BEATERS
from bot.core.bauernheinrich.view import View
from bot.core.cards import ALL_CARDS, Card, hand_of, holds


def choose(view: View) -> Action:
    """One of ``view.legal``; the View must be that of the seat to act.

    Leading or beating, the card of least use goes: looking at what the next player can beat as well won nothing against
    it. Four such players have never been seen to go round for ever (H12).
    """
    cards = [action.card for action in view.legal if isinstance(action, Play)]
    if len(cards) < 2:
        return view.legal[0]
    assert view.trumps is not None and view.seat is not None
    beaters = BEATERS[view.trumps[view.seat]]
    own_or_gone = hand_of((*view.hand, *view.gone, *view.trick))
    to_face = [card for card in ALL_CARDS if not holds(own_or_gone, card)]

    def use(card: Card) -> int:
        """How many of the cards that others hold it will beat."""
        return sum(holds(beaters[faced], card) for faced in to_face)

    return Play(min(cards, key=lambda card: (use(card), card)))
