import type { Template } from '../../../src/terms/template.ts'

const modules = import.meta.glob<Template>('../../../src/terms/templates/*/*.md', { eager: true, import: 'default' })

/** Every template that is published. */
export const ALL_TEMPLATES: readonly Template[] = Object.values(modules)
