import type { KnownUsecase } from '../usecases.ts'

/** Names of the use cases in French, for the terms and the interface alike. They stand in the middle of a sentence. */
export const usecaseNames: Readonly<Record<KnownUsecase, string>> = {
  attribution: 'vérification des publicités qui marchent',
  retargeting: 'publicités personnalisées',
  personalization: 'offres personnalisées',
  ai_training: 'entraînement d’IA',
  generative_ai: 'entraînement d’IA qui crée du contenu',
  ai_inference: 'déductions par une IA',
  distribution: 'partage avec d’autres entreprises',
  analytics: 'statistiques',
  support: 'aide lorsque vous la demandez',
}
