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
  p_supersedes uuid, p_vouched boolean, p_device_only boolean, p_signature_hash bytea,
  OUT outcome text, OUT supersedes uuid, OUT since timestamptz, OUT create_status smallint
) LANGUAGE plpgsql AS $$
DECLARE
  v_expired uuid[];
  v_replaced uuid[];
  v_others integer := 0;
  v_device_created timestamptz;
  v_is_vouched boolean;
  v_requires_identity boolean;
  v_was_erased boolean;
  v_is_known boolean;
  v_is_new_text boolean;
  v_has_terms boolean;
  v_has_endpoints boolean;
  v_ends_person boolean := p_status = 'revoked' AND p_vouched AND NOT p_device_only;
  v_person_registrations uuid[];
  v_person_licenses uuid[];
  v_end text := CASE WHEN p_status = 'revoked' THEN 'revoked' ELSE 'superseded' END;
BEGIN
  -- With another isolation, a statement does not see what was committed while this one waited for the lock.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    outcome := 'other_isolation';
    RETURN;
  END IF;

  -- In the order of addresses, as an erasure locks devices, so that two withdrawals of a person cannot deadlock.
  IF v_ends_person THEN
    PERFORM FROM licet.addresses a
    WHERE a.provider_id = p_provider_id AND a.ptr = p_ptr AND a.vouched ORDER BY a.address FOR UPDATE;
  END IF;

  -- Puts the requests of a device in order. An erasure deletes this row first.
  SELECT a.created, a.vouched AND a.ptr = p_ptr INTO v_device_created, v_is_vouched FROM licet.addresses a
  WHERE a.provider_id = p_provider_id AND a.address = p_address AND a.registration = p_registration FOR UPDATE;
  IF NOT FOUND THEN
    outcome := 'unknown_device';
    RETURN;
  END IF;

  -- In one statement, because starting a statement costs more than reading a row.
  SELECT
    EXISTS (
      SELECT FROM licet.licenses l
      WHERE l.provider_id = p_provider_id AND l.registration = p_registration AND l.address IS NOT NULL AND l.request_hash = p_request_hash),
    NOT EXISTS (
      SELECT FROM licet.licenses l
      WHERE l.provider_id = p_provider_id AND l.registration = p_registration AND l.terms_hash = p_terms_hash),
    p_terms IS NOT NULL OR EXISTS (SELECT FROM licet.terms t WHERE t.hash = p_terms_hash),
    EXISTS (SELECT FROM licet.webhook_endpoints e WHERE e.provider_id = p_provider_id),
    EXISTS (SELECT FROM licet.erased_licenses e WHERE e.provider_id = p_provider_id AND e.signature_hash = p_signature_hash),
    coalesce(p.create_status, 201), p.require_identity
  INTO v_is_known, v_is_new_text, v_has_terms, v_has_endpoints, v_was_erased, create_status, v_requires_identity
  FROM licet.providers p WHERE p.id = p_provider_id AND p.deleted IS NULL;
  IF NOT FOUND THEN
    outcome := 'unknown_device';
    RETURN;
  END IF;
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

  -- The licenses of every ptr, so that a device never has many open licenses.
  SELECT array_agg(o.id) FILTER (WHERE o.expired), array_agg(o.id) FILTER (WHERE NOT o.expired AND o.ptr = p_ptr),
    count(*) FILTER (WHERE NOT o.expired AND o.ptr <> p_ptr)
  INTO v_expired, v_replaced, v_others
  FROM (
    SELECT l.id, l.ptr, coalesce(date_trunc('milliseconds', l.expiry) <= p_now, false) AS expired
    FROM licet.open_licenses k
    -- OFFSET 0, so that the planner reads each license by its key.
    CROSS JOIN LATERAL (
      SELECT * FROM licet.licenses
      WHERE provider_id = p_provider_id AND registration = p_registration AND id = k.license_id OFFSET 0
    ) AS l
    WHERE k.provider_id = p_provider_id AND k.registration = p_registration
  ) AS o;
  supersedes := v_replaced[1];
  IF v_ends_person THEN
    SELECT array_agg(l.registration), array_agg(l.id) INTO v_person_registrations, v_person_licenses
    FROM licet.addresses a
    JOIN licet.open_licenses k ON k.provider_id = a.provider_id AND k.registration = a.registration
    CROSS JOIN LATERAL (
      SELECT * FROM licet.licenses
      WHERE provider_id = p_provider_id AND registration = k.registration AND id = k.license_id OFFSET 0
    ) AS l
    WHERE a.provider_id = p_provider_id AND a.ptr = p_ptr AND a.vouched AND a.registration <> p_registration
      AND l.ptr = p_ptr AND (l.expiry IS NULL OR date_trunc('milliseconds', l.expiry) > p_now);
  END IF;
  IF p_status = 'revoked' THEN
    IF supersedes IS NULL AND v_person_licenses IS NULL THEN
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

  INSERT INTO licet.licenses (id, provider_id, registration, address, ptr, request_hash, terms_hash, suite, request, terms_at, uses, signature,
    expiry, supersedes, created, receipt, new_terms, vouched)
  VALUES (p_id, p_provider_id, p_registration, p_address, p_ptr, p_request_hash, p_terms_hash, p_suite, p_request, p_terms_at, p_uses::jsonb,
    p_signature, p_expiry, store_license.supersedes, p_now, p_receipt, v_is_new_text, p_vouched);
  IF v_expired IS NULL AND v_replaced IS NULL THEN
    INSERT INTO licet.license_transitions (provider_id, registration, license_id, step, status, at)
    VALUES (p_provider_id, p_registration, p_id, 1, p_status, p_now);
  ELSE
    -- An open license has one step.
    INSERT INTO licet.license_transitions (provider_id, registration, license_id, step, status, at, cause, cause_registration)
    SELECT p_provider_id, p_registration, e.id, e.step, e.status, e.at, e.cause, CASE WHEN e.cause IS NOT NULL THEN p_registration END
    FROM (
      SELECT p_id AS id, 1 AS step, p_status AS status, p_now AS at, NULL::uuid AS cause
      UNION ALL
      SELECT l.id, 2, 'expired', l.expiry, NULL
      FROM unnest(v_expired) AS x (id)
      CROSS JOIN LATERAL (
        SELECT * FROM licet.licenses WHERE provider_id = p_provider_id AND registration = p_registration AND id = x.id OFFSET 0
      ) AS l
      UNION ALL
      SELECT r.id, 2, v_end, p_now, p_id FROM unnest(v_replaced) AS r (id)
    ) AS e;
  END IF;
  IF v_person_licenses IS NOT NULL THEN
    INSERT INTO licet.license_transitions (provider_id, registration, license_id, step, status, at, cause, cause_registration)
    SELECT p_provider_id, o.registration, o.id, 2, 'revoked', p_now, p_id, p_registration
    FROM unnest(v_person_registrations, v_person_licenses) AS o (registration, id);
  END IF;

  -- The trigger does this for a transition without a cause.
  IF p_status = 'active' THEN
    INSERT INTO licet.open_licenses (provider_id, registration, license_id, ptr, vouched, uses_bytes, device_created)
    VALUES (p_provider_id, p_registration, p_id, p_ptr, p_vouched, octet_length(p_uses), v_device_created);
  END IF;
  IF v_replaced IS NOT NULL THEN
    DELETE FROM licet.open_licenses o
    WHERE o.provider_id = p_provider_id AND o.registration = p_registration AND o.license_id = ANY (v_replaced);
  END IF;
  -- Not a join: planned with few rows, it would read all open licenses of the provider.
  FOR v_at IN 1 .. coalesce(cardinality(v_person_licenses), 0) LOOP
    DELETE FROM licet.open_licenses o
    WHERE o.provider_id = p_provider_id AND o.registration = v_person_registrations[v_at] AND o.license_id = v_person_licenses[v_at];
  END LOOP;
  IF v_has_endpoints THEN
    IF p_status = 'active' THEN
      PERFORM licet.write_license_event(p_provider_id, p_registration, p_id, 1, p_status, p_now, NULL);
    END IF;
    PERFORM licet.write_license_event(p_provider_id, p_registration, r.id, 2, v_end, p_now, p_id) FROM unnest(v_replaced) AS r (id);
    PERFORM licet.write_license_event(p_provider_id, e.registration, e.id, 2, 'revoked', p_now, p_id)
    FROM unnest(v_person_registrations, v_person_licenses) AS e (registration, id);
  END IF;
  INSERT INTO licet.log_pending (kind, hash, at, license_id)
  VALUES (CASE p_status WHEN 'revoked' THEN 'end' ELSE 'license' END, sha256(convert_to(p_receipt, 'UTF8')),
    floor(extract(epoch FROM p_now))::bigint, p_id);
  outcome := 'created';
END $$;
`
