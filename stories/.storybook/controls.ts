import type { ArgTypesEnhancer, StrictInputType } from 'storybook/internal/types'
import { USECASES } from '../../src/core/usecases.ts'

type Control = Omit<Partial<StrictInputType>, 'name'>
/** The type of a prop, as Storybook reads it from the source of the component. */
type PropType = NonNullable<StrictInputType['type']>

const select = (options: readonly unknown[]): Control => ({ control: { type: 'select' }, options })
const text: Control = { control: { type: 'text' } }
const toggle: Control = { control: { type: 'boolean' } }
const date: Control = { control: { type: 'text' }, description: 'RFC 3339 in UTC, for example 2027-01-31T00:00:00Z' }
/** A function, a ref or an object with functions. A control cannot write one. */
const none: Control = { control: { disable: true } }
/** A set of use cases. A control writes JSON, so its values are names. */
const granted: Control = {
  control: { type: 'select' },
  options: ['none', 'retargeting', 'all'],
  mapping: { none: new Set(), retargeting: new Set(['retargeting']), all: new Set(['retargeting', 'distribution']) },
}

/** The props, by name, whose type does not say which control fits. */
const CONTROLS: Readonly<Record<string, Control>> = {
  usecase: select(USECASES),
  effective: date,
  deadline: date,
  granted,
  client: none,
  messages: none,
  queryClient: none,
}
/** Props that take a function or a ref. */
const FUNCTION = /^on[A-Z]|Ref$|^render$/

/** Gives every prop the control that fits its type. Storybook alone edits each union as JSON, even a union of a boolean and `undefined`. */
export const withControls: ArgTypesEnhancer = ({ argTypes }) =>
  Object.fromEntries(
    Object.entries(argTypes)
      .map(([name, argType]): [string, StrictInputType] => {
        if (argType.control !== undefined) return [name, argType]
        const control = CONTROLS[name] ?? (FUNCTION.test(name) ? none : controlOf(argType.type))
        return [name, { ...argType, ...control }]
      })
      .sort(([, one], [, other]) => placeOf(one) - placeOf(other)),
  )

/** Returns the place of a control in the panel: first what a designer sets with one press, last what only code can set. */
function placeOf({ control }: StrictInputType): number {
  const { type, disable = false } = typeof control === 'object' ? control : { type: control }
  const place = ['select', 'boolean', 'text'].indexOf(String(type))
  if (place >= 0) return place
  return disable ? 4 : 3
}

/** Returns the control of a type. Data keeps the JSON editor of Storybook. */
function controlOf(type: PropType | undefined): Control {
  if (type?.name === 'enum') return select(type.value)
  if (type?.name === 'boolean') return toggle
  if (type?.name === 'string' || isNamed(type, 'ReactNode')) return text
  if (type?.name !== 'union') return {}
  const [only, ...others] = type.value.filter((member) => !isNamed(member, 'undefined') && !isNamed(member, 'null'))
  return others.length === 0 ? controlOf(only) : {}
}

function isNamed(type: PropType | undefined, name: string): boolean {
  return type?.name === 'other' && type.value === name
}
