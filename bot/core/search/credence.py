"""How well the calling agrees with dealt hands, beyond what is certain: calls that were possible and were not made.

Overbidding is a right, so such a hand is never excluded; it only weighs less.
"""

from bot.core.actions import MIT, NUMBERS, WEG
from bot.core.cards import Hand, Hands
from bot.core.schafkopf import calling
from bot.core.schafkopf.view import View
from bot.core.seats import pair_of

# What a hand weighs that could have called more than it did, for each step that its best number is higher.
LEFT_TO_OPPONENT, LEFT_TO_PARTNER, CALLED_LOWER = 0.35, 0.8, 0.3
UNSAID_MIT = 0.6  # to an opponent's number
MOST_STEPS = 3


def credence(view: View, dealt: Hands) -> float:
    """In (0, 1]: the weight of these dealt hands as the others have spoken."""
    weight = 1.0
    for i, call in enumerate(view.calls):
        if call.seat == view.seat or (call.word not in NUMBERS and call.word not in (WEG, MIT)):
            continue
        before = view.calls[:i]
        hand = dealt[call.seat]
        standing = calling.standing_number(before) or 0
        best = _best_number(view, hand)
        said = int(call.word) if call.word in NUMBERS else standing
        if call.word in NUMBERS:
            unwilling = CALLED_LOWER
        elif any(pair_of(seat) != pair_of(call.seat) for seat in calling.tie(before)):
            unwilling = LEFT_TO_OPPONENT
        else:
            unwilling = LEFT_TO_PARTNER
        weight *= unwilling ** min(max(best - said, 0), MOST_STEPS)
        if call.word == WEG and unwilling == LEFT_TO_OPPONENT and best >= standing > 0:
            may = calling.refusal(view.variant, hand, call.seat, before, view.first_deal, MIT) is None
            weight *= UNSAID_MIT if may else 1.0
    return weight


def _best_number(view: View, hand: Hand) -> int:
    """The highest number the hand could call, 0 without one (B2, S1)."""
    if calling.refusal(view.variant, hand, view.dealer, (), view.first_deal, WEG) is None:
        return 0  # no Jack, or too many (B4)
    return next((n for n in range(8, 1, -1) if calling.suits_of_number(hand, n)), 0)
