import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endOf } from '../../../src/core/duration.ts'
import { coversUse } from '../../../src/core/license.ts'
import { fillTerms } from '../../../src/terms/compile-terms.ts'
import {
  type Clause,
  compileTerms,
  type DefinedAgreement,
  defineAgreement,
  summarize,
  type TermsElement,
  toLicenseRequest,
} from '../../../src/terms/index.ts'
import { textOf } from '../../../src/terms/tree.ts'
import { formatLastDay, purposeLabel, recipientLabel, tagLabel } from '../../../src/terms/values.ts'
import { formatDuration, isolateValue, listValues } from '../../../src/terms/words.ts'
import { agreementInput, agreements, hostileText } from '../../fixtures/agreements.ts'
import { ALL_TEMPLATES } from '../../fixtures/templates.ts'
import { countOf } from '../../support/counts.ts'

const RUNS = { numRuns: countOf(200, 70) }

describe('terms and record', () => {
  test('name the same data, purposes, recipients and date, and no other', () => {
    fc.assert(
      fc.property(agreements(ALL_TEMPLATES), (agreement) => {
        const { words } = agreement.template
        const isolated = (value: string) => isolateValue(value, words)
        const clauses = readClauses(agreement)
        const ordered = [...agreement.purposes].sort((a, b) => Number(b.necessary) - Number(a.necessary))
        const recipients = [...new Set(agreement.purposes.flatMap((one) => one.destinations))]
        expect(items(clauses.data)).toEqual(agreement.tags.map((tag) => isolated(tagLabel(tag, words))))
        expect(boldOf(clauses.purposes)).toEqual(ordered.map((one) => isolated(purposeLabel(one, words))))
        expect(items(clauses.recipients)).toEqual(recipients.map((one) => isolated(recipientLabel(one, words))))
        ordered.forEach((one, at) => {
          const line = items(clauses.purposes)[at] ?? ''
          const names = one.destinations.map((to) => recipientLabel(to, words))
          expect(line).toContain(isolated(listValues(names, words)))
        })
        const duration = clauses.duration.map(textOf).join('\n')
        if (agreement.expiry === null) expect(duration).not.toMatch(/\d/)
        else
          expect(duration).toContain(
            isolated(
              typeof agreement.expiry === 'string'
                ? formatLastDay(agreement.expiry, words)
                : formatDuration(agreement.expiry, words),
            ),
          )
        expect(items(clauses.reward)).toEqual(agreement.compensation === null ? [] : [isolated(agreement.compensation)])
        expect(clauses.law.map(textOf).join()).toContain(isolated(agreement.jurisdiction))
        expect(clauses.parties.map(textOf).join()).toContain(isolated(agreement.company.name))
      }),
      RUNS,
    )
  })

  test('permit exactly what the person agreed to', () => {
    fc.assert(
      fc.property(agreements(ALL_TEMPLATES), fc.infiniteStream(fc.boolean()), (agreement, coins) => {
        const optional = agreement.purposes.filter((one) => !one.necessary)
        const granted = optional.filter(() => coins.next().value).map((one) => one.usecase)
        const agreed = agreement.purposes.filter((one) => one.necessary || granted.includes(one.usecase))
        fc.pre(agreed.length > 0)
        const { uses, tags, expiry } = toLicenseRequest(agreement, {
          decidedAt: 0,
          ptr: 'p',
          origin: 'com.acme',
          terms: 't',
          granted,
        })
        expect(tags).toEqual(agreement.tags)
        expect(expiry).toBe(
          typeof agreement.expiry === 'object' && agreement.expiry ? endOf(agreement.expiry, 0) : (agreement.expiry ?? undefined),
        )
        const pairs = (list: readonly { usecase: string; destinations: readonly string[] }[]) =>
          list.flatMap((one) => one.destinations.map((to) => `${one.usecase} ${to}`)).sort()
        expect(pairs(uses.flatMap((use) => use.usecases.map((usecase) => ({ usecase, destinations: use.destinations }))))).toEqual(
          pairs(agreed),
        )
        for (const one of agreed) expect(coversUse(uses, one.usecase, one.destinations[0])).toBe(true)
      }),
      RUNS,
    )
  })

  test('have eight summary lines, each with an existing heading', () => {
    fc.assert(
      fc.property(agreements(ALL_TEMPLATES), (agreement) => {
        const ids = fillTerms(agreement).children.map((block) => (block.type === 'element' ? block.properties.id : undefined))
        for (const line of summarize(agreement)) {
          expect(ids.filter((id) => id === line.clause)).toHaveLength(1)
          expect(line.text).not.toBe('')
        }
      }),
      RUNS,
    )
  })
})

describe('a value in the terms', () => {
  test('differs from every other value', () => {
    const fields = ['name', 'contact', 'jurisdiction', 'compensation'] as const
    fc.assert(
      fc.property(
        agreementInput(ALL_TEMPLATES),
        fc.constantFrom(...fields),
        hostileText,
        hostileText,
        (input, field, one, other) => {
          const [first, second] = [one, other].map((value) => attempt({ ...input, ...put(field, value, input.company) }))
          fc.pre(first !== undefined && second !== undefined)
          if (first === undefined || second === undefined) return
          const same = fieldOf(first, field) === fieldOf(second, field)
          expect(compileTerms(first) === compileTerms(second)).toBe(same)
        },
      ),
      RUNS,
    )
  })
})

type Field = 'name' | 'contact' | 'jurisdiction' | 'compensation'

function put(field: Field, value: string, company: DefinedAgreement['company']): object {
  return field === 'name' || field === 'contact' ? { company: { ...company, [field]: value } } : { [field]: value }
}

function fieldOf(agreement: DefinedAgreement, field: Field): unknown {
  return field === 'name' || field === 'contact' ? agreement.company[field] : agreement[field]
}

function attempt(input: Parameters<typeof defineAgreement>[0]): DefinedAgreement | undefined {
  try {
    return defineAgreement({ ...input, description: 'one and the same' })
  } catch {
    return undefined
  }
}

function readClauses(agreement: DefinedAgreement): Record<Clause, TermsElement[]> {
  const parts = new Map(summarize(agreement).map((line) => [line.clause, line.part]))
  const clauses: Partial<Record<Clause, TermsElement[]>> = {}
  let current: TermsElement[] = []
  for (const block of fillTerms(agreement).children) {
    if (block.type === 'text') continue
    const part = parts.get(block.properties.id ?? '')
    if (block.properties.id !== undefined) current = []
    if (part !== undefined) clauses[part] = current
    current.push(block)
  }
  return clauses as Record<Clause, TermsElement[]>
}

function elements(blocks: readonly TermsElement[], tagName: string): TermsElement[] {
  return blocks.flatMap((block) => {
    const below = block.children.filter((child) => child.type === 'element')
    return block.tagName === tagName ? [block] : elements(below, tagName)
  })
}

const items = (blocks: readonly TermsElement[]) => elements(blocks, 'li').map(textOf)
const boldOf = (blocks: readonly TermsElement[]) => elements(blocks, 'strong').map(textOf)
