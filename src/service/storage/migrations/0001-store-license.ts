/**
 * The function that stores a license, its terms, its first transition, and the ends of the licenses that it replaces, in one call.
 *
 * A withdrawal that the backend vouched for also ends the active licenses of the person's other vouched devices, unless `p_device_only`.
 */
export const STORE_LICENSE = `
CREATE FUNCTION licet.store_license(
  p_id uuid, p_provider_id uuid, p_address text, p_registration uuid, p_ptr text, p_request_hash text, p_terms_hash text, p_terms text,
  p_suite text, p_request bytea, p_terms_at integer, p_uses text, p_signature text, p_expiry timestamptz, p_receipt text,
  p_status text, p_now timestamptz, p_max_active integer, p_max_licenses integer, p_max_terms integer,
  p_supersedes uuid, p_vouched boolean, p_device_only boolean, p_signature_hash bytea, p_signed_bytes bytea,
  OUT outcome text, OUT supersedes uuid, OUT since timestamptz, OUT create_status smallint
) LANGUAGE plpgsql AS $$
DECLARE
  v_expired uuid[];
  v_expired_at timestamptz[];
  v_replaced uuid[];
  v_others integer := 0;
  v_device_created timestamptz;
  v_is_vouched boolean;
  v_requires_identity boolean;
  v_has_webhooks boolean;
  v_was_erased boolean;
  v_is_known boolean;
  v_is_new_text boolean;
  v_has_terms boolean;
  v_uses jsonb;
  v_read_order bigint;
  v_ends_person boolean := p_status = 'revoked' AND p_vouched AND NOT p_device_only;
  v_registration uuid;
  v_devices uuid[];
  v_ended_devices uuid[];
  v_ended uuid[];
  v_end text := CASE WHEN p_status = 'revoked' THEN 'revoked' ELSE 'superseded' END;
BEGIN
  -- With another isolation, a statement does not see what was committed while this one waited for the lock.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    outcome := 'other_isolation';
    RETURN;
  END IF;

  -- In one call with the own device, which is one of them, so that two withdrawals of a person cannot deadlock.
  IF v_ends_person THEN
    v_devices := ARRAY(
      SELECT v.registration FROM licet.vouched_devices v WHERE v.ptr = p_ptr AND v.provider_id = p_provider_id);
    v_devices := array_remove(ARRAY(SELECT licet.lock_devices(p_provider_id, v_devices || p_registration)), p_registration);
  END IF;

  -- Puts the requests of a device in order. An erasure deletes this row first.
  SELECT d.created, d.vouched AND d.ptr = p_ptr, coalesce(p.create_status, 201), p.require_identity, p.has_webhooks
  INTO v_device_created, v_is_vouched, create_status, v_requires_identity, v_has_webhooks
  FROM licet.devices d JOIN licet.providers p ON p.id = d.provider_id
  WHERE d.registration = p_registration AND d.provider_id = p_provider_id AND p.deleted IS NULL
  FOR UPDATE OF d;
  IF NOT FOUND THEN
    outcome := 'unknown_device';
    RETURN;
  END IF;

  -- In one statement, because starting a statement costs more than reading a row. The open licenses of every ptr, so that a device never has
  -- many.
  SELECT
    EXISTS (
      SELECT FROM licet.licenses l
      WHERE l.provider_id = p_provider_id AND l.registration = p_registration AND l.address IS NOT NULL AND l.request_hash = p_request_hash),
    NOT EXISTS (
      SELECT FROM licet.licenses l
      WHERE l.provider_id = p_provider_id AND l.registration = p_registration AND l.terms_hash = p_terms_hash),
    array_agg(o.license_id) FILTER (WHERE date_trunc('milliseconds', o.expiry) <= p_now),
    array_agg(o.expiry) FILTER (WHERE date_trunc('milliseconds', o.expiry) <= p_now),
    array_agg(o.license_id) FILTER (WHERE o.ptr = p_ptr AND (o.expiry IS NULL OR date_trunc('milliseconds', o.expiry) > p_now)),
    count(*) FILTER (WHERE o.ptr <> p_ptr AND (o.expiry IS NULL OR date_trunc('milliseconds', o.expiry) > p_now))
  INTO v_is_known, v_is_new_text, v_expired, v_expired_at, v_replaced, v_others
  FROM licet.open_licenses o WHERE o.provider_id = p_provider_id AND o.registration = p_registration;
  SELECT
    p_terms IS NOT NULL OR EXISTS (SELECT FROM licet.terms t WHERE t.hash = p_terms_hash),
    EXISTS (SELECT FROM licet.erased_licenses e WHERE e.provider_id = p_provider_id AND e.signature_hash = p_signature_hash)
  INTO v_has_terms, v_was_erased;
  IF v_was_erased THEN
    outcome := 'erased';
    RETURN;
  END IF;
  IF v_is_known THEN
    outcome := 'known';
    RETURN;
  END IF;
  IF v_is_vouched <> p_vouched THEN
    outcome := 'other_vouched';
    RETURN;
  END IF;
  IF v_requires_identity AND NOT p_vouched AND p_status <> 'revoked' THEN
    outcome := 'identity_required';
    RETURN;
  END IF;
  IF NOT v_has_terms THEN
    outcome := 'unknown_terms';
    RETURN;
  END IF;

  supersedes := v_replaced[1];
  IF v_ends_person THEN
    FOREACH v_registration IN ARRAY coalesce(v_devices, '{}') LOOP
      SELECT v_ended_devices || array_agg(o.registration), v_ended || array_agg(o.license_id)
      INTO v_ended_devices, v_ended
      FROM licet.open_licenses o
      WHERE o.provider_id = p_provider_id AND o.registration = v_registration AND o.ptr = p_ptr
        AND (o.expiry IS NULL OR date_trunc('milliseconds', o.expiry) > p_now);
    END LOOP;
  END IF;
  IF p_status = 'revoked' THEN
    IF supersedes IS NULL AND v_ended IS NULL THEN
      outcome := 'nothing_to_revoke';
      RETURN;
    END IF;
  ELSIF v_others >= p_max_active THEN
    outcome := 'too_many_licenses';
    RETURN;
  END IF;

  -- Another request of the device came first. The receipt names the replaced license, so it is signed again.
  IF supersedes IS DISTINCT FROM p_supersedes THEN
    outcome := 'other_supersedes';
    since := (
      SELECT l.created FROM licet.licenses l
      WHERE l.provider_id = p_provider_id AND l.registration = p_registration AND l.id = store_license.supersedes);
    RETURN;
  END IF;

  -- A revocation is never refused. It needs an active license, so their number is limited too.
  IF p_status <> 'revoked' AND p_max_licenses > 0 THEN
    -- Reads as many of the newest rows as the quota permits. Between the licenses are at most as many revocations.
    SELECT n.created INTO since
    FROM (
      SELECT l.id, l.created FROM licet.licenses l
      WHERE l.provider_id = p_provider_id AND l.registration = p_registration AND l.address <> ''
      ORDER BY l.position DESC LIMIT 2 * p_max_licenses + p_max_active
    ) AS n
    WHERE n.created > p_now - interval '1 hour'
      -- Not a join, for which the planner read all transitions of the device.
      AND 'active' = (
        SELECT s.status FROM licet.license_transitions s
        WHERE s.provider_id = p_provider_id AND s.registration = p_registration AND s.license_id = n.id AND s.step = 1)
    ORDER BY n.created DESC OFFSET p_max_licenses - 1 LIMIT 1;
    IF FOUND THEN
      outcome := 'licenses_quota';
      RETURN;
    END IF;
  END IF;
  IF p_status <> 'revoked' AND p_max_terms > 0 THEN
    -- A license with a known text is refused too when revocations, which never are, have exceeded the quota.
    SELECT l.created INTO since FROM licet.licenses l
    WHERE l.provider_id = p_provider_id AND l.registration = p_registration AND l.new_terms AND l.address IS NOT NULL AND l.created > p_now - interval '1 day'
    ORDER BY l.created DESC OFFSET p_max_terms - CASE WHEN v_is_new_text THEN 1 ELSE 0 END LIMIT 1;
    IF FOUND THEN
      outcome := 'terms_quota';
      RETURN;
    END IF;
  END IF;

  IF p_terms IS NOT NULL THEN
    INSERT INTO licet.terms (hash, text) VALUES (p_terms_hash, p_terms) ON CONFLICT (hash) DO NOTHING;
  END IF;
  FOR v_at IN 1 .. coalesce(cardinality(v_expired), 0) LOOP
    PERFORM licet.end_license(p_provider_id, p_registration, v_expired[v_at], 'expired', v_expired_at[v_at]);
  END LOOP;

  v_uses := p_uses::jsonb;
  -- Large bytes count as a new text: they contain the terms, so a device that writes a known text in another form each time could
  -- otherwise store any amount of it. 16 KiB is the size of a small request.
  INSERT INTO licet.licenses (id, provider_id, registration, address, ptr, request_hash, terms_hash, suite, request, terms_at, uses, signature,
    expiry, supersedes, created, receipt, new_terms, vouched)
  VALUES (p_id, p_provider_id, p_registration, p_address, p_ptr, p_request_hash, p_terms_hash, p_suite, p_request, p_terms_at, v_uses,
    p_signature, p_expiry, store_license.supersedes, p_now, p_receipt, v_is_new_text OR coalesce(octet_length(p_signed_bytes) > 16384, false), p_vouched);
  INSERT INTO licet.license_transitions (provider_id, registration, license_id, step, status, at)
  VALUES (p_provider_id, p_registration, p_id, 1, p_status, p_now);
  IF p_signed_bytes IS NOT NULL THEN
    INSERT INTO licet.signed_bytes (license_id, provider_id, registration, bytes)
    VALUES (p_id, p_provider_id, p_registration, p_signed_bytes);
  END IF;
  -- What it ends: licenses of this device, and of other devices of the person.
  v_ended_devices := array_fill(p_registration, ARRAY[coalesce(cardinality(v_replaced), 0)]) || v_ended_devices;
  v_ended := v_replaced || v_ended;
  FOR v_at IN 1 .. coalesce(cardinality(v_ended), 0) LOOP
    PERFORM licet.close_license(p_provider_id, v_ended_devices[v_at], v_ended[v_at]);
  END LOOP;
  IF p_status = 'active' THEN
    v_read_order := extract(epoch FROM v_device_created) * CASE WHEN p_vouched THEN -1000 ELSE 1000 END;
    INSERT INTO licet.open_licenses (provider_id, registration, license_id, ptr, vouched, expiry, uses_bytes, read_order)
    VALUES (p_provider_id, p_registration, p_id, p_ptr, p_vouched, p_expiry, octet_length(p_uses), v_read_order);
    INSERT INTO licet.permitted_uses (ptr, provider_id, vouched, read_order, registration, license_id, expiry, uses_bytes, uses)
    VALUES (p_ptr, p_provider_id, p_vouched, v_read_order, p_registration, p_id, p_expiry, octet_length(p_uses), v_uses);
    IF v_has_webhooks THEN
      PERFORM licet.schedule_license(p_provider_id, p_registration, p_id, p_now, p_expiry);
      PERFORM licet.write_license_event(p_provider_id, p_registration, p_id, 'license.created', p_now, p_expiry => p_expiry,
        p_supersedes => store_license.supersedes);
    END IF;
  END IF;

  -- An open license has one step.
  FOR v_at IN 1 .. coalesce(cardinality(v_ended), 0) LOOP
    INSERT INTO licet.license_transitions (provider_id, registration, license_id, step, status, at, cause, cause_registration)
    VALUES (p_provider_id, v_ended_devices[v_at], v_ended[v_at], 2, v_end, p_now, p_id, p_registration);
    IF v_has_webhooks THEN
      PERFORM licet.delete_scheduled_events(p_provider_id, v_ended[v_at]);
      IF v_end = 'revoked' THEN
        PERFORM licet.write_license_event(p_provider_id, v_ended_devices[v_at], v_ended[v_at], 'license.withdrawn', p_now,
          p_requested_by => 'person', p_channel => 'device');
      ELSE
        PERFORM licet.write_license_event(p_provider_id, v_ended_devices[v_at], v_ended[v_at], 'license.superseded', p_now,
          p_superseded_by => p_id);
      END IF;
    END IF;
  END LOOP;
  INSERT INTO licet.log_pending (kind, hash, at, license_id)
  VALUES (CASE p_status WHEN 'revoked' THEN 'end' ELSE 'license' END, sha256(convert_to(p_receipt, 'UTF8')),
    floor(extract(epoch FROM p_now))::bigint, p_id);
  outcome := 'created';
END $$;
`
