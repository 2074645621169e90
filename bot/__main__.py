"""``python -m bot``: run the bot, check where it runs, keep its database, try it out, replay written deals, measure."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

PROVES = """Without a FILE: play every deal in the database through the rules again, work out every row of the ledger
anew, and say which row differs; what the log cannot tell (whom a computer helped, who left early) is left alone. It
changes nothing and may look beside a running bot. With FILEs: check published deals (TOML): that each pack follows
from a seed that was fixed before the cut, and was not changed afterwards. The commitments in the file must be those
the board showed then: compare them. Where a person cut, it proves too that nobody, not even the host, could choose
the pack knowing the cut, as long as words and press in the file are the true ones: everybody knows their own words,
and who pressed can see the id. Where the cut was automatic, it proves only that nothing was changed afterwards. It
never proves that nobody looked: a host who has the database can see cards. Deals left out at the beginning or the end
of a file are not noticed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0 all is well; 1 something differs or is not well; 2 wrong use; 75 Discord cannot be reached, or
    another instance has the database; 78 the settings are at fault."""
    parser = _parser()
    options = parser.parse_args(arguments)
    match options.command:
        case "replay":
            from bot.replay import run as replay

            return replay(options.files, options.json)
        case "verify":
            if options.files:
                if options.database:
                    parser.error("verify: either FILEs of published deals or --database, not both")
                from bot.verify import run as verify

                return verify(options.files, options.json)
            from bot.keeping import verify as verify_database

            return verify_database(dict(os.environ), options.database, as_json=options.json)
        case "backup":
            from bot.keeping import backup

            return backup(dict(os.environ), options.database, options.to)
        case "restore":
            from bot.keeping import restore

            return restore(dict(os.environ), options.database, options.copy)
        case "bench" if options.kind == "search":
            from bot.bench_search import run_search

            return run_search(options.deals, as_json=options.json)
        case "bench":
            from bot.bench import run_rules

            return run_rules(options.deals, as_json=options.json)
        case "arena":
            from bot.arena import Contest, run_arena

            contest = Contest(options.a, options.b, options.game, options.deals, options.seed)
            return run_arena(contest, as_json=options.json)
        case "check":
            from bot.checking import check

            return check(dict(os.environ), offline=options.offline)
        case "try":
            from bot.trying import try_out

            return try_out(
                people=options.people,
                port=options.port,
                host=options.host,
                database=options.database,
                language=options.language or _language(),
                show=_somebody_is_here() if options.open is None else options.open,
            )
        case "healthy":
            from bot.heartbeat import healthy

            return healthy(dict(os.environ), options.within)
    from bot.running import run

    return run(dict(os.environ))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot", description="Kreidtführer: Bauernstoss on Discord.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser("run", help="connect to Discord (the default); the settings stand in the environment or .env")
    check = commands.add_parser("check", help="say what is wrong with settings, files and rights, and how to mend it")
    check.add_argument("--offline", action="store_true", help="do not ask Discord")
    trial = commands.add_parser("try", help="play in a browser, with a Discord of our own on this machine")
    trial.add_argument(
        "--people",
        type=int,
        choices=range(1, 5),
        default=1,
        help="how many of the four people the first browser gets at once, side by side (default: %(default)s)",
    )
    trial.add_argument("--port", type=_port, help="0 takes any free one (default: 8042, or the next one that is free)")
    trial.add_argument(
        "--host",
        default="127.0.0.1",
        help="address to listen on; 0.0.0.0 lets everyone in the network sit down (default: %(default)s)",
    )
    trial.add_argument(
        "--open",
        action=argparse.BooleanOptionalAction,
        help="open the page in a browser (default: where there is a desktop and a terminal)",
    )
    trial.add_argument(
        "--language", choices=("de", "en"), help="of public messages (default: this machine's, or else de)"
    )
    trial.add_argument("--database", type=Path, default=Path("try-out.sqlite3"), help="ledger (default: %(default)s)")
    health = commands.add_parser("healthy", help="whether the running bot is well, by its HEARTBEAT_FILE")
    health.add_argument("--within", type=_positive, default=60, metavar="SECONDS", help="(default: %(default)s)")
    replay = commands.add_parser("replay", help="play written deals through and compare them with what they expect")
    replay.add_argument("files", nargs="+", metavar="FILE", type=Path)
    replay.add_argument("--json", action="store_true", help="one JSON object a file")
    verify = commands.add_parser(
        "verify",
        help="replay the database and compare its ledger; with FILEs: check published deals against their promises",
        description=PROVES,
    )
    verify.add_argument("files", nargs="*", metavar="FILE", type=Path, help="published deals")
    _add_database(verify)
    verify.add_argument("--json", action="store_true", help="one JSON object, or one a file")
    backup = commands.add_parser("backup", help="copy the database, beside a running bot too, and check the copy")
    _add_database(backup)
    backup.add_argument("--to", type=Path, metavar="FILE", help="(default: into backups/, where the oldest goes)")
    restore = commands.add_parser("restore", help="put a copy in the place of the database; the bot must be stopped")
    restore.add_argument("copy", metavar="COPY", type=Path)
    _add_database(restore)
    bench = commands.add_parser("bench", help="measure, within one run, with ratios")
    kinds = bench.add_subparsers(dest="kind", metavar="KIND", required=True)
    rules = kinds.add_parser("rules", help="random deals through the rules core")
    rules.add_argument("--deals", type=_positive, default=2000, help="(default: %(default)s)")
    rules.add_argument("--json", action="store_true", help="one JSON object")
    search = kinds.add_parser("search", help="the search of the computer players, compiled and as plain Python")
    search.add_argument("--deals", type=_positive, default=8, help="(default: %(default)s)")
    search.add_argument("--json", action="store_true", help="one JSON object")
    arena = commands.add_parser("arena", help="let computer players of two levels play the same cards, seats swapped")
    for side, usual in (("--a", "strong"), ("--b", "learner")):
        arena.add_argument(side, choices=("learner", "regular", "strong", "open"), default=usual)
    arena.add_argument("--deals", type=_positive, default=200, help="pairs of deals at least (default: %(default)s)")
    arena.add_argument("--game", choices=("bauernstoss", "schoofkopp"), default="bauernstoss")
    arena.add_argument("--seed", type=int, default=1, help="the same seed deals the same cards (default: %(default)s)")
    arena.add_argument("--json", action="store_true", help="one JSON object")
    return parser


def _add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--database", type=Path, metavar="FILE", help="(default: DATABASE of the settings)")


def _language() -> str:
    spoken = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return "en" if spoken.startswith("en") else "de"


def _somebody_is_here() -> bool:
    """Whether a person seems to sit before a desktop of this machine."""
    desktop = sys.platform in ("win32", "darwin") or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())
    return desktop and sys.stdout.isatty()


def _port(text: str) -> int:
    if not 0 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text} is no port from 0 to 65535")
    return int(text)


def _positive(text: str) -> int:
    if int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no positive number")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
