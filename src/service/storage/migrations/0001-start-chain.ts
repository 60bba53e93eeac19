import { isForgotten } from '../forgotten-tokens.ts'

/** The function that stores a chain of refresh tokens at the first use of one. */
export const START_CHAIN = `
-- Returns whether a backend vouched for the person of the device. NULL when the chain is stored already, its use can be forgotten, or its holder
-- is gone. Locks the address of the device, so that an erasure finds the chain.
CREATE FUNCTION licet.start_chain(
  p_id uuid, p_jti text, p_client_id text, p_provider_id uuid, p_scope text, p_lifetime integer, p_now timestamptz, p_expires timestamptz,
  p_revoked timestamptz, p_org_id uuid, p_moved bigint, p_holder text, p_first_expires timestamptz, p_registration uuid,
  OUT v_vouched boolean
) LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM licet.providers p WHERE p.id = p_provider_id AND p.deleted IS NULL AND (p_org_id IS NULL OR p.org_id = p_org_id))
    OR ${isForgotten('refresh', 'p_first_expires')} THEN
    RETURN;
  END IF;
  IF p_registration IS NULL THEN
    v_vouched := false;
  ELSE
    SELECT a.vouched INTO v_vouched FROM licet.addresses a
    WHERE a.address = p_holder AND a.provider_id = p_provider_id AND a.registration = p_registration FOR KEY SHARE;
    IF NOT FOUND THEN
      RETURN;
    END IF;
  END IF;
  INSERT INTO licet.refresh_chains (id, holder, jti, client_id, provider_id, scope, lifetime, created, expires, revoked, previous, moved)
  VALUES (p_id, p_holder, p_jti, p_client_id, p_provider_id, p_scope, p_lifetime, p_now, p_expires, p_revoked, p_id::text, p_moved)
  ON CONFLICT (id, holder) DO NOTHING;
  IF NOT FOUND THEN
    v_vouched := NULL;
  END IF;
END $$;
`
