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
