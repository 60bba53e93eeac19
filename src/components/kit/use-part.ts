'use client'

import { cloneElement, createElement, isValidElement, type ReactElement, type ReactNode, type Ref } from 'react'
import type { PartName } from '../../react/provider/part-name.ts'
import { definedProps, mergeProps } from './merge-props.ts'
import { type Composition, classes, type RootAttributes, type StatefulAttributes } from './part-props.ts'
import { useMergedRef } from './use-merged-ref.ts'
import { useRoot } from './use-root.ts'

/** Result of {@link usePart}. */
export type Part<State> = readonly [
  root: RootAttributes,
  /** The children that the host app gave to the part. */
  children: ReactNode,
  /** Renders the root: the part's own tag, or the element of `render`, with all props merged. */
  renderRoot: (tag: string, props: RootAttributes, state: State) => ReactElement,
  /** The element that the host app gave as `render`. */
  element: ReactElement<HostProps<unknown>> | undefined,
]

type HostProps<Root> = RootAttributes & { readonly href?: string | undefined; readonly ref?: Ref<Root> | undefined }

/** Builds the root of a part from the props of the host app. The part's own refs are set after the refs of the host app. */
export function usePart<State, Root>(
  name: PartName,
  {
    render,
    className,
    children,
    ...attributes
  }: StatefulAttributes<State> & Composition<State> & { readonly children?: ReactNode },
  ...refs: readonly Ref<Root>[]
): Part<State> {
  const isFunction = typeof className === 'function'
  const element = isValidElement<HostProps<Root>>(render) ? render : undefined
  // React 19 keeps the ref in the props, React 18 beside them. React 18 warns when `props.ref` is read, but not when it is copied.
  const ref = useMergedRef<Root>([...refs, { ...element, ...element?.props }.ref])
  const renderRoot: Part<State>[2] = (tag, props, state) => {
    const all = { ...props, ref, ...(isFunction && { className: classes(props.className, className(state)) }) }
    if (typeof render === 'function') return render(all, state)
    if (!element) return createElement(tag, all)
    const { className: hostClass, style, children: content } = element.props
    return cloneElement(element, {
      ...mergeProps(element.props, all),
      className: classes(all.className, hostClass),
      style: { ...props.style, ...style },
      children: content ?? props.children,
      ref,
    })
  }
  const own = useRoot(name, definedProps(isFunction ? attributes : { ...attributes, className }))
  return [own, children, renderRoot, element]
}
