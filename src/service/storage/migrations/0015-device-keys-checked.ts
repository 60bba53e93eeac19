/** Migration: checks the foreign keys of the stored rows, while other processes write. */
export const DEVICE_KEYS_CHECKED = `
ALTER TABLE licet.licenses VALIDATE CONSTRAINT licenses_supersedes_fkey;
ALTER TABLE licet.license_transitions VALIDATE CONSTRAINT license_transitions_license_id_fkey;
ALTER TABLE licet.license_transitions VALIDATE CONSTRAINT license_transitions_cause_fkey;
`
