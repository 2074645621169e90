-- What each pack dealt follows from (bot.core.provable), numbered within the table without gaps. A row of ``promise`` is
-- written before the cut, its ``lot`` when the pack is dealt or given up; both for good.
CREATE TABLE promise (
    table_id   INTEGER NOT NULL REFERENCES card_table (id),
    number     INTEGER NOT NULL,
    commitment TEXT NOT NULL,                   -- as the board shows it
    seed       TEXT NOT NULL,                   -- hex; for nobody's eyes until the deal is settled
    made_at    REAL NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE lot (
    table_id INTEGER NOT NULL,
    number   INTEGER NOT NULL,
    partie   INTEGER,                           -- NULL: given up before the cut, nothing was dealt
    deal     INTEGER,
    cutter   INTEGER NOT NULL CHECK (cutter BETWEEN 0 AND 3),
    cut_by   TEXT NOT NULL CHECK (cut_by IN ('person', 'automatic', 'nobody')),
    cut      INTEGER,                           -- cards lifted; NULL: knocked or no cut
    press    INTEGER,                           -- Discord's id of the press of whoever cut
    words    TEXT NOT NULL,                     -- JSON: seat and text of each
    cut_at   REAL NOT NULL,
    PRIMARY KEY (table_id, number),
    UNIQUE (table_id, partie, deal),
    FOREIGN KEY (table_id, number) REFERENCES promise (table_id, number),
    FOREIGN KEY (table_id, partie, deal) REFERENCES deal (table_id, partie, deal)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER promise_is_final BEFORE UPDATE ON promise BEGIN SELECT RAISE(ABORT, 'promises are append-only'); END;
CREATE TRIGGER promise_stays BEFORE DELETE ON promise BEGIN SELECT RAISE(ABORT, 'promises are append-only'); END;
CREATE TRIGGER lot_is_final BEFORE UPDATE ON lot BEGIN SELECT RAISE(ABORT, 'lots are append-only'); END;
CREATE TRIGGER lot_stays BEFORE DELETE ON lot BEGIN SELECT RAISE(ABORT, 'lots are append-only'); END;
