/**
 * Migration: the time from which a key signs. Until then its predecessor signs, whose `retired` is the same time.
 *
 * NULL is a key that a process of a former version created, which signs at once.
 */
export const SIGNING_KEYS_IN_ADVANCE = 'ALTER TABLE licet.signing_keys ADD COLUMN signs_from timestamptz'
