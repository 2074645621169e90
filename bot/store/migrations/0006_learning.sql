-- How far a person has come in the lessons: the step shown next, counted from 0, and when the lesson was last finished.
CREATE TABLE learning (
    person      INTEGER NOT NULL REFERENCES person (id),
    lesson      TEXT NOT NULL,
    step        INTEGER NOT NULL CHECK (step >= 0),
    finished_at REAL,                              -- NULL: never yet
    PRIMARY KEY (person, lesson)
) STRICT, WITHOUT ROWID;
