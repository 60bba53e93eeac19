/**
 * The functions that end or erase a license. They keep the other tables up to date. The function that stores a license writes the transitions
 * of the licenses that it replaces or withdraws.
 */
export const LICENSE_ENDS = `
-- Removes a license from those that are open. Returns whether it was open. The caller has locked its device.
CREATE FUNCTION licet.close_license(p_provider_id uuid, p_registration uuid, p_license_id uuid) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_open record;
BEGIN
  DELETE FROM licet.open_licenses o
  WHERE o.provider_id = p_provider_id AND o.registration = p_registration AND o.license_id = p_license_id
  RETURNING o.ptr, o.vouched, o.read_order INTO v_open;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  DELETE FROM licet.permitted_uses u
  WHERE u.ptr = v_open.ptr AND u.provider_id = p_provider_id AND u.vouched = v_open.vouched AND u.read_order = v_open.read_order
    AND u.registration = p_registration AND u.license_id = p_license_id;
  IF NOT FOUND THEN
    -- On several database servers, the transaction that stored the license can be visible on the server of the device, and not yet on the
    -- server of the person. A row with the same key waits for it, and is deleted with it.
    INSERT INTO licet.permitted_uses (ptr, provider_id, vouched, read_order, registration, license_id, uses_bytes, uses)
    VALUES (v_open.ptr, p_provider_id, v_open.vouched, v_open.read_order, p_registration, p_license_id, 0, '[]') ON CONFLICT DO NOTHING;
    DELETE FROM licet.permitted_uses u
    WHERE u.ptr = v_open.ptr AND u.provider_id = p_provider_id AND u.vouched = v_open.vouched AND u.read_order = v_open.read_order
      AND u.registration = p_registration AND u.license_id = p_license_id;
  END IF;
  RETURN true;
END $$;

-- Ends a license that no other license replaces or withdraws. The caller has locked its device.
CREATE FUNCTION licet.end_license(p_provider_id uuid, p_registration uuid, p_license_id uuid, p_status text, p_at timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_was_open boolean := licet.close_license(p_provider_id, p_registration, p_license_id);
  v_expiry timestamptz;
  v_revocation record;
BEGIN
  INSERT INTO licet.license_transitions (provider_id, registration, license_id, step, status, at)
  SELECT p_provider_id, p_registration, p_license_id, max(s.step) + 1, p_status, p_at FROM licet.license_transitions s
  WHERE s.provider_id = p_provider_id AND s.registration = p_registration AND s.license_id = p_license_id;
  IF NOT EXISTS (SELECT FROM licet.providers p WHERE p.id = p_provider_id AND p.has_webhooks) THEN
    RETURN;
  END IF;

  PERFORM licet.delete_scheduled_events(p_provider_id, p_license_id);
  IF p_status = 'expired' THEN
    SELECT l.expiry INTO v_expiry FROM licet.licenses l
    WHERE l.provider_id = p_provider_id AND l.registration = p_registration AND l.id = p_license_id;
    PERFORM licet.write_license_event(p_provider_id, p_registration, p_license_id, 'license.expired', p_at, p_expiry => v_expiry);
  ELSIF p_status = 'revoked' THEN
    SELECT r.requested_by, r.channel INTO v_revocation FROM licet.revocations r
    WHERE r.provider_id = p_provider_id AND r.registration = p_registration AND r.license_id = p_license_id;
    PERFORM licet.write_license_event(p_provider_id, p_registration, p_license_id, 'license.withdrawn', p_at,
      p_requested_by => v_revocation.requested_by, p_channel => v_revocation.channel);
  -- An open license that is erased without its device causes the event of a withdrawal, because device.erased does not follow.
  ELSIF v_was_open AND NOT EXISTS (
    SELECT FROM licet.erasures e WHERE e.provider_id = p_provider_id AND e.registration = p_registration
  ) THEN
    PERFORM licet.write_license_event(p_provider_id, p_registration, p_license_id, 'license.withdrawn', p_at,
      p_requested_by => 'person', p_channel => 'erasure');
  END IF;
END $$;

-- Removes the personal data of a license, with its signed bytes and its revocation, unless it is erased already. Only an erasure changes a
-- stored license.
CREATE FUNCTION licet.erase_license(
  p_provider_id uuid, p_registration uuid, p_license_id uuid, p_request bytea, p_terms_at integer, p_request_hash text, p_receipt text,
  p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_signature text;
  v_receipt text;
BEGIN
  SELECT l.signature INTO v_signature FROM licet.licenses l
  WHERE l.provider_id = p_provider_id AND l.registration = p_registration AND l.id = p_license_id AND l.address IS NOT NULL FOR UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  FOR v_receipt IN
    SELECT l.receipt FROM licet.licenses l WHERE l.provider_id = p_provider_id AND l.registration = p_registration AND l.id = p_license_id
    UNION ALL
    SELECT r.receipt FROM licet.revocations r
    WHERE r.provider_id = p_provider_id AND r.registration = p_registration AND r.license_id = p_license_id
  LOOP
    PERFORM licet.log_receipt('erasure', p_license_id, v_receipt, p_now);
  END LOOP;
  INSERT INTO licet.erased_licenses (provider_id, registration, license_id, erased, signature_hash)
  VALUES (p_provider_id, p_registration, p_license_id, statement_timestamp(), sha256(convert_to(v_signature, 'UTF8'))) ON CONFLICT DO NOTHING;
  UPDATE licet.licenses l
  SET address = NULL, ptr = NULL, signature = '', request = p_request, terms_at = p_terms_at, request_hash = p_request_hash,
    receipt = p_receipt, terms_hash = NULL, erased_terms_hash = l.terms_hash
  WHERE l.provider_id = p_provider_id AND l.registration = p_registration AND l.id = p_license_id;
  -- The withdrawal of another device can still name the person.
  UPDATE licet.license_transitions s SET cause = NULL, cause_registration = NULL
  WHERE s.provider_id = p_provider_id AND s.registration = p_registration AND s.license_id = p_license_id
    AND s.cause_registration <> s.registration;
  PERFORM licet.end_license(p_provider_id, p_registration, p_license_id, 'erased', p_now);
  DELETE FROM licet.signed_bytes b
  WHERE b.provider_id = p_provider_id AND b.registration = p_registration AND b.license_id = p_license_id;
  DELETE FROM licet.revocations r
  WHERE r.provider_id = p_provider_id AND r.registration = p_registration AND r.license_id = p_license_id;
END $$;
`
