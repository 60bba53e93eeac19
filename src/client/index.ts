export type { AfterWithdrawal, Agreement, Company, Purpose } from '../core/agreement.ts'
export type { ErrorCode } from '../core/error-codes.ts'
export { isLicetError, LicetError, type LintFinding } from '../core/errors.ts'
export type { License, LicenseRevocation, LicenseStatus, LicenseUse } from '../core/license.ts'
export { readTermsField, type TermsField } from '../core/terms-field.ts'
export type { LoggedReceipt, ReceiptLog } from '../log/verify-logged.ts'
export type { ApiKey, CreatedApiKey, Profile, Provider } from '../protocol/records/accounts.ts'
export type { Address, RegisterAddress } from '../protocol/records/devices.ts'
export type { RevokeLicense, VerifiedLicense } from '../protocol/records/license-operations.ts'
export type { ReceiptClaims } from '../protocol/records/receipt.ts'
export type { WebhookData, WebhookEvent, WebhookLicense } from '../protocol/records/webhook-events.ts'
export type { Scope } from '../protocol/scopes.ts'
export type {
  AgreementInput,
  ContractText,
  DefinedAgreement,
  OwnTerms,
  PreparedAgreement,
  PreparedText,
  ReadyAgreement,
  Template,
  TermsSource,
} from '../terms/index.ts'
export { AuthClient } from './auth-client.ts'
export type { AddressQuery, AuthClientConfig, LicensePage } from './auth-types.ts'
export type { AnyClientConfig, ServiceClientConfig } from './config.ts'
export { type LoadOptions, loadTerms } from './load-terms.ts'
export type { Permit, PermitQuestion } from './permits/permit-types.ts'
export type { ClientStorage } from './record/client-storage.ts'
export { createMemoryStorage } from './record/memory.ts'
export type { StoredDevice } from './record/stored-device.ts'
export { ServiceClient } from './service-client.ts'
export type { GrantRequest, RegisteredAddress, TokenSet } from './tokens/token-types.ts'
export type {
  AgreementChange,
  ClientSnapshot,
  CreateLicenseOptions,
  GetLicenseOptions,
  LicenseLog,
  LogFork,
  PendingDecision,
  StoredDecision,
} from './types.ts'
export { type VerifiedReceipt, type VerifyReceiptOptions, verifyReceipt } from './verify-receipt.ts'
