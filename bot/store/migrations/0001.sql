-- People are a number of our own: forgetting somebody clears the Discord id and the name here and leaves the books standing.
CREATE TABLE person (
    id            INTEGER PRIMARY KEY,
    discord_id    INTEGER UNIQUE,
    name          TEXT NOT NULL,                -- as last seen
    locale        TEXT,                         -- of the last interaction
    dm_channel_id INTEGER,                      -- opened once, never twice
    dm_closed     INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE guild (
    id        INTEGER PRIMARY KEY,
    name      TEXT NOT NULL,
    locale    TEXT,                             -- NULL: DEFAULT_LANGUAGE
    time_zone TEXT                              -- NULL: TIME_ZONE
) STRICT;

CREATE TABLE card_table (
    id         INTEGER PRIMARY KEY,
    guild_id   INTEGER NOT NULL REFERENCES guild (id),
    channel_id INTEGER NOT NULL,
    number     INTEGER NOT NULL,                -- within the server
    game       TEXT NOT NULL,
    host       INTEGER REFERENCES person (id),
    phase      TEXT NOT NULL CHECK (phase IN ('lobby', 'partie', 'finished', 'closed')),
    options    TEXT NOT NULL,                   -- JSON
    public     TEXT NOT NULL,                   -- JSON: drawing, presses and votes that a restart must not lose
    partie     INTEGER NOT NULL DEFAULT 0,
    since      REAL NOT NULL,                   -- seconds since 1970
    opened_at  REAL NOT NULL,
    UNIQUE (guild_id, number)
) STRICT;
CREATE INDEX card_table_open ON card_table (phase) WHERE phase <> 'closed';

CREATE TABLE chair (
    table_id INTEGER NOT NULL REFERENCES card_table (id),
    seat     INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    person   INTEGER REFERENCES person (id),
    computer INTEGER NOT NULL,
    leaver   INTEGER REFERENCES person (id),
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX chair_person ON chair (person) WHERE person IS NOT NULL;

-- Everything below is written once and never changed.

CREATE TABLE deal (
    table_id      INTEGER NOT NULL REFERENCES card_table (id),
    partie        INTEGER NOT NULL,
    deal          INTEGER NOT NULL,             -- within the Partie, thrown-in ones counted
    standing      TEXT NOT NULL,                -- before it: the game's own text form
    rules_version INTEGER NOT NULL,
    first_ply     INTEGER NOT NULL,             -- of its pack in the log
    north         INTEGER REFERENCES person (id),
    east          INTEGER REFERENCES person (id),
    south         INTEGER REFERENCES person (id),
    west          INTEGER REFERENCES person (id),
    dealt_at      REAL NOT NULL,
    PRIMARY KEY (table_id, partie, deal)
) STRICT, WITHOUT ROWID;

CREATE TABLE settlement (
    table_id   INTEGER NOT NULL,
    partie     INTEGER NOT NULL,
    deal       INTEGER NOT NULL,
    outcome    TEXT NOT NULL,                   -- as in a written deal, or 'annulled'
    standing   TEXT NOT NULL,                   -- after it
    striche_ns INTEGER NOT NULL,
    striche_ew INTEGER NOT NULL,
    settled_at REAL NOT NULL,
    PRIMARY KEY (table_id, partie, deal),
    FOREIGN KEY (table_id, partie, deal) REFERENCES deal (table_id, partie, deal)
) STRICT, WITHOUT ROWID;

CREATE TABLE log (
    table_id INTEGER NOT NULL REFERENCES card_table (id),
    ply      INTEGER NOT NULL,
    seat     INTEGER,                           -- NULL: the table was stopped
    action   TEXT NOT NULL,                     -- short text form
    person   INTEGER REFERENCES person (id),    -- NULL: a computer, the clock, or chance
    at       REAL NOT NULL,
    PRIMARY KEY (table_id, ply)
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger (
    id            INTEGER PRIMARY KEY,
    guild_id      INTEGER NOT NULL REFERENCES guild (id),
    game          TEXT NOT NULL,
    kind          TEXT NOT NULL CHECK (kind IN ('deal', 'partie', 'correction')),
    table_id      INTEGER NOT NULL REFERENCES card_table (id),
    partie        INTEGER NOT NULL,
    deal          INTEGER NOT NULL,             -- for a Partie's result the last one
    seat          INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    pair          INTEGER NOT NULL CHECK (pair BETWEEN 0 AND 1),
    person        INTEGER NOT NULL REFERENCES person (id),
    partner       INTEGER REFERENCES person (id),   -- NULL: a computer
    deals         INTEGER NOT NULL,             -- how many this row counts: 1, for a Partie 0; a counter-entry's -1
    partien       INTEGER NOT NULL,             -- likewise; the one or the other is 0
    striche       INTEGER NOT NULL,             -- of the pair: in the deal; for a Partie where it stood at the end
    striche_other INTEGER NOT NULL,             -- of the other pair
    won           INTEGER NOT NULL,             -- 1 won, 0 lost the deal or the Partie; a counter-entry's -1
    computers     INTEGER NOT NULL,             -- seats that belonged to nobody
    helped        INTEGER NOT NULL,             -- a computer stood in for this person
    left_early    INTEGER NOT NULL,             -- this person left before the end
    rules_version INTEGER NOT NULL,
    booked_at     REAL NOT NULL,
    booked_by     TEXT,                         -- of a correction: who
    reason        TEXT,                         -- of a correction: why
    CHECK (deals = 0 OR partien = 0),
    CHECK (kind = 'correction' OR (deals = (kind = 'deal') AND partien = (kind = 'partie'))),
    CHECK (CASE kind WHEN 'correction' THEN trim(ifnull(booked_by, '')) <> '' AND trim(ifnull(reason, '')) <> ''
                     ELSE booked_by IS NULL AND reason IS NULL END)
) STRICT;
CREATE UNIQUE INDEX ledger_once ON ledger (table_id, partie, deal, seat, kind) WHERE kind <> 'correction';
CREATE INDEX ledger_board ON ledger (guild_id, game, booked_at);
CREATE INDEX ledger_person ON ledger (person, guild_id, game, booked_at);

CREATE TRIGGER log_is_final BEFORE UPDATE ON log BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER log_stays BEFORE DELETE ON log BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER deal_is_final BEFORE UPDATE ON deal BEGIN SELECT RAISE(ABORT, 'deals are append-only'); END;
CREATE TRIGGER deal_stays BEFORE DELETE ON deal BEGIN SELECT RAISE(ABORT, 'deals are append-only'); END;
CREATE TRIGGER settlement_is_final BEFORE UPDATE ON settlement
BEGIN SELECT RAISE(ABORT, 'settlements are append-only'); END;
CREATE TRIGGER settlement_stays BEFORE DELETE ON settlement
BEGIN SELECT RAISE(ABORT, 'settlements are append-only'); END;
CREATE TRIGGER ledger_is_final BEFORE UPDATE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_stays BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

-- Live messages in Discord, one of each kind and seat at a table; seat -1 where the kind has no seat.
CREATE TABLE message (
    table_id   INTEGER NOT NULL REFERENCES card_table (id),
    kind       TEXT NOT NULL,
    seat       INTEGER NOT NULL,
    partie     INTEGER NOT NULL,
    deal       INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    PRIMARY KEY (table_id, kind, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE fact (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
