import type { Template } from '../../terms/index.ts'

export { default as messages } from '../../locales/ja.ts'
export { diffWords } from '../../terms/languages/ja/diff-words.ts'
export { words } from '../../terms/languages/ja/words.ts'

export const templates = Object.values(
  import.meta.glob<Template>('../../terms/languages/ja/templates/*.md', { eager: true, import: 'default' }),
)
