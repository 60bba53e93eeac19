export type { Agreement, Company, Purpose } from '../core/agreement.ts'
export type { ErrorCode, LocalErrorCode, WireErrorCode } from '../core/error-codes.ts'
export type { LintFinding } from '../core/errors.ts'
export { isLicetError, LicetError, type LicetErrorOptions } from '../core/errors.ts'
export type { JsonObject, JsonValue } from '../core/json.ts'
export type { License, LicenseRequest, LicenseStatus, LicenseUse, UnsignedLicenseRequest } from '../core/license.ts'
export type { KnownTag, KnownUsecase, Tag, Usecase } from '../core/vocabulary.ts'
export type { RegisterAddress } from '../protocol/account.ts'
export type { Address, ApiKey, CreatedApiKey, Profile, Provider, ReceiptClaims, VerifiedLicense } from '../protocol/answers.ts'
export type { Scope } from '../protocol/token.ts'
export type {
  AgreementInput,
  Clause,
  DefinedAgreement,
  PurposeInput,
  SummaryWords,
  Template,
  TemplateBlock,
  TemplateInline,
  TemplateTree,
  TemplateWords,
} from '../terms/index.ts'
export {
  type AddressQuery,
  AuthClient,
  type AuthClientConfig,
  type LicensePage,
  type LicensePageQuery,
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
} from './storage/stored-device.ts'
export type { CallOptions, RegisteredAddress, RegisterOptions } from './tokens/token-client.ts'
export type { GrantOptions, GrantRequest, TokenSet } from './tokens/token-set.ts'
export type * from './types.ts'
export { type VerifyReceiptOptions, verifyReceipt } from './verify-receipt.ts'
