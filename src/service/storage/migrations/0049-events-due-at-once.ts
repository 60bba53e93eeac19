/**
 * Migration: a new event is due immediately, also behind an event that waits for another attempt. The process that claims it postpones it then.
 *
 * Before, it waited as long as the event before it. When its transaction ended after that event was delivered, nobody made it due earlier.
 */
export const EVENTS_DUE_AT_ONCE = `
CREATE OR REPLACE FUNCTION licet.write_webhook_event_1(
  p_provider_id uuid, p_device uuid, p_type text, p_at timestamptz, p_data json, p_endpoint_id uuid DEFAULT NULL
) RETURNS void LANGUAGE sql AS $$
  INSERT INTO licet.webhook_deliveries (endpoint_id, device, payload, created, due)
  SELECT e.id, p_device,
    json_build_object('type', p_type, 'timestamp', licet.to_wire_time(p_at), 'data', json_strip_nulls(p_data)), p_at, '-infinity'
  FROM licet.webhook_endpoints e
  WHERE e.provider_id = p_provider_id AND (p_endpoint_id IS NULL OR e.id = p_endpoint_id)
$$;
`
