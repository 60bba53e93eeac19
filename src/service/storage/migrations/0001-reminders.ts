/** Reminders that an operator sent to a group of people, for example to everyone who has not agreed to a new text yet. */
export const REMINDERS = `
CREATE TABLE licet.reminders (
  id uuid PRIMARY KEY,
  provider_id uuid NOT NULL REFERENCES licet.providers,
  -- The texts of the selected licenses, or those that they do not have.
  terms_hashes text[] NOT NULL,
  is_without boolean NOT NULL,
  started timestamptz NOT NULL,
  -- How many licenses got a reminder.
  licenses integer NOT NULL DEFAULT 0
);
CREATE INDEX reminders_of_provider ON licet.reminders (provider_id, started);
`
