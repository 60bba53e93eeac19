'use client'

import { cloneElement, createElement, isValidElement, type ReactElement, type ReactNode, type Ref } from 'react'
import type { PartName } from '../../react/part-name.ts'
import { mergeProps } from './merge-props.ts'
import { type Composition, classes, type RootAttributes } from './part-props.ts'
import { useMergedRef } from './use-merged-ref.ts'
import { useRoot } from './use-root.ts'

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
      ...mergeProps(element.props, all),
      className: classes(props.className, className),
      style: { ...props.style, ...style },
      children: content ?? props.children,
      ref,
    })
  }
  return [useRoot(name, attributes), isChild ? undefined : children, renderRoot, element]
}
