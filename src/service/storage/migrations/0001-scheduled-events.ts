/** The functions that turn dates of licenses into events. Each does a small part of the work, so that a call is short. */
export const SCHEDULED_EVENTS = `
-- Writes the events whose date has come, and returns how many dates it processed.
CREATE FUNCTION licet.emit_scheduled_events(p_now timestamptz, p_limit integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_next record;
  v_license record;
  v_days integer;
  v_count integer := 0;
BEGIN
  FOR v_next IN
    SELECT s.*, e.remind_every::interval AS remind_every FROM licet.scheduled_events s JOIN licet.webhook_endpoints e ON e.id = s.endpoint_id
    WHERE s.due <= p_now ORDER BY s.due LIMIT p_limit
  LOOP
    SELECT l.created, l.expiry INTO v_license FROM licet.licenses l
    WHERE l.provider_id = v_next.provider_id AND l.registration = v_next.registration AND l.id = v_next.license_id;
    -- Puts the events of a device in order. A device that is busy is left for the next call.
    PERFORM FROM licet.devices d
    WHERE d.registration = v_next.registration AND d.provider_id = v_next.provider_id FOR UPDATE SKIP LOCKED;
    IF NOT FOUND THEN
      CONTINUE WHEN EXISTS (
        SELECT FROM licet.devices d WHERE d.registration = v_next.registration AND d.provider_id = v_next.provider_id);
      -- The device is being erased.
      DELETE FROM licet.scheduled_events s WHERE s.endpoint_id = v_next.endpoint_id AND s.license_id = v_next.license_id;
      v_count := v_count + 1;
      CONTINUE;
    END IF;
    v_count := v_count + 1;
    -- Another process may have written the events of this date, or the license may have ended.
    PERFORM FROM licet.scheduled_events s
    WHERE s.endpoint_id = v_next.endpoint_id AND s.license_id = v_next.license_id AND s.due = v_next.due FOR UPDATE;
    CONTINUE WHEN NOT FOUND;
    PERFORM FROM licet.open_licenses o
    WHERE o.provider_id = v_next.provider_id AND o.registration = v_next.registration AND o.license_id = v_next.license_id;
    IF NOT FOUND THEN
      DELETE FROM licet.scheduled_events s WHERE s.endpoint_id = v_next.endpoint_id AND s.license_id = v_next.license_id;
      CONTINUE;
    END IF;

    IF v_license.expiry <= p_now THEN
      -- Writes the event for every endpoint, and deletes the dates of the license.
      PERFORM licet.end_license(v_next.provider_id, v_next.registration, v_next.license_id, 'expired', v_license.expiry);
      CONTINUE;
    END IF;
    -- Of the dates that came while no process was running, only the last one before the end counts.
    v_days := (
      SELECT min(d.days) FROM unnest(ARRAY[7, 30]) AS d (days)
      CROSS JOIN LATERAL (SELECT (v_license.expiry AT TIME ZONE 'UTC' - interval '1 day' * d.days) AT TIME ZONE 'UTC' AS at) AS t
      WHERE t.at >= v_next.due AND t.at <= p_now);
    PERFORM licet.write_webhook_event(v_next.provider_id, v_next.registration, 'license.reminder', p_now,
      json_build_object(
        'licenseId', v_next.license_id, 'providerId', v_next.provider_id, 'deviceId', v_next.registration,
        'reason', CASE WHEN v_days IS NULL THEN 'periodic' ELSE 'ending' END, 'days', v_days,
        'created', licet.to_wire_time(v_license.created), 'expiry', licet.to_wire_time(v_license.expiry)),
      v_next.endpoint_id);
    UPDATE licet.scheduled_events s
    SET due = licet.next_event_date(v_license.created, v_license.expiry, v_next.remind_every, p_now)
    WHERE s.endpoint_id = v_next.endpoint_id AND s.license_id = v_next.license_id
      AND licet.next_event_date(v_license.created, v_license.expiry, v_next.remind_every, p_now) IS NOT NULL;
    IF NOT FOUND THEN
      DELETE FROM licet.scheduled_events s WHERE s.endpoint_id = v_next.endpoint_id AND s.license_id = v_next.license_id;
    END IF;
  END LOOP;
  RETURN v_count;
END $$;

-- Schedules the dates of some licenses that are older than an endpoint. Returns whether more are left. An endpoint has its turn a minute
-- after it was created: a license that was being stored at that moment is stored then.
CREATE FUNCTION licet.schedule_events(p_now timestamptz, p_limit integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_endpoint record;
  v_last record;
  v_open record;
  v_created timestamptz;
BEGIN
  SELECT * INTO v_endpoint FROM licet.webhook_endpoints e
  WHERE e.scheduled_license IS NOT NULL AND e.created <= p_now - interval '1 minute' LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  SELECT p.registration, p.license_id INTO v_last FROM (
    SELECT o.registration, o.license_id FROM licet.open_licenses o
    WHERE o.provider_id = v_endpoint.provider_id
      AND (o.registration, o.license_id) > (v_endpoint.scheduled_registration, v_endpoint.scheduled_license)
    ORDER BY o.registration, o.license_id LIMIT p_limit
  ) AS p ORDER BY p.registration DESC, p.license_id DESC LIMIT 1;
  FOR v_open IN
    SELECT o.license_id, o.registration, o.expiry FROM licet.open_licenses o
    WHERE o.provider_id = v_endpoint.provider_id
      AND (o.registration, o.license_id) > (v_endpoint.scheduled_registration, v_endpoint.scheduled_license)
      AND (o.registration, o.license_id) <= (v_last.registration, v_last.license_id)
      -- What expired before the endpoint existed causes no event.
      AND (o.expiry IS NULL OR o.expiry > p_now)
  LOOP
    SELECT l.created INTO v_created FROM licet.licenses l
    WHERE l.provider_id = v_endpoint.provider_id AND l.registration = v_open.registration AND l.id = v_open.license_id;
    INSERT INTO licet.scheduled_events (endpoint_id, license_id, provider_id, registration, due)
    SELECT v_endpoint.id, v_open.license_id, v_endpoint.provider_id, v_open.registration, n.due
    FROM (SELECT licet.next_event_date(v_created, v_open.expiry, v_endpoint.remind_every::interval, p_now) AS due) AS n
    WHERE n.due IS NOT NULL ON CONFLICT DO NOTHING;
  END LOOP;
  UPDATE licet.webhook_endpoints e SET scheduled_registration = v_last.registration, scheduled_license = v_last.license_id
  WHERE e.id = v_endpoint.id;
  RETURN true;
END $$;
`
