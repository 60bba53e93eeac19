import type { Template } from '../../terms/index.ts'

export { default as messages } from '../../locales/de.ts'
export { diffWords } from '../../terms/languages/de/diff-words.ts'
export { words } from '../../terms/languages/de/words.ts'

export const templates = Object.values(
  import.meta.glob<Template>('../../terms/languages/de/templates/*.md', { eager: true, import: 'default' }),
)
