import type { KnownUsecase } from '../usecases.ts'

/** Names of the use cases in Spanish, for the terms and the interface alike. They stand in the middle of a sentence. */
export const usecaseNames: Readonly<Record<KnownUsecase, string>> = {
  attribution: 'comprobar qué anuncios funcionan',
  retargeting: 'anuncios pensados para ti',
  personalization: 'ofertas pensadas para ti',
  ai_training: 'entrenamiento de IA',
  distribution: 'entrega a otras empresas',
  analytics: 'estadísticas',
  support: 'ayuda cuando la pides',
}

/** What a company does for each use case, as the end of a sentence of the terms. */
export const usecaseExplanations: Readonly<Record<KnownUsecase, string>> = {
  attribution: 'ver qué resultó de cada anuncio u oferta',
  retargeting: 'mostrarte anuncios según lo que hiciste antes',
  personalization: 'adaptar a ti lo que ves',
  ai_training: 'entrenar modelos informáticos que aprenden de los datos',
  distribution: 'entregar los datos a los destinatarios que se nombran aquí',
  analytics: 'contar y comparar para saber qué hace la gente',
  support: 'ayudarte cuando pides ayuda',
}
