import type { KnownUsecase } from '../usecases.ts'

/** Names of the use cases in French, for the terms and the interface alike. They stand in the middle of a sentence. */
export const usecaseNames: Readonly<Record<KnownUsecase, string>> = {
  attribution: 'mesure des publicités',
  retargeting: 'publicités selon ce que vous avez fait',
  personalization: 'offres et contenus qui vous correspondent',
  ai_training: 'entraînement d’IA',
  distribution: 'transmission des données à d’autres',
  analytics: 'statistiques',
  support: 'aide lorsque vous la demandez',
}
