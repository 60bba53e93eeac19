import type { ComponentPropsWithoutRef, HTMLAttributes, ReactElement, ReactNode, Ref } from 'react'

/** Attributes that reach a root element, `data-…` among them. */
export type RootAttributes = HTMLAttributes<HTMLElement> & {
  readonly [name: `data-${string}`]: string | number | boolean | undefined
}

/** How a part's root can be composed with an element of the host's own. */
export interface Composition<State> {
  /** Renders the root: an element that takes the part's props, or a function of props and state. */
  readonly render?: ReactElement | ((props: RootAttributes & { ref?: Ref<never> }, state: State) => ReactElement) | undefined
  /** The single child becomes the root and takes the part's props. Its children stand instead of the part's. */
  readonly asChild?: boolean | undefined
}

/** Props of a part: its own, those of its root element, and composition. */
export type PartProps<Tag extends 'div' | 'section' | 'a' | 'dialog' | 'article' | 'label', State = unknown> = Omit<
  ComponentPropsWithoutRef<Tag>,
  'children'
> &
  Composition<State> & { readonly children?: ReactNode }

/** Joins class names, leaving out what is absent. */
export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
