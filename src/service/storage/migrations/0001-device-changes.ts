/** The functions that register, lock, erase and delete devices. Each device is in three tables, whose rows they keep together. */
export const DEVICE_CHANGES = `
-- Stores a device once, and returns the stored one, which has another ptr when the address was registered before. A stored device is vouched for
-- from the first registration on that is vouched for. Returns NULL when the provider does not exist or requires an identity, or while the
-- device is being erased.
CREATE FUNCTION licet.register_device(
  p_provider_id uuid, p_address text, p_ptr text, p_spki bytea, p_created timestamptz, p_vouched boolean,
  OUT v_registration uuid, OUT v_ptr text, OUT v_spki bytea, OUT v_created timestamptz, OUT v_vouched boolean
) LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM licet.providers p WHERE p.id = p_provider_id AND p.deleted IS NULL AND (p_vouched OR NOT p.require_identity))
    OR EXISTS (SELECT FROM licet.erasures e WHERE e.provider_id = p_provider_id AND e.address = p_address) THEN
    RETURN;
  END IF;
  -- DO UPDATE instead of DO NOTHING, so that RETURNING also returns a row that another connection stored meanwhile.
  INSERT INTO licet.addresses AS a (provider_id, address, ptr, spki, created, vouched)
  VALUES (p_provider_id, p_address, p_ptr, p_spki, p_created, p_vouched)
  ON CONFLICT (address, provider_id) DO UPDATE SET vouched = a.vouched OR (excluded.vouched AND a.ptr = excluded.ptr)
  RETURNING a.registration, a.ptr, a.spki, a.created, a.vouched INTO v_registration, v_ptr, v_spki, v_created, v_vouched;
  INSERT INTO licet.devices AS d (registration, provider_id, ptr, vouched, spki, created)
  VALUES (v_registration, p_provider_id, v_ptr, v_vouched, v_spki, v_created)
  ON CONFLICT (registration, provider_id) DO UPDATE SET vouched = excluded.vouched;
  IF v_vouched THEN
    INSERT INTO licet.vouched_devices (ptr, provider_id, registration) VALUES (v_ptr, p_provider_id, v_registration) ON CONFLICT DO NOTHING;
  END IF;
END $$;

-- Locks devices until the end of the transaction, which puts their requests in order. Returns those that are registered. Sorted, so that two
-- transactions lock devices in the same order.
CREATE FUNCTION licet.lock_devices(p_provider_id uuid, p_registrations uuid[]) RETURNS SETOF uuid LANGUAGE plpgsql AS $$
DECLARE
  v_registration uuid;
BEGIN
  FOR v_registration IN SELECT DISTINCT r.registration FROM unnest(p_registrations) AS r (registration) ORDER BY r.registration LOOP
    PERFORM FROM licet.devices d WHERE d.registration = v_registration AND d.provider_id = p_provider_id FOR UPDATE;
    IF FOUND THEN
      RETURN NEXT v_registration;
    END IF;
  END LOOP;
END $$;

-- Deletes a device whose address is deleted. Waits for a request of the device.
CREATE FUNCTION licet.delete_device(p_provider_id uuid, p_registration uuid, p_ptr text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM licet.devices d WHERE d.registration = p_registration AND d.provider_id = p_provider_id;
  DELETE FROM licet.vouched_devices v WHERE v.ptr = p_ptr AND v.provider_id = p_provider_id AND v.registration = p_registration;
END $$;

-- Deletes the registration of a device, so that it stores no license and permits nothing from now on, and records that its licenses must be
-- erased.
CREATE FUNCTION licet.begin_erasure(p_provider_id uuid, p_address text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_device record;
  v_license_id uuid;
BEGIN
  DELETE FROM licet.addresses a WHERE a.address = p_address AND a.provider_id = p_provider_id
  RETURNING a.ptr, a.registration INTO v_device;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  PERFORM licet.delete_device(p_provider_id, v_device.registration, v_device.ptr);
  INSERT INTO licet.erasures (provider_id, address, ptr, registration)
  VALUES (p_provider_id, p_address, v_device.ptr, v_device.registration) ON CONFLICT DO NOTHING;
  INSERT INTO licet.erased_devices (provider_id, registration, erased)
  VALUES (p_provider_id, v_device.registration, statement_timestamp()) ON CONFLICT DO NOTHING;
  FOR v_license_id IN
    SELECT o.license_id FROM licet.open_licenses o WHERE o.provider_id = p_provider_id AND o.registration = v_device.registration
  LOOP
    PERFORM licet.close_license(p_provider_id, v_device.registration, v_license_id);
  END LOOP;
END $$;

-- Deletes a device that has no license. Returns whether it did. Locks the device first, because one that stores its first license locks it too.
CREATE FUNCTION licet.delete_unlicensed_device(p_provider_id uuid, p_address text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_device record;
BEGIN
  SELECT a.ptr, a.registration INTO v_device FROM licet.addresses a
  WHERE a.address = p_address AND a.provider_id = p_provider_id FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM FROM licet.devices d WHERE d.registration = v_device.registration AND d.provider_id = p_provider_id FOR UPDATE;
  IF EXISTS (SELECT FROM licet.licenses l WHERE l.provider_id = p_provider_id AND l.registration = v_device.registration) THEN
    RETURN false;
  END IF;
  DELETE FROM licet.addresses a WHERE a.address = p_address AND a.provider_id = p_provider_id;
  PERFORM licet.delete_device(p_provider_id, v_device.registration, v_device.ptr);
  RETURN true;
END $$;
`
