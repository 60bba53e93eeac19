export type {
  AgreementChange,
  ClientSnapshot,
  ClientStorage,
  CreateLicenseOptions,
  GetLicenseOptions,
  License,
  LicenseStatus,
  LicenseUse,
  PendingDecision,
  ServiceClientConfig,
  StoredDevice,
  VerifiedLicense,
} from './client/index.ts'
export { ServiceClient } from './client/index.ts'
export * from './components/index.ts'
export type { AskReason, ConsentState, Missing } from './core/consent-flow.ts'
export type { ErrorCode, LocalErrorCode, WireErrorCode } from './core/error-codes.ts'
export { isLicetError, LicetError, type LicetErrorOptions } from './core/errors.ts'
export type { MessageKey, Messages, Plural } from './locales/format/messages.ts'
export * from './react/index.ts'
export type {
  AttributeChange,
  ClauseDiff,
  LicenseAttribute,
  LicenseDiff,
  TermsComparison,
  TextChange,
  Weight,
} from './terms/diff/index.ts'
export type {
  Agreement,
  AgreementInput,
  Clause,
  Company,
  DefinedAgreement,
  KnownTag,
  KnownUsecase,
  Purpose,
  PurposeInput,
  SummaryWords,
  Tag,
  Template,
  TemplateBlock,
  TemplateInline,
  TemplateTree,
  TemplateWords,
  TermsElement,
  TermsText,
  TermsTree,
  Usecase,
} from './terms/index.ts'
export type { TokenName } from './theme/index.ts'
