import type { Template } from '../../terms/index.ts'

export { default as messages } from '../../locales/fr.ts'
export { diffWords } from '../../terms/languages/fr/diff-words.ts'
export { words } from '../../terms/languages/fr/words.ts'

export const templates = Object.values(
  import.meta.glob<Template>('../../terms/languages/fr/templates/*.md', { eager: true, import: 'default' }),
)
