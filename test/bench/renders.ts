import type { Page } from 'playwright-core'

/** The parts of React's tree that are read here; the same that its developer tools read. */
interface Fiber {
  readonly type: unknown
  readonly flags: number
  readonly alternate: Fiber | null
  readonly child: Fiber | null
  readonly sibling: Fiber | null
}

/** Has every page opened from now on note which components React renders, by the hook that its developer tools use. Needs names that are kept. */
export async function watchRenders(page: Page): Promise<void> {
  await page.addInitScript(() => {
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
  })
}

/** The components that an act renders, each with how often when more than once. */
export async function countRenders(page: Page, act: () => Promise<void>): Promise<string> {
  const take = () =>
    page.evaluate(() => {
      const names: unknown = 'takeRenders' in window && typeof window.takeRenders === 'function' ? window.takeRenders() : []
      return Array.isArray(names) ? names.map(String) : []
    })
  await take()
  await act()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  const counts = new Map<string, number>()
  for (const name of await take()) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} ×${count}`)).join(', ')
}
