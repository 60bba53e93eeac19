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
  attribution: 'saber qual anúncio ou oferta levou você a comprar ou fazer algo',
  retargeting: 'mostrar anúncios com base no que você comprou ou fez',
  personalization: 'escolher ofertas e conteúdo que combinam com você',
  ai_training: 'treinar modelos de IA que classificam, preveem ou reconhecem coisas',
  generative_ai: 'ensinar uma IA a criar textos, imagens ou sons',
  ai_inference: 'deixar um modelo de IA ler os dados e tirar conclusões sobre você, sem treiná-lo',
  distribution: 'passar os dados a quem está citado aqui',
  analytics: 'ver o que as pessoas compram ou fazem, e com que frequência',
  support: 'ajudar você quando você pedir ajuda',
}
