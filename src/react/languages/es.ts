import type { Template } from '../../terms/index.ts'

export { default as messages } from '../../locales/es.ts'
export { diffWords } from '../../terms/languages/es/diff-words.ts'
export { words } from '../../terms/languages/es/words.ts'

export const templates = Object.values(
  import.meta.glob<Template>('../../terms/languages/es/templates/*.md', { eager: true, import: 'default' }),
)
