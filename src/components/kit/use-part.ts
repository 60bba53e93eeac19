'use client'

import {
  cloneElement,
  createElement,
  isValidElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefCallback,
  version as reactVersion,
  type SyntheticEvent,
  useMemo,
} from 'react'
import type { RootPart } from '../../react/types.ts'
import { type Composition, classes, type RootAttributes } from './part.ts'
import { useRoot } from './root.ts'

/** What `usePart()` gives. */
export type Part<State> = readonly [
  root: RootAttributes,
  /** What stands in the part; nothing where the child is its root. */
  children: ReactNode,
  /** Renders the root: the part's own tag, or what `render` or `asChild` puts in its place, with all props merged. */
  renderRoot: (tag: string, props: RootAttributes, state: State) => ReactElement,
  /** The element of the host's that becomes the root. */
  element: ReactElement<RootAttributes & { readonly href?: string | undefined }> | undefined,
]

/** Makes a part of what the host gave: attributes, composition, refs. The part's own refs come after the host's. */
export function usePart<State, Root>(
  name: RootPart,
  { render, asChild, children, ...attributes }: RootAttributes & Composition<State> & { readonly children?: ReactNode },
  ...refs: readonly Ref<Root>[]
): Part<State> {
  const isChild = asChild && !render && isValidElement(children)
  const own = isChild ? children : render
  const element = isValidElement<RootAttributes>(own) ? own : undefined
  const ref = useMergedRef<Root>([...refs, element && refOf(element)])
  const renderRoot: Part<State>[2] = (tag, props, state) => {
    const all = { ...props, ref }
    if (typeof own === 'function') return own(all, state)
    if (!element) return createElement(tag, all)
    const { className, style, children: content } = element.props
    return cloneElement<RootAttributes & { ref?: Ref<Root> }>(element, {
      ...chain(element.props, all),
      className: classes(props.className, className),
      style: { ...props.style, ...style },
      children: content ?? props.children,
      ref,
    })
  }
  return [useRoot(name, attributes), isChild ? undefined : children, renderRoot, element]
}

/** The props of the host's over the kit's. Of two that hear the same event the kit's comes second, unless the default was prevented. */
export function chain<Host extends object, Kit extends object>(host: Host, kit: Kit): Host & Kit {
  const both: Record<string, unknown> = {}
  Object.assign(both, kit, host)
  for (const [name, then] of Object.entries(kit)) {
    const first = both[name]
    if (typeof first === 'function' && typeof then === 'function' && first !== then)
      both[name] = (event: SyntheticEvent) => {
        first(event)
        if (!event.defaultPrevented) then(event)
      }
  }
  return both as Host & Kit
}

/** One ref that sets all, the same one while they are. It keeps the cleanups that they return: React 18 takes none, and calls with `null`. */
function useMergedRef<T>(refs: readonly (Ref<T> | undefined)[]): RefCallback<T> {
  return useMemo(() => {
    let cleanups: unknown[] = []
    return (value) => {
      const before = cleanups
      cleanups = refs.map((ref, at) => {
        const cleanup = before[at]
        if (value === null && typeof cleanup === 'function') return cleanup()
        if (typeof ref === 'function') return ref(value)
        if (ref) ref.current = value
        return undefined
      })
    }
    // biome-ignore lint/correctness/useExhaustiveDependencies: the list is another one at each render, what is in it is not
  }, refs)
}

// React 19 keeps the ref in props, React 18 beside them.
function refOf<T>(element: ReactElement): Ref<T> | undefined {
  const { props } = element
  if (typeof props === 'object' && props !== null && 'ref' in props) return props.ref as Ref<T>
  return 'ref' in element && Number.parseInt(reactVersion, 10) < 19 ? (element.ref as Ref<T>) : undefined
}
