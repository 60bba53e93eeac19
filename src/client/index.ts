export type { Agreement, Company, Purpose } from '../core/agreement.ts'
export type { ErrorCode } from '../core/error-codes.ts'
export { isLicetError, LicetError, type LintFinding } from '../core/errors.ts'
export type { License, LicenseRevocation, LicenseStatus, LicenseUse } from '../core/license.ts'
export { readTermsField, type TermsField } from '../core/terms-field.ts'
export type { RegisterAddress } from '../protocol/account.ts'
export type { Address, ApiKey, CreatedApiKey, Profile, Provider, ReceiptClaims, VerifiedLicense } from '../protocol/responses.ts'
export type { RevokeLicense } from '../protocol/revoke-license.ts'
export type { Scope } from '../protocol/token.ts'
export type { WebhookData, WebhookEvent, WebhookLicense } from '../protocol/webhook-event.ts'
export type { AgreementInput, DefinedAgreement, Template } from '../terms/index.ts'
export { AuthClient } from './auth-client.ts'
export type { AddressQuery, AuthClientConfig, LicensePage } from './auth-types.ts'
export type { ServiceClientConfig } from './config.ts'
export type { Permit, PermitQuestion } from './permits/permit-types.ts'
export { ServiceClient } from './service-client.ts'
export type { ClientStorage } from './storage/client-storage.ts'
export { createMemoryStorage } from './storage/memory.ts'
export type { StoredDevice } from './storage/stored-device.ts'
export type { GrantRequest, RegisteredAddress, TokenSet } from './tokens/token-types.ts'
export type {
  AgreementChange,
  ClientSnapshot,
  CreateLicenseOptions,
  GetLicenseOptions,
  PendingDecision,
  StoredDecision,
} from './types.ts'
export { type VerifyReceiptOptions, verifyReceipt } from './verify-receipt.ts'
