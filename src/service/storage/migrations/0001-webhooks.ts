/**
 * Webhooks: their endpoints, the events that wait for delivery, the dates of licenses that cause events, and what writes these events.
 *
 * An event is written in the transaction that causes it, by the function that causes it, if the provider has an endpoint.
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
-- for another attempt: the process that claims it postpones it then. PL/pgSQL, because PostgreSQL keeps no plan of a function in SQL.
CREATE FUNCTION licet.write_webhook_event(
  p_provider_id uuid, p_device uuid, p_type text, p_at timestamptz, p_data json, p_endpoint_id uuid DEFAULT NULL
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_payload json := json_build_object('type', p_type, 'timestamp', licet.to_wire_time(p_at), 'data', json_strip_nulls(p_data));
BEGIN
  INSERT INTO licet.webhook_deliveries (endpoint_id, device, payload, created, due)
  SELECT e.id, p_device, v_payload, p_at, '-infinity' FROM licet.webhook_endpoints e
  WHERE e.provider_id = p_provider_id AND (p_endpoint_id IS NULL OR e.id = p_endpoint_id);
END $$;

-- Returns the first date after a time: 30 and 7 days before the end, the end, and each period since the license was created. In UTC,
-- because a day of a time zone can have 23 hours.
CREATE FUNCTION licet.next_event_date(p_created timestamptz, p_expiry timestamptz, p_every interval, p_after timestamptz)
RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_created timestamp := p_created AT TIME ZONE 'UTC';
  v_expiry timestamp := p_expiry AT TIME ZONE 'UTC';
  v_after timestamp := p_after AT TIME ZONE 'UTC';
  -- A month has no fixed length, so the number of periods can be one too low.
  v_periods integer := floor(extract(epoch FROM v_after - v_created) / extract(epoch FROM p_every))::integer;
BEGIN
  RETURN (
    SELECT min(d.at) FROM unnest(ARRAY[
      v_expiry - interval '30 days', v_expiry - interval '7 days', v_expiry,
      v_created + p_every * v_periods, v_created + p_every * (v_periods + 1), v_created + p_every * (v_periods + 2)
    ]) AS d (at) WHERE d.at > v_after) AT TIME ZONE 'UTC';
END $$;

-- Schedules the first date of a new license, for each endpoint of its provider.
CREATE FUNCTION licet.schedule_license(p_provider_id uuid, p_registration uuid, p_license_id uuid, p_created timestamptz, p_expiry timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO licet.scheduled_events (endpoint_id, license_id, provider_id, registration, due)
  SELECT n.id, p_license_id, p_provider_id, p_registration, n.due FROM (
    SELECT e.id, licet.next_event_date(p_created, p_expiry, e.remind_every::interval, p_created) AS due
    FROM licet.webhook_endpoints e WHERE e.provider_id = p_provider_id AND (p_expiry IS NOT NULL OR e.remind_every IS NOT NULL) OFFSET 0
  ) AS n WHERE n.due IS NOT NULL
  ON CONFLICT DO NOTHING;
END $$;

CREATE FUNCTION licet.delete_scheduled_events(p_provider_id uuid, p_license_id uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM licet.scheduled_events s
  WHERE s.license_id = p_license_id
    AND s.endpoint_id IN (SELECT e.id FROM licet.webhook_endpoints e WHERE e.provider_id = p_provider_id);
END $$;

-- Writes an event of a license.
CREATE FUNCTION licet.write_license_event(
  p_provider_id uuid, p_registration uuid, p_license_id uuid, p_type text, p_at timestamptz, p_expiry timestamptz DEFAULT NULL,
  p_supersedes uuid DEFAULT NULL, p_superseded_by uuid DEFAULT NULL, p_requested_by text DEFAULT NULL, p_channel text DEFAULT NULL
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM licet.write_webhook_event(p_provider_id, p_registration, p_type, p_at,
    json_build_object(
      'licenseId', p_license_id, 'providerId', p_provider_id, 'deviceId', p_registration, 'expiry', licet.to_wire_time(p_expiry),
      'supersedes', p_supersedes, 'supersededBy', p_superseded_by, 'requestedBy', p_requested_by, 'channel', p_channel));
END $$;
`
