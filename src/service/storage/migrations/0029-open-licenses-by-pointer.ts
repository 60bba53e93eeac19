/** Migration: the index of the open licenses of a person, those that a backend vouched for together. */
export const OPEN_POINTER_INDEXES: readonly string[] = [
  'CREATE INDEX open_licenses_of_pointer ON licet.open_licenses (provider_id, ptr, vouched)',
]

/** Removes what found the pointers of the stored rows. */
export const OPEN_POINTERS_FOUND = `
DROP FUNCTION licet.find_open_pointers();
DROP TABLE licet.open_pointers_to_find;

-- A process of the former version needs this index until it is replaced, but it has not run on an empty database.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM licet.licenses) THEN
    DROP INDEX licet.licenses_vouched_of_pointer;
  END IF;
END $$;
`
