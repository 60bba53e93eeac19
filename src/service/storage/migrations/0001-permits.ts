/**
 * How many bytes of uses a question reads at most: of the licenses that a backend vouched for, and as many of others. Anybody can store
 * others, with one device for each, so a batch of questions about people whom strangers claim must end in time too.
 */
const MAX_READ_BYTES = 128 * 1024
/** What each license counts at least, because finding it costs as much as reading some kilobytes. */
const LICENSE_BYTES = 4096
/** One more license than can be read, so that the rest is noticed. */
const MAX_LICENSES = MAX_READ_BYTES / LICENSE_BYTES + 1

/** The providers of the organization whose licenses answer a question. */
const OF_ORGANIZATION = 'p.org_id = p_org_id AND p.deleted IS NULL AND (p_provider_id IS NULL OR p.id = p_provider_id)'

/** Reads open licenses in their order until one covers the use. */
const readUntilCovered = (licenses: string) => `FOR v_open IN ${licenses}
    LOOP
      v_bytes := v_bytes + v_open.uses_bytes + ${LICENSE_BYTES};
      IF v_bytes > ${MAX_READ_BYTES} THEN
        v_has_more := true;
        EXIT;
      END IF;
      CONTINUE WHEN date_trunc('milliseconds', v_open.expiry) <= p_now;
      v_has_active := true;
      -- The new value of || is in memory. Each comparison would read stored uses again.
      IF (v_open.uses || '[]') @> ANY (v_patterns) THEN
        IF p_restored IS NOT NULL AND licet.is_uncertain(p_restored, v_open.provider_id, v_open.registration, v_open.license_id, v_open.ptr,
          v_open.vouched) THEN
          v_is_uncertain := true;
          CONTINUE;
        END IF;
        id := v_open.license_id;
        expiry := v_open.expiry;
        vouched := v_open.vouched;
        reason := 'licensed';
        RETURN;
      END IF;
    END LOOP;`

const createPermit = (name: string, subject: string, read: string) => `
CREATE FUNCTION licet.${name}(
  p_org_id uuid, p_provider_id uuid, p_now timestamptz, ${subject} text, p_patterns text, p_unvouched boolean,
  p_restored timestamptz, OUT id uuid, OUT expiry timestamptz, OUT vouched boolean, OUT reason text
) LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_patterns jsonb[] := ARRAY(SELECT jsonb_array_elements(p_patterns::jsonb));
  v_vouched boolean;
  v_device record;
  v_open record;
  v_bytes integer := 0;
  v_has_more boolean := false;
  v_has_active boolean := false;
  v_is_uncertain boolean := false;
BEGIN
  ${read}
  vouched := false;
  reason := CASE
    WHEN v_is_uncertain THEN 'unknown_since_restore'
    WHEN v_has_more THEN 'unknown'
    WHEN v_has_active THEN 'not_covered'
    ELSE 'no_active_license'
  END;
END $$;
`

/**
 * The function that returns whether a license can have ended in the hours that a restore lost: a license of a device that has not visited
 * since, and a vouched license of a person who has such a device, because its withdrawal would end it too.
 */
const IS_UNCERTAIN = `
CREATE FUNCTION licet.is_uncertain(
  p_restored timestamptz, p_provider_id uuid, p_registration uuid, p_license_id uuid, p_ptr text, p_vouched boolean
) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_devices uuid[];
BEGIN
  IF NOT EXISTS (SELECT FROM licet.confirmed_devices c WHERE c.provider_id = p_provider_id AND c.registration = p_registration) THEN
    IF (SELECT l.created < p_restored FROM licet.licenses l
      WHERE l.provider_id = p_provider_id AND l.registration = p_registration AND l.id = p_license_id) THEN
      RETURN true;
    END IF;
  END IF;
  IF NOT p_vouched THEN
    RETURN false;
  END IF;
  v_devices := ARRAY(
    SELECT DISTINCT u.registration FROM licet.permitted_uses u WHERE u.ptr = p_ptr AND u.provider_id = p_provider_id AND u.vouched);
  RETURN EXISTS (
    SELECT FROM unnest(v_devices) AS d (registration) WHERE NOT EXISTS (
      SELECT FROM licet.confirmed_devices c WHERE c.provider_id = p_provider_id AND c.registration = d.registration));
END $$;
`

/**
 * The functions that answer a question about a person or a device: which license permits a use. Vouched licenses are read first. An erasure
 * deletes the rows of its device first, so that its licenses permit nothing from then on. With `p_restored`, a license that a restore made
 * uncertain permits nothing.
 */
export const PERMITS = [
  IS_UNCERTAIN,
  createPermit(
    'permit_person',
    'p_ptr',
    `FOREACH v_vouched IN ARRAY CASE WHEN p_unvouched THEN ARRAY[true, false] ELSE ARRAY[true] END LOOP
    v_bytes := 0;
    ${readUntilCovered(`
      SELECT f.* FROM licet.providers p CROSS JOIN LATERAL (
        SELECT * FROM licet.permitted_uses u WHERE u.ptr = p_ptr AND u.provider_id = p.id AND u.vouched = v_vouched
        ORDER BY u.read_order, u.registration LIMIT ${MAX_LICENSES}
      ) AS f WHERE ${OF_ORGANIZATION} ORDER BY f.read_order, f.registration`)}
  END LOOP;`,
  ),
  createPermit(
    'permit_device',
    'p_address',
    `FOR v_device IN
    SELECT a.provider_id, a.registration FROM licet.addresses a JOIN licet.providers p ON p.id = a.provider_id
    WHERE a.address = p_address AND ${OF_ORGANIZATION}
  LOOP
    ${readUntilCovered(`
      SELECT o.*, l.uses FROM (
        SELECT * FROM licet.open_licenses n WHERE n.provider_id = v_device.provider_id AND n.registration = v_device.registration
        ORDER BY n.vouched DESC, n.license_id LIMIT ${MAX_LICENSES}
      ) AS o CROSS JOIN LATERAL (
        SELECT l.uses FROM licet.licenses l
        WHERE l.provider_id = v_device.provider_id AND l.registration = v_device.registration AND l.id = o.license_id OFFSET 0
      ) AS l ORDER BY o.vouched DESC, o.license_id`)}
  END LOOP;`,
  ),
].join('')
