"""Who shouts loudest: counted in memory alone, for a press must cost nothing; after a start the match begins anew."""


class Shouts:
    """By table; a new match at a table forgets the one before."""

    def __init__(self) -> None:
        self._matches: dict[int, tuple[object, dict[int, int]]] = {}

    def add(self, table_id: int, match: object, person: int) -> int:
        """One more; how often this person has shouted by now.

        Whoever reaches a count stands behind those who had it before.
        """
        known, counts = self._matches.get(table_id, (None, {}))
        if known != match:
            counts = {}
            self._matches[table_id] = match, counts
        count = counts.pop(person, 0) + 1
        counts[person] = count
        return count

    def loudest(self, table_id: int, match: object) -> tuple[int, int] | None:
        """The person and how often; of two equally loud the one who was there first."""
        known, counts = self._matches.get(table_id, (None, {}))
        if known != match or not counts:
            return None
        person = max(counts, key=lambda one: counts[one])  # the first of several
        return person, counts[person]

    def forget(self, table_id: int) -> None:
        self._matches.pop(table_id, None)
