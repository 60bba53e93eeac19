import type { SyntheticEvent } from 'react'

/**
 * Merges the props of the host app over those of the kit.
 *
 * When both have a handler for an event, the host's runs first. The kit's runs after it, unless the host prevented the default.
 */
export function mergeProps<Host extends object, Kit extends object>(host: Host, kit: Kit): Host & Kit {
  const merged: Record<string, unknown> = {}
  Object.assign(merged, kit, host)
  for (const [name, kitHandler] of Object.entries(kit)) {
    const hostHandler = merged[name]
    if (typeof hostHandler === 'function' && typeof kitHandler === 'function' && hostHandler !== kitHandler)
      merged[name] = (event: SyntheticEvent) => {
        hostHandler(event)
        if (!event.defaultPrevented) kitHandler(event)
      }
  }
  return merged as Host & Kit
}
