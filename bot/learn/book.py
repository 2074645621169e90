"""The five lessons. What is said at each step stands in the texts, under ``lesson.<lesson>.<step>``."""

from types import MappingProxyType

from bot.learn.lesson import Claim, Lesson, Scene, Step


def _worse(**said: Claim) -> MappingProxyType[str, Claim]:
    """By card or word; ``rest`` stands for all that are not named."""
    found: dict[str, Claim] = {}
    for key, claim in said.items():
        if key == "rest":
            found["*"] = claim
        else:
            found[key if key.islower() else f"plays {key}"] = claim
    return MappingProxyType(found)


TRUMPS = Lesson(
    "trumps",
    (
        Scene(
            "S 4:5 NS 3",
            (
                "HJ HT HQ H9 H8 CA C8 D7",
                "SJ H7 DA DK D9 ST S7 CT",
                "CJ HA HK SA S9 DT D8 C7",
                "DJ CK CQ C9 SK SQ S8 DQ",
            ),
            (
                Step("start", "W 4, N 5, E weg, S weg, N trump H"),
                Step("follow", "W plays CK, N plays CA, E plays CT", ("plays C7",)),
                Step("jack", "N plays H8, E plays H7", ("plays CJ",), _worse(rest=Claim.TRICK)),
                Step("ace", "W plays DJ", ("plays SA",), _worse(S9=Claim.AUGEN, rest=Claim.TRICK)),
                Step(
                    "king",
                    "W plays S8, N plays H9, E plays S7, N plays C8, E plays SJ",
                    ("plays HK",),
                    _worse(rest=Claim.AUGEN),
                ),
                Step("end", "W plays CQ"),
            ),
        ),
    ),
)

CALLING = Lesson(
    "calling",
    (
        Scene(
            "E 4:5 NS 3",
            (
                "CT CQ SA SK HJ H7 DA D8",
                "CJ CA CK SQ S9 HT HQ DK",
                "C8 SJ S7 HA HK H9 DJ DQ",
                "C9 C7 ST S8 H8 DT D9 D7",
            ),
            (
                Step("start"),
                Step("number", "", ("5",), _worse(rest=Claim.NUMBER)),
                Step("name", "W weg, N weg, E weg", ("trump H",)),
            ),
        ),
        Scene(
            "N 4:5 EW 4",
            (
                "CK C9 SJ SQ HQ H9 DJ DQ",
                "C7 HJ HA HT HK H7 D8 D7",
                "CJ CQ S8 S7 DA DT DK D9",
                "CA CT C8 SA ST SK S9 H8",
            ),
            (
                Step("mit", "E 5", ("mit",), _worse(weg=Claim.TIE)),
                Step("tie", "W weg, N weg", ("trump D",)),
            ),
        ),
        Scene(
            "N 4:6 EW 5",
            (
                "CK ST SQ S8 HJ HA DQ D9",
                "CJ CA CQ SA SK S9 H9 DK",
                "CT C9 SJ HK HQ H7 DA D8",
                "C8 C7 S7 HT H8 DJ DT D7",
            ),
            (
                Step("seven", "E 4", ("weg",)),
                Step("end"),
            ),
        ),
    ),
)

JACKS = Lesson(
    "jacks",
    (
        Scene(
            "N 4:5 NS 3",
            (
                "CJ C7 DA HK H9 H7 SA SQ",
                "HJ DJ CA CT C9 SK HQ H8",
                "SJ CK C8 DT D7 HA S9 S8",
                "CQ DK DQ D9 D8 HT ST S7",
            ),
            (
                Step("start", "E 5, S weg, W weg, N weg, E trump C"),
                Step("beat", "E plays HJ", ("plays SJ",)),
                Step(
                    "plain", "W plays CQ, N plays CJ, N plays DA, E plays DJ", ("plays D7",), _worse(rest=Claim.AUGEN)
                ),
            ),
        ),
        Scene(
            "W 4:6 EW 4",
            (
                "CJ DJ HT HQ H9 C9 C7 D7",
                "HA H8 DK DQ SK S9 S8 S7",
                "HJ SJ HK H7 SA ST D9 D8",
                "CA CT CK CQ C8 DA DT SQ",
            ),
            (
                Step(
                    "partner",
                    "N 5, E weg, S weg, W weg, N trump H, N plays DJ, E plays H8",
                    ("plays HJ",),
                    _worse(rest=Claim.DEAR),
                ),
                Step(
                    "rich",
                    "W plays C8, S plays D9, W plays DA, N plays D7, E plays DQ, W plays CA, N plays C7, E plays HA",
                    ("plays SJ",),
                    _worse(rest=Claim.TRICK),
                ),
                Step("end"),
            ),
        ),
    ),
)

