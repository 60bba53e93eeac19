import {
  type ComponentPropsWithoutRef,
  cloneElement,
  createElement,
  type HTMLAttributes,
  isValidElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  version as reactVersion,
} from 'react'

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

/** Renders a part's root: the part's own tag, or what `render` or `asChild` puts in its place, with all props merged. */
export function renderPart<State>(
  tag: string,
  props: RootAttributes & { readonly ref?: Ref<never>; readonly children?: ReactNode },
  composition: Composition<State> & { readonly child?: ReactNode },
  state: State,
): ReactElement {
  const { render, asChild, child } = composition
  if (typeof render === 'function') return render(props, state)
  const element = render ?? (asChild === true && isValidElement<RootAttributes>(child) ? child : undefined)
  if (!isValidElement<RootAttributes & { ref?: Ref<unknown>; children?: ReactNode }>(element))
    return createElement(tag, asChild === true ? { ...props, children: props.children ?? child } : props)
  const own = element.props
  return cloneElement(element, {
    ...props,
    ...own,
    className: classes(props.className, own.className),
    style: { ...props.style, ...own.style },
    children: own.children ?? props.children,
    ...withRef(mergeRefs<never>(props.ref, refOf(element))),
  })
}

/** One ref that sets both. */
export function mergeRefs<T>(...refs: readonly (Ref<T> | undefined)[]): Ref<T> | undefined {
  const present = refs.filter((ref) => ref !== undefined && ref !== null)
  if (present.length <= 1) return present[0]
  return (value) => {
    for (const ref of present) {
      if (typeof ref === 'function') ref(value)
      else if (ref !== null && ref !== undefined) ref.current = value
    }
  }
}

function withRef(ref: Ref<never> | undefined): { ref?: Ref<never> } {
  return ref === undefined ? {} : { ref }
}

// React 19 keeps the ref in props, React 18 beside them.
function refOf(element: ReactElement): Ref<never> | undefined {
  const { props } = element
  if (typeof props === 'object' && props !== null && 'ref' in props) return props.ref as Ref<never>
  return 'ref' in element && Number.parseInt(reactVersion, 10) < 19 ? (element.ref as Ref<never>) : undefined
}
