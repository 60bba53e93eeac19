import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { AgreementInput } from '../../src/terms/index.ts'

/** A seeded fault: its rule, and the words that cause it. */
export interface SeededFault {
  readonly rule: string
  readonly words: string | readonly string[]
}

/** A contract of `test/fixtures/contracts`, as its README describes it. */
export interface Contract {
  readonly name: string
  readonly locale: string
  readonly text: string
  readonly agreement?: AgreementInput | undefined
  readonly translations: readonly { readonly file: string; readonly locale: string; readonly text: string }[]
  readonly faults: readonly SeededFault[]
}

const FOLDER = resolve(import.meta.dirname, '../fixtures/contracts')

/** The parts of the contracts. */
export const PARTS = ['first', 'second', 'third'] as const

/** Reads one part of the contracts. */
export function readContracts(part: (typeof PARTS)[number]): Contract[] {
  const folder = resolve(FOLDER, part)
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return files.sort().map((file) => {
    const name = file.replace(/\.json$/, '')
    const { translations = [], ...known } = JSON.parse(readFileSync(resolve(folder, file), 'utf8'))
    return {
      ...known,
      name,
      text: readFileSync(resolve(folder, `${name}.md`), 'utf8'),
      translations: translations.map((one: string) => ({
        file: one,
        locale: /\.([\w-]+)\.md$/.exec(one)?.[1] ?? 'en',
        text: readFileSync(resolve(folder, one), 'utf8'),
      })),
    }
  })
}
