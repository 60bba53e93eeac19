import type * as Terms from '../../src/terms/index.ts'

const CLAUSE_LENGTH = 800
const CLAUSE_WORDS = 160
const WORDS =
  'you may use the data that we keep for as long as this license lasts and no longer than that unless you agree again'.split(' ')

/** Adds clauses to the template of an agreement until the terms have a length. Returns the same text at each call. */
export function extendTerms(
  { compileTerms }: Pick<typeof Terms, 'compileTerms'>,
  agreement: Terms.DefinedAgreement,
  length: number,
): Terms.DefinedAgreement {
  const tree: Terms.TemplateBlock[] = [...agreement.template.tree]
  let seed = 1
  const word = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return WORDS[seed % WORDS.length]
  }
  for (let missing = length - compileTerms(agreement).length; missing > 0; missing -= CLAUSE_LENGTH) {
    tree.push(
      ['h', 2, [`More ${missing}`]],
      ['p', [Array.from({ length: CLAUSE_WORDS }, word).join(' '), ' ', ['$', 'company.name']]],
    )
  }
  return { ...agreement, template: { ...agreement.template, tree } }
}
