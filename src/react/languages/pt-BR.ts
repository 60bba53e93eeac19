import type { Template } from '../../terms/index.ts'

export { default as messages } from '../../locales/pt-BR.ts'
export { diffWords } from '../../terms/languages/pt-BR/diff-words.ts'
export { words } from '../../terms/languages/pt-BR/words.ts'

export const templates = Object.values(
  import.meta.glob<Template>('../../terms/languages/pt-BR/templates/*.md', { eager: true, import: 'default' }),
)
