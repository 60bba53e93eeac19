import { useCallback, useEffect, useReducer } from 'react'

/** Changes of one control within this time are one step, for example while a slider moves. */
const ONE_STEP_MS = 600

interface State<Value> {
  readonly past: readonly Value[]
  readonly value: Value
  readonly future: readonly Value[]
  readonly last?: { readonly control: string; readonly atMs: number } | undefined
}

type Action<Value> = { type: 'change'; value: Value; control: string; atMs: number } | { type: 'undo' } | { type: 'redo' }

/** A value with undo and redo, including by Ctrl+Z and Ctrl+Shift+Z. */
export interface History<Value> {
  readonly value: Value
  /** Sets the value. `control` names what changed it. */
  readonly change: (value: Value, control: string) => void
  readonly undo: () => void
  readonly redo: () => void
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/** Returns a value with its history on this page. */
export function useHistory<Value>(initial: () => Value): History<Value> {
  const [state, dispatch] = useReducer(reduce<Value>, undefined, () => ({ past: [], value: initial(), future: [] }))
  const undo = useCallback(() => dispatch({ type: 'undo' }), [])
  const redo = useCallback(() => dispatch({ type: 'redo' }), [])
  const change = useCallback(
    (value: Value, control: string) => dispatch({ type: 'change', value, control, atMs: performance.now() }),
    [],
  )
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = stepOf(event)
      if (step === undefined || isText(event.target)) return
      event.preventDefault()
      dispatch({ type: step })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return { value: state.value, change, undo, redo, canUndo: state.past.length > 0, canRedo: state.future.length > 0 }
}

function reduce<Value>({ past, value, future, last }: State<Value>, action: Action<Value>): State<Value> {
  if (action.type === 'undo') {
    const before = past.at(-1)
    return before === undefined ? { past, value, future } : { past: past.slice(0, -1), value: before, future: [value, ...future] }
  }
  if (action.type === 'redo') {
    const [next, ...rest] = future
    return next === undefined ? { past, value, future } : { past: [...past, value], value: next, future: rest }
  }
  const { control, atMs } = action
  const isSameStep = last?.control === control && atMs - last.atMs < ONE_STEP_MS
  return { past: isSameStep ? past : [...past, value], value: action.value, future: [], last: { control, atMs } }
}

function stepOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (!ctrlKey && !metaKey) return undefined
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo'
  return key.toLowerCase() === 'y' ? 'redo' : undefined
}

/** Text fields have their own undo. */
function isText(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && /^(?:text|url|email)$/.test(target.type))
}
