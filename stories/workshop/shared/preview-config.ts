import type { ConfigWithoutUser } from '../../../src/react/provider/provider-props.ts'
import type { AgreementInput } from '../../../src/terms/index.ts'
import { FIRST_DRAFT, readKeptDraft, toAgreementInput } from '../terms/draft.ts'
import { templateOf } from '../terms/template-library.ts'

/** Returns the configuration of a preview. Nothing is sent to its service. */
export function previewConfig(agreement: AgreementInput): ConfigWithoutUser {
  return {
    authUrl: 'https://licenses.example.com',
    provider: { id: 'preview', publicKey: 'AAAA' },
    origin: 'com.example.app',
    agreement,
  }
}

/** Returns the agreement of the terms playground in a language, or the first one while its draft has a fault. */
export function keptAgreement(locale: string): AgreementInput {
  const draft = readKeptDraft()
  try {
    return toAgreementInput(draft, locale, templateOf(draft, locale))
  } catch {
    return toAgreementInput(FIRST_DRAFT, locale, templateOf(FIRST_DRAFT, locale))
  }
}
