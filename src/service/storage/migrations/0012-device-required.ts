/** Migration: every license has a device from now on. Reads no stored rows, so it locks the tables for a moment only. */
export const DEVICE_REQUIRED = `
ALTER TABLE licet.licenses ADD CONSTRAINT has_device CHECK (registration IS NOT NULL) NOT VALID;
ALTER TABLE licet.license_transitions
  ADD CONSTRAINT has_device CHECK (provider_id IS NOT NULL AND registration IS NOT NULL) NOT VALID;
DROP FUNCTION licet.find_devices();
DROP TABLE licet.devices_to_find;
`
