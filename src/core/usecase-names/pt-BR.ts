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

/** What a company does for each use case, as the end of a sentence of the terms. */
export const usecaseExplanations: Readonly<Record<KnownUsecase, string>> = {
  attribution: 'saber qual anúncio ou oferta levou a quê',
  retargeting: 'mostrar anúncios com base no que você fez antes',
  personalization: 'adaptar a você o que aparece na tela',
  ai_training: 'treinar modelos de computador que aprendem com dados',
  distribution: 'passar os dados a quem está citado aqui',
  analytics: 'contar e comparar, para saber o que as pessoas fazem',
  support: 'ajudar você quando você pedir ajuda',
}
