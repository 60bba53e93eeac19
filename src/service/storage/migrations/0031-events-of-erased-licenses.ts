/**
 * Migration: an open license that is erased alone causes the event of a withdrawal. An erasure by the app's user id erases it when its device
 * is registered with another id, so that `device.erased` does not follow.
 *
 * As in the migration "webhooks", except for `v_is_erased_alone`.
 */
export const EVENTS_OF_ERASED_LICENSES = `
CREATE OR REPLACE FUNCTION licet.write_license_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_license record;
  v_data json;
  v_type text;
  v_is_erased_alone boolean := false;
BEGIN
  IF NOT EXISTS (SELECT FROM licet.webhook_endpoints e WHERE e.provider_id = NEW.provider_id) THEN
    RETURN NULL;
  END IF;
  SELECT l.created, l.expiry, l.supersedes, r.requested_by, r.channel INTO v_license
  FROM licet.licenses l LEFT JOIN licet.revocations r
    ON r.provider_id = l.provider_id AND r.registration = l.registration AND r.license_id = l.id
  WHERE l.provider_id = NEW.provider_id AND l.registration = NEW.registration AND l.id = NEW.license_id;

  IF NEW.status = 'active' THEN
    INSERT INTO licet.scheduled_events (endpoint_id, license_id, provider_id, registration, due)
    SELECT e.id, NEW.license_id, NEW.provider_id, NEW.registration, n.due
    FROM licet.webhook_endpoints e
    CROSS JOIN LATERAL (
      SELECT licet.next_event_date_1(v_license.created, v_license.expiry, e.remind_every::interval, v_license.created) AS due) AS n
    WHERE e.provider_id = NEW.provider_id AND n.due IS NOT NULL
    ON CONFLICT DO NOTHING;
    v_type := 'license.created';
  ELSE
    DELETE FROM licet.scheduled_events s
    WHERE s.license_id = NEW.license_id
      AND s.endpoint_id IN (SELECT e.id FROM licet.webhook_endpoints e WHERE e.provider_id = NEW.provider_id);
    v_is_erased_alone := NEW.status = 'erased' AND EXISTS (
      SELECT FROM licet.license_transitions s
      WHERE s.provider_id = NEW.provider_id AND s.registration = NEW.registration AND s.license_id = NEW.license_id
        AND s.step = NEW.step - 1 AND s.status = 'active'
    ) AND NOT EXISTS (
      SELECT FROM licet.erasures e WHERE e.provider_id = NEW.provider_id AND e.registration = NEW.registration);
    v_type := CASE NEW.status
      WHEN 'superseded' THEN 'license.superseded'
      WHEN 'expired' THEN 'license.expired'
      -- The first step of a license without uses, which is the withdrawal itself, causes no event.
      WHEN 'revoked' THEN CASE WHEN NEW.step > 1 THEN 'license.withdrawn' END
      WHEN 'erased' THEN CASE WHEN v_is_erased_alone THEN 'license.withdrawn' END
    END;
  END IF;
  IF v_type IS NULL THEN
    RETURN NULL;
  END IF;

  v_data := json_build_object(
    'licenseId', NEW.license_id, 'providerId', NEW.provider_id, 'deviceId', NEW.registration,
    'expiry', CASE WHEN v_type IN ('license.created', 'license.expired') THEN licet.to_wire_time(v_license.expiry) END,
    'supersedes', CASE WHEN v_type = 'license.created' THEN v_license.supersedes END,
    'supersededBy', CASE WHEN v_type = 'license.superseded' THEN NEW.cause END,
    'requestedBy', CASE WHEN v_type = 'license.withdrawn' THEN coalesce(v_license.requested_by, 'person') END,
    'channel', CASE WHEN v_type = 'license.withdrawn' THEN
      CASE WHEN v_is_erased_alone THEN 'erasure' ELSE coalesce(v_license.channel, 'device') END END);
  PERFORM licet.write_webhook_event_1(NEW.provider_id, NEW.registration, v_type, NEW.at, v_data);
  RETURN NULL;
END $$;
`
