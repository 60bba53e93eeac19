import type { Template } from './template.ts'

const shipped = new WeakSet<object>()

/**
 * Registers a template that is part of the package. The build calls it for each shipped template.
 *
 * @public
 */
export function registerShipped(template: Template): Template {
  shipped.add(template).add(template.words)
  return template
}

/** Returns whether a template, or the words of a template, are part of the package, unchanged. A copy is a custom one. */
export function isShipped(value: object): boolean {
  return shipped.has(value)
}
