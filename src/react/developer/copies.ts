/** The copies of this package that have rendered a provider, with the place that each was loaded from. All copies share it. */
const KEY = Symbol.for('licet.copies')
const THIS_COPY = {}

type Copies = Map<object, string>

function copies(): Copies {
  const shared = globalThis as { [KEY]?: Copies }
  shared[KEY] ??= new Map()
  return shared[KEY]
}

/** Remembers that this copy of the package has rendered a provider. */
export function rememberCopy(): void {
  if (!copies().has(THIS_COPY)) copies().set(THIS_COPY, placeOf(new Error()))
}

/** Returns where another copy of the package was loaded from, if that copy has rendered a provider and this one has not. */
export function findOtherCopy(): { readonly other: string; readonly own: string } | undefined {
  const [other] = copies().values()
  return other === undefined || copies().has(THIS_COPY) ? undefined : { other, own: placeOf(new Error()) }
}

/** Returns the address of the file in which an error was made: the first one in its stack, which a line and a column follow. */
function placeOf({ stack = '' }: Error): string {
  const place = stack.split(/[\s()]/).find((word) => /[/\\]/.test(word) && /:\d+:\d+$/.test(word))
  // Firefox and Safari write the name of the function before it.
  return place?.replace(/^[^/@]*@/, '').replace(/:\d+:\d+$/, '') ?? 'an unknown place'
}
