import type { KnownUsecase } from '../usecases.ts'

/** Names of the use cases in German, for the terms and the interface alike. They stand in the middle of a sentence. */
export const usecaseNames: Readonly<Record<KnownUsecase, string>> = {
  attribution: 'Messung von Werbung',
  retargeting: 'Werbung nach Ihrem Verhalten',
  personalization: 'Angebote und Inhalte, die zu Ihnen passen',
  ai_training: 'Training von KI',
  distribution: 'Weitergabe der Daten an andere',
  analytics: 'Statistik',
  support: 'Hilfe, wenn Sie danach fragen',
}
