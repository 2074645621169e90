-- What a server has set for new tables, by name: only what is not as usual. Language and time zone have their own columns.
ALTER TABLE guild ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';   -- JSON
