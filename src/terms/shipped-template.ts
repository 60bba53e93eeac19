import type { Template } from './template.ts'

const shipped = new WeakSet<Template>()

/**
 * Registers a template that is part of the package. The build calls it for each shipped template.
 *
 * @public
 */
export function registerShipped(template: Template): Template {
  shipped.add(template)
  return template
}

/** Returns whether a template is part of the package, unchanged. A copy is a custom template. */
export function isShipped(template: Template): boolean {
  return shipped.has(template)
}
