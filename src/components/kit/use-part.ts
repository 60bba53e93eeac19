'use client'

import {
  cloneElement,
  createElement,
  isValidElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefCallback,
  type SyntheticEvent,
  useMemo,
} from 'react'
import type { PartName } from '../../react/part-name.ts'
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
  element: ReactElement<OwnProps<unknown>> | undefined,
]

type OwnProps<Root> = RootAttributes & { readonly href?: string | undefined; readonly ref?: Ref<Root> | undefined }

/** Makes a part of what the host gave: attributes, composition, refs. The part's own refs come after the host's. */
export function usePart<State, Root>(
  name: PartName,
  { render, asChild, children, ...attributes }: RootAttributes & Composition<State> & { readonly children?: ReactNode },
  ...refs: readonly Ref<Root>[]
): Part<State> {
  const isChild = asChild && !render && isValidElement(children)
  const own = isChild ? children : render
  const element = isValidElement<OwnProps<Root>>(own) ? own : undefined
  // React 19 keeps the ref in the props, React 18 beside them; what would complain when it is read is no part of a copy.
  const ref = useMergedRef<Root>([...refs, { ...element, ...element?.props }.ref])
  const renderRoot: Part<State>[2] = (tag, props, state) => {
    const all = { ...props, ref }
    if (typeof own === 'function') return own(all, state)
    if (!element) return createElement(tag, all)
    const { className, style, children: content } = element.props
    return cloneElement(element, {
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
export function useMergedRef<T>(refs: readonly (Ref<T> | undefined)[]): RefCallback<T> {
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
