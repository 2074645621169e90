-- What people have set for themselves (bot.settings): language and pack of cards.
ALTER TABLE person ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';  -- JSON
