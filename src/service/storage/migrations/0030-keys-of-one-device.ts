/**
 * Migration: removes the keys that need more than one device, so that the tables can be partitioned and distributed by device.
 *
 * The cause of an end can be the withdrawal of another device. Licenses are never deleted, so the key protected nothing. The other keys
 * and indexes are those of a version before the migration "keys with the device".
 */
export const KEYS_OF_ONE_DEVICE = `
-- In the order in which a process of the former version locks them, so that they cannot deadlock.
LOCK TABLE licet.licenses, licet.license_transitions IN ACCESS EXCLUSIVE MODE;
ALTER TABLE licet.license_transitions DROP CONSTRAINT license_transitions_cause_fkey;
ALTER TABLE licet.licenses DROP CONSTRAINT IF EXISTS licenses_once_per_device;
DROP INDEX IF EXISTS licet.licenses_of_device, licet.licenses_with_new_terms, licet.licenses_of_device_terms;
`
