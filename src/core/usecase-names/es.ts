import type { KnownUsecase } from '../usecases.ts'

/** Names of the use cases in Spanish, for the terms and the interface alike. They stand in the middle of a sentence. */
export const usecaseNames: Readonly<Record<KnownUsecase, string>> = {
  attribution: 'comprobar qué anuncios funcionan',
  retargeting: 'anuncios pensados para ti',
  personalization: 'ofertas pensadas para ti',
  ai_training: 'entrenamiento de IA',
  generative_ai: 'entrenamiento de IA que crea contenido',
  ai_inference: 'conclusiones con IA',
  distribution: 'entrega a otras empresas',
  analytics: 'estadísticas',
  support: 'ayuda cuando la pides',
}

/** What a company does for each use case, as the end of a sentence of the terms. */
export const usecaseExplanations: Readonly<Record<KnownUsecase, string>> = {
  attribution: 'ver qué anuncio u oferta te llevó a comprar o hacer algo',
  retargeting: 'mostrarte anuncios según lo que has comprado o hecho',
  personalization: 'elegir ofertas y contenidos que encajen contigo',
  ai_training: 'entrenar modelos de IA que ordenan, predicen o reconocen cosas',
  generative_ai: 'enseñar a la IA a crear textos, imágenes o sonidos',
  ai_inference: 'hacer que un modelo de IA lea los datos y saque conclusiones sobre ti, sin entrenarlo',
  distribution: 'entregar los datos a los destinatarios que se nombran aquí',
  analytics: 'ver qué compra o hace la gente y con qué frecuencia',
  support: 'ayudarte cuando pides ayuda',
}

/** Other phrases that name each use case, in lower case. The linter looks for them in the text of terms. */
export const usecasePatterns: Readonly<Record<KnownUsecase, RegExp>> = {
  attribution: /\batribución\b/,
  retargeting: /\bretargeting\b|\bnueva publicidad\b|\bremarketing\b/,
  personalization: /\bpersonaliza\w*/,
  ai_training: /\bentrena\w* (?:\p{L}+ )?(?:ia|modelos|inteligencia)\b|\bentrenamiento de ia\b|aprendizaje automático/u,
  generative_ai: /\bia generativa\b|\bia que crea\b|\bmodelos de lenguaje\b/,
  ai_inference: /\binferencia\w* (?:con|de|por) (?:la )?ia\b/,
  distribution: /\bdistribución\b|\bvende\w* (?:tus|los) datos\b/,
  analytics: /\banalítica\b|\banálisis\b/,
  support: /\batención al cliente\b|\bsoporte\b/,
}
