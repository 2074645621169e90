"""``/deal verify``: whether a table's packs follow from what was promised, and what that proves and what not."""

from collections.abc import Sequence

from bot.core.provable import Checked, Claim, CutBy, Lot
from bot.core.published import write
from bot.ui.message import CONTENT, DESCRIPTION, Attachment, Embed, Message, cut
from bot.ui.pack import WORDS_SHOWN
from bot.ui.scene import BLUE, GOLD, compass
from bot.ui.text import Texts, safe_name, text

MOST_FINDINGS = 10


def proof_message(number: int, checked: Sequence[Checked], locale: str) -> Message:
    """``number``: the table's in its server; ``checked``: every pack revealed, in order, at least one."""
    texts = text(locale)
    wrong = [(one.deal.lot.number, finding) for one in checked for finding in one.findings]
    lines = [
        texts.t("proof.finding", number=at, fault=texts.t(f"fault.{finding.fault}", detail=finding.detail))
        for at, finding in wrong[:MOST_FINDINGS]
    ]
    if len(wrong) > MOST_FINDINGS:
        lines.append(texts.t("proof.more", count=len(wrong) - MOST_FINDINGS))
    for claim in Claim:
        count = sum(one.claim is claim for one in checked)
        if count:
            lines.append(texts.t(f"claim.{claim}".replace("-", "_"), count=count))
    lines += ["", *_last(checked[-1], texts), "", texts.t("proof.limits"), "", texts.t("proof.how")]
    content = texts.t("proof.wrong" if wrong else "proof.right", table=number, count=len(checked))
    embed = Embed(None, cut("\n".join(lines), DESCRIPTION), colour=GOLD if wrong else BLUE)
    file = Attachment(f"packs-table{number}.toml", write(one.deal for one in checked))
    return Message(cut(content, CONTENT), embed, file=file)


def _last(one: Checked, texts: Texts) -> list[str]:
    """The newest pack and all it followed from."""
    lot = one.deal.lot
    lines = [
        texts.t("proof.pack", number=lot.number),
        texts.t("proof.promise", promise=one.deal.commitment),
        texts.t("proof.seed", seed=lot.seed.hex()),
        _cut(lot, texts),
    ]
    if lot.press is not None:
        lines.append(texts.t("proof.press", press=lot.press))
    return lines + [
        texts.t("proof.words", seat=compass(words.seat, texts), words=safe_name(words.text, WORDS_SHOWN))
        for words in lot.words
    ]


def _cut(lot: Lot, texts: Texts) -> str:
    seat = compass(lot.cutter, texts)
    if lot.by is CutBy.NOBODY:
        return texts.t("proof.nobody")
    if lot.by is CutBy.AUTOMATIC:
        return texts.t("proof.automatic", cut=lot.cut or 0)
    return texts.t("proof.knocked", seat=seat) if lot.cut is None else texts.t("proof.person", seat=seat, cut=lot.cut)
