"""The files of both languages: whole, and saying the same."""

import string

from bot.check.report import Report
from bot.ui.text import LANGUAGES, Entry, entries

MEND = "the installation is damaged; install the bot again"


def check_texts(report: Report) -> bool:
    """Whether each file loads, and every text stands in all of them, with the same placeholders."""
    loaded = {}
    for language in LANGUAGES:
        try:
            loaded[language] = {key: _placeholders(entry) for key, entry in entries(language).items()}
        except (OSError, ValueError, TypeError) as error:
            report.fault("texts", f"{language}.toml cannot be used ({error}); {MEND}")
    if len(loaded) < len(LANGUAGES):
        return False
    keys = set().union(*loaded.values())
    different = sorted(key for key in keys if len({str(texts.get(key)) for texts in loaded.values()}) > 1)
    if different:
        shown = ", ".join(different[:5]) + (f" and {len(different) - 5} more" if len(different) > 5 else "")
        report.fault("texts", f"{' and '.join(LANGUAGES)} do not say the same at {shown}; {MEND}")
    else:
        report.ok("texts", f"{len(keys)} in each of {', '.join(LANGUAGES)}")
    return not different


def _placeholders(entry: Entry) -> list[list[str]]:
    forms = [entry] if isinstance(entry, str) else [entry[form] for form in sorted(entry)]
    return [sorted({name for _, name, _, _ in string.Formatter().parse(form) if name is not None}) for form in forms]
