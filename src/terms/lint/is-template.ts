import { isTemplateName } from '../template-source.ts'

const TEMPLATE_FRONT_MATTER = /^\uFEFF?---\r?\n(?:[^\n]*\n){0,40}?(?:version:[ \t]*\d|counsel:|requires:)[\s\S]*?\n---/
const PLACEHOLDER = /\{\{([#^/>]?)([^{}]{1,200})\}\}/g

/**
 * Returns whether a text is a template: it has the front matter of a template, or every `{{name}}` in it is a name that templates know.
 *
 * A finished contract with a placeholder that was forgotten is a contract.
 */
export function isTemplate(text: string): boolean {
  if (TEMPLATE_FRONT_MATTER.test(text)) return true
  const names = [...text.matchAll(PLACEHOLDER)]
  return names.length > 0 && names.every(([, mark = '', name = '']) => mark === '>' || isTemplateName(name.trim()))
}
