/** Migration: registrations, uses beside the request, erasures under way. */
export const REGISTRATIONS = `
-- Id of a registration. It shows, without comparing clocks, whether a token is older than an erasure.
ALTER TABLE licet.addresses ADD COLUMN registration uuid NOT NULL DEFAULT gen_random_uuid();

-- The uses of the request, so that License Verify reads only these. NULL in older rows, whose uses are read from the request.
ALTER TABLE licet.licenses ADD COLUMN uses jsonb;

-- Devices that are no longer registered and still have licenses to erase. ptr is that of the registration. Deleted at the end.
CREATE TABLE licet.erasures (
  provider_id uuid NOT NULL REFERENCES licet.providers,
  address text NOT NULL,
  ptr text NOT NULL,
  PRIMARY KEY (provider_id, address)
);
`
