import type { KnownUsecase } from '../../core/usecases.ts'

/** The terms of other vocabularies for a use case. */
export interface UsecaseTerms {
  /** Why the data is used: a purpose of the Data Privacy Vocabulary 2.3. `dpv:Purpose` where it has no narrower one. */
  readonly purpose: `dpv:${string}`
  /** What is done with the data, where the purpose alone does not say it: a processing operation of the same vocabulary. */
  readonly processing?: `dpv:${string}` | `ai:${string}` | undefined
  /** The label of the usage category in the vocabulary of the IETF working group AI Preferences (draft-ietf-aipref-vocab-08). */
  readonly aiPreference?: 'train-ai' | undefined
}

/**
 * The terms of each known use case.
 *
 * In the Data Privacy Vocabulary, training and inference are processing operations, and no purpose. The IETF category `train-ai` covers only
 * models that generate content.
 */
export const USECASE_TERMS: Readonly<Record<KnownUsecase, UsecaseTerms>> = {
  attribution: { purpose: 'dpv:Advertising' },
  retargeting: { purpose: 'dpv:TargetedAdvertising' },
  personalization: { purpose: 'dpv:Personalisation' },
  ai_training: { purpose: 'dpv:Purpose', processing: 'ai:ModelTraining' },
  generative_ai: { purpose: 'dpv:Purpose', processing: 'ai:ModelTraining', aiPreference: 'train-ai' },
  ai_inference: { purpose: 'dpv:Purpose', processing: 'dpv:Infer' },
  // `dpv:SellDataToThirdParties` requires a payment, which not every recipient makes.
  distribution: { purpose: 'dpv:Purpose', processing: 'dpv:Share' },
  analytics: { purpose: 'dpv:ServiceUsageAnalytics' },
  support: { purpose: 'dpv:CustomerCare' },
}

const OTHER: UsecaseTerms = { purpose: 'dpv:Purpose' }

/** Returns the terms of a use case. A custom one is a purpose without a narrower term. */
export function termsOfUsecase(usecase: string): UsecaseTerms {
  const terms: Readonly<Record<string, UsecaseTerms>> = USECASE_TERMS
  return (Object.hasOwn(terms, usecase) ? terms[usecase] : undefined) ?? OTHER
}
