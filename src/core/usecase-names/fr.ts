import type { KnownUsecase } from '../usecases.ts'

/** Names of the use cases in French, for the terms and the interface alike. They stand in the middle of a sentence. */
export const usecaseNames: Readonly<Record<KnownUsecase, string>> = {
  attribution: 'mesure de l’effet des publicités',
  retargeting: 'publicités personnalisées',
  personalization: 'offres personnalisées',
  ai_training: 'entraînement d’une IA',
  generative_ai: 'entraînement d’une IA générative',
  ai_inference: 'analyse par une IA',
  distribution: 'partage avec d’autres entreprises',
  analytics: 'statistiques',
  support: 'aide à votre demande',
}

/** What a company does for each use case, as the end of a sentence of the terms. */
export const usecaseExplanations: Readonly<Record<KnownUsecase, string>> = {
  attribution: 'pour voir quelle publicité ou quelle offre a mené à un achat ou à une action',
  retargeting: 'pour vous montrer des publicités selon ce que vous avez acheté ou fait',
  personalization: 'pour choisir des offres et des contenus qui vous vont',
  ai_training: 'pour entraîner des modèles d’IA qui trient, prévoient ou reconnaissent des choses',
  generative_ai: 'pour apprendre à une IA à créer des textes, des images ou des sons',
  ai_inference: 'pour qu’un modèle d’IA lise les données et en tire des conclusions sur vous, sans être entraîné avec',
  distribution: 'pour transmettre les données aux destinataires nommés ici',
  analytics: 'pour voir ce que les gens achètent ou font, et à quelle fréquence',
  support: 'pour vous aider quand vous le demandez',
}
