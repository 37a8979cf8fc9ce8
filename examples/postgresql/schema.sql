-- SPDX-License-Identifier: Apache-2.0
-- The scans of all stations. Run it again at any time: it changes nothing that is there.

CREATE TABLE IF NOT EXISTS scans (
    id        text PRIMARY KEY,          -- the scan's own name; a message that comes twice is stored once
    time      timestamptz NOT NULL,      -- when the code was read, by the station's clock
    topic     text,                      -- where it was published; NULL if it came from a history
    source    text,
    camera    text,
    symbology text NOT NULL,
    text      text,                      -- NULL if the content is not UTF-8; U+0000, which PostgreSQL cannot hold, is U+FFFD
    message   json NOT NULL,             -- the whole message; json and not jsonb, because jsonb refuses \u0000
    stored_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX IF NOT EXISTS scans_time ON scans (time);
CREATE INDEX IF NOT EXISTS scans_text ON scans (text);
