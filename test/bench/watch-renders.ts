/** The parts of React's tree that are read here; the same that its developer tools read. */
interface Fiber {
  readonly type: unknown
  readonly flags: number
  readonly alternate: Fiber | null
  readonly child: Fiber | null
  readonly sibling: Fiber | null
}

/**
 * Notes from now on which components React renders, by the hook that its developer tools use, for `window.takeRenders()`. Run it before React
 * is loaded. It needs nothing from around it, so that it can be handed to a page as it stands.
 */
export function watchRendersHere(): void {
  const PERFORMED_WORK = 1
  const rendered: string[] = []
  const nameOf = (type: unknown): string | undefined => {
    if (typeof type === 'function') return type.name
    if (typeof type !== 'object' || type === null) return undefined
    if ('render' in type) return nameOf(type.render)
    return 'type' in type ? nameOf(type.type) : undefined
  }
  const visit = (fiber: Fiber) => {
    const before = fiber.alternate
    const name = nameOf(fiber.type)
    if (name !== undefined && (before === null || (fiber.flags & PERFORMED_WORK) !== 0)) rendered.push(name)
    // The same children as before: nothing below was looked at.
    if (before !== null && before.child === fiber.child) return
    for (let child = fiber.child; child !== null; child = child.sibling) visit(child)
  }
  Object.assign(window, {
    takeRenders: () => rendered.splice(0),
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberUnmount() {},
      onCommitFiberRoot: (_: number, root: { readonly current: Fiber }) => visit(root.current),
    },
  })
}

/** The names of what was rendered since it was last asked for, in order. */
export function takeRenders(): string[] {
  const names: unknown = 'takeRenders' in window && typeof window.takeRenders === 'function' ? window.takeRenders() : []
  return Array.isArray(names) ? names.map(String) : []
}
