/** Migration: the HTTP status with which License Create answers a new license of a provider. NULL means 201. */
export const CREATE_STATUS = `
ALTER TABLE licet.providers ADD COLUMN create_status smallint CHECK (create_status IN (200, 201));
`