KREIDE = Lesson(
    "kreide",
    (
        Scene(
            "N 5:6 NS 4",
            (
                "C7 HT HQ H9 H8 H7 DA D7",
                "CQ C8 SA SK S8 HA DQ D9",
                "CJ CA CT C9 S9 S7 HK D8",
                "CK SJ ST SQ HJ DJ DT DK",
            ),
            (
                Step("start"),
                Step(
                    "take",
                    "E weg, S 4, W 5, N weg, W trump S, E plays HA, S plays HK, W plays ST, N plays H7, W plays DK, "
                    "N plays DA, E plays D9, S plays D8, N plays C7, E plays CQ, S plays C9, W plays CK, W plays DT, "
                    "N plays D7, E plays DQ, S plays S7, S plays CT, W plays DJ, N plays H8, E plays C8, W plays SQ, "
                    "N plays HT, E plays S8",
                    ("plays CJ",),
                    _worse(rest=Claim.DEAL),
                ),
            ),
        ),
        Scene(
            "N 5:6 NS 4",
            (
                "CT CK SJ SA SQ S7 HA H8",
                "CJ C9 ST S9 H7 DT DQ D7",
                "CA CQ C8 S8 HQ H9 DJ D8",
                "C7 SK HJ HT HK DA DK D9",
            ),
            (
                Step(
                    "smear",
                    "E 4, S mit, W mit, N weg, W yields, E trump D, E plays H7, S plays H9, W plays HK, N plays HA, "
                    "N plays SA, E plays S9, S plays S8, W plays SK, N plays SQ, E plays ST, S plays DJ, W plays HJ, "
                    "W plays HT, N plays H8, E plays CJ, S plays HQ, E plays D7, S plays D8, W plays D9, N plays SJ, "
                    "N plays S7, E plays DT, S plays C8, W plays DA, W plays C7, N plays CK, E plays C9",
                    ("plays CA",),
                    _worse(rest=Claim.DEAL),
                ),
            ),
        ),
        Scene(
            "E 5:6 EW 4",
            (
                "CQ S7 HT HQ H9 H7 DA D7",
                "CA CT SJ SK S8 HJ D9 D8",
                "CJ CK C8 SA H8 DJ DK DQ",
                "C9 C7 ST SQ S9 HA HK DT",
            ),
            (
                Step(
                    "without",
                    "S 4, W weg, N weg, E mit, E trump C, S plays SA, W plays S9, N plays S7, E plays S8, S plays H8, "
                    "W plays HA, N plays H7, E plays CA, E plays D8, S plays DQ, W plays DT, N plays DA, N plays CQ, "
                    "E plays HJ, S plays CJ, W plays C7, S plays DK, W plays C9, N plays D7, E plays D9, W plays HK, "
                    "N plays HQ, E plays CT",
                    ("plays DJ",),
                    _worse(rest=Claim.DEAL),
                ),
                Step("end"),
            ),
        ),
    ),
)

SOLOS = Lesson(
    "solos",
    (
        Scene(
            "E 6:9 EW 5",
            (
                "CA CK C8 SJ SQ S9 S8 DA",
                "C9 ST SK S7 H8 DJ DQ D9",
                "CJ SA HJ HA HT HK HQ D7",
                "CT CQ C7 H9 H7 DT DK D8",
            ),
            (
                Step("start"),
                Step(
                    "call",
                    "",
                    ("kleines-solo",),
                    MappingProxyType({"grosses-solo": Claim.SOLO, "*": Claim.STRICHE}),
                    ("kleines-solo", "grosses-solo"),
                ),
                Step("name", "", ("trump H",), _worse(rest=Claim.TRUMPS)),
                Step("give", "", ("gives D7",), _worse(rest=Claim.SOLO)),
                Step("lead", "N gives SJ", ("plays CJ", "plays SJ", "plays HJ"), _worse(rest=Claim.SOLO)),
            ),
        ),
        Scene(
            "S 6:9 EW 5",
            (
                "CQ ST SK HA HT HQ DJ DQ",
                "C8 C7 SJ HK H9 H8 DK D9",
                "CJ CA CK C9 S8 HJ DA DT",
                "CT SA SQ S9 S7 H7 D8 D7",
            ),
            (
                Step(
                    "modest",
                    "W weg, N 4, E weg",
                    ("5",),
                    MappingProxyType({"kleines-solo": Claim.SOLO, "grosses-solo": Claim.SOLO, "*": Claim.NUMBER}),
                    ("kleines-solo", "grosses-solo"),
                ),
                Step("end"),
            ),
        ),
    ),
)

LESSONS = (TRUMPS, CALLING, JACKS, KREIDE, SOLOS)
BY_NAME = MappingProxyType({lesson.name: lesson for lesson in LESSONS})
