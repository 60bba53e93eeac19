export type { License } from '../core/license.ts'
export {
  type AddressQuery,
  AuthClient,
  type AuthClientConfig,
  type CallOptions,
  type RegisteredAddress,
  type RegisterOptions,
} from './auth-client.ts'
export type { ServiceClientConfig } from './config.ts'
export type { Channel, ChannelMessage, Connectivity, Environment, Locks, OpenChannel, Schedule } from './environment.ts'
export { createServiceClient, ServiceClient } from './service-client.ts'
export { createMemoryStorage } from './storage/memory.ts'
export type {
  ClientStorage,
  DeviceChange,
  DeviceKey,
  Lease,
  OutboxEntry,
  Settlement,
  StoredDevice,
  StoredFailure,
} from './storage/types.ts'
export type { GrantOptions, GrantRequest, TokenSet } from './token-set.ts'
export type * from './types.ts'
export { type VerifyReceiptOptions, verifyReceipt } from './verify-receipt.ts'
