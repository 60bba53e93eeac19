export { ConsentProvider, type ConsentProviderProps } from './consent-provider.tsx'
export type { ProviderSettings } from './context.ts'
export { useProviderSettings } from './context.ts'
export type {
  AcceptOptions,
  Appearance,
  ConsentActs,
  ConsentApi,
  ConsentEventDetails,
  LicenseApi,
  MissingPart,
  OnlineQueueApi,
  ReadingApi,
  ReadingMode,
  ReadyTerms,
  ReceiptApi,
  ReceiptFacts,
  RootPart,
  TermsApi,
  TermsDiffApi,
  TermsSource,
  VerifiedLicenseApi,
  WithdrawApi,
} from './types.ts'
export { useConsent } from './use-consent.ts'
export { useLicense } from './use-license.ts'
export { useMessages } from './use-messages.ts'
export { type ObscuredApi, useObscured } from './use-obscured.ts'
export { useOnlineQueue } from './use-online-queue.ts'
export { type ReadingOptions, useReadingProgress } from './use-reading-progress.ts'
export { useReceipt } from './use-receipt.ts'
export { useSuspenseTerms } from './use-suspense-terms.ts'
export { useTerms } from './use-terms.ts'
export { useTermsDiff } from './use-terms-diff.ts'
export { useVerifiedLicense } from './use-verified-license.ts'
export { useWithdraw } from './use-withdraw.ts'
