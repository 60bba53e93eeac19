import type { ComponentPropsWithoutRef, HTMLAttributes, ReactElement, ReactNode, Ref } from 'react'

/** Attributes of a root element, including `data-…`. */
export type RootAttributes = HTMLAttributes<HTMLElement> & {
  readonly [name: `data-${string}`]: string | number | boolean | undefined
}

/** Attributes of a root element whose class may depend on the state of the part. */
export type StatefulAttributes<State> = Omit<RootAttributes, 'className'> & {
  /** A class for the root, or a function from the state of the part to a class. */
  readonly className?: string | ((state: State) => string | undefined) | undefined
}

/** Replaces the root of a part with an element of the host app. */
export interface Composition<State> {
  /** An element that takes the props of the root, or a function from these props and the state to an element. */
  readonly render?: ReactElement | ((props: RootAttributes & { ref?: Ref<never> }, state: State) => ReactElement) | undefined
}

/** Props of a part: its own, the attributes of its root element, `className` as a function of state, and `render`. */
export type PartProps<Tag extends 'div' | 'section' | 'a' | 'button' | 'dialog' | 'article' | 'label', State = unknown> = Omit<
  ComponentPropsWithoutRef<Tag>,
  'children' | 'className'
> &
  Pick<StatefulAttributes<State>, 'className'> &
  Composition<State> & { readonly children?: ReactNode }

/** Joins class names and leaves out absent ones. */
export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
