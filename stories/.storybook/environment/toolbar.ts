import type { Preview } from '@storybook/react-vite'

type Icon = Extract<NonNullable<NonNullable<Preview['globalTypes']>[string]['toolbar']>['icon'], string>

/** One control of the toolbar: its values in order, each with what a person reads. The first is the default. */
interface Control {
  readonly title: string
  /** A word beside the icon while the control has its default. Without it there is the icon alone. */
  readonly word?: string
  readonly icon: Icon
  readonly values: Readonly<Record<string, string>>
}

/** The pseudo-locale, which shows texts that do not come from the catalog. */
export const PSEUDO_LOCALE = 'en-XA'

/** The controls of the toolbar by global. The address of the page keeps their values, so that a state can be shared as a link. */
const CONTROLS = {
  theme: {
    title: 'Theme',
    word: 'Theme',
    icon: 'paintbrush',
    values: {
      plain: 'Plain',
      warm: 'Warm',
      bank: 'Bank',
      editorial: 'Editorial',
      ledger: 'Ledger',
      letter: 'Letter',
      card: 'Card with a picture',
      'high-contrast': 'High contrast',
      yours: 'Yours, from the theme lab',
      none: 'None: licet/styles.css alone',
    },
  },
  scheme: {
    title: 'Color scheme',
    word: 'Scheme',
    icon: 'mirror',
    values: { light: 'Light', dark: 'Dark', system: 'As the device' },
  },
  density: {
    title: 'Density',
    icon: 'listunordered',
    values: { theme: 'As the theme', compact: 'Compact', regular: 'Regular', roomy: 'Roomy' },
  },
  locale: {
    title: 'Language',
    word: 'Language',
    icon: 'globe',
    values: {
      en: 'English',
      es: 'Español',
      fr: 'Français',
      de: 'Deutsch',
      'pt-BR': 'Português (Brasil)',
      ja: '日本語',
      ar: 'العربية',
      he: 'עברית',
      [PSEUDO_LOCALE]: 'Test language',
    },
  },
  direction: {
    title: 'Direction',
    icon: 'transfer',
    values: { auto: 'As the language', ltr: 'Left to right', rtl: 'Right to left' },
  },
  text: { title: 'Text size', icon: 'ruler', values: { '100': 'Text 100 %', '150': 'Text 150 %', '200': 'Text 200 %' } },
  contrast: {
    title: 'Contrast, emulated: the queries match, but system colors come from this page',
    icon: 'contrast',
    values: { normal: 'Normal contrast', more: 'More contrast (emulated)', forced: 'Forced colors (emulated)' },
  },
  motion: {
    title: 'Motion, emulated',
    icon: 'play',
    values: { system: 'Motion as the device', full: 'Motion on', reduced: 'Motion reduced' },
  },
  network: {
    title: 'Network between this page and its license service',
    icon: 'lightning',
    values: { online: 'Online', slow: 'Slow: 2 s', offline: 'Offline' },
  },
  template: {
    title: 'Template of the terms',
    word: 'Terms',
    icon: 'document',
    values: {
      rewards: 'Rewards',
      'receipt-sharing': 'Receipt sharing',
      loyalty: 'Loyalty program',
      checkout: 'Checkout clickwrap',
      'research-donation': 'Research donation',
      'ai-training': 'AI training',
      'terms-of-service': 'Terms-of-service addendum',
      'changed-terms': 'Changed terms',
    },
  },
  company: {
    title: 'Company that asks',
    word: 'Company',
    icon: 'users',
    values: { bramble: 'Bramble Market', pomelo: 'Pomelo', long: 'A long name', arabic: 'An Arabic name' },
  },
  overlay: {
    title: 'Measurements of the two choices: size, contrast, tab order',
    word: 'Measure',
    icon: 'accessibility',
    values: { off: 'No measurements', on: 'Measurements' },
  },
} as const satisfies Record<string, Control>

/** The values that the toolbar sets. */
export type Environment = { readonly [Name in keyof typeof CONTROLS]: keyof (typeof CONTROLS)[Name]['values'] & string }

/** The toolbar, as Storybook reads it. A control without a value has its default, and is not highlighted. */
export const globalTypes = Object.fromEntries(
  Object.entries<Control>(CONTROLS).map(([name, { title, word, icon, values }]) => {
    const items = Object.entries(values).map(([value, label]) => ({ value, title: label }))
    return [name, { name: title, description: title, toolbar: { icon, items, dynamicTitle: true, ...(word && { title: word }) } }]
  }),
)

/** Returns the values of the toolbar: from the address, otherwise the defaults. */
export function toEnvironment(globals: Readonly<Record<string, unknown>>): Environment {
  return { ...defaults, ...globals }
}

/** The value of each control at the start. */
export const defaults = Object.fromEntries(
  Object.entries<Control>(CONTROLS).map(([name, { values }]) => [name, firstOf(values)]),
) as Environment

/** Objects list keys that are integers first, in numeric order, which is the order of the text sizes as well. */
function firstOf(values: Readonly<Record<string, string>>): string | undefined {
  return Object.keys(values)[0]
}

/** Sizes of the canvas. Storybook draws the frame of the device and keeps the size in the address. */
export const viewports = {
  small: { name: 'Small phone, 320 × 640', styles: { width: '320px', height: '640px' }, type: 'mobile' },
  phone: { name: 'Phone, 390 × 844', styles: { width: '390px', height: '844px' }, type: 'mobile' },
  tablet: { name: 'Tablet, 768 × 1024', styles: { width: '768px', height: '1024px' }, type: 'tablet' },
  desktop: { name: 'Desktop, 1280 × 800', styles: { width: '1280px', height: '800px' }, type: 'desktop' },
} as const
