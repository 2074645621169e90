-- Bauernheinrich counts places and nothing else (H13). Of its rows ``pair`` says no more than ``seat`` does, ``partner`` is
-- NULL and the Striche are 0. A counter-entry keeps the place and takes back the deal: ``deals`` -1.
ALTER TABLE ledger ADD COLUMN place INTEGER CHECK (place BETWEEN 1 AND 4);   -- NULL: none taken, or a game without places
