import type { KnownUsecase } from '../usecases.ts'

/** Names of the use cases in German, for the terms and the interface alike. They stand in the middle of a sentence. */
export const usecaseNames: Readonly<Record<KnownUsecase, string>> = {
  attribution: 'Messung der Werbewirkung',
  retargeting: 'persönliche Werbung',
  personalization: 'persönliche Angebote',
  ai_training: 'Training von KI',
  generative_ai: 'Training von generativer KI',
  ai_inference: 'Auswertung durch KI',
  distribution: 'Weitergabe an andere Unternehmen',
  analytics: 'Statistik',
  support: 'Hilfe auf Ihre Anfrage',
}

/** What a company does for each use case, as the end of a sentence of the terms. */
export const usecaseExplanations: Readonly<Record<KnownUsecase, string>> = {
  attribution: 'um zu sehen, wozu eine Werbung oder ein Angebot geführt hat, zum Beispiel zu einem Kauf',
  retargeting: 'um Ihnen Werbung zu zeigen, die zu dem passt, was Sie gekauft oder getan haben',
  personalization: 'um Angebote und Inhalte auszuwählen, die zu Ihnen passen',
  ai_training: 'um KI-Modelle zu trainieren, die etwas sortieren, vorhersagen oder erkennen',
  generative_ai: 'um einer KI beizubringen, Texte, Bilder oder Töne zu erzeugen',
  ai_inference: 'damit ein KI-Modell die Daten liest und daraus Schlüsse über Sie zieht, ohne damit trainiert zu werden',
  distribution: 'um die Daten an die hier genannten Empfänger weiterzugeben',
  analytics: 'um zu sehen, was Menschen kaufen oder tun, und wie oft',
  support: 'um Ihnen zu helfen, wenn Sie um Hilfe bitten',
}
