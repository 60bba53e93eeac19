import { LicetError } from '../core/errors.ts'
import type { DefinedAgreement } from './agreement-input.ts'
import { fillTemplate } from './fill-template.ts'
import type { Clause } from './summary-order.ts'
import type { TemplateBlock } from './template.ts'
import { headingId, textOf } from './tree.ts'
import { toValues } from './values.ts'

/**
 * Returns the id of each clause's heading in the terms; see `headingId()`. A contract in `terms` has none: its headings name no clause.
 *
 * @throws {LicetError} `invalid_template` when a clause has no heading. `field` is its name.
 */
export function clauseIds(agreement: DefinedAgreement): ReadonlyMap<Clause, string> {
  const { template } = agreement
  if (agreement.terms !== undefined) return new Map()
  const values = toValues(agreement, template.words)
  const ids = new Map<Clause, string>()
  for (const block of template.tree) {
    const clause = clauseOf(block)
    if (clause !== undefined) ids.set(clause, headingId(textOf(fillTemplate({ ...template, tree: [block] }, values))))
  }
  // From the words and not from `CLAUSES`: a bundler would make a file of that list.
  const missing = (Object.keys(template.words.clauses) as Clause[]).find((clause) => !ids.has(clause))
  if (missing === undefined) return ids
  throw new LicetError(
    'invalid_template',
    `The template ${template.locale}/${template.name} has no heading for the clause ${missing}, so the summary cannot link to it. Nothing was shown or signed. Add a heading that ends with {#${missing}}.`,
    { field: missing },
  )
}

function clauseOf(block: TemplateBlock): Clause | undefined {
  return block[0] === 'h' ? block[3] : undefined
}
