import type { SyntheticEvent } from 'react'

/**
 * Merges the host app's props over the kit's props.
 *
 * When both have a handler for an event, the host's runs first. The kit's runs after it, unless the host prevented the default.
 */
export function mergeProps<Host extends object, Kit extends object>(host: Host, kit: Kit): Host & Kit {
  const merged: Record<string, unknown> = {}
  Object.assign(merged, kit, definedProps(host))
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

/** Returns props without those that are `undefined`: a component of the host app may pass on a prop that it did not get. */
export function definedProps<Props extends object>(props: Props): Props {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)) as Props
}
