/** The members of React's internal tree that this file reads. The developer tools of React read the same. */
interface Fiber {
  readonly type: unknown
  readonly flags: number
  readonly alternate: Fiber | null
  readonly child: Fiber | null
  readonly sibling: Fiber | null
}

/**
 * Records the components that React renders, through the hook of its developer tools. `window.takeRenders()` returns them.
 *
 * Call it before React loads. It uses no outer variables, so it can be passed to `page.addInitScript()`.
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
    // The children are the same objects, so React skipped this subtree.
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

/** Returns the names of the components that were rendered since the last call, in order. */
export function takeRenders(): string[] {
  const names: unknown = 'takeRenders' in window && typeof window.takeRenders === 'function' ? window.takeRenders() : []
  return Array.isArray(names) ? names.map(String) : []
}
