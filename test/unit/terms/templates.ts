import type { Template } from '../../../src/terms/template.ts'

const modules = import.meta.glob<Template>('../../../src/terms/templates/*/*.md', { eager: true, import: 'default' })

/** Every published template. */
export const ALL_TEMPLATES: readonly Template[] = Object.values(modules)

/** Returns a template by language and name. */
export function templateOf(locale: string, name: string): Template {
  const template = ALL_TEMPLATES.find((one) => one.locale === locale && one.name === name)
  if (template === undefined) throw new Error(`The template ${locale}/${name} does not exist.`)
  return template
}
