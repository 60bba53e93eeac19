/** A control of the toolbar, set to a value that is not its default. */
export interface ToolbarValue {
  /** The beginning of its name. */
  readonly control: string
  /** The option that a person presses. */
  readonly option: string
  /** What the address has then. */
  readonly address: string
  /** Returns whether the story has this value. Runs in the page of the story. */
  readonly isSet: () => boolean
}

/** Every control of the toolbar, in its order. */
export const TOOLBAR_VALUES: readonly ToolbarValue[] = [
  {
    control: 'Viewport size',
    option: 'Phone, 390 × 844',
    address: 'viewport.value:phone',
    isSet: () => innerWidth === 390,
  },
  {
    control: 'Theme',
    option: 'Bank',
    address: 'theme:bank',
    isSet: () => getComputedStyle(document.querySelector('.licet-screen') as Element).getPropertyValue('--licet-radius') === '2px',
  },
  {
    control: 'Color scheme',
    option: 'Dark',
    address: 'scheme:dark',
    isSet: () => document.querySelector('.licet-screen[data-licet-theme="dark"]') !== null,
  },
  {
    control: 'Density',
    option: 'Roomy',
    address: 'density:roomy',
    isSet: () => getComputedStyle(document.querySelector('.licet-screen') as Element).getPropertyValue('--licet-target') === '52px',
  },
  {
    control: 'Language',
    option: 'Español',
    address: 'locale:es',
    isSet: () => document.querySelector('.licet-screen[lang="es"]') !== null,
  },
  {
    control: 'Direction',
    option: 'Right to left',
    address: 'direction:rtl',
    isSet: () => document.querySelector('.licet-screen[dir="rtl"]') !== null,
  },
  {
    control: 'Text size',
    option: 'Text 150 %',
    address: 'text:150',
    isSet: () => getComputedStyle(document.documentElement).fontSize === '24px',
  },
  {
    control: 'Contrast, emulated',
    option: 'Forced colors (emulated)',
    address: 'contrast:forced',
    isSet: () => getComputedStyle(document.querySelector('.licet-screen') as Element).backgroundColor === 'rgb(0, 0, 0)',
  },
  {
    control: 'Motion, emulated',
    option: 'Motion on',
    address: 'motion:full',
    // The device of the tests asks for less motion. The emulation rewrites the queries.
    isSet: () => {
      const inside = (rules: CSSRuleList): CSSRule[] =>
        [...rules].flatMap((rule) => [rule, ...(rule instanceof CSSGroupingRule ? inside(rule.cssRules) : [])])
      const queries = [...document.styleSheets].flatMap(({ cssRules }) => inside(cssRules))
      return !queries.some((rule) => rule instanceof CSSMediaRule && rule.media.mediaText.includes('prefers-reduced-motion'))
    },
  },
  {
    control: 'Network',
    option: 'Offline',
    address: 'network:offline',
    isSet: () => document.querySelector('[data-stage-state="offline"]') !== null,
  },
  {
    control: 'Template of the terms',
    option: 'Research donation',
    address: 'template:research-donation',
    isSet: () => document.querySelector('.licet-terms')?.textContent?.includes('Giving your data to research') === true,
  },
  {
    control: 'Company that asks',
    option: 'Pomelo',
    address: 'company:pomelo',
    isSet: () => document.querySelector('.licet-screen')?.textContent?.includes('Pomelo') === true,
  },
  {
    control: 'Measurements',
    option: 'Measurements',
    address: 'overlay:on',
    isSet: () => document.querySelector('.wb-overlay-box') !== null,
  },
]
