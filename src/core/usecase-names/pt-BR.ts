import type { KnownUsecase } from '../usecases.ts'

/** Names of the use cases in Brazilian Portuguese, for the terms and the interface alike. They stand in the middle of a sentence. */
export const usecaseNames: Readonly<Record<KnownUsecase, string>> = {
  attribution: 'verificação de quais anúncios funcionam',
  retargeting: 'anúncios personalizados',
  personalization: 'ofertas personalizadas',
  ai_training: 'treinamento de IA',
  generative_ai: 'treinamento de IA que cria conteúdo',
  ai_inference: 'conclusões com IA',
  distribution: 'compartilhamento com outras empresas',
  analytics: 'estatísticas',
  support: 'ajuda quando você pedir',
}
