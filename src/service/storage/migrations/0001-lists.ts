const newest = (condition: string) => `RETURN QUERY
      SELECT l.provider_id, l.registration, l.id, l.position, l.created, l.expiry, l.terms_hash, l.erased_terms_hash,
        l.uses <> '[]'::jsonb FROM licet.licenses l
      WHERE l.provider_id = v_provider AND ${condition} AND l.position < p_before ORDER BY l.position DESC LIMIT p_limit;`

/**
 * The function that reads the newest licenses of each provider, from an index. In one statement, the planner would scan the licenses of all
 * organizations, and a cluster would refuse it.
 */
export const LISTS = `
-- At most p_limit licenses of each provider below a position. An argument that is NULL is no condition. p_devices are registrations.
-- is_grant is false for the record of a withdrawal.
CREATE FUNCTION licet.newest_licenses(
  p_org_id uuid, p_provider_id uuid, p_ptr text, p_devices uuid[], p_before bigint, p_limit bigint
) RETURNS TABLE (
  provider_id uuid, registration uuid, id uuid, "position" bigint, created timestamptz, expiry timestamptz, terms_hash text,
  erased_terms_hash text, is_grant boolean
) LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_provider uuid;
  v_device uuid;
BEGIN
  FOR v_provider IN
    SELECT p.id FROM licet.providers p
    WHERE (p_org_id IS NULL OR p.org_id = p_org_id) AND (p_provider_id IS NULL OR p.id = p_provider_id)
  LOOP
    IF p_devices IS NOT NULL THEN
      FOREACH v_device IN ARRAY p_devices LOOP
        ${newest("l.registration = v_device AND l.address <> '' AND (p_ptr IS NULL OR l.ptr = p_ptr)")}
      END LOOP;
    ELSIF p_ptr IS NOT NULL THEN
      ${newest('l.ptr = p_ptr')}
    ELSE
      ${newest('l.position > 0')}
    END IF;
  END LOOP;
END $$;
`
