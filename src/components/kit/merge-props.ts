import type { SyntheticEvent } from 'react'

/** The props of the host's over the kit's. Of two that hear the same event the kit's comes second, unless the default was prevented. */
export function mergeProps<Host extends object, Kit extends object>(host: Host, kit: Kit): Host & Kit {
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
