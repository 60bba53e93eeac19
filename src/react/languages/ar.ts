import type { Template } from '../../terms/index.ts'

export { default as messages } from '../../locales/ar.ts'
export { diffWords } from '../../terms/languages/ar/diff-words.ts'
export { words } from '../../terms/languages/ar/words.ts'

export const templates = Object.values(
  import.meta.glob<Template>('../../terms/languages/ar/templates/*.md', { eager: true, import: 'default' }),
)
