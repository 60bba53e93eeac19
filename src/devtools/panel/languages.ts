/** The languages of the kit. */
export const LANGUAGES = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  'pt-BR': 'Português',
  ja: '日本語',
  ar: 'العربية',
  he: 'עברית',
} as const
