export type { IconName } from '../theme/icon-name.ts'
export type { Appearance, ScreenLayout } from './appearance.ts'
export { type CookieReader, readConsentHint } from './consent-hint.ts'
export { ConsentProvider } from './consent-provider.tsx'
export { useProviderSettings } from './context.ts'
export type { PartName } from './part-name.ts'
export type { ConsentProviderProps } from './provider-props.ts'
export type { ConsentProviderEvent } from './store/consent-events.ts'
export type {
  ReadingMode,
  TermsSource,
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

export { useConsent } from './use-consent.ts'
export { useLicense } from './use-license.ts'
export { useMessages } from './use-messages.ts'
export { type UseObscuredResult, useObscured } from './use-obscured.ts'
export { useReadingProgress } from './use-reading-progress.ts'
export { useReceipt } from './use-receipt.ts'
export { useSuspenseTerms } from './use-suspense-terms.ts'
export { useTerms } from './use-terms.ts'
export { useTermsDiff } from './use-terms-diff.ts'
export { useVerifiedLicense } from './use-verified-license.ts'
export { useWithdraw } from './use-withdraw.ts'
