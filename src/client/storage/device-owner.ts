import type { ParsedConfig } from '../config.ts'

/** The part of the configuration that a record is bound to: the service, the provider and the person. */
export type DeviceOwner = Pick<ParsedConfig, 'provider' | 'userId' | 'authUrl' | 'trailUrl'>

/**
 * Returns the key of the record of one person of one provider at one service. An address belongs to one user id, so each person has a
 * separate device key. Another service must not receive a key or a decision that was made for this one.
 */
export function toScope({ provider, userId, authUrl, trailUrl }: DeviceOwner): string {
  return JSON.stringify([provider.id, userId, authUrl, trailUrl])
}

/** Returns the name of the channel between the tabs that use a record. */
export function toChannelName(scope: string): string {
  return `licet:${scope}`
}
