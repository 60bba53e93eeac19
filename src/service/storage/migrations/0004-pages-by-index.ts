/** Migration: pages of addresses and of licenses by index. */
export const PAGES_BY_INDEX = `
-- In the order of the list, so that a page of an id's devices is one range. With the former index, each page read all of them.
CREATE INDEX addresses_of_pointer ON licet.addresses (provider_id, ptr, created DESC, address DESC);
DROP INDEX licet.addresses_of_ptr;

CREATE INDEX providers_of_organization ON licet.providers (org_id);

-- The identity is unique anyway. With this index, the planner searched the licenses of one provider among those of all.
ALTER TABLE licet.licenses DROP CONSTRAINT licenses_position_key;
`
