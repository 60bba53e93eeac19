import type { KnownUsecase } from '../usecases.ts'

/** Names of the use cases in German, for the terms and the interface alike. They stand in the middle of a sentence. */
export const usecaseNames: Readonly<Record<KnownUsecase, string>> = {
  attribution: 'Prüfung, welche Werbung wirkt',
  retargeting: 'persönliche Werbung',
  personalization: 'persönliche Angebote',
  ai_training: 'Training von KI',
  generative_ai: 'Training von KI, die Inhalte erzeugt',
  ai_inference: 'Schlussfolgerungen mit KI',
  distribution: 'Weitergabe an andere Unternehmen',
  analytics: 'Statistik',
  support: 'Hilfe, wenn Sie danach fragen',
}
