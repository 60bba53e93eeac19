/** Migration: receipts of licenses that a former version erased. */
export const RECEIPTS_TO_SIGN = `
-- Their receipts can contain the hash of the request. The service signs them again and deletes this row. erased is when that was.
CREATE TABLE licet.receipts_to_sign (
  license_id uuid PRIMARY KEY REFERENCES licet.licenses,
  erased timestamptz NOT NULL
);
INSERT INTO licet.receipts_to_sign (license_id, erased)
SELECT l.id, s.at FROM licet.licenses l JOIN licet.license_transitions s ON s.license_id = l.id AND s.status = 'erased'
WHERE l.address IS NULL AND l.request_hash IS NULL;
`
