/**
 * Migration: the index of the devices of a person that a backend vouched for. Without it, a withdrawal reads every device that claims to be
 * of the person, and a stranger can register any number of those.
 */
export const VOUCHED_OF_POINTER: readonly string[] = [
  'CREATE INDEX addresses_vouched_of_pointer ON licet.addresses (provider_id, ptr) WHERE vouched',
]
