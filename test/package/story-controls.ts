import { CONSENT_STATES } from '../../src/core/consent-states.ts'
import { USECASES } from '../../src/core/usecases.ts'
import { type Entry, type Member, readApi } from '../support/reference/read-api.ts'

/** The control of a prop in Storybook. */
export interface StoryControl {
  /** `none` for a prop that no control can write. */
  readonly type: string
  readonly options: readonly string[]
}

/** Props whose value is data: a control shows it as JSON. */
const DATA = new Set(['agreement', 'appearance', 'config', 'license', 'logged', 'missing', 'terms', 'tree'])
/** The options of props whose type does not list its values in the reference. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  granted: ['none', 'retargeting', 'all'],
  preview: CONSENT_STATES,
  usecase: USECASES,
}
/** Objects with functions, which no control can write. */
const OBJECTS = new Set(['client', 'messages', 'queryClient'])
/** Storybook lists no `className`: it works only with rules of a style sheet. */
const WITHOUT_CONTROL = new Set(['className'])

/** Returns the components that `licet` exports. */
export function publicComponents(): readonly Entry[] {
  return readApi().flatMap(({ subpath, entries }) => (subpath === '.' ? entries.filter(({ kind }) => kind === 'component') : []))
}

/** Returns the control that each prop of a component needs, from its published type. */
export function controlsFor({ members }: Entry): Readonly<Record<string, StoryControl>> {
  return Object.fromEntries(
    members.filter(({ name }) => !WITHOUT_CONTROL.has(name)).map((member) => [member.name, controlFor(member)]),
  )
}

function controlFor({ name, type }: Member): StoryControl {
  const values = VALUES[name] ?? literalsOf(type)
  if (type.includes('=>') || type.startsWith('Ref<') || OBJECTS.has(name)) return { type: 'none', options: [] }
  if (values.length > 0) return { type: 'select', options: values }
  if (type === 'boolean') return { type: 'boolean', options: [] }
  return { type: DATA.has(name) || type.endsWith('[]') ? 'object' : 'text', options: [] }
}

/** The values of a union of literals, such as `'page' | 'inline'` or `1 | 2`. Empty for any other type. */
function literalsOf(type: string): readonly string[] {
  const members = type.split(' | ')
  return members.every((member) => /^(?:'[\w-]+'|\d)$/.test(member)) ? members.map((member) => member.replaceAll("'", '')) : []
}

/** One control of each component, the value that a person sets, and the element that the story has only then. */
export const CHANGED_CONTROLS = [
  { story: 'consentscreen-page--ready', control: 'surface', value: 'inline', shows: '[data-part="screen"][data-surface="inline"]' },
  { story: 'consentscreen-layouts--split', control: 'layout', value: 'stepper', shows: '[data-layout="stepper"]' },
  { story: 'consentsettings--already-licensed', control: 'headingLevel', value: '4', shows: 'h4[data-part="settings-title"]' },
  { story: 'consentbutton--ready', control: 'children', value: 'Allow it', shows: 'button:text("Allow it")' },
  { story: 'consentlink-link--dialog', control: 'href', value: '/privacy', shows: 'a[data-part="link"][href="/privacy"]' },
  { story: 'consentgate--ready', control: 'fallback', value: 'Without charts', shows: ':text("Without charts")' },
  { story: 'termsnotice-banner--update-material', control: 'surface', value: 'dialog', shows: 'dialog[open].licet-notice' },
  { story: 'termscheckbox--ready', control: 'purposes', value: true, shows: '[data-part="checkbox"] [data-part="purposes"]' },
  { story: 'decision--open', control: 'pending', value: true, shows: '[data-part="decision"][data-state="pending"]' },
  { story: 'licensereceipt--verified', control: 'headingLevel', value: '5', shows: 'h5[data-part="receipt-title"]' },
  { story: 'licensesummary--default', control: 'granted', value: 'retargeting', shows: '[data-part="purpose"][data-state="on"]' },
  { story: 'purposelist--default', control: 'granted', value: 'retargeting', shows: '[data-part="purpose"][data-state="on"]' },
  { story: 'statusmessage--note', control: 'variant', value: 'done', shows: '[data-part="message"][data-variant="done"]' },
  {
    story: 'consentprovider--preview',
    control: 'preview',
    value: 'declined',
    shows: '[data-part="screen"][data-state="declined"]',
  },
  { story: 'liveregion--announcement', control: 'children', value: 'Saved.', shows: '.licet-live:text("Saved.")' },
  { story: 'termsdiff--changed', control: 'headingLevel', value: '5', shows: 'h5[data-part="diff-title"]' },
  { story: 'termsdocument--markdown', control: 'headingLevel', value: '6', shows: '[data-part="terms-text"] h6' },
] as const
