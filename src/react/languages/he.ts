import type { Template } from '../../terms/index.ts'

export { default as messages } from '../../locales/he.ts'
export { diffWords } from '../../terms/languages/he/diff-words.ts'
export { words } from '../../terms/languages/he/words.ts'

export const templates = Object.values(
  import.meta.glob<Template>('../../terms/languages/he/templates/*.md', { eager: true, import: 'default' }),
)
