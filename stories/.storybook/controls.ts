import type { ArgTypesEnhancer, StrictInputType } from 'storybook/internal/types'
import { USECASES } from '../../src/core/usecases.ts'

type Control = Omit<Partial<StrictInputType>, 'name'>

const select = (...options: readonly string[]): Control => ({ control: { type: 'select' }, options })
const text: Control = { control: { type: 'text' } }
const toggle: Control = { control: { type: 'boolean' } }
const date: Control = { control: { type: 'text' }, description: 'RFC 3339 in UTC, for example 2027-01-31T00:00:00Z' }
/** A function or a ref. A control cannot write one. */
const none: Control = { control: { disable: true } }
/** A set of use cases. A control writes JSON, so its values are names. */
const granted: Control = {
  control: { type: 'select' },
  options: ['none', 'retargeting', 'all'],
  mapping: { none: new Set(), retargeting: new Set(['retargeting']), all: new Set(['retargeting', 'distribution']) },
}

/** The control of each prop, by its name, or by `Component.name` where the name has two meanings. Other props keep that of Storybook. */
const CONTROLS: Readonly<Record<string, Control>> = {
  surface: select('page', 'inline', 'dialog', 'sheet'),
  'TermsNotice.surface': select('banner', 'inline', 'dialog'),
  reading: select('tracked', 'required'),
  layout: { ...select('split', 'column', 'stepper'), description: '`appearance.layout` of the provider' },
  kind: select('first', 'update'),
  variant: select('note', 'error', 'done', 'waiting'),
  receiptStatus: select('none', 'verified', 'unverified'),
  recipients: select('each', 'auto'),
  usecase: select(...USECASES),
  headingLevel: { control: { type: 'select' }, options: [1, 2, 3, 4, 5, 6] },
  open: toggle,
  defaultOpen: toggle,
  required: toggle,
  'TermsCheckbox.purposes': toggle,
  acceptable: toggle,
  pending: toggle,
  foldable: toggle,
  outline: toggle,
  endStop: toggle,
  header: text,
  footer: text,
  heading: text,
  notice: text,
  actions: text,
  technicalActions: text,
  fallback: text,
  loading: text,
  children: text,
  href: text,
  destination: text,
  name: text,
  idPrefix: text,
  issuer: text,
  reward: text,
  effective: date,
  deadline: date,
  granted,
}
/** Props that take a function or a ref. */
const FUNCTION = /^on[A-Z]|Ref$|^render$/

/** Gives every prop the control that fits it: Storybook knows only the types that are written in the file of the component. */
export const withControls: ArgTypesEnhancer = ({ argTypes, component }) => {
  const owner = (component as { displayName?: string; render?: { name?: string } } | undefined) ?? {}
  const componentName = owner.displayName ?? owner.render?.name ?? ''
  return Object.fromEntries(
    Object.entries(argTypes).map(([name, argType]) => {
      const control = CONTROLS[`${componentName}.${name}`] ?? CONTROLS[name] ?? (FUNCTION.test(name) ? none : {})
      return [name, { ...argType, ...control }]
    }),
  )
}
