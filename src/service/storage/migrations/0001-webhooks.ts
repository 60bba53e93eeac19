/**
 * Webhooks: their endpoints, the events that wait for delivery, the dates of licenses that cause events, and what writes these events.
 *
 * An event is written in the transaction that causes it. For a provider without an endpoint, this reads one index and writes nothing.
 */
export const WEBHOOKS = `
CREATE TABLE licet.webhook_endpoints (
  id uuid PRIMARY KEY,
  provider_id uuid NOT NULL REFERENCES licet.providers,
  url text NOT NULL,
  allow_private boolean NOT NULL,
  -- ISO 8601, for example P90D.
  remind_every text,
  -- After a rotation, the secret before it signs too until former_until, while the receiver changes to the new one.
  secret text NOT NULL,
  former_secret text,
  former_until timestamptz,
  created timestamptz NOT NULL,
  -- The dates of licenses that are older than the endpoint are scheduled in the order of their keys, up to this one. NULL when all are.
  scheduled_registration uuid DEFAULT '00000000-0000-0000-0000-000000000000',
  scheduled_license uuid DEFAULT '00000000-0000-0000-0000-000000000000'
);
CREATE INDEX webhook_endpoints_of_provider ON licet.webhook_endpoints (provider_id);

-- Events that wait for delivery to an endpoint.
CREATE TABLE licet.webhook_deliveries (
  endpoint_id uuid NOT NULL REFERENCES licet.webhook_endpoints ON DELETE CASCADE,
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- The registration of the device.
  device uuid NOT NULL,
  payload json NOT NULL,
  created timestamptz NOT NULL,
  due timestamptz NOT NULL,
  -- The process that delivers it.
  lease uuid,
  attempts integer NOT NULL DEFAULT 0,
  failure text,
  -- When the last attempt failed.
  dead timestamptz,
  PRIMARY KEY (endpoint_id, sequence)
);
CREATE INDEX webhook_deliveries_by_due ON licet.webhook_deliveries (endpoint_id, due) WHERE dead IS NULL;
CREATE INDEX webhook_deliveries_of_device ON licet.webhook_deliveries (endpoint_id, device, sequence) WHERE dead IS NULL;
CREATE INDEX webhook_deliveries_dead ON licet.webhook_deliveries (endpoint_id, dead) WHERE dead IS NOT NULL;

-- The next date of each open license that causes an event: a reminder, or its expiry.
CREATE TABLE licet.scheduled_events (
  endpoint_id uuid NOT NULL REFERENCES licet.webhook_endpoints ON DELETE CASCADE,
  license_id uuid NOT NULL,
  provider_id uuid NOT NULL,
  registration uuid NOT NULL,
  due timestamptz NOT NULL,
  PRIMARY KEY (endpoint_id, license_id)
);
CREATE INDEX scheduled_events_by_due ON licet.scheduled_events (due);

CREATE FUNCTION licet.to_wire_time(p_at timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(p_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- Writes an event for the endpoints of a provider, or for one of them. It is due immediately, even when an earlier event of the device waits
-- for another attempt: the process that claims it postpones it then.
CREATE FUNCTION licet.write_webhook_event(
  p_provider_id uuid, p_device uuid, p_type text, p_at timestamptz, p_data json, p_endpoint_id uuid DEFAULT NULL
) RETURNS void LANGUAGE sql AS $$
  INSERT INTO licet.webhook_deliveries (endpoint_id, device, payload, created, due)
  SELECT e.id, p_device,
    json_build_object('type', p_type, 'timestamp', licet.to_wire_time(p_at), 'data', json_strip_nulls(p_data)), p_at, '-infinity'
  FROM licet.webhook_endpoints e
  WHERE e.provider_id = p_provider_id AND (p_endpoint_id IS NULL OR e.id = p_endpoint_id)
$$;

-- Returns the first date after a time: 30 and 7 days before the end, the end, and each period since the license was created. In UTC,
-- because a day of a time zone can have 23 hours.
CREATE FUNCTION licet.next_event_date(p_created timestamptz, p_expiry timestamptz, p_every interval, p_after timestamptz)
RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT min(d.at) AT TIME ZONE 'UTC'
  FROM (SELECT p_created AT TIME ZONE 'UTC' AS created, p_expiry AT TIME ZONE 'UTC' AS expiry, p_after AT TIME ZONE 'UTC' AS after) AS t
  -- A month has no fixed length, so the number of periods can be one too low.
  CROSS JOIN LATERAL (
    SELECT floor(extract(epoch FROM t.after - t.created) / extract(epoch FROM p_every))::integer AS periods OFFSET 0) AS n
  CROSS JOIN LATERAL unnest(ARRAY[
    t.expiry - interval '30 days', t.expiry - interval '7 days', t.expiry,
    t.created + p_every * n.periods, t.created + p_every * (n.periods + 1), t.created + p_every * (n.periods + 2)
  ]) AS d (at)
  WHERE d.at > t.after
$$;

-- Writes the event of a transition, for a provider with an endpoint. An open license that is erased without its device causes the event of a withdrawal, because device.erased does not follow.
CREATE FUNCTION licet.write_license_event(
  p_provider_id uuid, p_registration uuid, p_license_id uuid, p_step integer, p_status text, p_at timestamptz, p_cause uuid
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_license record;
  v_data json;
  v_type text;
  v_is_erased_alone boolean := false;
BEGIN
  SELECT l.created, l.expiry, l.supersedes, r.requested_by, r.channel INTO v_license
  FROM licet.licenses l LEFT JOIN licet.revocations r
    ON r.provider_id = l.provider_id AND r.registration = l.registration AND r.license_id = l.id
  WHERE l.provider_id = p_provider_id AND l.registration = p_registration AND l.id = p_license_id;

  IF p_status = 'active' THEN
    INSERT INTO licet.scheduled_events (endpoint_id, license_id, provider_id, registration, due)
    SELECT e.id, p_license_id, p_provider_id, p_registration, n.due
    FROM licet.webhook_endpoints e
    CROSS JOIN LATERAL (
      SELECT licet.next_event_date(v_license.created, v_license.expiry, e.remind_every::interval, v_license.created) AS due) AS n
    WHERE e.provider_id = p_provider_id AND n.due IS NOT NULL
    ON CONFLICT DO NOTHING;
    v_type := 'license.created';
  ELSE
    DELETE FROM licet.scheduled_events s
    WHERE s.license_id = p_license_id
      AND s.endpoint_id IN (SELECT e.id FROM licet.webhook_endpoints e WHERE e.provider_id = p_provider_id);
    v_is_erased_alone := p_status = 'erased' AND EXISTS (
      SELECT FROM licet.license_transitions s
      WHERE s.provider_id = p_provider_id AND s.registration = p_registration AND s.license_id = p_license_id
        AND s.step = p_step - 1 AND s.status = 'active'
    ) AND NOT EXISTS (
      SELECT FROM licet.erasures e WHERE e.provider_id = p_provider_id AND e.registration = p_registration);
    v_type := CASE p_status
      WHEN 'superseded' THEN 'license.superseded'
      WHEN 'expired' THEN 'license.expired'
      -- The first step of a license without uses, which is the withdrawal itself, causes no event.
      WHEN 'revoked' THEN CASE WHEN p_step > 1 THEN 'license.withdrawn' END
      WHEN 'erased' THEN CASE WHEN v_is_erased_alone THEN 'license.withdrawn' END
    END;
  END IF;
  IF v_type IS NULL THEN
    RETURN;
  END IF;

  v_data := json_build_object(
    'licenseId', p_license_id, 'providerId', p_provider_id, 'deviceId', p_registration,
    'expiry', CASE WHEN v_type IN ('license.created', 'license.expired') THEN licet.to_wire_time(v_license.expiry) END,
    'supersedes', CASE WHEN v_type = 'license.created' THEN v_license.supersedes END,
    'supersededBy', CASE WHEN v_type = 'license.superseded' THEN p_cause END,
    'requestedBy', CASE WHEN v_type = 'license.withdrawn' THEN coalesce(v_license.requested_by, 'person') END,
    'channel', CASE WHEN v_type = 'license.withdrawn' THEN
      CASE WHEN v_is_erased_alone THEN 'erasure' ELSE coalesce(v_license.channel, 'device') END END);
  PERFORM licet.write_webhook_event(p_provider_id, p_registration, v_type, p_at, v_data);
END $$;

-- The end of an erasure deletes its row.
CREATE FUNCTION licet.write_erasure_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM licet.write_webhook_event(OLD.provider_id, OLD.registration, 'device.erased', statement_timestamp(),
    json_build_object('providerId', OLD.provider_id, 'deviceId', OLD.registration));
  RETURN NULL;
END $$;
CREATE TRIGGER write_erasure_event AFTER DELETE ON licet.erasures
  FOR EACH ROW EXECUTE FUNCTION licet.write_erasure_event();
`
