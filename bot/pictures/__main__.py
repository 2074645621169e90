"""``python -m bot.pictures``: draw the application emojis anew into the sources."""

import sys
from pathlib import Path

from bot.pictures.emojis import every_emoji

FOLDER = Path(__file__).parent / "drawn"


def main() -> int:
    """Files of pictures that no longer exist go."""
    FOLDER.mkdir(exist_ok=True)
    pictures = dict(every_emoji())
    for old in FOLDER.glob("*.png"):
        if old.stem not in pictures:
            old.unlink()
    for key, data in pictures.items():
        (FOLDER / f"{key}.png").write_bytes(data)
    print(f"{len(pictures)} pictures, {sum(map(len, pictures.values())):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
