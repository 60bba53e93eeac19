import type { KnownUsecase } from '../usecases.ts'

/** Names of the use cases in English, for the terms and the interface alike. They stand in the middle of a sentence. */
export const usecaseNames: Readonly<Record<KnownUsecase, string>> = {
  attribution: 'checking which ads work',
  retargeting: 'personal ads',
  personalization: 'personal offers',
  ai_training: 'training AI',
  distribution: 'sharing with other companies',
  analytics: 'statistics',
  support: 'help when you ask',
}

/** What a company does for each use case, as the end of a sentence of the terms. */
export const usecaseExplanations: Readonly<Record<KnownUsecase, string>> = {
  attribution: 'to see which ad or offer led to what',
  retargeting: 'to show you ads that follow from what you did before',
  personalization: 'to fit what you see to you',
  ai_training: 'to train computer models that learn from data',
  distribution: 'to pass the data on to the recipients named here',
  analytics: 'to count and compare, and so learn what people do',
  support: 'to help you when you ask for help',
}
