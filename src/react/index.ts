export type { IconName } from '../theme/icon-name.ts'
export { defineAgreement } from './define-agreement.ts'
export { type CookieReader, readConsentHint } from './hint/consent-hint.ts'
export { useConsent } from './hooks/use-consent.ts'
export { useLicense } from './hooks/use-license.ts'
export { useMessages } from './hooks/use-messages.ts'
export { type UseObscuredResult, useObscured } from './hooks/use-obscured.ts'
export { useReadingProgress } from './hooks/use-reading-progress.ts'
export { useReceipt } from './hooks/use-receipt.ts'
export { useSuspenseTerms } from './hooks/use-suspense-terms.ts'
export { useTerms } from './hooks/use-terms.ts'
export { useTermsDiff } from './hooks/use-terms-diff.ts'
export { useVerifiedLicense } from './hooks/use-verified-license.ts'
export { useWithdraw } from './hooks/use-withdraw.ts'
export type { Appearance, ScreenLayout } from './provider/appearance.ts'
export { ConsentProvider } from './provider/consent-provider.tsx'
export { useProviderSettings } from './provider/context.ts'
export type { PartName } from './provider/part-name.ts'
export type { ConsentProviderProps } from './provider/provider-props.ts'
export type { ConsentProviderEvent } from './store/consent-events.ts'
export type {
  ReadingMode,
  UseConsentResult,
  UseLicenseResult,
  UseReadingProgressResult,
  UseReceiptResult,
  UseSuspenseTermsResult,
  UseTermsDiffResult,
  UseTermsResult,
  UseVerifiedLicenseResult,
  UseWithdrawResult,
} from './types.ts'
