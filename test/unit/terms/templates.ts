import type { Template } from '../../../src/terms/template.ts'

const modules = import.meta.glob<Template>('../../../src/terms/templates/*/*.md', { eager: true, import: 'default' })

/** Every template that is published. */
export const ALL_TEMPLATES: readonly Template[] = Object.values(modules)

/** One template by language and name. */
export function templateOf(locale: string, name: string): Template {
  const template = ALL_TEMPLATES.find((one) => one.locale === locale && one.name === name)
  if (template === undefined) throw new Error(`There is no template ${locale}/${name}.`)
  return template
}
