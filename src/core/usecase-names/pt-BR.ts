import type { KnownUsecase } from '../usecases.ts'

/** Names of the use cases in Brazilian Portuguese, for the terms and the interface alike. They stand in the middle of a sentence. */
export const usecaseNames: Readonly<Record<KnownUsecase, string>> = {
  attribution: 'medição de anúncios',
  retargeting: 'anúncios com base no que você fez',
  personalization: 'ofertas e conteúdo do seu jeito',
  ai_training: 'treinamento de IA',
  distribution: 'repasse dos dados a outros',
  analytics: 'estatísticas',
  support: 'ajuda quando você pedir',
}
